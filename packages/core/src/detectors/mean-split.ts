import type { DetectorDefinition } from '../definitions/detector.ts';
import { MeanSplit } from '../portable/detectors/mean-split.ts';
import { UNLIMITED } from './glr.ts';

/** The test of ADR-bandit, which `adr` has without its monitoring rounds. */
export const meanSplit: DetectorDefinition = {
  id: 'mean-split',
  order: 30,
  name: 'Mean split',
  summary:
    'Raises an alarm if, for some split, the means before and after differ more than Hoeffding allows.',
  reference: 'Komiyama, Fouché & Honda 2024; Bifet & Gavaldà 2007',
  formula: '|mean of first m − mean of others| > √(ln(1/δ)/(2m)) + √(ln(1/δ)/(2(n−m))) for some m',
  level:
    'By Hoeffding, each split errs with probability at most 4δ. By a union over their T (T+1)/2 stretches, T rewards raise a false alarm with probability at most δ T (T+1).',
  proved: true,
  rewards: 'unit-interval',
  cost: 'mostly two likelihoods per reward; about 4 ln n vertices, n in the worst case',
  parameters: [
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      summary: 'error probability of the mean of each stretch, on either side',
      default: 0.001,
      above: 0,
      most: 1,
    },
  ],
  forLevel: (level, horizon) => ({ delta: level / (horizon * (horizon + 1)) }),
  detectors: (armCount, { delta }) => new MeanSplit(armCount, UNLIMITED, delta),
};
