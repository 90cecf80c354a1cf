/**
 * Driftline's engine: comparisons in fixed chunks, played anywhere, aggregated in order. This entry
 * runs in any JavaScript engine; what needs Node is in `@driftline/engine/node`.
 *
 * @packageDocumentation
 */
export { aggregate, bestArmStretches } from './aggregate.ts';
export * from './bench/index.ts';
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
} from './comparison.ts';
export { comparisonRecord, comparisonWarnings } from './comparison-record.ts';
export { type Columns, csvOf, curvesColumns, finalsColumns } from './csv.ts';
export {
  type Delay,
  type DetectorFindings,
  type DetectorStudy,
  type DetectorStudyOptions,
  detectorStudy,
  type FalseAlarms,
  type Rate,
  rateOf,
} from './detection/study.ts';
export { ChunkPlayers, type Executor, InlineExecutor } from './executor.ts';
export { ExperimentError } from './experiment/issues.ts';
export { sweepsOf } from './experiment/sweeps.ts';
// Drawing is in '@driftline/engine/figures': workers need not load it.
export type * from './figures/types.ts';
export {
  PluginError,
  type PluginFault,
  type PluginKind,
  type PluginOrigin,
  type PluginPlace,
  shownValue,
} from './guard/plugin-error.ts';
export { pluginMeansDigests } from './guard/same-again.ts';
export { isOracle, standingOf, toldIn, withoutOracles } from './landscape/contestants.ts';
export {
  COSTS_FORMAT,
  COSTS_VERSION,
  type CostOptions,
  type Costs,
  measureCosts,
  type PolicyCost,
} from './landscape/costs.ts';
export { guideOf } from './landscape/guide/guide.ts';
export { guideMarkdown } from './landscape/guide/markdown.ts';
export type { Guide, GuidePart, GuideTable } from './landscape/guide/words.ts';
export { scoresCsv } from './landscape/scores-csv.ts';
export {
  type Landscape,
  landscapeOf,
  type Suite,
  type SuiteCell,
  type SuiteColumn,
  type SuiteRow,
} from './landscape/suite.ts';
export {
  ChunkPlayer,
  type ChunkRows,
  environmentOf,
  type PolicyRows,
  policyOf,
  toldVariation,
} from './play-chunk.ts';
export { checkPluginModule } from './plugin-validation.ts';
export { NO_PLUGINS, type PluginModule, Plugins } from './plugins.ts';
export {
  experimentReport,
  type ReportSettings,
} from './report/experiment-report.ts';
export type { EmbeddedFont } from './report/style.ts';
export * from './result.ts';
export { benchmarkText, lawWithParameters, mappedRewardsText } from './reward-words.ts';
export {
  type ChunkStore,
  type Progress,
  type Resumption,
  type RunOptions,
  RunStopped,
  runComparisons,
} from './run.ts';
export {
  checkRunSize,
  longRunText,
  RUN_LIMITS,
  type RunSetting,
  type RunSize,
  usefulWorkers,
} from './run-size.ts';
export { receivedError, type SentError, sentError } from './sent-error.ts';
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
} from './statistics.ts';
export { slotColumnWarning, Table, TableReader, tableText } from './table-text.ts';
export { untoldChangesText } from './told-words.ts';
export {
  type EqualEffort,
  type EqualEffortOptions,
  type Trial,
  type TunedPolicy,
  type TuningRecord,
  tuneEqually,
} from './tuning/equal-effort.ts';
export type { FriedmanTest } from './tuning/rank-tests.ts';
export {
  type ComparisonOrder,
  type PolicyPair,
  type PolicyRank,
  type Ranking,
  type RankingOptions,
  rankPolicies,
} from './tuning/ranks.ts';
export {
  type TrainedOn,
  type TrainingEnvironment,
  type TrainingSet,
  trainingEnvironments,
} from './tuning/training-environments.ts';
export type { Varied } from './tuning/trial-plan.ts';
export { EVERYTHING, NOTHING_YET } from './watch/forgetting.ts';
export { type WatchedReplication, watchReplication } from './watch.ts';
export {
  serveChunks,
  type WebWorker,
  type WebWorkerScope,
  webWorkerPort,
} from './web-worker.ts';
export {
  answerTask,
  type WorkerAnswer,
  WorkerLost,
  WorkerPool,
  type WorkerPort,
  WorkersClosed,
  type WorkerTask,
} from './worker-pool.ts';
export * from './worst-case/index.ts';
