import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { ScanSplit } from '../detectors/scan-split.ts';
import { Dispersion } from '../estimators/dispersion.ts';
import { klMayReach, klUpperBound } from '../indices/kl.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { ArmMoves } from './arm-moves.ts';
import { NO_ARM } from './exploration.ts';
import { BoundingKernel } from './kernel.ts';
import { RewardScale } from './reward-scale.ts';

/** An arm that weighs less than this is forgotten. */
const LEAST_COUNT: f64 = 1e-9;

/**
 * Picks the arm of the largest q with n kl(s/n, q) ≤ φ^¾ L, where n and s count rewards that fade, φ is the
 * arm's dispersion and L a share of the logarithm of all that is remembered. Rewards fade the faster, the more
 * alarms there were. An alarm of an arm's split test erases that arm, and leaves of the others what earlier
 * alarms say that their means are worth.
 *
 * Time is counted in rewards, in the order in which they come. A reward of a slot before the last alarm is
 * forgotten already.
 *
 * With `learnsRange`, rewards come in units of their own, and the range grows with them. Everything that is remembered
 * is then rescaled, as if the wider range had been there from the beginning.
 *
 * The search for the largest index begins with the arm picked last, and an index is computed only where it may
 * win, as in `DetectingKernel`.
 */
export class AutoKernel implements BoundingKernel {
  armCount: i32;
  horizon: i32;
  /** What a split must say beside ln K and what its place costs. */
  base: f64;
  /** The share of the logarithm of all that is remembered. */
  share: f64;
  /** How fast rewards fade where one arm is played alone, and how many alarms one counts for where an arm rose unseen. */
  fading: f64;
  rise: f64;
  /** How many rewards of a fair coin an old mean is worth after an alarm: at first, and at most. */
  keep: f64;
  mostKeep: f64;
  /** What speaks against arms that move together, before anything is seen. */
  apart: f64;
  leastDispersion: f64;
  /** Whether rewards may be outside [0, 1], as no range was declared. */
  learnsRange: bool;
  scan: ScanSplit;
  dispersion: Dispersion;
  moves: ArmMoves;
  scale: RewardScale;
  counts: Floats;
  sums: Floats;
  /** Of all arms, and of the one that is remembered best. */
  total: f64 = 0.0;
  largest: f64 = 0.0;
  slot: i32 = 0;
  /** The first slot after the last alarm. */
  since: i32 = 0;
  rewards: f64 = 0.0;
  restarts: f64 = 0.0;
  /** Alarms of arms that rose and were not the one played most. */
  rises: f64 = 0.0;
  favourite: i32 = 0;

  constructor(
    armCount: i32,
    horizon: i32,
    base: f64,
    share: f64,
    fading: f64,
    rise: f64,
    keep: f64,
    mostKeep: f64,
    apart: f64,
    leastDispersion: f64,
    learnsRange: bool,
  ) {
    const arms: f64 = armCount;
    this.armCount = armCount;
    this.horizon = horizon;
    this.base = base;
    this.share = share;
    this.fading = fading;
    this.rise = rise;
    this.keep = keep;
    this.mostKeep = mostKeep;
    this.apart = apart;
    this.leastDispersion = leastDispersion;
    this.learnsRange = learnsRange;
    this.scan = new ScanSplit(armCount, horizon, base + ln(arms));
    this.dispersion = new Dispersion(armCount, leastDispersion);
    this.moves = new ArmMoves(armCount, keep, mostKeep, apart);
    this.scale = new RewardScale(armCount);
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
  }

  level(): f64 {
    return this.share * ln(1.0 + this.total);
  }

  pick(_random: Random): i32 {
    const level: f64 = this.level();
    let best: i32 = this.favourite;
    let top: f64 = this.bound(best, level, 0.0);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.counts[arm];
      if (count === 0.0) return arm;
      if (arm === this.favourite) continue;
      const demanded: f64 = this.dispersion.cautiously(arm) * level;
      if (!klMayReach(this.mean(arm), count, demanded, top)) continue;
      const index: f64 = this.bound(arm, level, 0.0);
      if (index > top || (index === top && arm < best)) {
        top = index;
        best = arm;
      }
    }
    this.favourite = best;
    return best;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    const level: f64 = this.level();
    let best: i32 = arms[0];
    let top: f64 = this.bound(best, level, 0.0);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.bound(arms[i], level, 0.0);
      best = choose<i32>(index > top, arms[i], best);
      top = fmax(index, top);
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

