import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/** A value anywhere in an interval of length `width` around the mean, all equally likely. */
export class UniformRewards {
  width: f64;

  constructor(width: f64) {
    this.width = width;
  }

  // @inline
  draw(mean: f64, random: Random): f64 {
    return mean + this.width * (random.uniform() - 0.5);
  }
}
