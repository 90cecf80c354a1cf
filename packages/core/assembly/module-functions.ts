/** The functions of a WebAssembly module as bytes, and the same module with its functions in another order. */

const FUNCTION_TYPES = 3;
const EXPORTS = 7;
const START = 8;
const CODE = 10;
/** Sections that need no change: types, memory, globals, the count of data segments, and data. */
const UNTOUCHED = new Set([1, 5, 6, 11, 12]);
const HEADER_LENGTH = 8;
const FUNCTION_KIND = 0;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads bytes one item after another. */
class Reader {
  readonly bytes: Bytes;
  at: number;

  constructor(bytes: Bytes, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error(`the module ends too early, at byte ${this.at}`);
    this.at += 1;
    return byte;
  }

  /** An unsigned integer of up to 32 bits. */
  integer(): number {
    let [value, scale, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    return value;
  }

  /** The next bytes, as many as given. */
  take(length: number): Bytes {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** An integer first, then as many items. */
  list<T>(item: () => T): T[] {
    return Array.from({ length: this.integer() }, item);
  }
}

function integerBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

function joined(parts: readonly ArrayLike<number>[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Skips what follows an instruction of 128-bit vectors. */
function skipVectorOperands(reader: Reader): void {
  const code = reader.integer();
  const addresses = code <= 11 || (code >= 84 && code <= 93);
  if (addresses) skipIntegers(reader, 2);
  if (code === 12 || code === 13) reader.take(16);
  if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) reader.take(1);
}

/** Skips what follows an instruction with the prefix 0xfc: roundings, and operations on whole memories. */
function skipPrefixedOperands(reader: Reader): void {
  const code = reader.integer();
  if (code >= 8) skipIntegers(reader, [8, 10, 12, 14].includes(code) ? 2 : 1);
}

function skipIntegers(reader: Reader, count: number): void {
  for (let i = 0; i < count; i++) reader.integer();
}

/** Skips what follows an instruction other than a call. */
function skipOperands(reader: Reader, code: number): void {
  if (code >= 0x28 && code <= 0x3e) skipIntegers(reader, 2);
  else if (code === 0x0e) skipIntegers(reader, reader.integer() + 1);
  else if (code === 0x43) reader.take(4);
  else if (code === 0x44) reader.take(8);
  else if (code === 0xfc) skipPrefixedOperands(reader);
  else if (code === 0xfd) skipVectorOperands(reader);
  else if (ONE_INTEGER.has(code)) reader.integer();
  else if (!isPlain(code)) throw new Error(`instruction 0x${code.toString(16)} is not expected`);
}

/** Blocks, branches, variables, sizes of memories, and integer constants. */
const ONE_INTEGER = new Set([
  0x02, 0x03, 0x04, 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42,
]);

/** Whether nothing follows an instruction. */
function isPlain(code: number): boolean {
  return (
    [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(code) || (code >= 0x45 && code <= 0xc4)
  );
}

const CALL = 0x10;

/** A function's code with other numbers of the functions that it calls. */
function renumbered(code: Bytes, numbers: readonly number[]): Bytes {
  const reader = new Reader(code, 0);
  const parts: ArrayLike<number>[] = [];
  let copied = 0;
  reader.list(() => [reader.integer(), reader.byte()]);
  while (reader.at < code.length) {
    const instruction = reader.byte();
    if (instruction !== CALL) {
      skipOperands(reader, instruction);
      continue;
    }
    parts.push(code.subarray(copied, reader.at), integerBytes(numbers[reader.integer()] as number));
    copied = reader.at;
  }
  return joined([...parts, code.subarray(copied)]);
}

interface Section {
  readonly id: number;
  readonly content: Bytes;
}

function sectionsOf(module: Bytes): Section[] {
  const reader = new Reader(module, HEADER_LENGTH);
  const sections: Section[] = [];
  while (reader.at < module.length) {
    sections.push({ id: reader.byte(), content: reader.take(reader.integer()) });
  }
  return sections;
}

/** The code of each function, without its length. */
export function functionsOf(module: Bytes): Bytes[] {
  const code = sectionsOf(module).find(({ id }) => id === CODE);
  if (code === undefined) return [];
  const reader = new Reader(code.content, 0);
  return reader.list(() => reader.take(reader.integer()));
}

function reorderedTypes(content: Bytes, order: readonly number[]): Bytes {
  const reader = new Reader(content, 0);
  const types = reader.list(() => reader.integer());
  return joined([
    integerBytes(types.length),
    ...order.map((place) => integerBytes(types[place] as number)),
  ]);
}

function renumberedExports(content: Bytes, numbers: readonly number[]): Bytes {
  const reader = new Reader(content, 0);
  const exports = reader.list(() => {
    const name = reader.take(reader.integer());
    const kind = reader.byte();
    const place = reader.integer();
    const moved = kind === FUNCTION_KIND ? (numbers[place] as number) : place;
    return joined([integerBytes(name.length), name, [kind], integerBytes(moved)]);
  });
  return joined([integerBytes(exports.length), ...exports]);
}

/**
 * The same module with its functions in another order.
 *
 * @param order - the present place of each function, in the order that they are to have
 * @throws Error when the module has something that numbers of functions may be in and that is not known here, such as
 *   imports or a table
 */
export function withFunctionsInOrder(module: Bytes, order: readonly number[]): Bytes {
  const numbers: number[] = [];
  order.forEach((place, number) => {
    numbers[place] = number;
  });
  const functions = functionsOf(module);
  const moved = ({ id, content }: Section): Bytes => {
    if (id === FUNCTION_TYPES) return reorderedTypes(content, order);
    if (id === EXPORTS) return renumberedExports(content, numbers);
    if (id === START) {
      return joined([integerBytes(numbers[new Reader(content, 0).integer()] as number)]);
    }
    if (id === CODE) {
      const codes = order.map((place) => renumbered(functions[place] as Bytes, numbers));
      const parts = codes.flatMap((code) => [integerBytes(code.length), code]);
      return joined([integerBytes(codes.length), ...parts]);
    }
    if (UNTOUCHED.has(id)) return content;
    throw new Error(`a section with the number ${id} is not expected`);
  };
  const sections = sectionsOf(module).flatMap((section) => {
    const content = moved(section);
    return [[section.id], integerBytes(content.length), content];
  });
  return joined([module.subarray(0, HEADER_LENGTH), ...sections]);
}
