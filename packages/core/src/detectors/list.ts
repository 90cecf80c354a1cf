import type { DetectorDefinition } from '../definitions/detector.ts';
import { cusum } from './cusum.ts';
import { gaussianGlr } from './gaussian-glr.ts';
import { glr } from './glr.ts';
import { halfDifference } from './half-difference.ts';
import { meanSplit } from './mean-split.ts';
import { pageHinkley } from './page-hinkley.ts';

/** Every detector, in the order of presentation. */
export const detectorDefinitions: readonly DetectorDefinition[] = [
  glr,
  gaussianGlr,
  meanSplit,
  halfDifference,
  cusum,
  pageHinkley,
];
