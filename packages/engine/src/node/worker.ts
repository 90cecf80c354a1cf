/** The thread that plays chunks for a `NodeExecutor`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { KernelModule } from '@driftline/core/compiled';
import {
  ChunkPlayers,
  type Plugins,
  sentError,
  TaskPlayer,
  type WorkerTask,
} from '@driftline/engine/worker';
import { Activity, noteActivity } from './activity.ts';
import type { PluginTexts } from './plugin-imports.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  /** Absolute paths of plugin modules. */
  readonly plugins: readonly string[];
  /** What they consist of where the worker was started. */
  readonly texts: readonly PluginTexts[];
  readonly kernels: KernelModule | undefined;
  /** Where it notes what plugins are at. */
  readonly activity: SharedArrayBuffer;
}

const port = parentPort;
if (port === null) throw new Error('worker.js is started by NodeExecutor, not on its own');

const { plugins: files, texts, kernels, activity }: WorkerSetup = workerData;
noteActivity(new Activity(activity));

/** Most runs have no plugins, and need not load what loads them. */
async function loadOwn(): Promise<Plugins> {
  const { loadPlugins } = await import('./load-plugins.ts');
  const { checkSameTexts } = await import('./plugin-imports.ts');
  const plugins = await loadPlugins(files);
  files.forEach((file, i) => {
    checkSameTexts(file, texts[i]);
  });
  return plugins;
}

async function load(): Promise<TaskPlayer> {
  const plugins = files.length === 0 ? undefined : await loadOwn();
  return new TaskPlayer(new ChunkPlayers(plugins, kernels));
}

const loading = load();
// Sent with the first task: a worker that fails on its own would only be lost.
loading.catch(() => {});

port.on('message', async (task: WorkerTask) => {
  try {
    const player = await loading;
    const { answer, transfer } = player.answer(task, (advance) => port.postMessage(advance));
    port.postMessage(answer, transfer);
  } catch (error) {
    port.postMessage({ error: sentError(error) });
  }
});
