/**
 * Driftline's engine: comparisons in fixed chunks, played anywhere, aggregated in order. This entry
 * runs in any JavaScript engine; what needs Node is in `@driftline/engine/node`.
 *
 * @packageDocumentation
 */

// Drawing is in '@driftline/engine/figures': workers need not load it.
export type * from './drawing/figures/types.ts';
export type { EmbeddedFont } from './drawing/report/style.ts';
export { aggregate, bestArmStretches } from './play/aggregate.ts';
export {
  type CheckpointRule,
  type Chunk,
  type Comparison,
  canPlayOn,
  checkpointSlots,
  chunkCount,
  chunksOf,
  type EnvironmentSource,
  type RecordedRewards,
} from './play/comparison.ts';
export { isOracle, standingOf, toldIn, withoutOracles } from './play/contestants.ts';
export { ChunkPlayers, type Executor, InlineExecutor } from './play/executor.ts';
export {
  ChunkPlayer,
  type ChunkRows,
  environmentOf,
  type PolicyRows,
  policyOf,
  toldVariation,
} from './play/play-chunk.ts';
export {
  PluginError,
  type PluginFault,
  type PluginKind,
  type PluginOrigin,
  type PluginPlace,
  shownValue,
} from './play/plugins/plugin-error.ts';
export { checkPluginModule } from './play/plugins/plugin-validation.ts';
export { NO_PLUGINS, type PluginModule, Plugins } from './play/plugins/plugins.ts';
export { receivedError, type SentError, sentError } from './play/plugins/sent-error.ts';
export * from './play/result.ts';
export {
  type ChunkStore,
  type Progress,
  type Resumption,
  type RunOptions,
  RunStopped,
  runComparisons,
} from './play/run.ts';
export {
  checkRunSize,
  longRunText,
  RUN_LIMITS,
  type RunSetting,
  type RunSize,
  usefulWorkers,
} from './play/run-size.ts';
export { pluginMeansDigests } from './play/same-again.ts';
export {
  type Estimate,
  type Histogram,
  histogram,
  holm,
  Moments,
  momentsOf,
  type PairedDifference,
  pairedDifference,
  quantile,
  SIGNIFICANCE_LEVEL,
  type Summary,
  sharedEdges,
  studentQuantile,
  studentTail,
  summarize,
} from './play/statistics.ts';
export { EVERYTHING, NOTHING_YET } from './play/watch/forgetting.ts';
export { type WatchedReplication, watchReplication } from './play/watch/watch.ts';
export {
  serveChunks,
  type WebWorker,
  type WebWorkerScope,
  webWorkerPort,
} from './play/web-worker.ts';
export {
  answerTask,
  type WorkerAnswer,
  WorkerLost,
  WorkerPool,
  type WorkerPort,
  WorkersClosed,
  type WorkerTask,
} from './play/worker-pool.ts';
export * from './studies/bench/index.ts';
export {
  type Delay,
  type DetectorFindings,
  type DetectorStudy,
  type DetectorStudyOptions,
  detectorStudy,
  type FalseAlarms,
  type Rate,
  rateOf,
} from './studies/detection/study.ts';
export { ExperimentError } from './studies/experiment/issues.ts';
export { sweepsOf } from './studies/experiment/sweeps.ts';
export {
  COSTS_FORMAT,
  COSTS_VERSION,
  type CostOptions,
  type Costs,
  measureCosts,
  type PolicyCost,
} from './studies/landscape/costs.ts';
export { guideOf } from './studies/landscape/guide/guide.ts';
export { guideMarkdown } from './studies/landscape/guide/markdown.ts';
export type { Guide, GuidePart, GuideTable } from './studies/landscape/guide/words.ts';
export { scoresCsv } from './studies/landscape/scores-csv.ts';
export {
  type Landscape,
  landscapeOf,
  type Suite,
  type SuiteCell,
  type SuiteColumn,
  type SuiteRow,
} from './studies/landscape/suite.ts';
export {
  experimentReport,
  type ReportSettings,
} from './studies/report/experiment-report.ts';
export {
  type EqualEffort,
  type EqualEffortOptions,
  type Trial,
  type TunedPolicy,
  type TuningRecord,
  tuneEqually,
} from './studies/tuning/equal-effort.ts';
export type { FriedmanTest } from './studies/tuning/rank-tests.ts';
export {
  type ComparisonOrder,
  type PolicyPair,
  type PolicyRank,
  type Ranking,
  type RankingOptions,
  rankPolicies,
} from './studies/tuning/ranks.ts';
export {
  type TrainedOn,
  type TrainingEnvironment,
  type TrainingSet,
  trainingEnvironments,
} from './studies/tuning/training-environments.ts';
export type { Varied } from './studies/tuning/trial-plan.ts';
export * from './studies/worst-case/index.ts';
export { comparisonRecord, comparisonWarnings } from './words/comparison-record.ts';
export { type Columns, csvOf, curvesColumns, finalsColumns } from './words/csv.ts';
export { benchmarkText, lawWithParameters, mappedRewardsText } from './words/reward-words.ts';
export { slotColumnWarning, Table, TableReader, tableText } from './words/table-text.ts';
export { untoldChangesText } from './words/told-words.ts';
