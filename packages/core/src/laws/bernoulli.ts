import type { RewardLawDefinition } from '../definitions/law.ts';
import { choose, f64, i32, unsigned } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';

const TWO_TO_32: f64 = 4294967296.0;

/** 1 with the mean's probability (to 2⁻³²), else 0; one draw of 32 bits. */
export class BernoulliRewards {
  // @inline
  draw(mean: f64, random: Random): f64 {
    // Chosen among integers, as engines make a branch of a choice among reals: it would be guessed
    // wrong half of the time.
    const success: i32 = choose<i32>(unsigned(random.next()) < mean * TWO_TO_32, 1, 0);
    return success;
  }
}

/** Success or failure. */
export const bernoulli: RewardLawDefinition = {
  id: 'bernoulli',
  order: 10,
  name: 'Bernoulli',
  pageName: '0 or 1',
  summary: '1 with a probability equal to the mean, otherwise 0.',
  parameters: [],
  rewardRange: [0, 1],
  meanRange: [0, 1],
  sampler: () => new BernoulliRewards(),
  variance: (mean) => mean * (1 - mean),
};
