import { f64, i32 } from '../base/language.ts';
import { LineContest } from '../tournament/contest.ts';
import { Indices } from './indices.ts';

/**
 * A width that rises with time for all arms alike, split so that only what changed is computed anew:
 *
 *     index = mean + scale(slot, unit) × slope(mass)
 *
 * The slope belongs to an arm and changes with what is remembered of it; the scale is common to all
 * arms and falls only with the unit.
 */
export interface RisingRule {
  /** What belongs to an arm: how much of the scale it gets, by the mass remembered of it. */
  slope(mass: f64): f64;
  /** What is common to all arms: never less than in an earlier slot with the same unit. */
  scale(slot: i32, unit: f64): f64;
}

/** Indices whose widths rise together. */
export class RisingIndices<C extends LineContest, R extends RisingRule> implements Indices {
  contest: C;
  rule: R;
  /** The scale when the contest was last asked or rebuilt: no later one is less. */
  scale: f64 = 0.0;

  constructor(contest: C, rule: R) {
    this.contest = contest;
    this.rule = rule;
    this.clear();
  }

  // @inline
  leader(slot: i32, unit: f64): i32 {
    this.scale = this.rule.scale(slot, unit);
    return this.contest.winner(this.scale);
  }

  index(arm: i32, slot: i32, unit: f64): f64 {
    return this.contest.means[arm] + this.rule.scale(slot, unit) * this.contest.slopes[arm];
  }

  indexOf(mean: f64, mass: f64, slot: i32, unit: f64): f64 {
    return mean + this.rule.scale(slot, unit) * this.rule.slope(mass);
  }

  // @inline
  set(arm: i32, mean: f64, mass: f64): void {
    this.contest.set(arm, mean, this.rule.slope(mass), this.scale);
  }

  setEmpty(arm: i32, key: f64): void {
    this.contest.set(arm, key, 0.0, this.scale);
  }

  write(arm: i32, mean: f64, mass: f64): void {
    this.contest.means[arm] = mean;
    this.contest.slopes[arm] = this.rule.slope(mass);
  }

  writeEmpty(arm: i32, key: f64): void {
    this.contest.means[arm] = key;
    this.contest.slopes[arm] = 0.0;
  }

  rebuild(slot: i32, unit: f64): void {
    this.scale = this.rule.scale(slot, unit);
    this.contest.rebuild(this.scale);
  }

  clear(): void {
    this.scale = 0.0;
    this.contest.fill(Infinity, 0.0);
  }
}
