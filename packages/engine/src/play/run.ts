/**
 * Runs comparisons: fixed chunks, played anywhere in any order, kept by number, aggregated in order.
 * So results are the same to the last bit for any number of workers, and after any interruption.
 */
import { CodedError } from '@driftline/core';
import { aggregate } from './aggregate.ts';
import { type Chunk, type Comparison, chunksOf } from './comparison.ts';
import type { Executor } from './executor.ts';
import { type ChunkRows, environmentOf } from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';
import type { ComparisonResult } from './result.ts';
import { checkRunSize } from './run-size.ts';
import { SameAgain } from './same-again.ts';
import { WorkersClosed } from './worker-pool.ts';

/** Where chunks are kept until all are there, so that a run can go on after it was stopped. */
export interface ChunkStore {
  load(comparison: number, chunk: number): Promise<ChunkRows | undefined>;
  save(comparison: number, chunk: number, rows: ChunkRows): Promise<void>;
  /** Whether a chunk is kept; a store that can't tell at once need not. */
  has?(comparison: number, chunk: number): Promise<boolean>;
}

/** How far a run has come, in slots of single policies. */
export interface Progress {
  readonly doneSlots: number;
  readonly totalSlots: number;
  readonly doneReplications: number;
  readonly totalReplications: number;
  /** Of the slots done, those that were loaded rather than played. */
  readonly loadedSlots: number;
}

/** Where a run that was stopped goes on. */
export type Resumption = Pick<Progress, 'doneReplications' | 'totalReplications'>;

/** Where a run is played, and who is told of it. */
export interface RunOptions {
  readonly executor: Executor;
  readonly store?: ChunkStore;
  readonly plugins?: Plugins;
  readonly onProgress?: (progress: Progress) => void;
  /** Called before anything is played where the store keeps something already. */
  readonly onResume?: (resumption: Resumption) => void;
  /** Called with each comparison's result, in order, as soon as it is complete. */
  readonly onComparison?: (result: ComparisonResult, index: number) => void;
  /**
   * Stops after the chunks under way, whose outcome is saved; where the executor is closed meanwhile,
   * at once.
   */
  readonly signal?: { readonly aborted: boolean };
}

/** Thrown when a run was stopped on request; what was finished is in the store. */
export class RunStopped extends CodedError {
  override readonly name = 'RunStopped';

  constructor(message: string) {
    super(message, 'run-stopped');
  }
}

interface Task {
  readonly comparison: number;
  readonly number: number;
  readonly chunk: Chunk;
  readonly slots: number;
  /**
   * That a plugin's environment makes the same means wherever it is played.
   *
   * @throws PluginError where it does not
   */
  checkMeans(rows: ChunkRows): void;
}

/** All chunks of all comparisons, in order. */
function tasksOf(comparisons: readonly Comparison[], plugins: Plugins): Task[] {
  return comparisons.flatMap((comparison, index) => {
    const environment = environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
    const { horizon } = environment.means;
    const same = new SameAgain(comparison, environment, plugins);
    const digest = same.meansDigest(environment);
    const checkMeans = ({ means }: ChunkRows) => {
      if (means !== digest) throw same.otherMeans();
    };
    return chunksOf(comparison.replications, horizon).map((chunk, number) => ({
      comparison: index,
      number,
      chunk,
      slots: (chunk.to - chunk.from) * horizon * comparison.policies.length,
      checkMeans,
    }));
  });
}

/** Counts what is done and tells. */
class Tally {
  #doneSlots = 0;
  /** Of chunks under way. */
  readonly #begun = new Map<Task, number>();
  #doneReplications = 0;
  #loadedSlots = 0;
  readonly #totalSlots: number;
  readonly #totalReplications: number;
  readonly #tell: ((progress: Progress) => void) | undefined;

  constructor(tasks: readonly Task[], tell: ((progress: Progress) => void) | undefined) {
    this.#totalSlots = tasks.reduce((sum, { slots }) => sum + slots, 0);
    this.#totalReplications = tasks.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0);
    this.#tell = tell;
  }

  /** Slots of a chunk under way were played. */
  advance(task: Task, slots: number): void {
    this.#begun.set(task, Math.min(task.slots, (this.#begun.get(task) ?? 0) + slots));
    this.#tellAll();
  }

  /** A chunk is there. */
  add(task: Task, loaded: boolean): void {
    const { slots, chunk } = task;
    this.#begun.delete(task);
    this.#doneSlots += slots;
    if (loaded) this.#loadedSlots += slots;
    this.#doneReplications += chunk.to - chunk.from;
    this.#tellAll();
  }

