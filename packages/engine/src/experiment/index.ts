/**
 * Experiment files: read, checked with line and column, and planned as comparisons. This entry loads
 * a YAML parser and a schema library, which workers and browsers do without.
 *
 * @packageDocumentation
 */
export { ExperimentError, type Issue } from './issues.ts';
export {
  type ExperimentPlan,
  type PlanOptions,
  planExperiment,
  tablesNamedIn,
} from './plan.ts';
export type { MeansTable } from './plan-environments.ts';
export { type ExperimentFile, readExperiment } from './read.ts';
export { type Experiment, experimentJsonSchema, experimentSchema } from './schema.ts';
export { type Bearings, sameExperiment, selfContained } from './self-contained.ts';
export { experimentText, type WrittenFrom } from './write.ts';
