import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { studentT } from '../random/student.ts';

/** The mean plus `scale` times a Student t value. */
export class StudentRewards {
  degrees: f64;
  scale: f64;

  constructor(degrees: f64, scale: f64) {
    this.degrees = degrees;
    this.scale = scale;
  }

  draw(mean: f64, random: Random): f64 {
    return mean + this.scale * studentT(random, this.degrees);
  }
}
