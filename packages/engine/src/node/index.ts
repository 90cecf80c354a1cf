/**
 * The engine's parts that need Node: worker threads, files, plugins.
 *
 * @packageDocumentation
 */
export { writeFigures } from './figures.ts';
export { makeFolder, writeWhole } from './files.ts';
export { FolderStore } from './folder-store.ts';
export { loadKernels } from './load-kernels.ts';
export { loadPlugin, loadPlugins } from './load-plugins.ts';
export { defaultWorkers, NodeExecutor } from './node-executor.ts';
export { pluginDigest } from './plugin-imports.ts';
export { svgToPng } from './png.ts';
export { reportFonts } from './report-fonts.ts';
export { resultFigures } from './result-figures.ts';
export {
  type FinishOptions,
  isRecordOf,
  type OpenOptions,
  ResultFolder,
  ResultFolderError,
  readJson,
} from './result-folder.ts';
export { softwareOf } from './software.ts';
