import type { DetectorDefinition } from '../definitions/detector.ts';
import { MeanSplit } from '../portable/detectors/mean-split.ts';
import { UNLIMITED } from './glr.ts';

/** The test of ADR-bandit, which `adr` has without its monitoring rounds. */
export const meanSplit: DetectorDefinition = {
  id: 'mean-split',
  order: 30,
  name: 'Mean split',
  summary:
    'Earlier and later rewards have means further apart than Hoeffding allows, for some split.',
  reference: 'Komiyama, Fouché & Honda 2024; Bifet & Gavaldà 2007',
  formula: '|mean of first m − mean of others| > √(ln(1/δ)/(2m)) + √(ln(1/δ)/(2(n−m))) for some m',
  level:
    'Each split errs with probability at most 4δ by Hoeffding; any false alarm among T rewards has at most δ T (T+1), by a union over their T (T+1)/2 stretches.',
  proved: true,
  rewards: 'unit-interval',
  cost: 'two likelihoods per reward mostly, about 4 ln n vertices; n at worst',
  parameters: [
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      summary: 'what a mean of each stretch may err with on either side',
      default: 0.001,
      above: 0,
      most: 1,
    },
  ],
  forLevel: (level, horizon) => ({ delta: level / (horizon * (horizon + 1)) }),
  detectors: (armCount, { delta }) => new MeanSplit(armCount, UNLIMITED, delta),
};
