/**
 * The structure function: how far means move over a distance, with the noise taken away.
 *
 * Over all arms a and blocks b, with d = m(b+j) − m(b) and the noise variances q of the means,
 *
 *     D²(L) = average of d² − q(b) − q(b+j),  L = j blocks.
 *
 * Only noise is random: the interval makes no assumption on how means move. Two differences that meet in a block
 * share its noise, which the second sum of the variance accounts for:
 *
 *     Var = [Σ max(4d²w − 2w², 2w²) + 2 Σ (2q² − 4 d d′ q)] / count²,  w = q(b) + q(b+j),
 *
 * where d′ is the difference that begins where d ends, and q the noise there.
 */
import type { Movement, Sharing, Structure } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import { type Blocks, blockLength, blocksOf } from './blocks.ts';

/** Differences of one distance: sums of what the estimate and its variance are made of. */
class Sums {
  count = 0;
  squares = 0;
  variance = 0;
  /** The variance if nothing moved. */
  still = 0;

  add(difference: number, noise: number): void {
    this.count += 1;
    this.squares += difference * difference - noise;
    const least = 2 * noise * noise;
    this.variance += Math.max(4 * difference * difference * noise - least, least);
    this.still += least;
  }

  /** Two differences that meet where the noise is `between`. */
  meet(first: number, second: number, between: number): void {
    const both = 2 * between * between;
    this.variance += 2 * (both - 4 * first * second * between);
    this.still += 2 * both;
  }
}

const NORMAL_95 = 1.96;
/** 1.96 for the interval, and .84 for seeing it in four of five logs. */
const SEEN = 2.8;

function root(square: number): number {
  return Math.sqrt(Math.max(0, square));
}

/** @param inflation - of the variance, where differences of arms depend on each other */
function movementOf(sums: Sums, decisions: number, inflation: number): Movement | undefined {
  if (sums.count === 0) return undefined;
  const square = sums.squares / sums.count;
  const error = Math.sqrt(Math.max(sums.variance, sums.still) * inflation) / sums.count;
  const stillError = Math.sqrt(sums.still * inflation) / sums.count;
  return {
    L: decisions,
    value: root(square),
    low: root(square - NORMAL_95 * error),
    high: root(square + NORMAL_95 * error),
    detectable: root(SEEN * stillError),
  };
}

/** Differences of one distance, arm by arm, and apart from what all arms share. */
class Lag {
  readonly all = new Sums();
  readonly own = new Sums();
  readonly #blocks: Blocks;
  readonly #distance: number;
  readonly #before: Pair;
  readonly #after: Pair;

  constructor(blocks: Blocks, distance: number) {
    this.#blocks = blocks;
    this.#distance = distance;
    this.#before = new Pair(blocks.armCount);
    this.#after = new Pair(blocks.armCount);
    for (let block = 0; block + distance < blocks.count; block++) this.#add(block);
  }

  #add(block: number): void {
    const { armCount, noise, count } = this.#blocks;
    const distance = this.#distance;
    const pair = this.#before;
    pair.fill(this.#blocks, block, distance);
    const next = this.#after;
    const hasNext = block + 2 * distance < count;
    if (hasNext) next.fill(this.#blocks, block + distance, distance);
    for (let arm = 0; arm < armCount; arm++) {
      const difference = pair.differences[arm];
      if (Number.isNaN(difference)) continue;
      this.all.add(difference, pair.noise[arm]);
      const ownDifference = difference - pair.shared;
      if (pair.count > 1) this.own.add(ownDifference, pair.ownNoise(arm));
      if (!hasNext || Number.isNaN(next.differences[arm])) continue;
      const between = noise[(block + distance) * armCount + arm];
      this.all.meet(difference, next.differences[arm], between);
      if (pair.count > 1 && next.count > 1)
        this.own.meet(ownDifference, next.differences[arm] - next.shared, pair.ownPart(between));
    }
  }
}

/** The differences of all arms between two blocks. */
class Pair {
  readonly differences: Float64Array;
  readonly noise: Float64Array;
  count = 0;
  /** The mean difference, and the sum of all noise. */
  shared = 0;
  total = 0;

  constructor(armCount: number) {
    this.differences = new Float64Array(armCount);
    this.noise = new Float64Array(armCount);
  }

