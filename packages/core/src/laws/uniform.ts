import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';

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

/** Bounded noise; with the default width it is 1/2-sub-Gaussian, as the paper's bounds assume. */
export const uniform: RewardLawDefinition = {
  id: 'uniform',
  order: 60,
  name: 'Uniform',
  pageName: 'Even noise',
  summary: 'A value from an interval around the mean, all values equally likely.',
  parameters: [
    { kind: 'number', id: 'width', summary: 'length of the interval', default: 1, least: 0 },
  ],
  rewardRange: [-1, 1],
  sampler: (values) => new UniformRewards(values.number('width')),
  variance: (_mean, values) => (values.number('width') * values.number('width')) / 12,
};