  // @inline
  advance(_arm: i32): void {
    this.slot += 1;
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (slot < this.since) return false;
    const seen: f64 = this.learnsRange ? this.see(arm, reward) : reward;
    this.dispersion.learn(arm, seen, this.counts[arm], this.sums[arm]);
    this.counts[arm] += 1.0;
    this.sums[arm] += seen;
    this.fade();
    this.rewards += 1.0;
    if (this.scan.update(arm, seen, this.dispersion.of(arm))) this.restart(arm);
    return true;
  }

  /** A reward in units of the range, which grows if it is the second one outside. */
  see(arm: i32, reward: f64): f64 {
    const scale: RewardScale = this.scale;
    if (!scale.contains(reward)) {
      if (scale.heldArm !== NO_ARM) this.grow(reward);
      if (!scale.contains(reward)) scale.hold(arm, reward);
    }
    const seen: f64 = scale.seen(reward);
    scale.take(arm, seen);
    return seen;
  }

  grow(reward: f64): void {
    const scale: RewardScale = this.scale;
    const clipped: f64 = scale.seen(scale.held);
    scale.grow(reward);
    this.rescale(scale.factor, scale.shift);
    this.correct(scale.seen(scale.held) - (scale.factor * clipped + scale.shift));
    if (scale.contains(scale.held)) scale.release();
  }

