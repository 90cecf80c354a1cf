import { Course } from './course.ts';
import { Kernel } from './kernel.ts';
import { bool, choose, Floats, f64, Ints, i32 } from './portable.ts';
import { Random } from './random/generator.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from './random/streams.ts';
import { RewardMap } from './reward-map.ts';
import { RewardSampler } from './rewards/sampler.ts';

/**
 * What is kept of a replication. `ends` are slots, counted from 1, in ascending order; the last one is
 * the horizon. Regret is kept at each end, and for each stretch up to an end how often each arm was
 * played is added to `armCounts`, which several replications may share.
 */
export class PlayRecord {
  armCount: i32;
  ends: Ints;
  /** The arm of each slot. */
  arms: Ints;
  /** The regret up to and with each end. */
  regret: Floats;
  /** Stretches × arms. */
  armCounts: Floats;

  constructor(armCount: i32, ends: Ints, arms: Ints, regret: Floats, armCounts: Floats) {
    this.armCount = armCount;
    this.ends = ends;
    this.arms = arms;
    this.regret = regret;
    this.armCounts = armCounts;
  }
}

/** One replication: who plays on what, with which random numbers, and how far regret has come. */
export class Replication<K extends Kernel> {
  kernel: K;
  course: Course;
  record: PlayRecord;
  policyRandom: Random;
  rewardRandom: Random;
  /** Regret so far, against the best mean of each slot. */
  regret: f64 = 0.0;
  /** Slots on a best arm so far. */
  onBest: i32 = 0;

  constructor(kernel: K, course: Course, record: PlayRecord) {
    this.kernel = kernel;
    this.course = course;
    this.record = record;
    this.policyRandom = new Random(0, 0, 0, 1);
    this.rewardRandom = new Random(0, 0, 0, 1);
  }

  /** Back to before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    seedStream(this.policyRandom, seed, replication, ROLE_POLICY);
    seedStream(this.rewardRandom, seed, replication, ROLE_REWARDS);
    this.kernel.reset();
    this.regret = 0.0;
    this.onBest = 0;
  }
}

/** One slot: pick, draw the reward, advance, learn, record. */
// @inline
function playSlot<K extends Kernel, S extends RewardSampler>(
  replication: Replication<K>,
  sampler: S,
  map: RewardMap,
  slot: i32,
  stretch: i32,
): void {
  const kernel: K = replication.kernel;
  const course: Course = replication.course;
  const record: PlayRecord = replication.record;
  const arm: i32 = kernel.pick(replication.policyRandom);
  const ticket: f64 = kernel.ticket();
  const mean: f64 = course.tabled
    ? course.means[slot * course.armCount + arm]
    : course.wave.mean(slot, arm);
  const reward: f64 = sampler.draw(mean, replication.rewardRandom);
  kernel.advance();
  kernel.learn(slot, arm, ticket, map.apply(reward));
  const best: f64 = course.best[slot];
  replication.regret += best - mean;
  replication.onBest += choose<i32>(mean === best, 1, 0);
  record.arms[slot] = arm;
  record.armCounts[stretch * record.armCount + arm] += 1.0;
}

/**
 * Plays two replications that have begun to the end, slot by slot side by side: each waits for its own
 * results only, so that a processor works on both at once, which takes a third off the time. Where
 * `paired` is false the first one is played alone.
 */
export function play<K extends Kernel, S extends RewardSampler>(
  first: Replication<K>,
  second: Replication<K>,
  paired: bool,
  sampler: S,
  map: RewardMap,
): void {
  const ends: Ints = first.record.ends;
  const stretches: i32 = ends.length;
  let slot: i32 = 0;
  for (let stretch: i32 = 0; stretch < stretches; stretch++) {
    const end: i32 = ends[stretch];
    for (; slot < end; slot++) {
      playSlot<K, S>(first, sampler, map, slot, stretch);
      if (paired) playSlot<K, S>(second, sampler, map, slot, stretch);
    }
    first.record.regret[stretch] = first.regret;
    if (paired) second.record.regret[stretch] = second.regret;
  }
}
