/**
 * The engine's parts that need Node: worker threads, files, plugins.
 *
 * @packageDocumentation
 */

export { watchThisThread } from './activity-watch.ts';
export { writeFigures } from './figures.ts';
export { makeFolder, writeWhole } from './files.ts';
export { isRecordOf, type OpenOptions, readJson } from './folder-contents.ts';
export type { Work } from './folder-lock.ts';
export { FolderStore } from './folder-store.ts';
export { loadKernels } from './load-kernels.ts';
export { loadPlugin, loadPlugins } from './load-plugins.ts';
export { defaultWorkers, NodeExecutor, type Patience } from './node-executor.ts';
export { pluginDigest } from './plugin-imports.ts';
export { originOf } from './plugin-place.ts';
export { svgToPng } from './png.ts';
export { reportFonts } from './report-fonts.ts';
export type { Drawn, FinishOptions, Texts } from './result-contents.ts';
export { resultFigures } from './result-figures.ts';
export { ResultFolder } from './result-folder.ts';
export { FolderLost, ResultFolderError } from './result-folder-error.ts';
export type { RunPlan } from './run-plan.ts';
export { softwareOf } from './software.ts';
