/**
 * The engine's parts that need Node: worker threads, files, plugins.
 *
 * @packageDocumentation
 */
export { FolderStore, writeWhole } from './folder-store.ts';
export { loadPlugin, loadPlugins } from './load-plugins.ts';
export { defaultWorkers, NodeExecutor, WorkerLost } from './node-executor.ts';
