/**
 * Experiment files: read, checked with line and column, and planned as comparisons. This entry loads
 * a YAML parser and a schema library, which workers and browsers do without.
 *
 * @packageDocumentation
 */

export { ExperimentError } from '../request/experiment-error.ts';
export type { Issue } from '../studies/experiment/issues.ts';
export {
  contextsNamedIn,
  type ExperimentPlan,
  type PlanOptions,
  planExperiment,
  tablesNamedIn,
} from '../studies/experiment/plan.ts';
export { contextsKey, type MeansTable } from '../studies/experiment/plan-environments.ts';
export { type ExperimentFile, readExperiment } from '../studies/experiment/read.ts';
export {
  type Experiment,
  experimentJsonSchema,
  experimentSchema,
} from '../studies/experiment/schema.ts';
export {
  type Bearings,
  sameExperiment,
  selfContained,
} from '../studies/experiment/self-contained.ts';
