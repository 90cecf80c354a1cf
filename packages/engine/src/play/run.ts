/**
 * Runs comparisons to the end: fixed chunks, played anywhere in any order, aggregated in order. So
 * results are the same to the last bit for any number of workers, and after any interruption.
 */
import { CodedError } from '@driftline/core/play';
import type { Comparison } from './comparison.ts';
import type { Executor } from './executor.ts';
import type { Plugins } from './plugins/plugins.ts';
import type { Progress, Resumption } from './progress.ts';
import type { ComparisonResult } from './result.ts';
import { checkRunSize } from './run-size.ts';
import { ChunkScheduler, type ChunkStore } from './scheduler.ts';
import type { StopSignal } from './tasks.ts';

/** Where a run is played, and who hears of it. */
export interface RunOptions {
  readonly executor: Executor;
  readonly store?: ChunkStore | undefined;
  readonly plugins?: Plugins | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called before anything is played where the store keeps something already. */
  readonly onResume?: ((resumption: Resumption) => void) | undefined;
  /** Called with each comparison's result, in order, as soon as it is complete. */
  readonly onComparison?: ((result: ComparisonResult, index: number) => void) | undefined;
  /**
   * Stops after the chunks under way, whose outcome is saved; where the executor is closed meanwhile,
   * at once.
   */
  readonly signal?: StopSignal | undefined;
}

/** Thrown when a run was stopped on request; what was finished is in the store. */
export class RunStopped extends CodedError {
  override readonly name = 'RunStopped';

  constructor(message: string) {
    super(message, 'run-stopped');
  }
}

/** Reports how much the store keeps already, if anything. */
async function tellResumption(
  scheduler: ChunkScheduler,
  { store, onResume }: RunOptions,
): Promise<void> {
  if (store?.has === undefined || onResume === undefined) return;
  const stored = await scheduler.stored();
  if (stored.doneReplications > 0) onResume(stored);
}

/**
 * Plays what the store does not have yet and aggregates.
 *
 * @throws RunStopped where the signal was set before all was there
 */
export async function runComparisons(
  comparisons: readonly Comparison[],
  options: RunOptions,
): Promise<ComparisonResult[]> {
  const { executor, store, plugins, onProgress, onComparison, signal } = options;
  checkRunSize(comparisons, { plugins, stored: store !== undefined });
  const scheduler = new ChunkScheduler(comparisons, { plugins, store, onProgress, onComparison });
  await tellResumption(scheduler, options);
  await scheduler.play(executor, signal);
  if (!scheduler.complete) throw new RunStopped('the run was stopped before it was complete');
  return [...scheduler.results];
}
