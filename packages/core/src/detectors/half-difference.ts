import type { DetectorDefinition } from '../definitions/detector.ts';
import { HalfDifference } from '../portable/detectors/half-difference.ts';
import { ln } from '../portable/math/log.ts';

/** The test of M-UCB. */
export const halfDifference: DetectorDefinition = {
  id: 'half-difference',
  order: 40,
  name: 'Half difference',
  summary:
    'Raises an alarm if the sums of the last h rewards and the h before them differ by more than b.',
  reference: 'Cao, Wen, Kveton & Xie 2019',
  formula: '|sum of last h − sum of h before| > b = √(h ln(2/δ))',
  level:
    'By Hoeffding, each reward raises a false alarm with probability at most δ. By a union bound, T rewards raise one with probability at most T δ. M-UCB uses δ = 1/(K T²).',
  proved: true,
  rewards: 'unit-interval',
  cost: 'O(1) per reward, 4h numbers',
  parameters: [
    {
      kind: 'integer',
      id: 'half',
      symbol: 'h',
      summary: 'rewards in each half',
      default: 100,
      least: 1,
      most: 2 ** 24,
    },
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      summary: 'level of false alarms at each reward',
      default: 1e-6,
      above: 0,
      most: 1,
    },
  ],
  forLevel: (level, horizon) => ({ delta: level / horizon }),
  detectors: (armCount, { half, delta }) =>
    new HalfDifference(armCount, half, Math.sqrt(half * ln(2 / delta))),
};
