/**
 * What happens when a plugin is imported: it may import driftline's packages from anywhere on the disk,
 * and which files were really loaded for it, with which text, is noted.
 */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ParameterError } from '@driftline/core/play';

/** The files that each file imports, by address. */
const imports = new Map<string, Set<string>>();
/** A digest of the text that each file was loaded from, by address. */
const texts = new Map<string, string>();
let watching = false;

/** Driftline itself, whose version stands in every result, and which no plugin is blamed for. */
const ownFolders = [
  new URL('../../', import.meta.url).href,
  new URL('../', import.meta.resolve('@driftline/core')).href,
];

function isOurs(url: string): boolean {
  return ownFolders.some((folder) => url.startsWith(folder));
}

/** Whether a module was not found, by import or by require; any other failure has its own reason. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
}

/** Where its own folder has none of driftline's packages, a plugin gets those of this engine. */
function resolved<C extends { readonly parentURL?: string | undefined }, R>(
  specifier: string,
  context: C,
  nextResolve: (specifier: string, context: C) => R,
): R {
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    if (!specifier.startsWith('@driftline/') || !isMissing(error)) throw error;
    return nextResolve(specifier, { ...context, parentURL: import.meta.url });
  }
}

function noteImport(importer: string | undefined, url: string): void {
  if (importer === undefined || isOurs(importer)) return;
  const known = imports.get(importer) ?? new Set();
  imports.set(importer, known.add(url));
}

function noteText(url: string, source: string | ArrayBuffer | ArrayBufferView | undefined): void {
  if (!url.startsWith('file:') || isOurs(url)) return;
  const hash = createHash('sha256');
  if (typeof source === 'string') hash.update(source);
  else if (source instanceof ArrayBuffer) hash.update(new Uint8Array(source));
  else if (source !== undefined) {
    hash.update(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  } else hash.update(readFileSync(new URL(url)));
  texts.set(url, hash.digest('hex'));
}

/** From now on in this thread, imports are resolved and noted as plugins need it. */
export function watchImports(): void {
  if (watching) return;
  watching = true;
  nodeModule.registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const found = resolved(specifier, context, nextResolve);
      noteImport(context.parentURL, found.url);
      return found;
    },
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      noteText(url, loaded.source ?? undefined);
      return loaded;
    },
  });
}

/** The address of a file as it is loaded: links are followed. */
function addressOf(file: string): string {
  return pathToFileURL(realpathSync(file)).href;
}

/** Every file that was loaded for a plugin in this thread, itself first: addresses of files. */
function filesOf(file: string): string[] {
  const found = new Set([addressOf(file)]);
  // What is added while it is gone through is gone through, too.
  for (const url of found) {
    for (const next of imports.get(url) ?? []) if (texts.has(next)) found.add(next);
  }
  return [...found];
}

/** Whether an address is that of a file which was loaded for any plugin. */
export function isOfPlugins(url: string): boolean {
  return texts.has(url);
}

/** Whether an address is that of a file which was loaded for a plugin. */
export function belongsTo(file: string, url: string): boolean {
  return filesOf(file).includes(url);
}

/** The files that one plugin was loaded from, by their paths from its folder, with digests of their texts. */
export type PluginTexts = Readonly<Record<string, string>>;

/**
 * What a plugin that was loaded in this thread consists of, everything that it imports included; nothing
 * where it was not.
 */
export function pluginTexts(file: string): PluginTexts {
  const folder = dirname(realpathSync(file));
  const entries = filesOf(file).flatMap((url) => {
    const text = texts.get(url);
    return text === undefined ? [] : [[relative(folder, fileURLToPath(url)), text] as const];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Refuses a plugin whose text is another one here than where it was loaded first.
 *
 * @param there - what it consists of there; nothing where it was not loaded
 * @throws ParameterError naming the file that changed
 */
export function checkSameTexts(file: string, there: PluginTexts): void {
  if (Object.keys(there).length === 0) return;
  const here = pluginTexts(file);
  const names = [...new Set([...Object.keys(there), ...Object.keys(here)])];
  const changed = names.find((name) => there[name] !== here[name]);
  if (changed === undefined) return;
  throw new ParameterError(
    `plugin ${file}: ${changed} was changed while it was being loaded; start again`,
    'plugin-not-loaded',
  );
}

/**
 * A digest of everything that plugins were loaded from in this thread: their own files and all that these
 * import, by whatever kind of import, from beside them or from packages. Driftline's own packages are not
 * part of it. Two runs with the same digest have the same plugins.
 */
export function pluginDigest(files: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(files.map((file) => Object.entries(pluginTexts(file)))))
    .digest('hex');
}
