// PORTABLE
import { Kernel } from './kernel.ts';
import { Floats, f64, fmax, Ints, i32 } from './portable.ts';
import { Random } from './random/generator.ts';
import { RewardMap } from './reward-map.ts';
import { RewardSampler } from './rewards/sampler.ts';

/** The mean of each arm at each slot, slot by slot, and the largest of each slot. */
export class Course {
  armCount: i32;
  means: Floats;
  best: Floats;

  constructor(armCount: i32, means: Floats, slots: i32) {
    this.armCount = armCount;
    this.means = means;
    this.best = new Floats(slots);
    let place: i32 = 0;
    for (let slot: i32 = 0; slot < slots; slot++) {
      let best: f64 = means[place];
      for (let arm: i32 = 1; arm < armCount; arm++) best = fmax(best, means[place + arm]);
      this.best[slot] = best;
      place += armCount;
    }
  }
}

/** What is kept of a replication: the arm of each slot, and the regret up to and with it. */
export class PlayRecord {
  arms: Ints;
  regret: Floats;

  constructor(arms: Ints, regret: Floats) {
    this.arms = arms;
    this.regret = regret;
  }
}

/**
 * Plays the slots from `from` to before `to`: pick, draw the reward, advance, learn, record. Later
 * slots go on from what the kernel, the sources and the record hold. Regret is against the best
 * mean of each slot. Returns the regret at the end.
 */
export function play<K extends Kernel, S extends RewardSampler>(
  kernel: K,
  sampler: S,
  map: RewardMap,
  course: Course,
  from: i32,
  to: i32,
  policyRandom: Random,
  rewardRandom: Random,
  record: PlayRecord,
): f64 {
  const means: Floats = course.means;
  const best: Floats = course.best;
  let regret: f64 = from > 0 ? record.regret[from - 1] : 0.0;
  let row: i32 = from * course.armCount;
  for (let slot: i32 = from; slot < to; slot++) {
    const arm: i32 = kernel.pick(policyRandom);
    const mean: f64 = means[row + arm];
    const ticket: f64 = kernel.ticket();
    const reward: f64 = sampler.draw(mean, rewardRandom);
    kernel.advance();
    kernel.learn(slot, arm, ticket, map.apply(reward));
    regret += best[slot] - mean;
    record.arms[slot] = arm;
    record.regret[slot] = regret;
    row += course.armCount;
  }
  return regret;
}
