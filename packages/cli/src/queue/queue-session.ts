/** A command that has its chunks played through a queue: one connection, and a watch on who plays. */
import { type Comparison, checkRunSize, type Plugins } from '@driftline/engine/play';
import type { Elsewhere } from '../shared/play-comparisons.ts';
import { note } from '../terminal/output.ts';
import type { Advance, Players } from '../terminal/progress.ts';
import { isSame, playersOf } from './doing.ts';
import { differenceText, experimentId, type Identity, ownIdentity } from './identity.ts';
import { Queue } from './queue.ts';
import { type Experiment, QueueExecutor, type ToldProgress } from './queue-executor.ts';
import { listWorkers, type WorkerRow } from './tables.ts';

/** For whom a queue is used. */
export interface SessionRequest {
  readonly name: string;
  /** Where the result goes; absent where it is only shown. */
  readonly folder?: string | undefined;
  readonly pluginFiles: readonly string[];
  readonly plugins: Plugins;
}

/** One for results and one for whatever else, and one to spare. */
const CONNECTIONS = 3;
/** The rate is that of the last seconds. */
const RATE_MILLISECONDS = 20_000;
const WATCH_MILLISECONDS = 2000;
/** So long nobody need have come yet. */
const PATIENCE_MILLISECONDS = 10_000;

export class QueueSession implements Elsewhere {
  readonly #queue: Queue;
  readonly #experiment: Omit<Experiment, 'id'>;
  readonly #folder: string | undefined;
  #id: string | undefined;
  readonly #plugins: Plugins;
  readonly #begun = performance.now();
  readonly #refused = new Set<string>();
  readonly #watching: NodeJS.Timeout;
  #workers: readonly WorkerRow[] = [];
  #toldAlone = false;
  #told: Advance | undefined;
  readonly #reached: { readonly time: number; readonly playedSlots: number }[] = [];

  private constructor(queue: Queue, identity: Identity, request: SessionRequest) {
    const { name, folder, plugins } = request;
    this.#queue = queue;
    this.#experiment = { name, identity };
    this.#folder = folder;
    this.#plugins = plugins;
    const watch = () => this.#watch().catch(() => {});
    this.#watching = setInterval(watch, WATCH_MILLISECONDS).unref();
    void watch();
  }

  /** @throws QueueError where the queue can't be used */
  static async open(url: string, request: SessionRequest): Promise<QueueSession> {
    const identity = await ownIdentity(request.pluginFiles);
    const queue = await Queue.open(url, CONNECTIONS, note);
    return new QueueSession(queue, identity, request);
  }

  executorOf(comparisons: readonly Comparison[]): QueueExecutor {
    const sizes = checkRunSize(comparisons, { plugins: this.#plugins });
    this.#id ??= experimentId(this.#folder);
    return new QueueExecutor({
      queue: this.#queue,
      experiment: { ...this.#experiment, id: this.#id },
      comparisons,
      slots: sizes.map(({ slots }, i) => slots / comparisons[i].replications),
      places: () => this.#workers.reduce((sum, { places }) => sum + places, 0),
      progress: () => this.#progress(),
    });
  }

  told(progress: Advance): void {
    const time = performance.now();
    this.#told = progress;
    // What was loaded says nothing about the speed of playing.
    const playedSlots = progress.doneSlots - (progress.loadedSlots ?? 0);
    // Another stage counts anew.
    const before = this.#reached.at(-1)?.playedSlots ?? 0;
    if (playedSlots === 0 || playedSlots < before) this.#reached.length = 0;
    this.#reached.push({ time, playedSlots });
    while (this.#reached.length > 2 && this.#reached[0].time < time - RATE_MILLISECONDS) {
      this.#reached.shift();
    }
  }

  /** How far it is, and how fast of late, for those who look at the queue. */
  #progress(): ToldProgress {
    const [first, last] = [this.#reached[0], this.#reached.at(-1)];
    if (this.#told === undefined || last === undefined) return {};
    const { doneSlots, totalSlots } = this.#told;
    const seconds = (performance.now() - first.time) / 1000;
    const slotsPerSecond = seconds > 0 ? (last.playedSlots - first.playedSlots) / seconds : 0;
    return { doneSlots, totalSlots, slotsPerSecond };
  }

  get players(): Players {
    return playersOf(this.#workers);
  }

  /** Looks who is there, and says who gets no work and why. */
  async #watch(): Promise<void> {
    const { identity } = this.#experiment;
    const all = await listWorkers(this.#queue.database);
    this.#workers = all.filter((worker) => isSame(worker, identity));
    for (const worker of all) this.#noteRefused(worker, identity);
    const alone = this.#workers.length === 0;
    if (alone && !this.#toldAlone && performance.now() - this.#begun > PATIENCE_MILLISECONDS) {
      this.#toldAlone = true;
      note(`no worker plays for this experiment yet; start some with 'driftline worker --queue …'`);
    }
  }

  #noteRefused(worker: WorkerRow, identity: Identity): void {
    if (isSame(worker, identity) || this.#refused.has(worker.name)) return;
    this.#refused.add(worker.name);
    note(
      `worker ${worker.name} cannot play this experiment: it has ${differenceText(identity, worker)}`,
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#watching);
    await this.#queue.close();
  }
}
