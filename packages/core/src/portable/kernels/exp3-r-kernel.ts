import { Archive } from '../base/archive.ts';
import { abs, bool, choose, Floats, f64, fmin, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { Exp3Kernel } from './exp3-kernel.ts';
import { Kernel } from './kernel.ts';
import { WeightedMixture } from './weighted-mixture.ts';

/**
 * Exponential weights that start afresh once the rewards of uniform exploration speak against the arm
 * with the largest weight. When every arm has `required` of them, its mean is compared with the means
 * of the others; it is a drift if one exceeds it by `threshold`. Then new ones are collected.
 *
 * Whether a pick was exploration is tossed once the arm is drawn, with the probability (g/K)/p that it
 * has given the arm: the same law as first to toss for exploration and then to draw the arm. The ticket
 * of a decision is the probability of its arm, below 0 where it was exploration, so that a reward shows
 * which it was however late it comes.
 */
export class Exp3RKernel implements Kernel {
  armCount: i32;
  exploration: f64;
  required: f64;
  threshold: f64;
  weights: Exp3Kernel;
  mixture: WeightedMixture;
  /** Rewards of exploration since the last test: how many, and their sum. */
  counts: Floats;
  sums: Floats;
  now: i32 = 0;
  /** Slots before this one are forgotten. */
  start: i32 = 0;
  drawn: f64 = 1.0;

  constructor(armCount: i32, exploration: f64, required: f64, threshold: f64) {
    this.armCount = armCount;
    this.exploration = exploration;
    this.required = required;
    this.threshold = threshold;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    const weights: Exp3Kernel = new Exp3Kernel(armCount, exploration, 0);
    this.weights = weights;
    this.mixture = weights.mixture;
  }

  pick(random: Random): i32 {
    const arm: i32 = this.mixture.pick(random);
    this.toss(random, this.armCount);
    return arm;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    const arm: i32 = this.mixture.pickAmong(random, arms);
    this.toss(random, arms.length);
    return arm;
  }

  toss(random: Random, eligible: f64): void {
    const probability: f64 = this.mixture.picked;
    const explored: bool = random.uniform() * probability < this.exploration / eligible;
    this.drawn = choose<f64>(explored, -probability, probability);
  }

  /** The probability that the next `pick` gives to an arm. */
  probability(arm: i32): f64 {
    return this.mixture.probability(arm);
  }

  propensity(): f64 {
    return abs(this.drawn);
  }

  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return this.mixture.gives(abs(ticket));
  }

  advance(_arm: i32): void {
    this.now += 1;
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.start) return false;
    this.weights.learn(slot, arm, abs(ticket), reward);
    if (ticket < 0.0) this.explore(arm, reward);
    return true;
  }

  explore(arm: i32, reward: f64): void {
    this.counts[arm] += 1.0;
    this.sums[arm] += reward;
    let fewest: f64 = this.counts[0];
    for (let k: i32 = 1; k < this.armCount; k++) fewest = fmin(fewest, this.counts[k]);
    if (fewest < this.required) return;
    if (this.drifted()) {
      this.weights.forget();
      this.start = this.now;
    }
    this.collectAnew();
  }

  drifted(): bool {
    const leader: i32 = this.leader();
    const bar: f64 = this.sums[leader] / this.counts[leader] + this.threshold;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.sums[arm] / this.counts[arm] >= bar) return true;
    }
    return false;
  }

  /** The arm with the largest weight, by logarithms: weights may have become 0 beside it. */
  leader(): i32 {
    const logarithms: Floats = this.weights.logarithms;
    let leader: i32 = 0;
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      leader = choose<i32>(logarithms[arm] > logarithms[leader], arm, leader);
    }
    return leader;
  }

  collectAnew(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.start, 0.0, 1.0);
  }

  /** A new arm has the mean weight of the others, and no reward of exploration yet. */
  welcome(arm: i32): void {
    this.weights.welcome(arm);
  }

  reset(): void {
    this.now = 0;
    this.start = 0;
    this.weights.reset();
    this.collectAnew();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.start = archive.integer('start', this.start, 0, this.now);
    archive.wholes('explorations', this.counts, this.armCount, this.now);
    archive.reals('explored', this.sums, this.armCount);
    this.weights.transfer(archive);
  }
}
