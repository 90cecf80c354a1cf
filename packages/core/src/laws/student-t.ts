import type { RewardLawDefinition } from '../definitions/law.ts';
import { StudentRewards } from '../portable/laws/student-t.ts';

/** Heavy tails without a preferred scale; the fewer the degrees, the heavier. */
export const studentT: RewardLawDefinition = {
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
