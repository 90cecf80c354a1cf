/** From the path of an experiment file to its plan, with all that it names loaded. */

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  contextsKey,
  contextsNamedIn,
  type ExperimentPlan,
  type MeansTable,
  planExperiment,
  readExperiment,
  selfContained,
  tablesNamedIn,
} from '@driftline/engine/experiment';
import type { Plugins } from '@driftline/engine/play';
import { readContexts } from '../../shared/read-contexts.ts';
import { readTable } from '../../shared/read-table.ts';
import { asUserError } from '../../terminal/errors.ts';
import { loadWatched } from '../../terminal/patience.ts';

/** An experiment, ready to be played. */
export interface LoadedExperiment {
  /** The file as it is, but for its name and whole paths, so that it can be run from anywhere. */
  readonly text: string;
  readonly plan: ExperimentPlan;
  readonly plugins: Plugins;
  readonly pluginFiles: readonly string[];
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw asUserError(path, error);
  }
}

/** Paths in the file start at its folder; those of flags start here. */
export async function loadExperiment(
  path: string,
  extraPlugins: readonly string[],
): Promise<LoadedExperiment> {
  const text = await readText(path);
  const file = readExperiment(text, path);
  const from = (named: string) => resolve(dirname(path), named);
  const pluginFiles = [
    ...file.experiment.plugins.map(from),
    ...extraPlugins.map((plugin) => resolve(plugin)),
  ];
  const plugins = await loadWatched(pluginFiles);
  const tables = new Map<string, MeansTable>();
  for (const named of tablesNamedIn(file.experiment)) {
    const { values, columnCount } = await readTable(from(named));
    tables.set(named, { values, armCount: columnCount });
  }
  const recorded = new Map<string, Awaited<ReturnType<typeof readContexts>>>();
  for (const named of contextsNamedIn(file.experiment)) {
    const features = named.features === undefined ? undefined : from(named.features);
    recorded.set(contextsKey(named), await readContexts(from(named.contexts), features));
  }
  const plan = planExperiment(file, { plugins, tables, recorded });
  const bearings = { name: plan.name, plugins: pluginFiles, pathOf: from };
  return { text: selfContained(text, bearings), plan, plugins, pluginFiles };
}
