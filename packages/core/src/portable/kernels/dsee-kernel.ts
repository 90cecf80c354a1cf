import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, truncate } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { pow } from '../math/pow.ts';
import { roundUp } from '../math/round-up.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

const MOST_SLOTS: f64 = 2147483647.0;

/**
 * Explores and exploits in epochs that are laid down beforehand: epoch j plays each arm
 * L = ⌈g ln(j^ρ ℓ b)⌉ times in turn, then the arm that was best in that for the rest of its ⌈a j^ρ ℓ⌉
 * slots. Only the rewards of the present epoch's exploration count.
 */
export class DseeKernel implements Kernel {
  armCount: i32;
  g: f64;
  rho: f64;
  ell: f64;
  a: f64;
  b: f64;
  counts: Floats;
  sums: Floats;
  slot: i32 = 0;
  epoch: f64 = 1.0;
  /** The first slot of the epoch. */
  start: i32 = 0;
  /** Slots of the epoch, and those of them that explore. */
  length: f64 = 0.0;
  exploring: f64 = 0.0;

  constructor(armCount: i32, g: f64, rho: f64, ell: f64, a: f64, b: f64) {
    this.armCount = armCount;
    this.g = g;
    this.rho = rho;
    this.ell = ell;
    this.a = a;
    this.b = b;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.plan();
  }

  /** What follows from the number of the epoch. With more arms than it was made for, none exploits less than 0. */
  plan(): void {
    const size: f64 = pow(this.epoch, this.rho) * this.ell;
    const arms: f64 = this.armCount;
    const samples: f64 = fmax(roundUp(this.g * ln(size * this.b)), 1.0);
    this.exploring = arms * samples;
    this.length = fmax(roundUp(this.a * size), this.exploring);
  }

  beginEpoch(): void {
    this.epoch += 1.0;
    this.start = this.slot;
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.plan();
  }

  /** Whether a slot of the present epoch explores. */
  explores(slot: i32): bool {
    const position: f64 = slot - this.start;
    return position >= 0.0 && position < this.exploring;
  }

  /** −∞ where no reward came, so that any other arm goes before. */
  mean(arm: i32): f64 {
    return this.counts[arm] === 0.0 ? -Infinity : this.sums[arm] / this.counts[arm];
  }

  pick(_random: Random): i32 {
    if (this.explores(this.slot)) return (this.slot - this.start) % this.armCount;
    let best: i32 = 0;
    let top: f64 = this.mean(0);
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const mean: f64 = this.mean(arm);
      best = choose<i32>(mean > top, arm, best);
      top = fmax(mean, top);
    }
    return best;
  }

  /** Explores the arm whose turn comes next of those given. */
  pickAmong(_random: Random, arms: Ints): i32 {
    const exploring: bool = this.explores(this.slot);
    const turn: i32 = (this.slot - this.start) % this.armCount;
    let best: i32 = arms[0];
    let top: f64 = -Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const wait: f64 = (arms[i] - turn + this.armCount) % this.armCount;
      const value: f64 = exploring ? -wait : this.mean(arms[i]);
      best = choose<i32>(value > top, arms[i], best);
      top = fmax(value, top);
    }
    return best;
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(_arm: i32): void {
    this.slot += 1;
    const position: f64 = this.slot - this.start;
    if (position >= this.length) this.beginEpoch();
  }

  passEmpty(slots: i32): i32 {
    // Positions from here up to the last of the epoch.
    const left: i32 = truncate(fmin(this.length - 1.0, MOST_SLOTS)) - (this.slot - this.start);
    const passed: i32 = slots < left ? slots : left;
    this.slot += passed;
    return passed;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (!this.explores(slot)) return false;
    this.counts[arm] += 1.0;
    this.sums[arm] += reward;
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(this.explores(slot), 1.0, 0.0);
  }

  /** An arm that joins is explored at once, with all others. */
  welcome(_arm: i32): void {
    this.beginEpoch();
  }

  reset(): void {
    this.slot = 0;
    this.epoch = 0.0;
    this.beginEpoch();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    // An epoch begins with a slot, or with an arm that joins.
    const epochs: f64 = this.slot + this.armCount;
    this.epoch = archive.within('epoch', this.epoch, 1.0, 1.0 + epochs);
    this.start = archive.integer('start', this.start, 0, this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.reals('sums', this.sums, this.armCount);
    this.plan();
  }
}
