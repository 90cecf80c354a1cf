import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { ParameterError } from '@driftline/core/play';

import {
  checkPluginModule,
  type PluginModule,
  Plugins,
  pluginLists,
} from '@driftline/engine/worker';
import { entering, left } from './activity.ts';
import { forbidExit } from './plugin-exit.ts';
import { watchImports } from './plugin-imports.ts';
import { originOf } from './plugin-place.ts';

/** Loads plugin modules, TypeScript or JavaScript, and puts what they export beside ours. */
export async function loadPlugins(files: readonly string[]): Promise<Plugins> {
  const modules: PluginModule[] = [];
  for (const file of files) modules.push(await loadPlugin(file));
  return new Plugins(modules, files.map(originOf));
}

/** Node's own words for a missing module name the importer, which is a file of ours. */
async function checkFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isDirectory()) {
      throw new ParameterError(`plugin ${file}: is a directory, not a file`, 'plugin-not-loaded');
    }
  } catch (error) {
    if (error instanceof ParameterError) throw error;
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const reason =
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? 'no such file or directory'
        : error.message;
    throw new ParameterError(`plugin ${file}: ${reason}`, 'plugin-not-loaded');
  }
}

/** The line of a file that a text such as a stack points at first. */
function lineIn(text: string, file: string): number | undefined {
  const path = resolve(file);
  for (const place of [pathToFileURL(path).href, path]) {
    const [, after = ''] = text.split(`${place}:`);
    const line = Number.parseInt(after, 10);
    if (line >= 1) return line;
  }
  return undefined;
}

/** What Node says of a file when it only parses it: of JavaScript, an import's error lacks the line. */
function parserMessage(file: string): Promise<string> {
  return new Promise((resolveText) => {
    execFile(process.execPath, ['--check', resolve(file)], (_, _stdout, stderr) =>
      resolveText(stderr),
    );
  });
}

async function loadingError(file: string, error: unknown): Promise<ParameterError> {
  if (!(error instanceof Error)) {
    return new ParameterError(
      `plugin ${file}: cannot be loaded: it throws ${inspect(error)}, which is not an error`,
      'plugin-not-loaded',
    );
  }
  let line = lineIn(error.stack ?? '', file);
  if (line === undefined && error instanceof SyntaxError) {
    line = lineIn(await parserMessage(file), file);
  }
  const place = line === undefined ? file : `${file}:${line}`;
  return new ParameterError(
    `plugin ${place}: cannot be loaded: ${error.message}`,
    'plugin-not-loaded',
  );
}

/** What is waited for, unless nothing is left that could bring it. */
async function settled<T>(awaited: Promise<T>): Promise<T> {
  let giveUp = () => {};
  const nothingLeft = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('it awaits a promise that never settles'));
  });
  process.once('beforeExit', giveUp);
  try {
    return await Promise.race([awaited, nothingLeft]);
  } finally {
    process.off('beforeExit', giveUp);
  }
}

/**
 * One plugin module: its default export, or its named exports.
 *
 * @throws ParameterError when there is none, or when it or a definition in it is not as it should be
 */
export async function loadPlugin(file: string): Promise<PluginModule> {
  await checkFile(file);
  watchImports();
  forbidExit();
  let imported: { default?: PluginModule } & PluginModule;
  entering(`plugin ${file} while it is loaded`);
  try {
    imported = await settled(import(pathToFileURL(file).href));
  } catch (error) {
    throw await loadingError(file, error);
  } finally {
    left();
  }
  const module = imported.default ?? imported;
  if (pluginLists.every((list) => module[list] === undefined)) {
    throw new ParameterError(
      `plugin ${file}: must export policies, contextualPolicies, environments or rewardLaws, each an array of definitions; got none of them`,
      'plugin-not-accepted',
    );
  }
  checkPluginModule(file, module);
  return module;
}
