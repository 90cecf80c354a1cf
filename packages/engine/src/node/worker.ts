/** The thread that plays chunks for a `NodeExecutor`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Chunk, type Comparison, type Plugins, playChunk } from '@driftline/engine';
import { loadPlugins } from './load-plugins.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly comparisons: readonly Comparison[];
  readonly plugins: readonly string[];
}

/** One chunk to play. */
export interface WorkerTask {
  readonly id: number;
  readonly comparison: number;
  readonly chunk: Chunk;
}

const port = parentPort;
if (port === null) throw new Error('worker.js is started by NodeExecutor, not by itself');

const { comparisons, plugins: files }: WorkerSetup = workerData;
const plugins: Promise<Plugins> = loadPlugins(files);

port.on('message', async ({ id, comparison, chunk }: WorkerTask) => {
  try {
    const rows = playChunk(comparisons[comparison], chunk, await plugins);
    const buffers = rows.policies.flatMap((policy) => [
      policy.regret.buffer,
      policy.onBest.buffer,
      policy.armCounts.buffer,
      policy.epochRegret.buffer,
      policy.ribbon.buffer,
    ]);
    port.postMessage({ id, rows }, buffers);
  } catch (error) {
    port.postMessage({ id, error });
  }
});
