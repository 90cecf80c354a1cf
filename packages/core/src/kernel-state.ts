import type { Archive } from './archive.ts';
import { SnapshotError } from './errors.ts';
import type { Floats, Ints } from './portable.ts';

/** A kernel's changing numbers by name. */
export type KernelState = Record<string, number | number[]>;

/** Collects a kernel's state. */
export class SavingArchive implements Archive {
  readonly state: KernelState = {};

  slot(value: number): number {
    return value;
  }

  real(name: string, value: number): number {
    this.state[name] = value;
    return value;
  }

  cells(name: string, values: Ints, length: number, _cells: number): void {
    this.state[name] = Array.from(values.subarray(0, length));
  }

  reals(name: string, values: Floats, length: number): void {
    this.state[name] = Array.from(values.subarray(0, length));
  }

  counts(name: string, values: Floats, length: number): void {
    this.reals(name, values, length);
  }
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

  real(name: string, _value: number): number {
    const stored = this.#state[name];
    if (typeof stored === 'number' && Number.isFinite(stored)) return stored;
    throw new SnapshotError(`state.${name} must be a finite number; got ${String(stored)}`);
  }

  cells(name: string, values: Ints, length: number, cells: number): void {
    const isCell = (value: unknown) =>
      Number.isInteger(value) && Number(value) >= -1 && Number(value) < cells;
    this.#fill(name, values, length, isCell, `integers from -1 to ${cells - 1}`);
  }

  reals(name: string, values: Floats, length: number): void {
    this.#fill(name, values, length, Number.isFinite, 'finite numbers');
  }

  counts(name: string, values: Floats, length: number): void {
    const isCount = (value: unknown) => Number.isFinite(value) && Number(value) >= 0;
    this.#fill(name, values, length, isCount, 'finite numbers >= 0');
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
