/**
 * What a worker loads: players of chunks and plugins, and nothing that plans, counts or aggregates.
 *
 * @module @driftline/engine/worker
 */
export { ChunkPlayers } from '../play/executor.ts';
export { checkPluginModule, pluginLists } from '../play/plugins/plugin-validation.ts';
export { type PluginModule, Plugins } from '../play/plugins/plugins.ts';
export { sentError } from '../play/plugins/sent-error.ts';
export { TaskPlayer, type WorkerTask } from '../play/worker-pool.ts';
