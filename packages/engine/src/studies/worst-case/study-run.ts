/** Plays lists of comparisons one after another, and says how far all of them have come. */
import type { Comparison } from '../../play/comparison.ts';
import type { Executor } from '../../play/executor.ts';
import type { Plugins } from '../../play/plugins/plugins.ts';
import type { Progress } from '../../play/progress.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { runComparisons } from '../../play/run.ts';
import type { ChunkStore } from '../../play/scheduler.ts';

/** How far a study has come, in slots of single policies. */
type StudyProgress = Pick<Progress, 'doneSlots' | 'totalSlots' | 'loadedSlots'>;

/** Makes what plays a list of comparisons: worker threads, Web Workers, or this thread. */
type ExecutorFactory = (comparisons: readonly Comparison[]) => Executor;

/** How a study is played; nothing here changes its numbers. */
export interface PlayingOptions {
  readonly executor: ExecutorFactory;
  readonly plugins?: Plugins;
  readonly onProgress?: (progress: StudyProgress) => void;
  /**
   * Keeps what is played, so that a study can go on after it was stopped: what comes next follows from what
   * was played before, and is the same again.
   */
  readonly store?: ChunkStore | undefined;
  /** Stops after the chunks under way. */
  readonly signal?: { readonly aborted: boolean };
}

/** A store whose comparisons are counted from another one on. */
function storeFrom(store: ChunkStore, first: number): ChunkStore {
  return {
    load: (comparison, chunk) => store.load(first + comparison, chunk),
    save: (comparison, chunk, rows) => store.save(first + comparison, chunk, rows),
  };
}

/** Plays the comparisons of a study as they come up and keeps count. */
export class StudyRun {
  readonly #options: PlayingOptions;
  readonly #totalSlots: number;
  #doneSlots = 0;
  #loadedSlots = 0;
  /** Comparisons of the lists before. */
  #begun = 0;

  /** @param totalSlots - what the study will play in all */
  constructor(options: PlayingOptions, totalSlots: number) {
    this.#options = options;
    this.#totalSlots = totalSlots;
  }

  /** Results in the order of the comparisons. */
  async play(comparisons: readonly Comparison[]): Promise<ComparisonResult[]> {
    const { plugins, onProgress, signal, store: all } = this.#options;
    const store = all && storeFrom(all, this.#begun);
    this.#begun += comparisons.length;
    const executor = this.#options.executor(comparisons);
    const [before, loadedBefore] = [this.#doneSlots, this.#loadedSlots];
    const report = (progress: Progress) => {
      const doneSlots = before + progress.doneSlots;
      const loadedSlots = loadedBefore + progress.loadedSlots;
      [this.#doneSlots, this.#loadedSlots] = [doneSlots, loadedSlots];
      onProgress?.({ doneSlots, totalSlots: this.#totalSlots, loadedSlots });
    };
    try {
      const options = { executor, plugins, store, signal, onProgress: report };
      return await runComparisons(comparisons, options);
    } finally {
      await executor.close();
    }
  }
}
