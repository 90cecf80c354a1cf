import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, Ints, i32, powerOfTwo } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { WeightedMixture } from './weighted-mixture.ts';

/** e, the base of natural logarithms. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: portable code has no Math.E
const EULER: f64 = 2.718281828459045;
const LARGEST_WEIGHT: f64 = powerOfTwo(500);
const SHRINK: f64 = powerOfTwo(-500);
/** What others share may take a weight beyond the largest for a while, but not as far as this. */
const MOST: f64 = powerOfTwo(600);

/**
 * Exponential weights that share: after a reward, w_i ← w_i exp(g x̂_i / K) + (e α / K) Σw.
 *
 * No weight falls below its share of the sum, so weights cannot underflow beside one another; they are
 * kept from overflowing by dividing all by a power of two, which is exact.
 */
export class Exp3SKernel implements Kernel {
  armCount: i32;
  exploration: f64;
  alpha: f64;
  mixture: WeightedMixture;
  sharing: f64;

  constructor(armCount: i32, exploration: f64, alpha: f64) {
    this.armCount = armCount;
    this.exploration = exploration;
    this.alpha = alpha;
    this.mixture = new WeightedMixture(armCount, exploration);
    this.sharing = (EULER * alpha) / this.mixture.arms;
  }

  // @inline
  pick(random: Random): i32 {
    return this.mixture.pick(random);
  }

  pickAmong(random: Random, arms: Ints): i32 {
    return this.mixture.pickAmong(random, arms);
  }

  /** The probability that the next `pick` gives to an arm. */
  probability(arm: i32): f64 {
    return this.mixture.probability(arm);
  }

  propensity(): f64 {
    return this.mixture.picked;
  }

  // @inline
  ticket(): f64 {
    return this.mixture.picked;
  }

  /** A reward is divided by the probability that its arm had. */
  acceptsTicket(ticket: f64): bool {
    return this.mixture.gives(ticket);
  }

  // @inline
  advance(_arm: i32): void {}

  passEmpty(slots: i32): i32 {
    return slots;
  }

  // @inline
  learn(_slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    const mixture: WeightedMixture = this.mixture;
    const weights: Floats = mixture.weights;
    const shared: f64 = this.sharing * mixture.total();
    const factor: f64 = exp((mixture.exploration * reward) / (ticket * mixture.arms));
    const grown: f64 = weights[arm] * factor + shared;
    for (let k: i32 = 0; k < this.armCount; k++) weights[k] += shared;
    weights[arm] = grown;
    if (grown > LARGEST_WEIGHT) this.shrink();
    return true;
  }

  shrink(): void {
    const weights: Floats = this.mixture.weights;
    for (let arm: i32 = 0; arm < this.armCount; arm++) weights[arm] *= SHRINK;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  /** A new arm has the mean weight of the others. */
  welcome(arm: i32): void {
    this.mixture.weights[arm] = this.mixture.meanWithout(arm);
  }

  reset(): void {
    this.mixture.weights.fill(1.0);
  }

  transfer(archive: Archive): void {
    archive.bounded('weights', this.mixture.weights, this.armCount, 0.0, MOST);
  }
}