  fill({ means, noise, armCount }: Blocks, block: number, distance: number): void {
    this.count = 0;
    this.total = 0;
    let sum = 0;
    for (let arm = 0; arm < armCount; arm++) {
      const [from, to] = [block * armCount + arm, (block + distance) * armCount + arm];
      const difference = means[to] - means[from];
      this.differences[arm] = difference;
      if (Number.isNaN(difference)) continue;
      this.noise[arm] = noise[from] + noise[to];
      this.count += 1;
      this.total += this.noise[arm];
      sum += difference;
    }
    this.shared = this.count > 0 ? sum / this.count : 0;
  }

  /** The noise of a difference less the mean of all. */
  ownNoise(arm: number): number {
    const others = (this.total - this.noise[arm]) / this.count ** 2;
    return this.ownPart(this.noise[arm]) + others;
  }

  ownPart(noise: number): number {
    return noise * (1 - 1 / this.count) ** 2;
  }
}

/** The distance that is told first, in decisions. */
const TOLD_FIRST = 1000;

/** 1, 2, 4, … up to half of all blocks, and the one that is told first where it is among them. */
function distancesOf(count: number, blockDecisions: number): number[] {
  const distances = new Set<number>();
  for (let distance = 1; distance <= Math.max(1, Math.floor(count / 2)); distance *= 2)
    distances.add(distance);
  const first = TOLD_FIRST / blockDecisions;
  if (Number.isInteger(first) && first <= count / 2) distances.add(first);
  return [...distances].sort((a, b) => a - b);
}

function nearestTo(lags: readonly Movement[], decisions: number): number {
  let best = 0;
  lags.forEach(({ L }, i) => {
    if (Math.abs(L - decisions) < Math.abs(lags[best].L - decisions)) best = i;
  });
  return best;
}

/**
 * How far means move over many distances. Undefined where the log has fewer than two blocks.
 *
 * @param weights - of rows, where choices used a context: the inverse of their propensities
 */
export function structureOf(log: Log, weights?: Float64Array): Structure | undefined {
  const length = blockLength(log);
  const blocks = blocksOf(log, length, weights);
  const decisions = length * log.decisionsPerRow;
  const lags: Movement[] = [];
  const ownLags: Movement[] = [];
  for (const distance of distancesOf(blocks.count, decisions)) {
    const lag = new Lag(blocks, distance);
    const all = movementOf(lag.all, distance * decisions, 1);
    // What all arms share is taken from each: what is left of them adds up to nothing.
    const own = movementOf(lag.own, distance * decisions, blocks.armCount / (blocks.armCount - 1));
    if (all === undefined) continue;
    lags.push(all);
    ownLags.push(own ?? { ...all, value: 0, low: 0 });
  }
  if (lags.length === 0) return undefined;
  const seen = blocks.means.filter((mean) => !Number.isNaN(mean)).length / blocks.means.length;
  return { block: decisions, lags, ownLags, headline: nearestTo(lags, TOLD_FIRST), seen };
}

/**
 * Own movement as a share of what it would be if arms moved without regard to each other: below the first they move
 * together, above the last apart, and what is said has to hold up to the middle at the end of its interval.
 */
const TOGETHER = 0.25;
const MIDDLE = 0.5;
const APART = 0.6;

const LEAST_SEEN = 0.8;

/** Where movement is known best. */
function clearest(lags: readonly Movement[]): number {
  const known = lags.map(({ low, value }) => (value > 0 ? low / value : 0));
  return known.indexOf(Math.max(...known));
}

/** Whether arms move together: at the distance at which they are best seen to move. */
export function sharingOf(structure: Structure, armCount: number): Sharing {
  const { lags, ownLags, seen } = structure;
  const at = clearest(lags);
  const [all, own] = [lags[at], ownLags[at]];
  // Where arms were tried by turns, those that were seen at the same time are not a sample of all.
  if (all.low <= 0 || armCount < 2 || seen < LEAST_SEEN) return 'unknown';
  const apart = ((armCount - 1) / armCount) * all.value ** 2;
  const [low, share, high] = [own.low, own.value, own.high].map((each) => each ** 2 / apart);
  if (share < TOGETHER) return high < MIDDLE ? 'together' : 'unknown';
  if (share > APART) return low > MIDDLE ? 'apart' : 'unknown';
  return low > 0 && high < 1 ? 'both' : 'unknown';
}
