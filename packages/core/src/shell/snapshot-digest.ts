/** A digest of plain data that shows whether a snapshot is as it was written. */
import { SnapshotError } from '../base/errors.ts';

const LANES = [0x9e3779b1, 0x85ebca77] as const;
/** What stands before a value of each kind, so that 1, '1' and [1] differ. */
const KIND = { null: 1, boolean: 2, number: 3, string: 4, array: 5, object: 6, other: 7 } as const;

const double = new DataView(new ArrayBuffer(8));

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Spreads every bit of a word over all of it (the last step of MurmurHash3). */
function mixed(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * Two lanes of 32 bits. Each word goes into both by steps that can be undone, so that data that
 * differ in one word never have the same digest; others do with a probability of 2⁻⁶⁴.
 */
class Lanes {
  #first = 0;
  #second = 1;

  add(word: number): void {
    this.#first = rotated(Math.imul(this.#first ^ word, LANES[0]), 13);
    this.#second = rotated(Math.imul(this.#second ^ word, LANES[1]), 17);
  }

  text(): string {
    return [this.#first, this.#second]
      .map((lane) => mixed(lane).toString(16).padStart(8, '0'))
      .join('');
  }
}

function addText(lanes: Lanes, text: string): void {
  lanes.add(text.length);
  for (let i = 0; i < text.length; i++) lanes.add(text.charCodeAt(i));
}

function addNumber(lanes: Lanes, value: number): void {
  // JSON knows no −0.
  double.setFloat64(0, value === 0 ? 0 : value);
  lanes.add(double.getInt32(0));
  lanes.add(double.getInt32(4));
}

function addObject(lanes: Lanes, value: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  lanes.add(names.length);
  for (const name of names.sort()) {
    addText(lanes, name);
    addValue(lanes, value[name]);
  }
}

function addValue(lanes: Lanes, value: unknown): void {
  if (typeof value === 'number') {
    lanes.add(KIND.number);
    addNumber(lanes, value);
  } else if (typeof value === 'string') {
    lanes.add(KIND.string);
    addText(lanes, value);
  } else if (typeof value === 'boolean') {
    lanes.add(KIND.boolean);
    lanes.add(value ? 1 : 0);
  } else if (value === null) {
    lanes.add(KIND.null);
  } else if (Array.isArray(value)) {
    lanes.add(KIND.array);
    lanes.add(value.length);
    for (const element of value) addValue(lanes, element);
  } else if (typeof value === 'object') {
    lanes.add(KIND.object);
    addObject(lanes, value as Readonly<Record<string, unknown>>);
  } else {
    lanes.add(KIND.other);
    addText(lanes, String(value));
  }
}

/**
 * Sixteen hexadecimal digits that stand for plain data, its own `digest` left out. The order of keys
 * and a way through JSON change nothing. It finds damage and careless edits; it is not a signature.
 */
export function digestOf(data: object): string {
  const lanes = new Lanes();
  addObject(lanes, { ...data, digest: undefined });
  return lanes.text();
}

/** The data with its digest. */
export function sealed<T extends object>(data: T): T & { readonly digest: string } {
  return { ...data, digest: digestOf(data) };
}

/** Refuses data whose digest is not its own. */
export function checkDigest(data: { readonly digest?: unknown }): void {
  const found = digestOf(data);
  if (data.digest === found) return;
  throw new SnapshotError(
    `the snapshot was changed or damaged: its digest is ${String(data.digest)}, but its content has ${found}; restore an earlier snapshot`,
  );
}
