import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';
import { studentT } from '../portable/random/student.ts';

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

/** Heavy tails without a preferred scale; the fewer the degrees, the heavier. */
export const studentLaw: RewardLawDefinition = {
  id: 'student-t',
  order: 40,
  name: "Student's t",
  pageName: 'Heavy tails, Student’s t',
  summary: 'Heavy-tailed noise around the mean, heavier with fewer degrees of freedom.',
  parameters: [
    {
      kind: 'number',
      id: 'degrees',
      summary: 'degrees of freedom; the variance is finite above 2',
      default: 3,
      above: 1,
    },
    { kind: 'number', id: 'scale', summary: 'multiplies the noise', default: 0.5, above: 0 },
  ],
  rewardRange: [-1, 1],
  sampler: (values) => new StudentRewards(values.number('degrees'), values.number('scale')),
  variance(_mean, values) {
    const degrees = values.number('degrees');
    if (degrees <= 2) return Number.POSITIVE_INFINITY;
    const scale = values.number('scale');
    return (scale * scale * degrees) / (degrees - 2);
  },
};
