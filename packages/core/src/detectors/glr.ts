import type { DetectorDefinition, DetectorParameter } from '../definitions/detector.ts';
import { BernoulliGlr } from '../portable/detectors/glr.ts';

/** Rewards are not counted ahead: the memory grows as they come. */
export const UNLIMITED = 2 ** 31 - 1;

export const GLR_DELTA: DetectorParameter = {
  kind: 'number',
  id: 'delta',
  symbol: 'δ',
  summary: 'level of false alarms, for any number of rewards',
  default: 0.01,
  above: 0,
  most: 1,
};

export const GLR_CONSTANT: DetectorParameter = {
  kind: 'number',
  id: 'c',
  symbol: 'c',
  summary: 'constant in the threshold ln(c n^(3/2) / δ)',
  default: 1,
  above: 0,
};

/** The generalized likelihood ratio test for [0, 1]. */
export const glr: DetectorDefinition = {
  id: 'glr',
  order: 10,
  name: 'Bernoulli GLR',
  summary:
    'Raises an alarm if, for some split, two means explain rewards in [0, 1] much better than one. Tests all splits.',
  reference: 'Besson, Kaufmann, Maillard & Seznec 2022',
  formula:
    'max over s of s kl(mean of first s, mean) + (n−s) kl(mean of others, mean) ≥ ln(c n^(3/2) / δ)',
  level:
    'Aims at a probability of at most δ of any false alarm, for any number of rewards. Proved for larger thresholds, not for c = 1.',
  proved: false,
  rewards: 'unit-interval',
  cost: 'mostly two likelihoods per reward; about 4 ln n vertices, n in the worst case',
  parameters: [GLR_DELTA, GLR_CONSTANT],
  forLevel: (level) => ({ delta: level }),
  detectors: (armCount, { delta, c }) => new BernoulliGlr(armCount, UNLIMITED, delta, c),
};