  /** Turns everything that was seen as x into `factor` x + `shift`. */
  rescale(factor: f64, shift: f64): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.sums[arm] = factor * this.sums[arm] + shift * this.counts[arm];
    }
    this.dispersion.rescale(factor, shift, this.scale.counts, this.scale.sums);
    this.scan.rescale(factor, shift);
    this.moves.rescale(factor, shift);
  }

  /** Adds what the held reward was too low by, or too high. The test can take it if it has no other reward of the arm. */
  correct(change: f64): void {
    const arm: i32 = this.scale.heldArm;
    const weight: f64 = this.scale.heldWeight;
    if (weight === 0.0 || this.counts[arm] === 0.0) return;
    this.sums[arm] = fmax(this.sums[arm] + weight * change, 0.0);
    this.scan.correct(arm, change);
  }

  /** How far one arm is ahead in what is remembered: 0 where all have the same, 1 where there is no other. */
  lead(): f64 {
    const arms: f64 = this.armCount;
    if (this.total === 0.0 || arms === 1.0) return 0.0;
    return fmax(0.0, (arms * (this.largest / this.total) - 1.0) / (arms - 1.0));
  }

  /** How many memories the time so far is long. */
  spans(): f64 {
    const lead: f64 = this.lead();
    return this.fading * (lead * lead + this.restarts + (this.rise - 1.0) * this.rises);
  }

  /** How many rewards it takes until one has faded to 1/e. */
  memory(): f64 {
    return (this.rewards + 2.0) / this.spans();
  }

  /** Lets everything fade over a time that grows with the rewards so far and shrinks with the alarms. */
  fade(): void {
    const time: f64 = this.rewards + 2.0;
    const kept: f64 = time / (time + this.spans());
    this.scale.heldWeight *= kept;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.counts[arm] * kept;
      const counts: bool = count >= LEAST_COUNT;
      this.counts[arm] = choose<f64>(counts, count, 0.0);
      this.sums[arm] = choose<f64>(counts, this.sums[arm] * kept, 0.0);
    }
    this.weigh();
  }

  /** Sums up what is remembered. */
  weigh(): void {
    let total: f64 = 0.0;
    let largest: f64 = 0.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      total += this.counts[arm];
      largest = fmax(largest, this.counts[arm]);
    }
    this.total = total;
    this.largest = largest;
  }

  /** Forgets after an alarm on `arm`. */
  restart(arm: i32): void {
    const step: f64 = this.scan.step();
    this.restarts += 1.0;
    if (step > 0.0 && arm !== this.mostPlayed()) this.rises += 1.0;
    for (let other: i32 = 0; other < this.armCount; other++) this.review(other);
    this.moves.begin(arm, step);
    const shift: f64 = this.moves.common() * step;
    for (let other: i32 = 0; other < this.armCount; other++) {
      this.cut(other, other === arm ? 0.0 : this.keepOf(other), shift);
    }
    this.weigh();
    this.scan.reset();
    this.scale.heldWeight = 0.0;
    this.since = this.slot;
  }

  /** The arm with most rewards since the last alarm, the lowest among equals. */
  mostPlayed(): i32 {
    let most: i32 = 0;
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      if (this.scan.count(arm) > this.scan.count(most)) most = arm;
    }
    return most;
  }

  review(arm: i32): void {
    const count: f64 = this.scan.count(arm);
    if (count > 0.0) {
      this.moves.review(arm, count, this.scan.mean(arm), this.dispersion.of(arm));
    }
    const known: f64 = this.counts[arm];
    this.moves.note(arm, known, known > 0.0 ? this.mean(arm) : 0.0);
  }

  /** How many rewards an arm's mean is worth after an alarm of another. */
  keepOf(arm: i32): f64 {
    return this.moves.keepOf(this.counts[arm], this.sums[arm], this.dispersion.of(arm));
  }

  /** Leaves at most `most` rewards of an arm, with its mean moved by `shift`. */
  cut(arm: i32, most: f64, shift: f64): void {
    const count: f64 = fmin(this.counts[arm], most);
    const mean: f64 = count > 0.0 ? fmax(0.0, fmin(1.0, this.mean(arm) + shift)) : 0.0;
    this.counts[arm] = count;
    this.sums[arm] = mean * count;
  }

  /** Whose slot it was is not known here. */
  weight(slot: i32): f64 {
    return choose<f64>(slot < this.since, 0.0, 1.0);
  }

  count(arm: i32): f64 {
    return this.counts[arm];
  }

  /** Fading sums may leave [0, 1] by rounding. */
  mean(arm: i32): f64 {
    if (this.counts[arm] === 0.0) return NaN;
    return fmax(0.0, fmin(1.0, this.sums[arm] / this.counts[arm]));
  }

  index(arm: i32): f64 {
    return this.bound(arm, this.level(), 0.0);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    return this.bound(arm, this.level(), extra);
  }

  bound(arm: i32, level: f64, extra: f64): f64 {
    const count: f64 = this.counts[arm];
    if (count === 0.0) return Infinity;
    const demanded: f64 = this.dispersion.cautiously(arm) * level;
    return klUpperBound(this.mean(arm), demanded / (count + extra));
  }

  mayReach(arm: i32, extra: f64, top: f64): bool {
    const count: f64 = this.counts[arm];
    if (count === 0.0) return true;
    const demanded: f64 = this.dispersion.cautiously(arm) * this.level();
    return klMayReach(this.mean(arm), count + extra, demanded, top);
  }

  welcome(arm: i32): void {
    this.dispersion.welcome(arm);
  }

  reset(): void {
    this.scan.reset();
    this.dispersion.reset();
    this.moves.reset();
    this.scale.reset();
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.total = 0.0;
    this.largest = 0.0;
    this.slot = 0;
    this.since = 0;
    this.rewards = 0.0;
    this.restarts = 0.0;
    this.rises = 0.0;
    this.favourite = 0;
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.counts('counts', this.counts, this.armCount);
    archive.counts('sums', this.sums, this.armCount);
    // Rounding aside, no sum exceeds its count.
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.sums[arm] = fmin(this.sums[arm], 2.0 * this.counts[arm]);
    }
    this.since = archive.integer('since', this.since, 0, this.slot);
    this.rewards = archive.within('rewards', this.rewards, 0.0, this.slot);
    this.restarts = archive.within('alarms', this.restarts, 0.0, this.rewards);
    this.rises = archive.within('rises', this.rises, 0.0, this.restarts);
    this.dispersion.transfer(archive);
    this.moves.transfer(archive);
    this.scan.transfer(archive);
    if (this.learnsRange) this.scale.transfer(archive, this.counts, this.sums);
    this.weigh();
  }
}
