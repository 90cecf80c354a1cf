import type { RewardLawDefinition } from '../definitions/law.ts';
import { ExactRewards } from '../portable/laws/exact.ts';

/** No noise: for rewards that are known, and to see a policy without luck. */
export const exact: RewardLawDefinition = {
  id: 'exact',
  order: 70,
  name: 'Exact',
  pageName: 'No noise',
  summary: 'The mean itself, without noise.',
  parameters: [],
  rewardRange: [-1, 1],
  sampler: () => new ExactRewards(),
  variance: () => 0,
};
