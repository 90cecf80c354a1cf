/**
 * Studies made of many comparisons: tuning, ranks, the landscape and its guide, worst cases, detectors, costs.
 *
 * @module @driftline/engine/studies
 */
export {
  BENCH_ENVIRONMENTS,
  type BenchNoise,
  type BenchSetting,
  benchHorizon,
  PlayedPolicy,
} from '../studies/bench/played-policy.ts';
export { DEFAULT_ROUNDS, measureInTurns, median, type Subject } from '../studies/bench/rounds.ts';
export { sweepsOf } from '../studies/experiment/sweeps.ts';
export {
  COSTS_FORMAT,
  COSTS_VERSION,
  type Costs,
  measureCosts,
} from '../studies/landscape/costs.ts';
export { guideOf } from '../studies/landscape/guide/guide.ts';
export { guideMarkdown } from '../studies/landscape/guide/markdown.ts';
export { readScores, scoresCsv } from '../studies/landscape/scores-csv.ts';
export { type Landscape, landscapeOf, type Suite } from '../studies/landscape/suite.ts';
export { whichPolicyOf } from '../studies/landscape/which-policy.ts';
export { experimentReport } from '../studies/report/experiment-report.ts';
export type { ComparisonTuning } from '../studies/report/tuning-part.ts';
export {
  planTuning,
  type TuningRecord,
  tunedName,
  tuneEqually,
} from '../studies/tuning/equal-effort.ts';
export { rankPolicies } from '../studies/tuning/ranks.ts';
export {
  type GrowthLine,
  type GrowthStudy,
  growthHorizons,
  growthStudy,
} from '../studies/worst-case/growth.ts';
export type { GrowthGroup } from '../studies/worst-case/growth-candidates.ts';
export { growthDrawings } from '../studies/worst-case/growth-drawings.ts';
export { growthReport, parameterText, worstCaseReport } from '../studies/worst-case/report.ts';
export type { FamilyBest } from '../studies/worst-case/search.ts';
export type { Slope } from '../studies/worst-case/slope.ts';
export type { PlayingOptions } from '../studies/worst-case/study-run.ts';
export { growthNotes, worstCaseNotes } from '../studies/worst-case/wording.ts';
export {
  type WorstCaseStudy,
  worstCase,
  worstCaseDefaults,
} from '../studies/worst-case/worst-case.ts';
