/** The thread that plays chunks for a `NodeExecutor`. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerTask, type Comparison, type WorkerTask } from '@driftline/engine';
import { loadPlugins } from './load-plugins.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly comparisons: readonly Comparison[];
  /** Absolute paths of plugin modules. */
  readonly plugins: readonly string[];
}

const port = parentPort;
if (port === null) throw new Error('worker.js is started by NodeExecutor, not by itself');

const { comparisons, plugins: files }: WorkerSetup = workerData;
const loading = loadPlugins(files);

port.on('message', async (task: WorkerTask) => {
  const { answer, transfer } = answerTask(comparisons, task, await loading);
  port.postMessage(answer, transfer);
});
