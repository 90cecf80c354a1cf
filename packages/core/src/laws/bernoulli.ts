import type { RewardLawDefinition } from '../definitions/law.ts';
import { BernoulliRewards } from '../portable/laws/bernoulli.ts';

/** Success or failure. */
export const bernoulli: RewardLawDefinition = {
  id: 'bernoulli',
  order: 10,
  name: 'Bernoulli',
  pageName: '0 or 1',
  summary: '1 with the probability that the mean says, else 0.',
  parameters: [],
  rewardRange: [0, 1],
  meanRange: [0, 1],
  sampler: () => new BernoulliRewards(),
  variance: (mean) => mean * (1 - mean),
};
