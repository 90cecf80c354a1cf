/**
 * The naive form of lin-auto, from the rule as its file states it. It keeps every reward with its weight in each memory,
 * makes all sums anew, solves by Gaussian elimination, and works out all splits at boundaries of segments.
 */
import type { NaiveAction } from './linear-family.ts';
import { determinant, dot, type Matrix, solved } from './matrices.ts';

export interface NaiveLinAutoSettings {
  readonly blocks: number;
  readonly dimension: number;
  readonly intercept: boolean;
  readonly memories: readonly number[];
  readonly ridges: readonly number[];
  readonly base: number;
  readonly level: number;
}

export const linAutoConstants: Pick<NaiveLinAutoSettings, 'memories' | 'base' | 'level'> = {
  memories: [30, 120, 480, 1920, Number.POSITIVE_INFINITY],
  base: 6,
  level: 0.3,
};

interface Sample extends NaiveAction {
  readonly reward: number;
  /** Its weight in each memory. */
  weights: number[];
}

/** Sums over the columns that count. */
interface NaiveSums {
  readonly gram: Matrix;
  readonly target: readonly number[];
}

interface Prediction {
  readonly value: number;
  readonly spread: number;
}

interface Alarm {
  readonly excess: number;
  /** Rewards before the boundary. */
  readonly before: number;
  /** F_k. */
  readonly factors: readonly number[];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumsOf(
  samples: readonly Sample[],
  weightOf: (sample: Sample) => number,
  columns: number,
): NaiveSums {
  const gram = Array.from({ length: columns }, () => new Array<number>(columns).fill(0));
  const target = new Array<number>(columns).fill(0);
  for (const sample of samples) {
    const { features: x, reward } = sample;
    const weight = weightOf(sample);
    for (let i = 0; i < columns; i++) {
      target[i] += weight * reward * x[i];
      for (let j = 0; j < columns; j++) gram[i][j] += weight * x[i] * x[j];
    }
  }
  return { gram, target };
}

function plus(matrix: Matrix, other: Matrix): number[][] {
  return matrix.map((row, i) => row.map((value, j) => value + other[i][j]));
}

export class NaiveLinAuto {
  readonly settings: NaiveLinAutoSettings;
  weights: number[];
  restarts = 0;
  readonly #samples: Sample[] = [];
  /** Levels of segments, the oldest first, and the number of samples before them. */
  #levels: number[] = [];
  #dropped = 0;
  #tested = 0;
  #squares: number;
  #fourths = 0;

  constructor(settings: NaiveLinAutoSettings) {
    this.settings = settings;
    const experts = settings.memories.length * settings.ridges.length;
    this.weights = new Array<number>(experts).fill(1 / experts);
    this.#squares = settings.intercept ? 1 / 4 : 1;
  }

  get #rewards(): number {
    return this.#samples.length;
  }

