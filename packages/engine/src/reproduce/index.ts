/**
 * The paper's experiments and what becomes of its claims: the plan, the verdicts, the figures and the
 * report.
 *
 * @packageDocumentation
 */
export { type ReproductionFigures, reproductionFigures } from '../studies/reproduce/figures.ts';
export {
  type Claim,
  decidingOrdering,
  type JudgedOrdering,
  type JudgedReading,
} from '../studies/reproduce/judge.ts';
export { PhaseStore } from '../studies/reproduce/phases.ts';
export {
  PUBLISHED_REPLICATIONS,
  type ReproductionSettings,
  reproductionPlan,
  studyReplications,
} from '../studies/reproduce/plan.ts';
export {
  CLAIMS_FORMAT,
  CLAIMS_VERSION,
  judgeReproduction,
  type ReproductionRecord,
  splitRequests,
} from '../studies/reproduce/record.ts';
export {
  type ReproductionReportSettings,
  reproductionReport,
} from '../studies/reproduce/report.ts';
export { type Verdict, verdictText } from '../studies/reproduce/verdict.ts';
export { orderingLabel, READING_WORDS, summarySentence } from '../studies/reproduce/words.ts';
