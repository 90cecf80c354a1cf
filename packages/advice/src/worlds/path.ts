/** Reading and trimming paths of means. */
import type { MeanPath } from '../contract/path.ts';

/** How many slots a path has. */
export function slotsOf({ bounds }: MeanPath): number {
  return bounds[bounds.length - 1];
}

/** Goes through slots in order, and knows the bin of each. */
export class BinWalk {
  bin = 0;
  readonly #bounds: Int32Array;

  constructor(bounds: Int32Array) {
    this.#bounds = bounds;
  }

  /** The bin of a slot, which is not before the last one asked for. */
  at(slot: number): number {
    while (slot >= this.#bounds[this.bin + 1]) this.bin += 1;
    return this.bin;
  }
}

/** The same path with no mean outside of a range. */
export function within(path: MeanPath, low: number, high: number): MeanPath {
  const means = path.means.map((mean) => Math.min(high, Math.max(low, mean)));
  return { ...path, means };
}

/** The same path with each slot so many times as long: where a row of a thinned log stands for several decisions. */
export function stretched(path: MeanPath, times: number): MeanPath {
  return times === 1 ? path : { ...path, bounds: path.bounds.map((bound) => bound * times) };
}

/**
 * Sets of eligible arms without those that take no part in advice. Where nobody is left, anybody may be taken: such
 * slots are rare, and nothing is known of them.
 */
export function ownSets(sets: readonly Uint16Array[], armCount: number): number[][] {
  const all = Array.from({ length: armCount }, (_, arm) => arm);
  return sets.map((set) => {
    const own = [...set].filter((arm) => arm < armCount);
    return own.length > 0 ? own : all;
  });
}
