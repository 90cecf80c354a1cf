/** Names for the state of a kernel that has two parts of the same kind. */
import type { Archive } from '../portable/base/archive.ts';
import type { Floats, Ints } from '../portable/base/language.ts';

/** Puts a prefix before every name. */
class PrefixedArchive implements Archive {
  readonly #archive: Archive;
  readonly #prefix: string;

  constructor(archive: Archive, prefix: string) {
    this.#archive = archive;
    this.#prefix = prefix;
  }

  slot(value: number): number {
    return this.#archive.slot(value);
  }

  has(name: string): boolean {
    return this.#archive.has(this.#prefix + name);
  }

  real(name: string, value: number): number {
    return this.#archive.real(this.#prefix + name, value);
  }

  within(name: string, value: number, least: number, most: number): number {
    return this.#archive.within(this.#prefix + name, value, least, most);
  }

  integer(name: string, value: number, least: number, most: number): number {
    return this.#archive.integer(this.#prefix + name, value, least, most);
  }

  cells(name: string, values: Ints, length: number, cells: number): void {
    this.#archive.cells(this.#prefix + name, values, length, cells);
  }

  integers(name: string, values: Ints, length: number, least: number, most: number): void {
    this.#archive.integers(this.#prefix + name, values, length, least, most);
  }

  reals(name: string, values: Floats, length: number): void {
    this.#archive.reals(this.#prefix + name, values, length);
  }

  counts(name: string, values: Floats, length: number): void {
    this.#archive.counts(this.#prefix + name, values, length);
  }

  wholes(name: string, values: Floats, length: number, most: number): void {
    this.#archive.wholes(this.#prefix + name, values, length, most);
  }

  bounded(name: string, values: Floats, length: number, least: number, most: number): void {
    this.#archive.bounded(this.#prefix + name, values, length, least, most);
  }

  demand(name: string, noun: string, holds: boolean): void {
    this.#archive.demand(this.#prefix + name, noun, holds);
  }
}

/**
 * An archive with a prefix before every name, for one of several parts of the same kind.
 *
 * ```ts
 * transfer(archive: Archive): void {
 *   this.short.transfer(prefixed(archive, 'short-'));
 *   this.long.transfer(prefixed(archive, 'long-'));
 * }
 * ```
 */
export function prefixed(archive: Archive, prefix: string): Archive {
  return new PrefixedArchive(archive, prefix);
}
