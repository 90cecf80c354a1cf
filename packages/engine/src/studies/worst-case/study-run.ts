/** Plays lists of comparisons one after another, and says how far all of them have come. */
import type { Comparison } from '../../play/comparison.ts';
import type { Executor } from '../../play/executor.ts';
import type { Plugins } from '../../play/plugins/plugins.ts';
import type { Progress } from '../../play/progress.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { runComparisons } from '../../play/run.ts';

/** How far a study has come, in slots of single policies. */
type StudyProgress = Pick<Progress, 'doneSlots' | 'totalSlots'>;

/** Makes what plays a list of comparisons: worker threads, Web Workers, or this thread. */
type ExecutorFactory = (comparisons: readonly Comparison[]) => Executor;

/** How a study is played; nothing here changes its numbers. */
export interface PlayingOptions {
  readonly executor: ExecutorFactory;
  readonly plugins?: Plugins;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Stops after the chunks under way. */
  readonly signal?: { readonly aborted: boolean };
}

/** Plays the comparisons of a study as they come up and keeps count. */
export class StudyRun {
  readonly #options: PlayingOptions;
  readonly #totalSlots: number;
  #doneSlots = 0;

  /** @param totalSlots - what the study will play in all */
  constructor(options: PlayingOptions, totalSlots: number) {
    this.#options = options;
    this.#totalSlots = totalSlots;
  }

  /** Results in the order of the comparisons. */
  async play(comparisons: readonly Comparison[]): Promise<ComparisonResult[]> {
    const { plugins, onProgress, signal } = this.#options;
    const executor = this.#options.executor(comparisons);
    const before = this.#doneSlots;
    const report = ({ doneSlots }: Progress) => {
      this.#doneSlots = before + doneSlots;
      onProgress?.({ doneSlots: this.#doneSlots, totalSlots: this.#totalSlots });
    };
    try {
      return await runComparisons(comparisons, { executor, plugins, onProgress: report, signal });
    } finally {
      await executor.close();
    }
  }
}
