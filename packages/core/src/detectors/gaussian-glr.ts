import type { DetectorDefinition } from '../definitions/detector.ts';
import { GaussianGlr } from '../portable/detectors/gaussian-glr.ts';
import { GLR_CONSTANT, GLR_DELTA, UNLIMITED } from './glr.ts';

/** The generalized likelihood ratio test for a known variance. */
export const gaussianGlr: DetectorDefinition = {
  id: 'gaussian-glr',
  order: 20,
  name: 'Gaussian GLR',
  summary:
    'Raises an alarm if, for some split, two means explain rewards of known variance much better than one. Tests all splits.',
  reference: 'Maillard 2019',
  formula: 'max over s of s (n−s) (difference of means)² / (2 n σ²) ≥ ln(c n^(3/2) / δ)',
  level:
    'Aims at a probability of at most δ of any false alarm, for any number of σ²-sub-Gaussian rewards. Not proved for this threshold.',
  proved: false,
  rewards: 'any',
  cost: 'mostly two likelihoods per reward; about 4 ln n vertices, n in the worst case',
  parameters: [
    GLR_DELTA,
    GLR_CONSTANT,
    {
      kind: 'number',
      id: 'variance',
      symbol: 'σ²',
      summary: 'variance of rewards; 1/4 bounds it for rewards in [0, 1]',
      default: 0.25,
      above: 0,
    },
  ],
  forLevel: (level) => ({ delta: level }),
  detectors: (armCount, { delta, c, variance }) =>
    new GaussianGlr(armCount, UNLIMITED, delta, c, variance),
};
