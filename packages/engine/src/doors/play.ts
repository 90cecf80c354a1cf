/**
 * Playing: comparisons in chunks, players, workers, plugins, results, statistics. Workers load this and
 * nothing of what draws or studies.
 *
 * @module @driftline/engine/play
 */
export { aggregate } from '../play/aggregate.ts';
export { COLUMN_NAMES, combineOf, type PolicyRows, rowsOf } from '../play/columns.ts';
export {
  type Chunk,
  type Comparison,
  canPlayOn,
  chunksOf,
  type EnvironmentSource,
  type RecordedContexts,
  type RecordedRewards,
} from '../play/comparison.ts';
export { withoutOracles } from '../play/contestants.ts';
export { contexts } from '../play/contexts.ts';
export { ChunkPlayers, type Executor, InlineExecutor } from '../play/executor.ts';
export { type Missing, type Part, PartScheduler } from '../play/parts.ts';
export {
  ChunkPlayer,
  type ChunkRows,
  contestantOf,
  environmentOf,
  policyOf,
} from '../play/play-chunk.ts';
export { type OnSlots, type Outcome, type Player, PlayerFactory } from '../play/player.ts';
export {
  PluginError,
  type PluginOrigin,
  type PluginPlace,
  shownValue,
} from '../play/plugins/plugin-error.ts';
export { checkPluginModule } from '../play/plugins/plugin-validation.ts';
export { NO_PLUGINS, type PluginModule, Plugins } from '../play/plugins/plugins.ts';
export { receivedError, type SentError, sentError } from '../play/plugins/sent-error.ts';
export type { Progress, Resumption } from '../play/progress.ts';
export {
  type ComparisonResult,
  type Curve,
  type EnvironmentResult,
  type FleetResult,
  type PolicyDifference,
  type PolicyResult,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
} from '../play/result.ts';
export { RunStopped, runComparisons } from '../play/run.ts';
export { checkRunSize, longRunText, usefulWorkers } from '../play/run-size.ts';
export { pluginMeansDigests } from '../play/same-again.ts';
export { ChunkScheduler, type ChunkStore } from '../play/scheduler.ts';
export { type Histogram, quantile, SIGNIFICANCE_LEVEL } from '../play/statistics.ts';
export { ALL_ARMS, NO_ARM_YET } from '../play/watch/forgetting.ts';
export { WatchedSlot } from '../play/watch/seen.ts';
export { type WatchedReplication, watchReplication } from '../play/watch/watch.ts';
export {
  serveChunks,
  type WebWorker,
  type WebWorkerScope,
  webWorkerPort,
} from '../play/web-worker.ts';
export {
  TaskPlayer,
  WorkerLost,
  WorkerPool,
  type WorkerPort,
  WorkersClosed,
  type WorkerTask,
} from '../play/worker-pool.ts';
