/** The thread that plays chunks for a `NodeExecutor`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { KernelModule } from '@driftline/core/compiled';
import { answerTask, ChunkPlayers, type Comparison, type WorkerTask } from '@driftline/engine';
import { loadPlugins } from './load-plugins.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly comparisons: readonly Comparison[];
  /** Absolute paths of plugin modules. */
  readonly plugins: readonly string[];
  readonly kernels: KernelModule | undefined;
}

const port = parentPort;
if (port === null) throw new Error('worker.js is started by NodeExecutor, not by itself');

const { comparisons, plugins: files, kernels }: WorkerSetup = workerData;
const loading = loadPlugins(files).then(
  (plugins) => new ChunkPlayers(comparisons, plugins, kernels),
);

port.on('message', async (task: WorkerTask) => {
  const { answer, transfer } = answerTask(await loading, task, (advance) =>
    port.postMessage(advance),
  );
  port.postMessage(answer, transfer);
});
