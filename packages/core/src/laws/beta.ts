import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { beta } from '../portable/random/beta.ts';
import { Random } from '../portable/random/generator.ts';

/**
 * A value of Beta(m c, (1−m) c) for the mean m and the concentration c.
 *
 * The sampler rejects, and how often depends on the mean; so it draws from a source of its own that
 * four draws of the slot's source start. The slot's source thus moves equally for every mean.
 */
export class BetaRewards {
  concentration: f64;
  scratch: Random;

  constructor(concentration: f64) {
    this.concentration = concentration;
    this.scratch = new Random(1, 0, 0, 0);
  }

  draw(mean: f64, random: Random): f64 {
    const scratch: Random = this.scratch;
    scratch.assign(random.next(), random.next(), random.next(), random.next());
    if (mean <= 0.0) return 0.0;
    if (mean >= 1.0) return 1.0;
    return beta(scratch, mean * this.concentration, (1.0 - mean) * this.concentration);
  }
}

/** Shares and rates: rewards anywhere in [0, 1]. */
export const betaLaw: RewardLawDefinition = {
  id: 'beta',
  order: 50,
  name: 'Beta',
  pageName: 'From 0 to 1, beta',
  summary: 'A value in [0, 1] from Beta(m c, (1−m) c), where m is the mean.',
  parameters: [
    {
      kind: 'number',
      id: 'concentration',
      summary: 'c; a larger value keeps rewards closer to their mean',
      default: 4,
      above: 0,
    },
  ],
  rewardRange: [0, 1],
  meanRange: [0, 1],
  sampler: (values) => new BetaRewards(values.number('concentration')),
  variance: (mean, values) => (mean * (1 - mean)) / (values.number('concentration') + 1),
};
