import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { RewardSampler } from '../laws/sampler.ts';
import { Course } from '../means/course.ts';
import { Random } from '../random/generator.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../random/streams.ts';
import { RewardMap } from './reward-map.ts';
import { Learner, Ledger, playSlot } from './step.ts';

/**
 * What is kept of a replication. `ends` are slots, counted from 1, in ascending order; the last one is
 * the horizon. Regret is kept at each end, and for each stretch up to an end how often each arm was
 * played is added to `armCounts`, which several replications may share.
 */
export class PlayRecord {
  ends: Ints;
  /** The arm of each slot. */
  arms: Ints;
  /** The regret up to and with each end. */
  regret: Floats;
  /** Stretches × arms. */
  armCounts: Floats;

  constructor(ends: Ints, arms: Ints, regret: Floats, armCounts: Floats) {
    this.ends = ends;
    this.arms = arms;
    this.regret = regret;
    this.armCounts = armCounts;
  }
}

/**
 * One replication: its means, its random numbers and its record. It pays for each slot and notes regret, arms and
 * rewards. The fields of course and record that a slot needs are repeated here: one step less to them took 5% off a
 * slot.
 */
export class Replication<S extends RewardSampler> implements Ledger {
  policyRandom: Random;
  rewardRandom: Random;
  ends: Ints;
  sampler: S;
  map: RewardMap;
  course: Course;
  record: PlayRecord;
  armCount: i32;
  tabled: bool;
  /** False if the map returns rewards as they are. */
  mapped: bool;
  means: Floats;
  best: Floats;
  /** Earlier plays of each arm, and how many of them are in `armCounts`. */
  plays: Ints;
  counted: Ints;
  arms: Ints;
  armCounts: Floats;
  /** Slots on a best arm so far. */
  onBest: i32 = 0;
  /** Slots played and stretches ended. */
  slot: i32 = 0;
  stretch: i32 = 0;
  /** Regret so far. */
  lost: f64 = 0.0;
  /** Sum of the rewards so far, as drawn. */
  earned: f64 = 0.0;

  constructor(course: Course, record: PlayRecord, sampler: S, map: RewardMap) {
    this.policyRandom = new Random(0, 0, 0, 1);
    this.rewardRandom = new Random(0, 0, 0, 1);
    this.sampler = sampler;
    this.map = map;
    this.course = course;
    this.record = record;
    this.ends = record.ends;
    this.armCount = course.armCount;
    this.tabled = course.tabled;
    this.mapped = map.changes;
    this.means = course.means;
    this.best = course.best;
    this.plays = new Ints(course.armCount);
    this.counted = new Ints(course.armCount);
    this.arms = record.arms;
    this.armCounts = record.armCounts;
  }

  /** Returns to the state before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    seedStream(this.policyRandom, seed, replication, ROLE_POLICY);
    seedStream(this.rewardRandom, seed, replication, ROLE_REWARDS);
    this.course.begin(seed, replication);
    this.plays.fill(0);
    this.counted.fill(0);
    this.onBest = 0;
    this.slot = 0;
    this.stretch = 0;
    this.lost = 0.0;
    this.earned = 0.0;
  }

  // @inline
  pay(slot: i32, arm: i32): f64 {
    const mean: f64 = this.tabled
      ? this.means[slot * this.armCount + arm]
      : this.course.mean(slot, arm, this.plays);
    const reward: f64 = this.sampler.draw(mean, this.rewardRandom);
    const best: f64 = this.best[slot];
    this.lost += best - mean;
    this.earned += reward;
    // No mean exceeds that of a best arm, and for `===` a processor would have to look at two flags.
    this.onBest += choose<i32>(mean >= best, 1, 0);
    this.arms[slot] = arm;
    this.plays[arm] += 1;
    return this.mapped ? this.map.apply(reward) : reward;
  }

  /** Keeps the regret and the counts of arms at the end of a stretch. */
  endStretch(): void {
    this.record.regret[this.stretch] = this.lost;
    this.countArms(this.stretch > 0 ? this.ends[this.stretch - 1] : 0, this.ends[this.stretch]);
    this.stretch += 1;
  }

  /** Adds the plays of a stretch to `armCounts`: arm by arm, or slot by slot if there are more arms than slots. */
  countArms(from: i32, end: i32): void {
    const row: i32 = this.stretch * this.armCount;
    if (this.armCount <= end - from) {
      for (let arm: i32 = 0; arm < this.armCount; arm++) {
        this.armCounts[row + arm] += this.plays[arm] - this.counted[arm];
        this.counted[arm] = this.plays[arm];
      }
      return;
    }
    for (let slot: i32 = from; slot < end; slot++) {
      const arm: i32 = this.arms[slot];
      this.armCounts[row + arm] += 1.0;
      this.counted[arm] += 1;
    }
  }
}

/**
 * Plays two replications that have begun until so many slots are played. Both advance slot by slot: each waits only
 * for its own results, so a processor works on both at once, which takes a third off the time. If `paired` is false,
 * only the first one is played.
 */
export function play<K extends Learner, L extends Ledger>(
  firstKernel: K,
  first: L,
  secondKernel: K,
  second: L,
  paired: bool,
  until: i32,
): void {
  const ends: Ints = first.ends;
  // Held here, as the compiled loop would load them again in each slot.
  const firstRandom: Random = first.policyRandom;
  const secondRandom: Random = second.policyRandom;
  let slot: i32 = first.slot;
  while (slot < until) {
    const end: i32 = ends[first.stretch];
    const pause: i32 = choose<i32>(until < end, until, end);
    for (; slot < pause; slot++) {
      playSlot<K, L>(firstKernel, firstRandom, first, slot);
      if (paired) playSlot<K, L>(secondKernel, secondRandom, second, slot);
    }
    if (slot === end) {
      first.endStretch();
      if (paired) second.endStretch();
    }
  }
  first.slot = slot;
}
