/** The worst case within a variation budget: searched, judged, and how it grows with the horizon. */
export type { Candidate, Family, FamilyParameters, Problem } from './families/family.ts';
export { candidateOf } from './families/family.ts';
export { families } from './families/list.ts';
export {
  GROWTH_HORIZONS,
  type GrowthHorizon,
  type GrowthLine,
  type GrowthMeasure,
  type GrowthSettings,
  type GrowthStudy,
  growthHorizons,
  growthStudy,
  type PolicyGrowth,
} from './growth.ts';
export type { GrowthCandidate, GrowthGroup } from './growth-candidates.ts';
export { growthDrawings } from './growth-drawings.ts';
export {
  type CaseNotes,
  growthReport,
  parameterText,
  type StudyReportSettings,
  worstCaseReport,
} from './report.ts';
export { type FamilyBest, FIRST_SEARCH_REPLICATION } from './search.ts';
export { fitSlope, type Slope } from './slope.ts';
export type { ExecutorFactory, PlayingOptions } from './study-run.ts';
export { growthNotes, worstCaseNotes } from './wording.ts';
export {
  type WorstCase,
  type WorstCaseSettings,
  type WorstCaseStudy,
  worstCase,
  worstCaseDefaults,
} from './worst-case.ts';
