import { ContractError, SnapshotError } from '../base/errors.ts';
import type { Archive } from '../portable/base/archive.ts';
import type { Floats, Ints } from '../portable/base/language.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

/** A kernel's changing numbers by name. */
export type KernelState = Record<string, number | number[]>;

/** No sum of rewards that are accepted is larger, and a few such numbers still add up to a finite one. */
const LARGEST = 1e300;

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isWholeWithin(value: unknown, least: number, most: number): value is number {
  return isWithin(value, least, most) && Number.isInteger(value);
}

function rangeText(noun: string, least: number, most: number): string {
  return `${noun} from ${least} to ${most}`;
}

/** Collects a kernel's state. */
export class SavingArchive implements Archive {
  readonly state: KernelState = {};

  slot(value: number): number {
    return value;
  }

  has(_name: string): boolean {
    return true;
  }

  real(name: string, value: number): number {
    this.#claim(name);
    this.state[name] = value;
    return value;
  }

  within(name: string, value: number, _least: number, _most: number): number {
    return this.real(name, value);
  }

  integer(name: string, value: number, _least: number, _most: number): number {
    return this.real(name, value);
  }

  cells(name: string, values: Ints, length: number, _cells: number): void {
    this.#save(name, values, length);
  }

  integers(name: string, values: Ints, length: number, _least: number, _most: number): void {
    this.#save(name, values, length);
  }

  reals(name: string, values: Floats, length: number): void {
    this.#save(name, values, length);
  }

  counts(name: string, values: Floats, length: number): void {
    this.#save(name, values, length);
  }

  wholes(name: string, values: Floats, length: number, _most: number): void {
    this.#save(name, values, length);
  }

  bounded(name: string, values: Floats, length: number, _least: number, _most: number): void {
    this.#save(name, values, length);
  }

  demand(_name: string, _noun: string, _holds: boolean): void {}

  /** Refuses a second part under the same name, which would take the place of the first. */
  #claim(name: string): void {
    if (!Object.hasOwn(this.state, name)) return;
    throw new ContractError(
      `transfer must give every part of the state a unique name; got '${name}' twice, for example from two windows in one kernel; transfer one of them with prefixed(archive, 'NAME-') of @driftline/core/parts`,
      'contract-violated',
    );
  }

  #save(name: string, values: Ints | Floats, length: number): void {
    this.#claim(name);
    this.state[name] = Array.from(values.subarray(0, length));
  }
}

/** A kernel's state as plain data. */
export function savedState(kernel: Pick<Kernel, 'transfer'>): KernelState {
  const archive = new SavingArchive();
  kernel.transfer(archive);
  return archive.state;
}

/**
 * Gives a kernel its state back, and refuses anything of another shape. With `growing` the stored
 * arrays may be shorter than the kernel's: the places of arms that joined stay as they are.
 */
export class RestoringArchive implements Archive {
  readonly #state: Readonly<Record<string, unknown>>;
  readonly #slot: number;
  readonly #growing: boolean;

  constructor(state: unknown, slot: number, growing = false) {
    if (typeof state !== 'object' || state === null) {
      throw new SnapshotError(
        `state must be an object; got ${state === null ? 'null' : typeof state}`,
      );
    }
    this.#state = { ...state };
    this.#slot = slot;
    this.#growing = growing;
  }

  slot(_value: number): number {
    return this.#slot;
  }

  has(name: string): boolean {
    return this.#state[name] !== undefined;
  }

  real(name: string, value: number): number {
    return this.within(name, value, -LARGEST, LARGEST);
  }

  within(name: string, _value: number, least: number, most: number): number {
    const stored = this.#state[name];
    if (isWithin(stored, least, most)) return stored;
    throw new SnapshotError(
      `state.${name} must be ${rangeText('a number', least, most)}; got ${String(stored)}`,
    );
  }

  integer(name: string, _value: number, least: number, most: number): number {
    const stored = this.#state[name];
    if (isWholeWithin(stored, least, most)) return stored;
    throw new SnapshotError(
      `state.${name} must be ${rangeText('an integer', least, most)}; got ${String(stored)}`,
    );
  }

  cells(name: string, values: Ints, length: number, cells: number): void {
    this.integers(name, values, length, -1, cells - 1);
  }

  integers(name: string, values: Ints, length: number, least: number, most: number): void {
    const accepted = (value: unknown) => isWholeWithin(value, least, most);
    this.#fill(name, values, length, accepted, rangeText('integers', least, most));
  }

  wholes(name: string, values: Floats, length: number, most: number): void {
    const accepted = (value: unknown) => isWholeWithin(value, 0, most);
    this.#fill(name, values, length, accepted, rangeText('integers', 0, most));
  }

  reals(name: string, values: Floats, length: number): void {
    this.bounded(name, values, length, -LARGEST, LARGEST);
  }

  counts(name: string, values: Floats, length: number): void {
    this.bounded(name, values, length, 0, LARGEST);
  }

  bounded(name: string, values: Floats, length: number, least: number, most: number): void {
    const accepted = (value: unknown) => isWithin(value, least, most);
    this.#fill(name, values, length, accepted, rangeText('numbers', least, most));
  }

  demand(name: string, noun: string, holds: boolean): void {
    if (!holds) throw new SnapshotError(`state.${name} must hold ${noun}; got other numbers`);
  }

  #fill(
    name: string,
    values: Ints | Floats,
    length: number,
    accepted: (value: unknown) => boolean,
    noun: string,
  ): void {
    const stored = this.#state[name];
    if (
      !Array.isArray(stored) ||
      !(this.#growing ? stored.length <= length : stored.length === length)
    ) {
      const got = Array.isArray(stored) ? `an array of ${stored.length}` : String(stored);
      throw new SnapshotError(`state.${name} must be an array of ${length} numbers; got ${got}`);
    }
    const wrong = stored.findIndex((value) => !accepted(value));
    if (wrong >= 0) {
      throw new SnapshotError(
        `state.${name} must hold ${noun}; got ${String(stored[wrong])} at place ${wrong}`,
      );
    }
    values.set(stored);
  }
}
