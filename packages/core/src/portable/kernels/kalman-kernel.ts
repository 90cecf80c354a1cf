import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32, sqrt } from '../base/language.ts';
import { pow } from '../math/pow.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';
import { Kernel } from './kernel.ts';

/** The largest estimate is picked. */
export const GREEDY: i32 = 0;
/** The largest draw of a present mean is picked. */
export const THOMPSON: i32 = 1;
/** The largest draw of what all later rewards would make of an estimate is picked. */
export const PREDICTIVE: i32 = 2;

/**
 * A Kalman filter per arm, for means that take Gaussian steps of variance δ² and return to 0 by a factor γ
 * per slot, seen through noise of variance σ². Picks the largest estimate, the largest draw from its
 * law, or the largest draw of what all later rewards would make of the estimate (predictive sampling).
 *
 * An arm's estimate stays as it was after its last reward, and is aged when it is looked at: after a slots
 * m ← γ^a m and P ← γ^(2a) P + δ² (1 − γ^(2a))/(1 − γ²), or P + a δ² where γ = 1. So a reward that comes
 * late still counts at the age of its own slot, unless one of a later slot of its arm came before.
 */
export class KalmanKernel implements Kernel {
  armCount: i32;
  rule: i32;
  drift: f64;
  revert: f64;
  noise: f64;
  prior: f64;
  /** The variance of a step, δ². */
  step: f64;
  /** Error variance with which all later rewards reveal the next slot's mean. */
  foresight: f64;
  /** Estimate and variance of each arm, and the slot that they are of. */
  estimates: Floats;
  variances: Floats;
  slots: Ints;
  now: i32 = 0;

  constructor(armCount: i32, rule: i32, drift: f64, revert: f64, noise: f64, prior: f64) {
    this.armCount = armCount;
    this.rule = rule;
    this.drift = drift;
    this.revert = revert;
    this.noise = noise;
    this.prior = prior;
    const square: f64 = revert * revert;
    const step: f64 = drift * drift;
    this.step = step;
    const b: f64 = step + noise * (1.0 - square);
    this.foresight = 0.5 * (b + sqrt(b * b + 4.0 * square * step * noise));
    this.estimates = new Floats(armCount);
    this.variances = new Floats(armCount);
    this.slots = new Ints(armCount);
    this.variances.fill(prior);
  }

  /** What is left of a distance to the centre after some slots. */
  kept(age: i32): f64 {
    return this.revert === 1.0 ? 1.0 : pow(this.revert, age);
  }

  /** The variance of what steps add up to in some slots, `kept` of which is known. */
  spread(age: i32, kept: f64): f64 {
    if (this.revert === 1.0) return age * this.step;
    return (this.step * (1.0 - kept * kept)) / (1.0 - this.revert * this.revert);
  }

  /** Whether no reward of an arm has come: each makes its variance less than it was. */
  isUnknown(arm: i32): bool {
    return this.estimates[arm] === 0.0 && this.variances[arm] === this.prior;
  }

  /** The estimate of an arm's mean in the next slot. */
  mean(arm: i32): f64 {
    return this.estimates[arm] * this.kept(this.now - this.slots[arm]);
  }

  /** The variance of that estimate. */
  variance(arm: i32): f64 {
    const age: i32 = this.now - this.slots[arm];
    const kept: f64 = this.kept(age);
    return kept * kept * this.variances[arm] + this.spread(age, kept);
  }

  /** The variance of the law that a mean is drawn from. */
  drawn(arm: i32): f64 {
    if (this.rule === GREEDY) return 0.0;
    const variance: f64 = this.variance(arm);
    if (this.rule === THOMPSON || variance === 0.0) return variance;
    const square: f64 = this.revert * this.revert;
    return (square * variance * variance) / (square * variance + this.foresight);
  }

  draw(random: Random, arm: i32): f64 {
    if (this.rule === GREEDY) return this.mean(arm);
    return this.mean(arm) + sqrt(this.drawn(arm)) * normal(random);
  }

  pick(random: Random): i32 {
    let best: i32 = 0;
    let top: f64 = this.draw(random, 0);
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const drawn: f64 = this.draw(random, arm);
      best = choose<i32>(drawn > top, arm, best);
      top = choose<f64>(drawn > top, drawn, top);
    }
    return best;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.draw(random, best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const drawn: f64 = this.draw(random, arms[i]);
      best = choose<i32>(drawn > top, arms[i], best);
      top = choose<f64>(drawn > top, drawn, top);
    }
    return best;
  }

  propensity(): f64 {
    return choose<f64>(this.rule === GREEDY, 1.0, NaN);
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(_arm: i32): void {
    this.now += 1;
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (this.weight(slot) === 0.0) return false;
    if (slot >= this.slots[arm]) this.ageTo(slot, arm);
    const age: i32 = this.slots[arm] - slot;
    const kept: f64 = this.kept(age);
    // Where a later reward came before, this one tells of that slot's mean with more noise.
    const noise: f64 = kept * kept * this.noise + this.spread(age, kept);
    const gain: f64 = this.variances[arm] / (this.variances[arm] + noise);
    this.estimates[arm] += gain * (kept * reward - this.estimates[arm]);
    this.variances[arm] *= 1.0 - gain;
    return true;
  }

  /** Ages what is known of an arm to a slot. */
  ageTo(slot: i32, arm: i32): void {
    const age: i32 = slot - this.slots[arm];
    const kept: f64 = this.kept(age);
    this.estimates[arm] *= kept;
    this.variances[arm] = kept * kept * this.variances[arm] + this.spread(age, kept);
    this.slots[arm] = slot;
  }

  /** How precisely a reward tells of the present, compared with a new one. */
  weight(slot: i32): f64 {
    const age: i32 = this.now - 1 - slot;
    const kept: f64 = this.kept(age);
    const noise: f64 = kept * kept * this.noise;
    return noise === 0.0 ? 0.0 : noise / (noise + this.spread(age, kept));
  }

  /** An arm that joins is as unknown as all were at the start. */
  welcome(arm: i32): void {
    this.slots[arm] = this.now;
  }

  reset(): void {
    this.now = 0;
    this.estimates.fill(0.0);
    this.variances.fill(this.prior);
    this.slots.fill(0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    archive.reals('estimates', this.estimates, this.armCount);
    archive.counts('variances', this.variances, this.armCount);
    archive.integers('slots', this.slots, this.armCount, 0, this.now);
  }
}
