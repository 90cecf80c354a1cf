import { bool, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { Factors } from './factors.ts';
import { Prior } from './prior.ts';
import { MOST_SEGMENTS, RewardSegments } from './reward-segments.ts';
import { SegmentSums } from './segment-sums.ts';
import { product } from './triangles.ts';

/** Fewest rewards on each side of a split, in units of the kurtosis. */
const LEAST_SIDE: f64 = 4.0;
/** Products of pivots are taken to their logarithm before they get smaller. */
const SMALL: f64 = 1e-100;

/**
 * A Bayes-factor test for a change of parameters between two segments. Each block has "one parameter" against "two,
 * split here", with the evidence of ridge regression at a known variance. The factors of several blocks are pooled as if
 * each had changed with probability ½.
 *
 * A split into m rewards and N − m raises an alarm if the logarithm of the pooled factor is at least
 * base + ln(N / min(m, N − m)), and if the smaller side has at least 4κ rewards, κ being the kurtosis. The split that
 * exceeds its threshold by most counts, the newest among equals.
 */
export class LinearSplitTest {
  blocks: i32;
  dimension: i32;
  base: f64;
  prior: Prior;
  /** Sums of one side. After an alarm, those after the split. */
  side: SegmentSums;
  factors: Factors;
  centered: Floats;
  /** The evidence of each block in what `side` has, and 1 if it has to be worked out again. */
  evidence: Floats;
  stale: Ints;
  /** The evidence before each split, and of all, with the rewards of all. */
  before: Floats;
  whole: Floats;
  counts: Floats;
  factorsNow: Floats;
  /** The logarithm of each block's factor at the split that counts, and the segment that begins there. */
  gains: Floats;
  split: i32 = 0;
  excess: f64 = 0.0;
  ridge: i32 = 0;
  variance: f64 = 1.0;
  mean: f64 = 0.0;
  offset: f64 = 0.0;

  constructor(blocks: i32, dimension: i32, base: f64, prior: Prior) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.base = base;
    this.prior = prior;
    this.side = new SegmentSums(blocks, dimension);
    this.factors = new Factors(1, dimension);
    this.centered = new Floats(dimension);
    this.evidence = new Floats(blocks);
    this.stale = new Ints(blocks);
    this.before = new Floats(MOST_SEGMENTS * blocks);
    this.whole = new Floats(blocks);
    this.counts = new Floats(blocks);
    this.factorsNow = new Floats(blocks);
    this.gains = new Floats(blocks);
  }

  /** Tests all splits, with one of the ridges and with the prior mean of the intercept. Returns true for an alarm. */
  run(segments: RewardSegments, ridge: i32, variance: f64, kurtosis: f64, mean: f64): bool {
    const least: f64 = this.leastSide(kurtosis);
    // An infinite kurtosis, or none, allows no split.
    if (!(segments.total >= 2.0 * least)) return false;
    this.ridge = ridge;
    this.variance = variance;
    this.mean = mean;
    this.offset = this.prior.logarithm(ridge);
    this.excess = -Infinity;
    this.passForwards(segments, least);
    this.passBackwards(segments, least);
    if (this.excess < 0.0) return false;
    this.collectAfter(segments, this.split);
    return true;
  }

  leastSide(kurtosis: f64): f64 {
    return LEAST_SIDE * kurtosis;
  }

  /** Works out the evidence before each split, and that of all. */
  passForwards(segments: RewardSegments, least: f64): void {
    this.clear();
    let rewards: f64 = 0.0;
    for (let segment: i32 = 0; segment < segments.count; segment++) {
      this.include(segments, segment);
      rewards += segments.rewards[segment];
      if (fmin(rewards, segments.total - rewards) >= least) {
        this.refresh();
        const at: i32 = (segment + 1) * this.blocks;
        for (let block: i32 = 0; block < this.blocks; block++) {
          this.before[at + block] = this.evidence[block];
        }
      }
    }
    this.refresh();
    for (let block: i32 = 0; block < this.blocks; block++) {
      this.whole[block] = this.evidence[block];
      this.counts[block] = this.side.counts[block];
    }
  }

  /** Works out the evidence after each split, from the newest on. */
  passBackwards(segments: RewardSegments, least: f64): void {
    this.clear();
    let rewards: f64 = 0.0;
    for (let segment: i32 = segments.count - 1; segment > 0; segment--) {
      this.include(segments, segment);
      rewards += segments.rewards[segment];
      const smaller: f64 = fmin(rewards, segments.total - rewards);
      if (smaller >= least) {
        this.refresh();
        const factor: f64 = this.compare(segment);
        this.consider(segment, factor - this.base - ln(segments.total / smaller));
      }
    }
  }

  /** The logarithm of the pooled factor of the split before a segment. */
  compare(segment: i32): f64 {
    let pooled: f64 = 0.0;
    for (let block: i32 = 0; block < this.blocks; block++) {
      const count: f64 = this.side.counts[block];
      const isSplit: bool = count > 0.0 && count < this.counts[block];
      const before: f64 = this.before[segment * this.blocks + block];
      const factor: f64 = isSplit ? before + this.evidence[block] - this.whole[block] : 0.0;
      this.factorsNow[block] = factor;
      pooled += halved(factor);
    }
    return this.blocks === 1 ? this.factorsNow[0] : pooled;
  }

  consider(segment: i32, excess: f64): void {
    if (!(excess > this.excess)) return;
    this.excess = excess;
    this.split = segment;
    for (let block: i32 = 0; block < this.blocks; block++) {
      this.gains[block] = this.factorsNow[block];
    }
  }

  clear(): void {
    this.side.clear();
    this.evidence.fill(0.0);
    this.stale.fill(0);
  }

  /** Adds the sums of a segment. */
  include(segments: RewardSegments, segment: i32): void {
    let set: i32 = segments.heads[segment];
    while (set >= 0) {
      const block: i32 = segments.owners[set];
      segments.sets.addTo(set, this.side, block);
      this.stale[block] = 1;
      set = segments.next[set];
    }
  }

  /** Leaves in `side` the sums from a segment on. */
  collectAfter(segments: RewardSegments, from: i32): void {
    this.clear();
    for (let segment: i32 = segments.count - 1; segment >= from; segment--) {
      this.include(segments, segment);
    }
  }

  refresh(): void {
    for (let block: i32 = 0; block < this.blocks; block++) {
      if (this.stale[block] === 0) continue;
      this.stale[block] = 0;
      this.evidence[block] = this.prior.isLone(this.ridge)
        ? this.loneEvidence(block)
        : this.evidenceOf(block);
    }
  }

  /** Σ (r − m̄ x₀)² over the rewards of a block. */
  squaresOf(block: i32): f64 {
    const mean: f64 = this.mean;
    const square: f64 = this.side.sums.grams.cells[block * this.factors.size];
    const target: f64 = this.side.sums.targets[block * this.dimension];
    return this.side.squares[block] - 2.0 * mean * target + mean * mean * square;
  }

  /** The logarithm of the density of a block's rewards, up to a sum over rewards that all splits share. */
  evidenceOf(block: i32): f64 {
    const dimension: i32 = this.dimension;
    const gram: Floats = this.side.sums.grams.cells;
    const start: i32 = block * this.factors.size;
    let column: i32 = start;
    for (let i: i32 = 0; i < dimension; i++) {
      const target: f64 = this.side.sums.targets[block * dimension + i];
      this.centered[i] = target - this.mean * gram[column];
      column += i + 1;
    }
    this.side.sums.grams.write(block, this.factors.cells, 0, 1.0);
    this.prior.addTo(this.ridge, this.factors.cells, 0);
    this.factors.factor(0, this.prior.least(this.ridge));
    this.factors.solveForwards(0, this.centered, 0, this.centered);
    const explained: f64 = product(this.centered, 0, this.centered, 0, dimension);
    const left: f64 = this.squaresOf(block) - explained;
    return 0.5 * this.offset - this.logOfRoot() - left / (2.0 * this.variance);
  }

  /** The same for an intercept alone. */
  loneEvidence(block: i32): f64 {
    const square: f64 = this.side.sums.grams.cells[block * this.factors.size];
    const target: f64 = this.side.sums.targets[block * this.dimension] - this.mean * square;
    const weight: f64 = square + this.prior.first(this.ridge);
    const left: f64 = this.squaresOf(block) - (target * target) / weight;
    return 0.5 * (this.offset - ln(weight)) - left / (2.0 * this.variance);
  }

  /** ½ ln det V from its factor. */
  logOfRoot(): f64 {
    let inverse: f64 = 1.0;
    let logarithm: f64 = 0.0;
    for (let i: i32 = 0; i < this.dimension; i++) {
      inverse *= this.factors.inverses[i];
      if (inverse < SMALL) {
        logarithm += ln(inverse);
        inverse = 1.0;
      }
    }
    return -(logarithm + ln(inverse));
  }

  /** The rewards of a block after the split of the last alarm. */
  countAfter(block: i32): f64 {
    return this.side.counts[block];
  }
}

/** ln(½ + ½ e^x). */
function halved(x: f64): f64 {
  const size: f64 = x < 0.0 ? -x : x;
  return fmax(x, 0.0) + ln(0.5 + 0.5 * exp(-size));
}
