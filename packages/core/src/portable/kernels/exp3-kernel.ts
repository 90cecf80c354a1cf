import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { WeightedMixture } from './weighted-mixture.ts';

/** Beyond this a weight's logarithm is brought back, far from where `exp` overflows. */
const LARGEST_LOGARITHM: f64 = 600.0;
/** Below any that rewards can lead to. */
const LEAST: f64 = -1e300;

/**
 * Exponential weights: a reward x multiplies its arm's weight by exp(g x / (p K)). With a period above
 * 0 the weights start afresh each `period` slots.
 *
 * The logarithms of the weights are the state, so that no run is too long: a weight that is 0 beside
 * the largest keeps its logarithm and can come back.
 */
export class Exp3Kernel implements Kernel {
  armCount: i32;
  exploration: f64;
  mixture: WeightedMixture;
  period: i32;
  logarithms: Floats;
  now: i32 = 0;
  epochStart: i32 = 0;

  constructor(armCount: i32, exploration: f64, period: i32) {
    this.armCount = armCount;
    this.exploration = exploration;
    this.mixture = new WeightedMixture(armCount, exploration);
    this.period = period;
    this.logarithms = new Floats(armCount);
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
  advance(_arm: i32): void {
    this.now += 1;
    if (this.period > 0 && this.now - this.epochStart === this.period) {
      this.epochStart = this.now;
      this.forget();
    }
  }

  passEmpty(slots: i32): i32 {
    const left: i32 = this.period - 1 - (this.now - this.epochStart);
    const isFree: bool = this.period === 0 || this.isFresh();
    const passed: i32 = isFree || slots < left ? slots : left;
    this.now += passed;
    if (this.period > 0) this.epochStart = this.now - ((this.now - this.epochStart) % this.period);
    return passed;
  }

  // @inline
  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.epochStart) return false;
    const mixture: WeightedMixture = this.mixture;
    const logarithm: f64 =
      this.logarithms[arm] + (mixture.exploration * reward) / (ticket * mixture.arms);
    this.logarithms[arm] = logarithm;
    if (logarithm > LARGEST_LOGARITHM) this.recentre();
    else mixture.weights[arm] = exp(logarithm);
    return true;
  }

  /** Only ratios of weights matter: the largest becomes 1. */
  recentre(): void {
    let largest: f64 = this.logarithms[0];
    for (let arm: i32 = 1; arm < this.armCount; arm++)
      largest = fmax(largest, this.logarithms[arm]);
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.logarithms[arm] -= largest;
    this.weigh();
  }

  weigh(): void {
    const weights: Floats = this.mixture.weights;
    for (let arm: i32 = 0; arm < this.armCount; arm++) weights[arm] = exp(this.logarithms[arm]);
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.epochStart, 0.0, 1.0);
  }

  /** A new arm has the mean weight of the others. */
  welcome(arm: i32): void {
    this.logarithms[arm] = ln(this.mixture.meanWithout(arm));
    this.weigh();
  }

  /** Whether the weights are those of a start. */
  isFresh(): bool {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.logarithms[arm] !== 0.0) return false;
    }
    return true;
  }

  forget(): void {
    this.logarithms.fill(0.0);
    this.mixture.weights.fill(1.0);
  }

  reset(): void {
    this.now = 0;
    this.epochStart = 0;
    this.forget();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.epochStart = 0;
    if (this.period > 0) this.epochStart = this.now - (this.now % this.period);
    archive.bounded('logarithms', this.logarithms, this.armCount, LEAST, LARGEST_LOGARITHM);
    this.weigh();
  }
}
