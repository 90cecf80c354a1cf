/** Sums of bins after an arm's rewards were put in another order. */
import type { Random } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import type { Moments } from '../base/moments.ts';

/** Draws the sums of an arm's bins with its rewards in any order, all alike. */
export interface Shuffles {
  draw(random: Random, sums: Float64Array): void;
}

/** Which bin each of an arm's rows is in. */
function binOfRows(rows: Float64Array): Uint16Array {
  const bins = new Uint16Array(rows.reduce((sum, count) => sum + count, 0));
  let at = 0;
  rows.forEach((count, bin) => {
    bins.fill(bin, at, at + count);
    at += count;
  });
  return bins;
}

/** Two values only: as many rows as have the rarer one are drawn. */
class TwoValued implements Shuffles {
  readonly #bins: Uint16Array;
  readonly #rows: Float64Array;
  readonly #count: number;
  readonly #value: number;
  readonly #usual: number;

  constructor(rows: Float64Array, rare: { value: number; count: number }, usual: number) {
    this.#bins = binOfRows(rows);
    this.#rows = rows;
    this.#count = rare.count;
    this.#value = rare.value - usual;
    this.#usual = usual;
  }

  draw(random: Random, sums: Float64Array): void {
    const bins = this.#bins;
    for (let bin = 0; bin < sums.length; bin++) sums[bin] = this.#usual * this.#rows[bin];
    for (let i = 0; i < this.#count; i++) {
      const other = i + Math.floor(random.uniform() * (bins.length - i));
      const bin = bins[other];
      bins[other] = bins[i];
      bins[i] = bin;
      sums[bin] += this.#value;
    }
  }
}

/** Any values: all rows are put in another order. */
class AnyValued implements Shuffles {
  readonly #bins: Uint16Array;
  readonly #rewards: Float64Array;

  constructor(rows: Float64Array, rewards: Float64Array) {
    this.#bins = binOfRows(rows);
    this.#rewards = rewards;
  }

  draw(random: Random, sums: Float64Array): void {
    const [bins, rewards] = [this.#bins, this.#rewards];
    sums.fill(0);
    for (let i = bins.length - 1; i >= 0; i--) {
      const other = Math.floor(random.uniform() * (i + 1));
      const bin = bins[other];
      bins[other] = bins[i];
      bins[i] = bin;
      sums[bin] += rewards[i];
    }
  }
}

/** Many rows: sums are normal, with the mean and the covariance that drawing without putting back gives. */
class ManyRows implements Shuffles {
  readonly #rows: Float64Array;
  readonly #total: number;
  readonly #mean: number;
  readonly #variance: number;

  constructor(rows: Float64Array, mean: number, variance: number) {
    this.#rows = rows;
    this.#total = rows.reduce((sum, count) => sum + count, 0);
    this.#mean = mean;
    this.#variance = variance;
  }

  /** Bin by bin, each from what the ones before have left. */
  draw(random: Random, sums: Float64Array): void {
    let left = this.#total;
    // Deviations of what is left add up to this.
    let rest = 0;
    for (let bin = 0; bin < sums.length; bin++) {
      const count = this.#rows[bin];
      const spread = left > 1 ? (this.#variance * count * (left - count)) / (left - 1) : 0;
      const part = left > 0 ? (rest * count) / left : 0;
      const deviation = part + Math.sqrt(Math.max(0, spread)) * normal(random);
      sums[bin] = count * this.#mean + deviation;
      rest -= deviation;
      left -= count;
    }
  }
}

/** Orders of an arm that has many rows. */
export function manyRows(rows: Float64Array, { mean, variance }: Moments): Shuffles {
  return new ManyRows(rows, mean, variance);
}

/**
 * Orders of an arm's rewards.
 *
 * @param rows - of the arm in each bin
 * @param rewards - in any order
 */
export function shufflesOf(rows: Float64Array, rewards: Float64Array): Shuffles {
  const [first] = rewards;
  const second = rewards.find((reward) => reward !== first) ?? first;
  const isTwo = rewards.every((reward) => reward === first || reward === second);
  if (!isTwo) return new AnyValued(rows, rewards);
  const firsts = rewards.filter((reward) => reward === first).length;
  const seconds = rewards.length - firsts;
  return firsts < seconds
    ? new TwoValued(rows, { value: first, count: firsts }, second)
    : new TwoValued(rows, { value: second, count: seconds }, first);
}
