import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/**
 * The hot part of a law: one reward. How many draws it takes from `random` must not depend on the
 * mean, so that policies that choose different arms face the same luck.
 */
export interface RewardSampler {
  /** Draws a reward with this mean. */
  draw(mean: f64, random: Random): f64;
}
