/** Plays comparisons for a command: on workers, with progress, until done or stopped with Ctrl-C. */

import { NodeExecutor, ResultFolderError } from '@driftline/engine/node';
import { counted, readable } from '@driftline/engine/numbers';
import {
  type ChunkStore,
  type Comparison,
  type ComparisonResult,
  checkRunSize,
  type Executor,
  longRunText,
  PluginError,
  type Plugins,
  type Progress,
  type Resumption,
  RunStopped,
  runComparisons,
  usefulWorkers,
  WorkerLost,
} from '@driftline/engine/play';
import { ExperimentError } from '@driftline/engine/request';
import { asUserError, Interrupted, UserError } from '../terminal/errors.ts';
import { note } from '../terminal/output.ts';
import { usualPatience } from '../terminal/patience.ts';
import { type Advance, type Players, ProgressBar } from '../terminal/progress.ts';
import { withAdvice } from './advice.ts';

/** What the phases of a run share: one bar, and one announcement of how much it is. */
export class RunAnnouncer {
  readonly bar: ProgressBar;
  readonly #say: (text: string) => void;
  #announced = false;

  constructor(bar = new ProgressBar(), say = note) {
    this.bar = bar;
    this.#say = say;
  }

  /** Announces a long phase, unless one was announced before. */
  announce(text: string | undefined, phase?: string): void {
    if (text === undefined || this.#announced) return;
    this.#announced = true;
    this.#say(phase === undefined ? text : `${phase}: ${text}`);
  }
}

/** Somewhere that chunks are played, other than on threads of this process. */
export interface Elsewhere {
  /** Plays chunks of these comparisons. */
  executorOf(comparisons: readonly Comparison[]): Executor;
  /** Hears how far they are. */
  told(progress: Advance): void;
  /** Who plays, for whoever watches. */
  readonly players: Players;
}

/** How often it is shown who plays elsewhere, though nothing came back. */
const REFRESH_MILLISECONDS = 2000;

/**
 * Shows how far a run is that is played elsewhere, and who plays, also while nothing comes back from there.
 *
 * @param latest - how far it is, where that is known
 * @returns what ends it
 */
export function keepShowing(
  bar: Pick<ProgressBar, 'refresh'>,
  elsewhere: Elsewhere | undefined,
  latest: () => Advance | undefined,
): () => void {
  if (elsewhere === undefined) return () => {};
  const show = () => {
    const advance = latest();
    if (advance !== undefined) bar.refresh({ ...advance, players: elsewhere.players });
  };
  const showing = setInterval(show, REFRESH_MILLISECONDS);
  return () => clearInterval(showing);
}

/** What to play, and how. */
export interface PlayRequest {
  readonly comparisons: readonly Comparison[];
  readonly workers: number;
  /** Where it is played instead of on as many threads. */
  readonly elsewhere?: Elsewhere | undefined;
  readonly pluginFiles: readonly string[];
  readonly plugins: Plugins;
  readonly store?: ChunkStore;
  /** Called before anything is played where the store keeps something already. */
  readonly onResume?: (resumption: Resumption) => void;
  /** What this is for, as in 'stopped while tuning', where a run has several parts. */
  readonly phase?: string;
  /** Shared by the phases of a run. */
  readonly announcer?: RunAnnouncer;
}

/** What is being played may continue for this long after Ctrl-C: short chunks are done by then, and saved. */
const GRACE_MILLISECONDS = 3000;

/** Sets a flag on the first Ctrl-C, closes what still plays some seconds later, and ends the program on the second. */
export class StopRequest {
  aborted = false;
  #executor: Pick<Executor, 'close'> | undefined;
  #overdue: NodeJS.Timeout | undefined;
  readonly #onSignal = () => {
    if (this.aborted) process.exit(130);
    this.aborted = true;
    this.#overdue = setTimeout(() => void this.#executor?.close(), GRACE_MILLISECONDS);
    if (process.stderr.isTTY) {
      const seconds = GRACE_MILLISECONDS / 1000;
      note(
        `stopping after the present chunks, within ${seconds} seconds; press Ctrl-C again to stop at once`,
      );
    }
  };

