import { Archive } from '../base/archive.ts';
import { bool, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { IndexedKernel } from './kernel.ts';
import { TunedUcb } from './tuned-ucb.ts';

/** UCB-Tuned over all rewards of all arms. */
export class TunedUcbKernel implements IndexedKernel {
  armCount: i32;
  learner: TunedUcb;

  constructor(armCount: i32) {
    this.armCount = armCount;
    this.learner = new TunedUcb(armCount);
  }

  pick(_random: Random): i32 {
    return this.learner.leader();
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    return this.learner.leaderAmong(arms);
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

  advance(_arm: i32): void {}

  passEmpty(slots: i32): i32 {
    return slots;
  }

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    this.learner.learn(arm, reward);
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  count(arm: i32): f64 {
    return this.learner.counts[arm];
  }

  mean(arm: i32): f64 {
    return this.learner.counts[arm] === 0.0 ? NaN : this.learner.means[arm];
  }

  index(arm: i32): f64 {
    return this.learner.index(arm);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    return this.learner.indexWithExtra(arm, extra);
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.learner.forget();
  }

  transfer(archive: Archive): void {
    this.learner.transfer(archive, 'counts', 'sums', 'squares');
  }
}
