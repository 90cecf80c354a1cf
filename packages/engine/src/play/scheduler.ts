/**
 * The one scheduler of chunks, for the command line, the page and whatever plays elsewhere. It knows
 * which chunk comes next, which are out, what came back and in which order results are made of it; an
 * executor plays the chunk that it is handed and knows nothing else. A chunk's rows are a function of
 * its comparison, so who plays it, when, and how often changes no bit of a result.
 */
import { aggregate } from './aggregate.ts';
import { type ColumnName, combineOf, type PolicyRows, rowsOf, type Values } from './columns.ts';
import type { Comparison } from './comparison.ts';
import type { Executor } from './executor.ts';
import type { ChunkRows } from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';
import { type Progress, type Resumption, Tally } from './progress.ts';
import type { ComparisonResult } from './result.ts';
import { handOut, type StopSignal, type Task, tasksOf } from './tasks.ts';

/** Where chunks are kept until all are there, so that a run can go on after it was stopped. */
export interface ChunkStore {
  load(comparison: number, chunk: number): Promise<ChunkRows | undefined>;
  save(comparison: number, chunk: number, rows: ChunkRows): Promise<void>;
  /** Whether a chunk is kept; a store that cannot know at once need not say. */
  has?(comparison: number, chunk: number): Promise<boolean>;
  /** The numbers of a comparison's chunks that are kept, as far as can be seen without opening them. */
  list?(comparison: number): Promise<ReadonlySet<number>>;
}

/** What a schedule is made for, and who hears of it. */
interface ScheduleOptions {
  readonly plugins?: Plugins | undefined;
  readonly store?: ChunkStore | undefined;
  /** Whether results are asked for while they grow; what that takes is kept only then. */
  readonly growing?: boolean | undefined;
  /**
   * Chunks that are out beside those being played, so that no player is idle while a result is made;
   * none unless given.
   */
  readonly ahead?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called when a chunk has come back. */
  readonly onChunk?: (() => void) | undefined;
  /** Called with each comparison's result, in order, as soon as it is complete. */
  readonly onComparison?: ((result: ComparisonResult, index: number) => void) | undefined;
}

const NO_SUMS = new Float64Array(0);

/** Rows with other values in the columns that add up. */
function withSums(policy: PolicyRows, make: (name: ColumnName) => Values): PolicyRows {
  return rowsOf((name) => (combineOf(name) === 'summed' ? make(name) : policy[name]));
}

function addTo(sums: Values, values: Values): void {
  for (let place = 0; place < sums.length; place++) sums[place] += values[place];
}

/** What came back of one comparison, until its result is made. */
class Collected {
  readonly #rows: (ChunkRows | undefined)[];
  /** Whether results are made of a part of the chunks, which then keep their own counts of arms. */
  readonly #growing: boolean;
  /** The rows of the chunk that came first, with the sums of all chunks. */
  #sums: readonly PolicyRows[] | undefined;
  #missing: number;

  constructor(chunks: number, growing: boolean) {
    this.#rows = new Array<ChunkRows | undefined>(chunks).fill(undefined);
    this.#growing = growing;
    this.#missing = chunks;
  }

  get complete(): boolean {
    return this.#missing === 0;
  }

  has(number: number): boolean {
    return this.complete || this.#rows[number] !== undefined;
  }

  add(number: number, rows: ChunkRows): void {
    this.#rows[number] = this.#growing ? rows : this.#withoutSums(rows);
    this.#missing -= 1;
  }

  /** The chunks from the first one on of which none is missing. */
  first(): ChunkRows[] {
    const gap = this.#rows.indexOf(undefined);
    return this.#rows.slice(0, gap < 0 ? undefined : gap).filter((rows) => rows !== undefined);
  }

  clear(): void {
    this.#rows.fill(undefined);
    this.#sums = undefined;
  }

  /**
   * The chunk without the columns that add up, which are large if arms are many: they are added up here, and the
   * chunk that came first holds the sums. Whole numbers add up to the same in any order.
   */
  #withoutSums(rows: ChunkRows): ChunkRows {
    const sums = this.#sums;
    // Copies: whoever saved a chunk may still hold it.
    const own =
      sums ?? rows.policies.map((policy) => withSums(policy, (name) => policy[name].slice()));
    this.#sums = own;
    const policies = rows.policies.map((policy, i) => {
      if (sums === undefined) return own[i];
      return withSums(policy, (name) => {
        addTo(own[i][name], policy[name]);
        return NO_SUMS;
      });
    });
    return { ...rows, policies };
  }
}

