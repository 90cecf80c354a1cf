/**
 * The paper's experiments and what becomes of its claims: the plan, the verdicts, the figures and the
 * report.
 *
 * @packageDocumentation
 */
export { type ReproductionFigures, reproductionFigures } from './figures.ts';
export {
  type Claim,
  decidingOrdering,
  type JudgedOrdering,
  type JudgedReading,
} from './judge.ts';
export { PhaseStore } from './phases.ts';
export {
  PUBLISHED_REPLICATIONS,
  type ReproductionSettings,
  reproductionPlan,
  studyReplications,
} from './plan.ts';
export {
  CLAIMS_FORMAT,
  CLAIMS_VERSION,
  judgeReproduction,
  type ReproductionRecord,
  splitRequests,
} from './record.ts';
export { type ReproductionReportSettings, reproductionReport } from './report.ts';
export { type Verdict, verdictText } from './verdict.ts';
export { orderingLabel, READING_WORDS, summarySentence } from './words.ts';