  #tellAll(): void {
    const begunSlots = [...this.#begun.values()].reduce((sum, slots) => sum + slots, 0);
    this.#tell?.({
      doneSlots: this.#doneSlots + begunSlots,
      totalSlots: this.#totalSlots,
      doneReplications: this.#doneReplications,
      totalReplications: this.#totalReplications,
      loadedSlots: this.#loadedSlots,
    });
  }
}

/** Tells how much the store keeps already, if anything. */
async function tellResumption(
  tasks: readonly Task[],
  { store, onResume }: RunOptions,
): Promise<void> {
  if (store?.has === undefined || onResume === undefined) return;
  let [doneReplications, totalReplications] = [0, 0];
  for (const { comparison, number, chunk } of tasks) {
    totalReplications += chunk.to - chunk.from;
    if (await store.has(comparison, number)) doneReplications += chunk.to - chunk.from;
  }
  if (doneReplications > 0) onResume({ doneReplications, totalReplications });
}

/** What the store keeps of a task; a chunk that was cut otherwise is no use. */
async function loadChunk(
  task: Task,
  store: ChunkStore | undefined,
): Promise<ChunkRows | undefined> {
  const rows = await store?.load(task.comparison, task.number);
  const fits = rows?.chunk.from === task.chunk.from && rows.chunk.to === task.chunk.to;
  return fits ? rows : undefined;
}

/** Sums up the counts of arms, whole numbers of which there are many where arms are many. */
class ArmCountSums {
  #sums: Float64Array<ArrayBuffer>[] | undefined;

  /** The chunk without its counts, which are added here; with the sums, where it is the first. */
  take(rows: ChunkRows): ChunkRows {
    const sums = this.#sums;
    // Copies: whoever saved a chunk may still hold it.
    this.#sums ??= rows.policies.map(({ armCounts }) => armCounts.slice());
    const own = this.#sums;
    const policies = rows.policies.map((policy, i) => {
      if (sums === undefined) return { ...policy, armCounts: own[i] };
      for (let place = 0; place < sums[i].length; place++) {
        sums[i][place] += policy.armCounts[place];
      }
      return { ...policy, armCounts: NO_COUNTS };
    });
    return { ...rows, policies };
  }
}

const NO_COUNTS = new Float64Array(0);

/** Plays what the store does not have yet and aggregates. */
export async function runComparisons(
  comparisons: readonly Comparison[],
  options: RunOptions,
): Promise<ComparisonResult[]> {
  const { executor, store, plugins = NO_PLUGINS, onComparison } = options;
  checkRunSize(comparisons, { plugins, stored: store !== undefined });
  const tasks = tasksOf(comparisons, plugins);
  const tally = new Tally(tasks, options.onProgress);
  const kept = comparisons.map((): ChunkRows[] => []);
  const armCounts = comparisons.map(() => new ArmCountSums());
  const missing = comparisons.map(() => 0);
  for (const { comparison } of tasks) missing[comparison] += 1;
  const results: ComparisonResult[] = [];
  let next = 0;

  const aggregateReady = () => {
    while (results.length < comparisons.length && missing[results.length] === 0) {
      const index = results.length;
      const result = aggregate(comparisons[index], kept[index], plugins);
      kept[index] = [];
      results.push(result);
      onComparison?.(result, index);
    }
  };
  const isStopped = () => options.signal?.aborted === true;
  const work = async (): Promise<void> => {
    while (next < tasks.length && !isStopped()) {
      const task = tasks[next++];
      const stored = await loadChunk(task, store);
      // Loading takes a while, too, and what is begun now would be waited for.
      if (stored === undefined && isStopped()) return;
      const rows =
        stored ??
        (await executor.play(task.comparison, task.chunk, (slots) => tally.advance(task, slots)));
      if (stored === undefined) {
        task.checkMeans(rows);
        await store?.save(task.comparison, task.number, rows);
      }
      kept[task.comparison][task.number] = armCounts[task.comparison].take(rows);
      missing[task.comparison] -= 1;
      tally.add(task, stored !== undefined);
      aggregateReady();
    }
  };
  await tellResumption(tasks, options);
  const stopOthers = (error: unknown): void => {
    next = tasks.length;
    const given = isStopped() && error instanceof WorkersClosed;
    if (!given) throw error;
  };
  await Promise.all(Array.from({ length: executor.size }, () => work().catch(stopOthers)));
  if (results.length < comparisons.length) {
    throw new RunStopped('the run was stopped before it was complete');
  }
  return results;
}
