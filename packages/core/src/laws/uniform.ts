import type { RewardLawDefinition } from '../definitions/law.ts';
import { UniformRewards } from '../portable/laws/uniform.ts';

/** Bounded noise; with the default width it is 1/2-sub-Gaussian, as the paper's bounds assume. */
export const uniform: RewardLawDefinition = {
  id: 'uniform',
  order: 60,
  name: 'Uniform',
  pageName: 'Even noise',
  summary: 'A value from an interval around the mean, all equally likely.',
  parameters: [
    { kind: 'number', id: 'width', summary: 'length of the interval', default: 1, least: 0 },
  ],
  rewardRange: [-1, 1],
  sampler: (values) => new UniformRewards(values.number('width')),
  variance: (_mean, values) => (values.number('width') * values.number('width')) / 12,
};
