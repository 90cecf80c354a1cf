import { Archive } from '../base/archive.ts';
import { bool, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/** Any arm, with equal probability; learns nothing. */
export class UniformKernel implements Kernel {
  armCount: i32;
  eligible: f64;

  constructor(armCount: i32) {
    this.armCount = armCount;
    this.eligible = armCount;
  }

  // @inline
  pick(random: Random): i32 {
    this.eligible = this.armCount;
    return random.below(this.armCount);
  }

  pickAmong(random: Random, arms: Ints): i32 {
    this.eligible = arms.length;
    return arms[random.below(arms.length)];
  }

  /** The probability that the next `pick` gives to an arm. */
  probability(_arm: i32): f64 {
    const arms: f64 = this.armCount;
    return 1.0 / arms;
  }

  propensity(): f64 {
    return 1.0 / this.eligible;
  }

  // @inline
  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  // @inline
  advance(_arm: i32): void {}

  passEmpty(slots: i32): i32 {
    return slots;
  }

  // @inline
  learn(_slot: i32, _arm: i32, _ticket: f64, _reward: f64): bool {
    return false;
  }

  /** Rewards are not looked at, so none is waited for. */
  weight(_slot: i32): f64 {
    return 0.0;
  }

  welcome(_arm: i32): void {}

  reset(): void {}

  transfer(_archive: Archive): void {}
}
