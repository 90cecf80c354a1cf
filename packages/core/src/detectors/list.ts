import { cusum } from './cusum.definition.ts';
import type { DetectorDefinition } from './definition.ts';
import { gaussianGlr } from './gaussian-glr.definition.ts';
import { glr } from './glr.definition.ts';
import { halfDifference } from './half-difference.definition.ts';
import { meanSplit } from './mean-split.definition.ts';
import { pageHinkley } from './page-hinkley.definition.ts';

/** Every detector, in the order of presentation. */
export const detectorDefinitions: readonly DetectorDefinition[] = [
  glr,
  gaussianGlr,
  meanSplit,
  halfDifference,
  cusum,
  pageHinkley,
];
