/**
 * Driftline's engine: comparisons in fixed chunks, played anywhere, aggregated in order. This entry
 * runs in any JavaScript engine; what needs Node is in `@driftline/engine/node`.
 *
 * @packageDocumentation
 */

export type { Comparison, EnvironmentSource } from './play/comparison.ts';
export { type Executor, InlineExecutor } from './play/executor.ts';
export { PluginError } from './play/plugins/plugin-error.ts';
export { NO_PLUGINS, type PluginModule, Plugins } from './play/plugins/plugins.ts';
export type { Progress } from './play/progress.ts';
export type {
  ComparisonResult,
  Curve,
  EnvironmentResult,
  PolicyResult,
  Result,
} from './play/result.ts';
export { type RunOptions, RunStopped, runComparisons } from './play/run.ts';
export type { ChunkStore } from './play/scheduler.ts';
export { type WatchedReplication, watchReplication } from './play/watch/watch.ts';
export { ExperimentError } from './request/experiment-error.ts';
export { type DetectorStudy, detectorStudy } from './studies/detection/study.ts';
export { guideOf } from './studies/landscape/guide/guide.ts';
export { guideMarkdown } from './studies/landscape/guide/markdown.ts';
export { type Landscape, landscapeOf } from './studies/landscape/suite.ts';
export { experimentReport } from './studies/report/experiment-report.ts';
export { tuneEqually } from './studies/tuning/equal-effort.ts';
export { rankPolicies } from './studies/tuning/ranks.ts';
export { type WorstCaseStudy, worstCase } from './studies/worst-case/worst-case.ts';
export { comparisonRecord } from './words/comparison-record.ts';
export { csvOf, curvesColumns, finalsColumns } from './words/csv.ts';
