/** Plays batches of comparisons one after another, and says how far all of them have come. */
import type { Comparison } from '../../play/comparison.ts';
import type { Executor } from '../../play/executor.ts';
import { NO_PLUGINS, type Plugins } from '../../play/plugins/plugins.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { type Progress, runComparisons } from '../../play/run.ts';

/** How far a study has come, in slots of single policies. */
export type StudyProgress = Pick<Progress, 'doneSlots' | 'totalSlots'>;

/** Makes what plays a batch: worker threads, Web Workers, or this thread. */
export type ExecutorFactory = (comparisons: readonly Comparison[]) => Executor;

/** How a study is played; nothing here changes its numbers. */
export interface PlayingOptions {
  readonly executor: ExecutorFactory;
  readonly plugins?: Plugins;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Stops after the chunks under way. */
  readonly signal?: { readonly aborted: boolean };
}

/** Every worker gets a copy of all means of a batch; this many numbers are 40 megabytes. */
const NUMBERS_PER_BATCH = 5_000_000;

function numbersOf({ environment }: Comparison): number {
  return environment.kind === 'means' ? environment.values.length : 0;
}

/** Comparisons in their order, in batches that fit into memory. */
function batchesOf(comparisons: readonly Comparison[]): Comparison[][] {
  const batches: Comparison[][] = [];
  let room = 0;
  for (const comparison of comparisons) {
    const numbers = numbersOf(comparison);
    if (batches.length === 0 || numbers > room) {
      batches.push([]);
      room = NUMBERS_PER_BATCH;
    }
    batches[batches.length - 1].push(comparison);
    room -= numbers;
  }
  return batches;
}

/** Plays comparisons as they come up and keeps count. */
export class Player {
  readonly #options: PlayingOptions;
  readonly #totalSlots: number;
  #doneSlots = 0;

  /** @param totalSlots - what all batches together will play */
  constructor(options: PlayingOptions, totalSlots: number) {
    this.#options = options;
    this.#totalSlots = totalSlots;
  }

  /** Results in the order of the comparisons. */
  async play(comparisons: readonly Comparison[]): Promise<ComparisonResult[]> {
    const results: ComparisonResult[] = [];
    for (const batch of batchesOf(comparisons)) results.push(...(await this.#playBatch(batch)));
    return results;
  }

  async #playBatch(batch: readonly Comparison[]): Promise<ComparisonResult[]> {
    const { plugins = NO_PLUGINS, onProgress, signal } = this.#options;
    const executor = this.#options.executor(batch);
    const before = this.#doneSlots;
    const tell = ({ doneSlots }: Progress) => {
      this.#doneSlots = before + doneSlots;
      onProgress?.({ doneSlots: this.#doneSlots, totalSlots: this.#totalSlots });
    };
    try {
      return await runComparisons(batch, {
        executor,
        plugins,
        onProgress: tell,
        ...(signal === undefined ? {} : { signal }),
      });
    } finally {
      await executor.close();
    }
  }
}