  constructor() {
    process.on('SIGINT', this.#onSignal);
  }

  /** What plays now, to be closed where it does not come to an end. */
  closes(executor: Pick<Executor, 'close'>): void {
    this.#executor = executor;
  }

  release(): void {
    process.off('SIGINT', this.#onSignal);
    clearTimeout(this.#overdue);
  }
}

/** How far a run came, and in which of its parts. */
export function stoppedText(reached: Resumption | undefined, phase?: string): string {
  const part = phase === undefined ? '' : ` while ${phase},`;
  if (reached === undefined) return `stopped${part} before anything was played`;
  const { doneReplications, totalReplications } = reached;
  return `stopped${part} after ${readable(doneReplications)} of ${counted(totalReplications, 'replication')}`;
}

/** Where comparisons are played, when to stop, and who hears how far they are. */
interface Playing {
  readonly executor: Executor;
  readonly signal: StopRequest;
  onProgress(progress: Progress): void;
}

/** What is played on workers. */
interface WorkersRequest extends Omit<PlayRequest, 'store' | 'onResume'> {
  /** Whether chunks are kept on disk. */
  readonly stored: boolean;
}

/**
 * Plays on workers, with progress.
 *
 * @throws Interrupted when the user stopped it
 */
export async function onWorkers<Value>(
  request: WorkersRequest,
  play: (playing: Playing) => Promise<Value>,
): Promise<Value> {
  const { comparisons, workers, pluginFiles, plugins, stored, phase, elsewhere } = request;
  const { announcer = new RunAnnouncer() } = request;
  const { bar } = announcer;
  const sizes = checkRunSize(comparisons, { plugins, stored });
  const threads = usefulWorkers(workers, sizes);
  // How many play elsewhere, and how fast, is not known before they do.
  if (elsewhere === undefined) announcer.announce(longRunText(sizes, threads), phase);
  const stop = new StopRequest();
  const executor =
    elsewhere?.executorOf(comparisons) ?? new NodeExecutor(threads, pluginFiles, usualPatience());
  stop.closes(executor);
  let reached: Progress | undefined;
  const named = phase === undefined ? {} : { phase };
  const totalSlots = sizes.reduce((sum, { slots }) => sum + slots, 0);
  const stopShowing = keepShowing(bar, elsewhere, () => ({
    ...(reached ?? { doneSlots: 0, totalSlots }),
    ...named,
  }));
  const onProgress = (progress: Progress) => {
    reached = progress;
    elsewhere?.told(progress);
    bar.update({
      ...progress,
      ...named,
      ...(elsewhere === undefined ? {} : { players: elsewhere.players }),
    });
  };
  try {
    return await play({ executor, signal: stop, onProgress });
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    throw new Interrupted(stoppedText(reached, phase));
  } finally {
    stopShowing();
    bar.clear();
    stop.release();
    await executor.close();
  }
}

/**
 * Plays comparisons to the end.
 *
 * @throws Interrupted when the user stopped it
 */
export async function playComparisons(request: PlayRequest): Promise<ComparisonResult[]> {
  const { comparisons, plugins, store, onResume } = request;
  const results = await onWorkers({ ...request, stored: store !== undefined }, (playing) =>
    runComparisons(comparisons, { ...playing, plugins, store, onResume }),
  );
  return results.map((result, i) => withAdvice(result, comparisons[i], plugins));
}

/** An error of running an experiment as one for the user; any other comes back as it is. */
export function asExperimentFailure(place: string, error: unknown): Error {
  if (error instanceof ExperimentError)
    return new UserError(error.lines.join('\nerror: '), error.code);
  if (
    error instanceof ResultFolderError ||
    error instanceof WorkerLost ||
    error instanceof PluginError
  ) {
    return new UserError(error.message, error.code);
  }
  return asUserError(place, error);
}
