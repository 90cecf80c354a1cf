/** All traces worked by hand from the paper, one for each policy; the arithmetic is beside the data. */
import { autoTraces, growingAutoTrace } from './auto-traces.ts';
import { detectionTraces } from './detection-traces.ts';
import { discountedRobustMossTraces } from './discounted-robust-moss-traces.ts';
import { discountedUcbTraces } from './discounted-ucb-traces.ts';
import { imedTraces } from './imed-traces.ts';
import { klUcbTraces } from './kl-ucb-traces.ts';
import { normalTrace, posteriorTraces } from './posterior-traces.ts';
import { probabilityTraces } from './probability-traces.ts';
import { robustMossTraces } from './robust-moss-traces.ts';
import type { IndexTrace, Trace } from './trace.ts';
import { tunedAndRawUcbTraces } from './tuned-and-raw-ucb-traces.ts';
import { ucbAndMossTraces } from './ucb-and-moss-traces.ts';

export type {
  DetectionTrace,
  IndexTrace,
  PosteriorTrace,
  ProbabilityTrace,
  Trace,
} from './trace.ts';
export {
  autoTraces,
  detectionTraces,
  growingAutoTrace,
  normalTrace,
  posteriorTraces,
  probabilityTraces,
};

/** The traces of deterministic policies. */
export const indexTraces: readonly IndexTrace[] = [
  ...ucbAndMossTraces,
  ...discountedUcbTraces,
  ...robustMossTraces,
  ...discountedRobustMossTraces,
  ...klUcbTraces,
  ...imedTraces,
  ...tunedAndRawUcbTraces,
];

/** Every trace. */
export const traces: readonly Trace[] = [
  ...autoTraces,
  ...detectionTraces,
  ...indexTraces,
  ...probabilityTraces,
  ...posteriorTraces,
];
