/**
 * A stage of a run that is played in parts, by processes that know nothing of each other but a store that
 * all of them fill. Which part plays a chunk is fixed by its place in the list, so there is nothing to
 * claim and nothing to clean up; a chunk that is there is not played again, whoever played it.
 */
import type { Comparison } from './comparison.ts';
import type { Executor } from './executor.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';
import { type Progress, Tally } from './progress.ts';
import { RunStopped } from './run.ts';
import type { ChunkStore } from './scheduler.ts';
import { handOut, type StopSignal, type Task, tasksOf } from './tasks.ts';

/** One of some parts of a run, counted from 1. */
export interface Part {
  readonly number: number;
  readonly of: number;
}

/** A store that several processes fill, and that can be looked into. */
type SharedStore = Required<ChunkStore>;

/** Where a part is played, and who hears of it. */
interface PartOptions {
  readonly executor: Executor;
  readonly signal?: StopSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What of a stage is not there yet. */
export interface Missing {
  readonly chunks: number;
  /** The numbers of the parts that they belong to. */
  readonly parts: readonly number[];
}

/** The chunks of a stage, some of which are played here. */
export class PartScheduler {
  readonly #comparisons: readonly Comparison[];
  readonly #store: SharedStore;
  readonly #part: Part;
  readonly #tasks: readonly Task[];
  /** Where the chunks of each comparison stand among all; those that were seen complete are gone from it. */
  readonly #open = new Map<number, { readonly first: number; count: number }>();

  constructor(
    comparisons: readonly Comparison[],
    part: Part,
    store: SharedStore,
    plugins: Plugins = NO_PLUGINS,
  ) {
    this.#comparisons = comparisons;
    this.#store = store;
    this.#part = part;
    this.#tasks = tasksOf(comparisons, plugins);
    this.#tasks.forEach(({ comparison }, first) => {
      const known = this.#open.get(comparison) ?? { first, count: 0 };
      known.count += 1;
      this.#open.set(comparison, known);
    });
  }

  /** The chunks of this part. */
  get size(): number {
    return this.#own().length;
  }

  /** The chunks of this part that are not there. */
  async pending(): Promise<readonly Task[]> {
    const pending: Task[] = [];
    for (const task of this.#own()) {
      if (!(await this.#store.has(task.comparison, task.number))) pending.push(task);
    }
    return pending;
  }

  /**
   * Plays chunks of this part, and keeps them.
   *
   * @param tasks - those that are {@link pending}
   * @throws RunStopped where the signal was set before all were played
   */
  async play(tasks: readonly Task[], options: PartOptions): Promise<void> {
    const { executor, signal = { aborted: false }, onProgress } = options;
    const tally = new Tally(tasks, onProgress);
    let left = tasks.length;
    await handOut(tasks, executor.size, signal, async (task) => {
      const onSlots = (slots: number) => tally.advance(task, slots);
      const comparison = this.#comparisons[task.comparison];
      const rows = await executor.play(comparison, task.chunk, onSlots);
      task.checkMeans(rows);
      await this.#store.save(task.comparison, task.number, rows);
      tally.add(task, false);
      left -= 1;
    });
    if (left > 0) throw new RunStopped('the run was stopped before this part was complete');
  }

  /** What is missing of the whole stage, in all parts. */
  async missing(): Promise<Missing> {
    const parts = new Set<number>();
    let chunks = 0;
    for (const [comparison, { first, count }] of this.#open) {
      const known = await this.#store.list(comparison);
      const numbers = Array.from({ length: count }, (_, number) => number);
      const absent = numbers.filter((number) => !known.has(number));
      if (absent.length === 0) this.#open.delete(comparison);
      chunks += absent.length;
      for (const number of absent) parts.add(1 + ((first + number) % this.#part.of));
    }
    return { chunks, parts: [...parts].sort((a, b) => a - b) };
  }

  #own(): Task[] {
    const { number, of } = this.#part;
    return this.#tasks.filter((_, place) => place % of === number - 1);
  }
}