  get #variance(): number {
    return this.#squares / (1 + this.#rewards);
  }

  get #kurtosis(): number {
    return this.#fourths / (1 + this.#rewards) / this.#variance ** 2;
  }

  get #mean(): number {
    const total = sum(this.#samples.map(({ reward }) => reward));
    return this.settings.intercept ? (0.5 + total) / (1 + this.#rewards) : 0;
  }

  #columns(ridge: number): number {
    return ridge === Number.POSITIVE_INFINITY ? 1 : this.settings.dimension;
  }

  /** Λ. */
  #ridges(ridge: number): number[][] {
    const columns = this.#columns(ridge);
    return Array.from({ length: columns }, (_, i) =>
      Array.from({ length: columns }, (__, j) => {
        if (i !== j) return 0;
        return i === 0 && this.settings.intercept ? 1 : ridge;
      }),
    );
  }

  /** Each expert's prediction for an action, with pending decisions of its block. */
  #predictions(action: NaiveAction, pending: readonly NaiveAction[]): Prediction[] {
    const { memories, ridges } = this.settings;
    const own = this.#samples.filter(({ block }) => block === action.block);
    return memories.flatMap((_, memory) =>
      ridges.map((ridge) => {
        const columns = this.#columns(ridge);
        const x = action.features.slice(0, columns);
        const { gram, target } = sumsOf(own, ({ weights }) => weights[memory], columns);
        const prior = this.#ridges(ridge);
        const start = prior.map((row) => row[0] * this.#mean);
        const matrix = plus(gram, prior);
        const theta = solved(
          matrix,
          target.map((value, i) => value + start[i]),
        );
        const held = pending
          .filter(({ block }) => block === action.block)
          .map((each) => ({ ...each, reward: 0, weights: [] }));
        const wide = plus(matrix, sumsOf(held, () => 1, columns).gram);
        return { value: dot(x, theta), spread: dot(x, solved(wide, x)) };
      }),
    );
  }

  /** The mean and the width of an action. */
  index(action: NaiveAction, pending: readonly NaiveAction[]): { value: number; width: number } {
    const { memories, ridges, level } = this.settings;
    const all = this.#predictions(action, pending);
    const counted = this.weights.map((weight) => (weight >= Math.exp(-12) ? weight : 0));
    const shares = counted.map((weight) => weight / sum(counted));
    const value = sum(all.map((each, e) => shares[e] * each.value));
    const variance = sum(
      all.map((each, e) => shares[e] * (this.#variance * each.spread + (each.value - value) ** 2)),
    );
    const remembered = sum(
      shares.map((share, e) => {
        const memory = memories[Math.floor(e / ridges.length)];
        return share * Math.min(this.#rewards, memory);
      }),
    );
    return { value, width: Math.sqrt(level * Math.log(1 + remembered) * variance) };
  }

  learn(action: NaiveAction, reward: number): void {
    const all = this.#predictions(action, []);
    const mean = this.#mean;
    const difference = reward - sum(all.map(({ value }, e) => this.weights[e] * value));
    const surprise =
      difference ** 2 / (1 + sum(all.map(({ spread }, e) => this.weights[e] * spread)));
    this.#weigh(all, reward);
    this.#squares += surprise;
    this.#fourths += surprise ** 2;
    const { memories } = this.settings;
    for (const sample of this.#samples) {
      sample.weights = sample.weights.map((weight, g) => weight * (1 - 1 / memories[g]));
    }
    this.#samples.push({ ...action, reward, weights: memories.map(() => 1) });
    this.#segment();
    this.#test(mean);
  }

  #weigh(all: readonly Prediction[], reward: number): void {
    const densities = all.map(({ value, spread }) => {
      const variance = this.#variance * (1 + spread);
      return Math.exp(-((reward - value) ** 2) / (2 * variance)) / Math.sqrt(variance);
    });
    const products = densities.map((density, e) => density * this.weights[e]);
    const share = 1 / (this.#rewards + 2);
    this.weights = products.map(
      (product) => ((1 - share) * product) / sum(products) + share / products.length,
    );
  }

  #segment(): void {
    this.#levels.push(0);
    for (let level = 0; this.#levels.filter((each) => each === level).length > 3; level++) {
      this.#levels.splice(this.#levels.indexOf(level), 2, level + 1);
    }
  }

  #test(mean: number): void {
    const samples = this.#samples.slice(this.#dropped);
    const { length } = samples;
    if (length < 4 || length < (65 / 64) * this.#tested) return;
    this.#tested = length;
    const { base, ridges } = this.settings;
    const masses = ridges.map((_, r) =>
      sum(this.weights.filter((__, e) => e % ridges.length === r)),
    );
    const ridge = ridges[masses.indexOf(Math.max(...masses))];
    let best: Alarm = { excess: Number.NEGATIVE_INFINITY, before: 0, factors: [] };
    let before = 0;
    for (const level of this.#levels.slice(0, -1)) {
      before += 2 ** level;
      const smaller = Math.min(before, length - before);
      if (smaller < 4 * this.#kurtosis) continue;
      const factors = this.#factors(samples, before, ridge, mean);
      const pooled =
        factors.length === 1
          ? factors[0]
          : sum(factors.map((factor) => Math.log(0.5 + 0.5 * Math.exp(factor))));
      const excess = pooled - base - Math.log(length / smaller);
      if (excess >= best.excess) best = { excess, before, factors };
    }
    if (best.excess >= 0) this.#restart(best, samples);
  }

  /** F_k of a split. */
  #factors(samples: readonly Sample[], before: number, ridge: number, mean: number): number[] {
    return Array.from({ length: this.settings.blocks }, (_, block) => {
      const isOwn = (sample: Sample) => sample.block === block;
      const sides = [samples.slice(0, before), samples.slice(before)].map((side) =>
        side.filter(isOwn),
      );
      if (sides.some((side) => side.length === 0)) return 0;
      const [first, second] = sides.map((side) => this.#evidence(side, ridge, mean));
      return first + second - this.#evidence(samples.filter(isOwn), ridge, mean);
    });
  }

  /** ℓ. */
  #evidence(samples: readonly Sample[], ridge: number, mean: number): number {
    const prior = this.#ridges(ridge);
    const centered = samples.map((sample) => ({
      ...sample,
      reward: sample.reward - mean * sample.features[0],
    }));
    const { gram, target } = sumsOf(centered, () => 1, this.#columns(ridge));
    const matrix = plus(gram, prior);
    const squares = sum(centered.map(({ reward }) => reward ** 2));
    const fit = squares - dot(target, solved(matrix, target));
    const ratio = determinant(matrix) / determinant(prior);
    return -0.5 * Math.log(ratio) - fit / (2 * this.#variance);
  }

  #restart({ before, factors }: Alarm, samples: readonly Sample[]): void {
    const { memories } = this.settings;
    const after = samples.slice(before);
    factors.forEach((factor, block) => {
      const own = this.#samples.filter((sample) => sample.block === block);
      const count = after.filter((sample) => sample.block === block).length;
      memories.forEach((_, g) => {
        const remembered = sum(own.map(({ weights }) => weights[g]));
        const scale = Math.min(1, Math.max(10, count) / remembered);
        for (const sample of own) {
          if (factor > 0) sample.weights[g] = after.includes(sample) ? 1 : 0;
          else if (factor > -1 && own.length > 0) sample.weights[g] *= scale;
        }
      });
    });
    this.weights = this.weights.map((weight) => weight / 2 + 1 / (2 * this.weights.length));
    let rewards = before;
    while (rewards > 0) rewards -= 2 ** (this.#levels.shift() ?? 0);
    this.#dropped += before;
    this.#tested = 0;
    this.restarts += 1;
  }

  /** The estimate at a column, by all experts. */
  coefficient(block: number, column: number): number {
    const { dimension } = this.settings;
    const unit = Array.from({ length: dimension }, (_, i) => (i === column ? 1 : 0));
    return this.index({ block, features: unit }, []).value;
  }
}
