import type { DetectorDefinition, DetectorParameter } from '../definitions/detector.ts';
import { Cusum } from '../portable/detectors/cusum.ts';
import { cusumThreshold } from '../theory/detection.ts';

export const REFERENCE_SAMPLES: DetectorParameter = {
  kind: 'integer',
  id: 'samples',
  symbol: 'M',
  summary: 'rewards before the test begins',
  default: 150,
  least: 1,
  most: 2 ** 31 - 1,
};

export const TOLERANCE: DetectorParameter = {
  kind: 'number',
  id: 'epsilon',
  symbol: 'ε',
  summary: 'size of a change that is tolerated',
  default: 0.1,
  least: 0,
};

export const SUM_THRESHOLD: DetectorParameter = {
  kind: 'number',
  id: 'threshold',
  symbol: 'h',
  summary: 'cumulative sum that raises an alarm',
  default: 10,
  above: 0,
};

/** h = ln(T/Υ), with the level for Υ: as if each change that is expected allowed one false alarm. */
export function sumThreshold(level: number, horizon: number): Record<string, number> {
  return { threshold: cusumThreshold(horizon, level) };
}

/** The two-sided cumulative sum. */
export const cusum: DetectorDefinition = {
  id: 'cusum',
  order: 50,
  name: 'CUSUM',
  summary: 'Sums deviations from the mean of the first rewards.',
  reference: 'Page 1954; Liu, Lee & Shroff 2018',
  formula: 'g ← max(0, g ± (x − mean of the first M) − ε) ≥ h',
  level:
    'No proven level. The mean of the first M rewards is itself uncertain. If its error exceeds ε, a false alarm comes sooner or later.',
  proved: false,
  rewards: 'any',
  cost: 'O(1) per reward, 4 numbers',
  parameters: [REFERENCE_SAMPLES, TOLERANCE, SUM_THRESHOLD],
  forLevel: sumThreshold,
  detectors: (armCount, { samples, epsilon, threshold }) =>
    new Cusum(armCount, samples, epsilon, threshold),
};
