import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';

// PORTABLE

/** The mean itself; nothing is drawn. Rewards that were recorded are played with it. */
export class ExactRewards {
  // @inline
  draw(mean: f64, _random: Random): f64 {
    return mean;
  }
}

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
