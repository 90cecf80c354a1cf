import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { WorkerPool, type WorkerPort } from '@driftline/engine/play';
import { Activity, lingeringText } from './activity.ts';
import { loadKernels } from './load-kernels.ts';
import { pluginTexts } from './plugin-imports.ts';
import type { WorkerSetup } from './worker.ts';

/** As many workers as there are cores for. */
export function defaultWorkers(): number {
  return availableParallelism();
}

/** How long a plugin's code may take for one call, and who hears of it then. */
export interface Patience {
  readonly seconds: number;
  report(text: string): void;
}

function threadPort(setup: WorkerSetup): WorkerPort {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: setup });
  return {
    send: (task) => worker.postMessage(task),
    onAnswer: (listener) => worker.on('message', listener),
    onLost: (listener) => {
      worker.on('error', (error: unknown) =>
        listener(error instanceof Error ? error.message : String(error)),
      );
      worker.on('exit', (code) => listener(`it exited with code ${code}`));
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Looks again and again at what workers do, and reports once what takes too long. */
function watch(activities: readonly Activity[], { seconds, report }: Patience): NodeJS.Timeout {
  const since = activities.map(() => ({ turn: 0, time: 0, reported: false }));
  const look = () => {
    activities.forEach((activity, i) => {
      const { turn, doing } = activity.now();
      if (turn !== since[i].turn) since[i] = { turn, time: performance.now(), reported: false };
      if (doing === undefined || since[i].reported) return;
      if (performance.now() - since[i].time < 1000 * seconds) return;
      since[i].reported = true;
      report(`worker ${i + 1}: ${lingeringText(doing, seconds)}`);
    });
  };
  return setInterval(look, 100).unref();
}

/** Plays chunks on worker threads. */
export class NodeExecutor extends WorkerPool {
  readonly #timer: NodeJS.Timeout | undefined;

  /** @param patience - where plugins may never return, who hears of it */
  constructor(workers: number, plugins: readonly string[] = [], patience?: Patience) {
    const texts = plugins.map(pluginTexts);
    const activities = Array.from({ length: workers }, () => new Activity());
    const setup = { plugins, texts, kernels: loadKernels() };
    super(activities.map(({ shared }) => threadPort({ ...setup, activity: shared })));
    const watched = patience !== undefined && plugins.length > 0;
    this.#timer = watched ? watch(activities, patience) : undefined;
  }

  override async close(): Promise<void> {
    clearInterval(this.#timer);
    await super.close();
  }
}
