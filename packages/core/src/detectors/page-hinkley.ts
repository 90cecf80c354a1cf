import type { DetectorDefinition } from '../definitions/detector.ts';
import { PageHinkley } from '../portable/detectors/page-hinkley.ts';
import { REFERENCE_SAMPLES, SUM_THRESHOLD, sumThreshold, TOLERANCE } from './cusum.ts';

/** The two-sided Page–Hinkley test. */
export const pageHinkley: DetectorDefinition = {
  id: 'page-hinkley',
  order: 60,
  name: 'Page–Hinkley',
  summary: 'Sums deviations from the running mean.',
  reference: 'Hinkley 1971; Liu, Lee & Shroff 2018',
  formula: 'g ← max(0, g ± (x − mean so far) − ε) ≥ h, after M rewards',
  level: 'No proven level, because the running mean is itself uncertain.',
  proved: false,
  rewards: 'any',
  cost: 'O(1) per reward, 4 numbers',
  parameters: [REFERENCE_SAMPLES, TOLERANCE, SUM_THRESHOLD],
  forLevel: sumThreshold,
  detectors: (armCount, { samples, epsilon, threshold }) =>
    new PageHinkley(armCount, samples, epsilon, threshold),
};