/** Hands out the chunks of comparisons until all are there; it may be stopped and go on. */
export class ChunkScheduler {
  readonly #comparisons: readonly Comparison[];
  readonly #options: ScheduleOptions;
  readonly #plugins: Plugins;
  readonly #tasks: readonly Task[];
  readonly #collected: readonly Collected[];
  readonly #tally: Tally;
  readonly #results: ComparisonResult[] = [];

  constructor(comparisons: readonly Comparison[], options: ScheduleOptions = {}) {
    this.#comparisons = comparisons;
    this.#options = options;
    this.#plugins = options.plugins ?? NO_PLUGINS;
    this.#tasks = tasksOf(comparisons, this.#plugins);
    const chunks = comparisons.map(() => 0);
    for (const { comparison } of this.#tasks) chunks[comparison] += 1;
    this.#collected = chunks.map((count) => new Collected(count, options.growing ?? false));
    this.#tally = new Tally(this.#tasks, options.onProgress);
  }

  /** Results of the comparisons that are complete, up to the first one that is not. */
  get results(): readonly ComparisonResult[] {
    return this.#results;
  }

  get complete(): boolean {
    return this.#results.length === this.#comparisons.length;
  }

  /** How much the store keeps, where it knows. */
  async stored(): Promise<Resumption> {
    const { store } = this.#options;
    let [doneReplications, totalReplications] = [0, 0];
    for (const { comparison, number, chunk } of this.#tasks) {
      const count = chunk.to - chunk.from;
      totalReplications += count;
      if ((await store?.has?.(comparison, number)) === true) doneReplications += count;
    }
    return { doneReplications, totalReplications };
  }

  /**
   * Hands out what is missing, in order, until all is there or the signal is set; chunks under way are
   * waited for. Called again, perhaps with another executor after one has failed, it goes on.
   */
  async play(executor: Executor, signal: StopSignal = { aborted: false }): Promise<void> {
    const missing = this.#tasks.filter((task) => !this.#has(task));
    const places = executor.size + (this.#options.ahead ?? 0);
    await handOut(missing, places, signal, (task) => this.#obtain(task, executor, signal));
  }

  /**
   * A comparison's result as far as it has come: over the first replications, none of them missing.
   * Undefined before there are any.
   */
  resultSoFar(index: number): ComparisonResult | undefined {
    if (index < this.#results.length) return this.#results[index];
    const chunks = this.#collected[index].first();
    const replications = chunks.at(-1)?.chunk.to;
    if (replications === undefined) return undefined;
    return aggregate({ ...this.#comparisons[index], replications }, chunks, this.#plugins);
  }

  /** Loads a chunk or has it played. */
  async #obtain(task: Task, executor: Executor, signal: StopSignal): Promise<void> {
    const { store } = this.#options;
    const stored = await this.#load(task);
    // Loading takes a while, too, and what is begun now would be waited for.
    if (stored === undefined && signal.aborted) return;
    const comparison = this.#comparisons[task.comparison];
    const onSlots = (slots: number) => this.#tally.advance(task, slots);
    const rows = stored ?? (await executor.play(comparison, task.chunk, onSlots));
    if (stored === undefined) {
      task.checkMeans(rows);
      await store?.save(task.comparison, task.number, rows);
    }
    this.#take(task, rows, stored !== undefined);
  }

  /** What the store keeps of a task; a chunk that was cut differently is useless. */
  async #load({ comparison, number, chunk }: Task): Promise<ChunkRows | undefined> {
    const rows = await this.#options.store?.load(comparison, number);
    return rows?.chunk.from === chunk.from && rows.chunk.to === chunk.to ? rows : undefined;
  }

  #has({ comparison, number }: Task): boolean {
    return this.#collected[comparison].has(number);
  }

  /** A chunk came back; a second time, after a failure, it says nothing new. */
  #take(task: Task, rows: ChunkRows, loaded: boolean): void {
    if (this.#has(task)) return;
    this.#collected[task.comparison].add(task.number, rows);
    this.#tally.add(task, loaded);
    this.#aggregateComplete();
    this.#options.onChunk?.();
  }

  #aggregateComplete(): void {
    while (!this.complete && this.#collected[this.#results.length].complete) {
      const index = this.#results.length;
      const collected = this.#collected[index];
      const result = aggregate(this.#comparisons[index], collected.first(), this.#plugins);
      collected.clear();
      this.#results.push(result);
      this.#options.onComparison?.(result, index);
    }
  }
}
