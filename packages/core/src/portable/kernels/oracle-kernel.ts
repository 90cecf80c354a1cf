import { Archive } from '../base/archive.ts';
import { bool, choose, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Course } from '../means/course.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/**
 * Picks the arm of the largest mean of each slot, the lowest among equals: it is given the means, and learns
 * nothing. After their horizon those of the last slot stay.
 */
export class OracleKernel implements Kernel {
  course: Course;
  slot: i32 = 0;

  constructor(course: Course) {
    this.course = course;
  }

  mean(arm: i32): f64 {
    const course: Course = this.course;
    const last: i32 = course.best.length - 1;
    const slot: i32 = choose<i32>(this.slot < last, this.slot, last);
    return course.tabled ? course.means[slot * course.armCount + arm] : course.wave.mean(slot, arm);
  }

  pick(_random: Random): i32 {
    let best: i32 = 0;
    let top: f64 = this.mean(0);
    for (let arm: i32 = 1; arm < this.course.armCount; arm++) {
      const mean: f64 = this.mean(arm);
      best = choose<i32>(mean > top, arm, best);
      top = fmax(mean, top);
    }
    return best;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.mean(best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const mean: f64 = this.mean(arms[i]);
      best = choose<i32>(mean > top, arms[i], best);
      top = fmax(mean, top);
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
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    return slots;
  }

  learn(_slot: i32, _arm: i32, _ticket: f64, _reward: f64): bool {
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
  }
}
