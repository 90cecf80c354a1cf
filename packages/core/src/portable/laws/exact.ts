// PORTABLE
import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/** The mean itself; nothing is drawn. Rewards that were recorded are played with it. */
export class ExactRewards {
  // @inline
  draw(mean: f64, _random: Random): f64 {
    return mean;
  }
}
