/**
 * The engine's parts that need Node: worker threads, files, plugins.
 *
 * @packageDocumentation
 */

export { watchThisThread } from './activity-watch.ts';
export { loadKernels } from './load-kernels.ts';
export { loadPlugin, loadPlugins } from './load-plugins.ts';
export { defaultWorkers, NodeExecutor, type Patience } from './node-executor.ts';
export { pluginDigest } from './plugin-imports.ts';
export { originOf } from './plugin-place.ts';
export { readRecordedContexts } from './recorded-contexts.ts';
export { reportFonts } from './report-fonts.ts';
export { resultFigures } from './result-figures.ts';
export { writeFigures } from './result-folder/figures.ts';
export { meansFileName, type Stage } from './result-folder/file-names.ts';
export { makeFolder, writeWhole } from './result-folder/files.ts';
export type { OpenOptions } from './result-folder/folder-contents.ts';
export type { Work } from './result-folder/folder-lock.ts';
export { FolderStore } from './result-folder/folder-store.ts';
export { type Merged, mergeParts } from './result-folder/merge-parts.ts';
export { svgToPng } from './result-folder/png.ts';
export type { Drawn, FinishOptions } from './result-folder/result-contents.ts';
export { ResultFolder } from './result-folder/result-folder.ts';
export { FolderLost, ResultFolderError } from './result-folder/result-folder-error.ts';
export type { RunPlan } from './result-folder/run-plan.ts';
export { SharedFolder } from './result-folder/shared-folder.ts';
export { buildDigest, softwareOf } from './software.ts';
export { decodeChunk, encodeChunk } from './wire/chunk-bytes.ts';
export { packComparisons, unpackComparisons } from './wire/comparison-bytes.ts';
export { readSentError } from './wire/error-data.ts';
