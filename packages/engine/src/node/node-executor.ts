import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Comparison, WorkerPool, type WorkerPort } from '@driftline/engine';
import { loadKernels } from './load-kernels.ts';
import { pluginTexts } from './plugin-imports.ts';
import type { WorkerSetup } from './worker.ts';

/** As many workers as there are cores for. */
export function defaultWorkers(): number {
  return availableParallelism();
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

/** Plays chunks on worker threads. */
export class NodeExecutor extends WorkerPool {
  constructor(
    comparisons: readonly Comparison[],
    workers: number,
    plugins: readonly string[] = [],
  ) {
    const texts = plugins.map(pluginTexts);
    const setup = { comparisons, plugins, texts, kernels: loadKernels() };
    super(Array.from({ length: workers }, () => threadPort(setup)));
  }
}
