// PORTABLE
import { choose, f64, unsigned } from '../portable.ts';
import { Random } from '../random/generator.ts';

const TWO_TO_32: f64 = 4294967296.0;

/** 1 with the mean's probability (to 2⁻³²), else 0; one draw of 32 bits. */
export class BernoulliRewards {
  draw(mean: f64, random: Random): f64 {
    return choose<f64>(unsigned(random.next()) < mean * TWO_TO_32, 1.0, 0.0);
  }
}
