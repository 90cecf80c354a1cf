/**
 * The engine's parts that need Node: worker threads, files, plugins.
 *
 * @packageDocumentation
 */
export { FolderStore, writeWhole } from './folder-store.ts';
export { loadPlugin, loadPlugins } from './load-plugins.ts';
export { defaultWorkers, NodeExecutor } from './node-executor.ts';
export {
  type FinishOptions,
  type OpenOptions,
  ResultFolder,
  ResultFolderError,
} from './result-folder.ts';
export { softwareOf } from './software.ts';
