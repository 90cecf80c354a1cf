import type { RewardLawDefinition } from '../definitions/law.ts';
import { BetaRewards } from '../portable/laws/beta.ts';

/** Shares and rates: rewards anywhere in [0, 1]. */
export const beta: RewardLawDefinition = {
  id: 'beta',
  order: 50,
  name: 'Beta',
  pageName: 'From 0 to 1, beta',
  summary: 'A value in [0, 1] from Beta(m c, (1−m) c), m being the mean.',
  parameters: [
    {
      kind: 'number',
      id: 'concentration',
      summary: 'c: the larger, the closer rewards lie to their mean',
      default: 4,
      above: 0,
    },
  ],
  rewardRange: [0, 1],
  meanRange: [0, 1],
  sampler: (values) => new BetaRewards(values.number('concentration')),
  variance: (mean, values) => (mean * (1 - mean)) / (values.number('concentration') + 1),
};
