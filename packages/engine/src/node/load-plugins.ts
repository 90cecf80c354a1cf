import { pathToFileURL } from 'node:url';
import { ParameterError } from '@driftline/core';
import { type PluginModule, Plugins } from '@driftline/engine';

/** Loads plugin modules, TypeScript or JavaScript, and puts what they export beside ours. */
export async function loadPlugins(files: readonly string[]): Promise<Plugins> {
  const modules: PluginModule[] = [];
  for (const file of files) modules.push(await loadPlugin(file));
  return new Plugins(modules);
}

/** One plugin module: its default export, or its named exports. */
export async function loadPlugin(file: string): Promise<PluginModule> {
  let imported: { default?: PluginModule } & PluginModule;
  try {
    imported = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new ParameterError(
      `plugin ${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const module = imported.default ?? imported;
  const { policies, environments, rewardLaws } = module;
  if (policies === undefined && environments === undefined && rewardLaws === undefined) {
    throw new ParameterError(
      `plugin ${file} must export policies, environments or rewardLaws, each an array of definitions; got none of them`,
    );
  }
  return module;
}
