import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Kernel } from '../kernels/kernel.ts';
import { RewardSampler } from '../laws/sampler.ts';
import { Course } from '../means/course.ts';
import { Wave } from '../means/wave.ts';
import { Random } from '../random/generator.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../random/streams.ts';
import { RewardMap } from './reward-map.ts';

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
 * One replication: who plays on what, with which random numbers. What a slot needs of course and record
 * is at hand here too: one step less to it took 5 % off a slot.
 */
export class Replication<K extends Kernel> {
  kernel: K;
  record: PlayRecord;
  policyRandom: Random;
  rewardRandom: Random;
  armCount: i32;
  tabled: bool;
  means: Floats;
  best: Floats;
  wave: Wave;
  arms: Ints;
  armCounts: Floats;
  /** Slots on a best arm so far. */
  onBest: i32 = 0;
  /** Slots played, stretches ended, and regret so far: where playing goes on. */
  slot: i32 = 0;
  stretch: i32 = 0;
  lost: f64 = 0.0;

  constructor(kernel: K, course: Course, record: PlayRecord) {
    this.kernel = kernel;
    this.record = record;
    this.policyRandom = new Random(0, 0, 0, 1);
    this.rewardRandom = new Random(0, 0, 0, 1);
    this.armCount = course.armCount;
    this.tabled = course.tabled;
    this.means = course.means;
    this.best = course.best;
    this.wave = course.wave;
    this.arms = record.arms;
    this.armCounts = record.armCounts;
  }

  /** Back to before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    seedStream(this.policyRandom, seed, replication, ROLE_POLICY);
    seedStream(this.rewardRandom, seed, replication, ROLE_REWARDS);
    this.kernel.reset();
    this.onBest = 0;
    this.slot = 0;
    this.stretch = 0;
    this.lost = 0.0;
  }
}

/**
 * One slot: pick, draw the reward, advance, learn, record. Returns the slot's regret, against the best
 * mean. `row` is where the means of the slot begin, `stretchRow` where the counts of the stretch do.
 */
// @inline
function playSlot<K extends Kernel, S extends RewardSampler>(
  replication: Replication<K>,
  sampler: S,
  map: RewardMap,
  slot: i32,
  row: i32,
  stretchRow: i32,
): f64 {
  const kernel: K = replication.kernel;
  const arm: i32 = kernel.pick(replication.policyRandom);
  const ticket: f64 = kernel.ticket();
  const mean: f64 = replication.tabled
    ? replication.means[row + arm]
    : replication.wave.mean(slot, arm);
  const reward: f64 = sampler.draw(mean, replication.rewardRandom);
  kernel.advance(arm);
  kernel.learn(slot, arm, ticket, map.apply(reward));
  const best: f64 = replication.best[slot];
  replication.onBest += choose<i32>(mean === best, 1, 0);
  replication.arms[slot] = arm;
  replication.armCounts[stretchRow + arm] += 1.0;
  return best - mean;
}

/**
 * Plays two replications that have begun until so many slots are played, slot by slot side by side: each
 * waits for its own results only, so that a processor works on both at once, which takes a third off the
 * time. Where `paired` is false the first one is played alone.
 */
export function play<K extends Kernel, S extends RewardSampler>(
  first: Replication<K>,
  second: Replication<K>,
  paired: bool,
  sampler: S,
  map: RewardMap,
  until: i32,
): void {
  const ends: Ints = first.record.ends;
  const armCount: i32 = first.armCount;
  let firstRegret: f64 = first.lost;
  let secondRegret: f64 = second.lost;
  let slot: i32 = first.slot;
  let stretch: i32 = first.stretch;
  let row: i32 = slot * armCount;
  let stretchRow: i32 = stretch * armCount;
  while (slot < until) {
    const end: i32 = ends[stretch];
    const pause: i32 = choose<i32>(until < end, until, end);
    for (; slot < pause; slot++) {
      firstRegret += playSlot<K, S>(first, sampler, map, slot, row, stretchRow);
      if (paired) secondRegret += playSlot<K, S>(second, sampler, map, slot, row, stretchRow);
      row += armCount;
    }
    if (slot === end) {
      first.record.regret[stretch] = firstRegret;
      if (paired) second.record.regret[stretch] = secondRegret;
      stretch += 1;
      stretchRow += armCount;
    }
  }
  first.slot = slot;
  first.stretch = stretch;
  first.lost = firstRegret;
  if (paired) second.lost = secondRegret;
}
