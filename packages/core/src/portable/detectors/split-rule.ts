import { bool, f64 } from '../base/language.ts';

/**
 * What a `SplitTest` asks of the data: how well one mean explains some rewards, and how much better
 * two means must do to raise an alarm.
 */
export interface SplitRule {
  /**
   * A reward as it is summed. Where only differences count, the arm's first reward is taken away, or a
   * large mean would drown them in rounding.
   */
  centred(reward: f64, first: f64): f64;
  /** The largest log-likelihood of `count` rewards with this sum, over all means. */
  likelihood(sum: f64, count: f64): f64;
  /** Sets how many rewards the next splits are of. */
  begin(count: f64): void;
  /** A gain in likelihood below this never raises an alarm. */
  least(): f64;
  /** Whether the split of (sum, count) after (`leftSum`, `leftCount`), which gains `gain`, does. */
  alarms(gain: f64, leftSum: f64, leftCount: f64, sum: f64, count: f64): bool;
}
