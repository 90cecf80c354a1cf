import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';

/** The mean plus a normal value of standard deviation `sd`. */
export class GaussianRewards {
  sd: f64;

  constructor(sd: f64) {
    this.sd = sd;
  }

  // @inline
  draw(mean: f64, random: Random): f64 {
    return mean + this.sd * normal(random);
  }
}

/** Normal noise; with the default deviation it is 1/2-sub-Gaussian, as the paper's bounds assume. */
export const gaussian: RewardLawDefinition = {
  id: 'gaussian',
  order: 20,
  name: 'Gaussian',
  pageName: 'Normal noise',
  summary: 'Normal noise around the mean.',
  parameters: [{ kind: 'number', id: 'sd', summary: 'standard deviation', default: 0.5, least: 0 }],
  rewardRange: [-1, 1],
  sampler: (values) => new GaussianRewards(values.number('sd')),
  variance: (_mean, values) => values.number('sd') * values.number('sd'),
};
