import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';

/** The mean plus a normal value of standard deviation `sd`. */
export class GaussianRewards {
  sd: f64;

  constructor(sd: f64) {
    this.sd = sd;
  }

  // @inline
  draw(mean: f64, random: Random): f64 {
    return mean + this.sd * normal(random);
  }
}
