/** What a run consists of: one task per chunk of each comparison, and how tasks are handed out. */
import { parseSpec } from '@driftline/core/play';
import { type Chunk, type Comparison, chunksOf } from './comparison.ts';
import { type ChunkRows, environmentOf } from './play-chunk.ts';
import type { Plugins } from './plugins/plugins.ts';
import { shapeOf } from './run-size.ts';
import { SameAgain } from './same-again.ts';
import { WorkersClosed } from './worker-pool.ts';

/** A request to stop, which may come at any time. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** One chunk of one comparison. */
export interface Task {
  /** The comparison's place in the list. */
  readonly comparison: number;
  /** The chunk's place in its comparison. */
  readonly number: number;
  readonly chunk: Chunk;
  /** Slots of single policies. */
  readonly slots: number;
  /**
   * That a plugin's environment makes the same means wherever it is played.
   *
   * @throws PluginError where it does not
   */
  checkMeans(rows: ChunkRows): void;
}

/** Compares means with those made here, where a plugin makes them; the first time, they are made. */
function meansCheck(comparison: Comparison, plugins: Plugins): Task['checkMeans'] {
  const { environment: source, firstReplication = 0 } = comparison;
  const isPlugins =
    source.kind === 'named' &&
    plugins.guardOf('environment', parseSpec(source.spec).id) !== undefined;
  if (!isPlugins) return () => {};
  let made: { readonly same: SameAgain; readonly digest: string | undefined } | undefined;
  return ({ means }) => {
    if (made === undefined) {
      const environment = environmentOf(comparison, firstReplication, plugins);
      const same = new SameAgain(comparison, environment, plugins);
      made = { same, digest: same.meansDigest(environment) };
    }
    if (means !== made.digest) throw made.same.otherMeans();
  };
}

/** All chunks of all comparisons, in order. */
export function tasksOf(comparisons: readonly Comparison[], plugins: Plugins): Task[] {
  return comparisons.flatMap((comparison, index) => {
    // Its source knows: no environment is made for it.
    const { horizon, cost } = shapeOf(comparison, plugins);
    const checkMeans = meansCheck(comparison, plugins);
    return chunksOf(comparison.replications, horizon, cost).map((chunk, number) => ({
      comparison: index,
      number,
      chunk,
      slots:
        (chunk.to - chunk.from) * horizon * comparison.policies.length * (comparison.players ?? 1),
      checkMeans,
    }));
  });
}

/**
 * Hands out tasks in order, some at a time, until there are no more or the signal is set; those under way
 * are waited for.
 */
export async function handOut(
  tasks: readonly Task[],
  places: number,
  signal: StopSignal,
  obtain: (task: Task) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length && !signal.aborted) await obtain(tasks[next++]);
  };
  const fail = (error: unknown) => {
    next = tasks.length;
    // Whoever stopped the run has closed the workers so as not to wait for them; what has come back
    // is still saved.
    const closed = signal.aborted && error instanceof WorkersClosed;
    if (!closed) throw error;
  };
  await Promise.all(Array.from({ length: places }, () => work().catch(fail)));
}
