/** `driftline environments`: what there is, one in numbers and a picture, its means as a table. */

import { RestedMeans } from '@driftline/core/play';
import { tableText } from '@driftline/engine/display';
import { fieldName } from '@driftline/engine/request';
import type { Command } from 'commander';
import { type Definitions, pluginsOf } from '../../shared/plugins.ts';
import { addFields, type FlagValues, requestOfFlags } from '../../shared/request-flags.ts';
import { PLUGIN_BEFORE_ID_FLAG, readOut } from '../../shared/run-flags.ts';
import { checkFree, writeFile } from '../../shared/write-file.ts';
import { UsageError } from '../../terminal/errors.ts';
import { print, printJson, printLines, warn } from '../../terminal/output.ts';
import {
  contextsRecord,
  type DescribedContexts,
  describeContexts,
  thetaTable,
} from './contextual.ts';
import {
  describeEnvironment,
  type EnvironmentRequest,
  environmentListRecord,
  environmentRecord,
  environmentWarnings,
} from './record.ts';
import { contextsDetails, environmentDetails, environmentListing } from './text.ts';

interface EnvironmentFlags {
  readonly out?: string;
  readonly force?: true;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

/** Settings that can differ from the environment's own. */
const FIELDS_OF_ONE = {
  horizon: { summary: "number of slots (default: the environment's)" },
  arms: {},
  dimension: {},
  law: {
    summary:
      "reward law, such as gaussian:sd=0.5; without NAME this command lists all (default: the environment's)",
  },
  seed: { summary: 'seed of random means' },
} as const;

function checkFlags(
  name: string | undefined,
  request: EnvironmentRequest,
  flags: EnvironmentFlags,
): void {
  const given = [
    ...Object.keys(request).map((id) => fieldName(id as keyof EnvironmentRequest, 'flag')),
    ...(['out', 'force'] as const).flatMap((flag) => (flags[flag] ? [`--${flag}`] : [])),
  ];
  if (name === undefined && given.length > 0) {
    throw new UsageError(`${given[0]} needs the name of an environment before it, such as paper-2`);
  }
  if (flags.force && flags.out === undefined)
    throw new UsageError('--force needs --out, the file to replace');
  if (flags.json && flags.out === '-') {
    throw new UsageError('--json and --out - both print to standard output; use only one of them');
  }
}

async function showList(plugins: Definitions, json: boolean): Promise<void> {
  if (json) await printJson(environmentListRecord(plugins));
  else await printLines(environmentListing(plugins.environments.list, plugins.rewardLaws.list));
}

async function showContexts(described: DescribedContexts, flags: EnvironmentFlags): Promise<void> {
  const { out } = flags;
  const table = out === undefined ? undefined : thetaTable(described);
  const text = () => (table === undefined ? [] : tableText(table.values, table.armCount));
  if (out === '-') return print(text());
  if (out !== undefined) await writeFile(out, text(), flags.force === true);
  if (flags.json) return printJson({ ...contextsRecord(described), out: out ?? null });
  const written = `Parameters written to ${out}: ${table?.horizon} rows (slots), ${table?.armCount} columns (parameters).`;
  await printLines([...contextsDetails(described), ...(out === undefined ? [] : ['', written])]);
}

async function runEnvironments(
  name: string | undefined,
  flags: EnvironmentFlags & FlagValues,
): Promise<void> {
  const request = requestOfFlags(flags);
  checkFlags(name, request, flags);
  const plugins = await pluginsOf(flags.plugin);
  if (name === undefined) return showList(plugins, flags.json === true);
  const { out } = flags;
  if (out !== undefined && out !== '-') checkFree(out, flags.force === true);
  const contextual = describeContexts(name, request, plugins);
  if (contextual !== undefined) return showContexts(contextual, flags);
  if (request.dimension !== undefined) {
    throw new UsageError(
      `${fieldName('dimension', 'flag')} goes only with an environment that has contexts, such as linear; leave it out`,
    );
  }
  const described = describeEnvironment(name, request, plugins);
  warn(environmentWarnings(described).map(({ message }) => message));
  const { means } = described.environment;
  const { armCount, horizon } = means;
  const rows = means instanceof RestedMeans ? means.shapes : undefined;
  const text = () => tableText((rows ?? means.table()).values, armCount);
  if (out === '-') return print(text());
  if (out !== undefined) await writeFile(out, text(), flags.force === true);
  if (flags.json) return printJson({ ...environmentRecord(described), out: out ?? null });
  const written = `Means written to ${out}: ${horizon} rows (${rows === undefined ? 'slots' : 'plays of the arm, without levels'}), ${armCount} columns (arms).`;
  await printLines([...environmentDetails(described), ...(out === undefined ? [] : ['', written])]);
}

const help = `
The true variation is the sum, over all slots, of the largest change of any mean
from one slot to the next (Besbes, Gur & Zeevi 2014). --out writes one row per
slot and one column per arm. Means of rested arms (rotting, rising) move with
plays of the arm: their rows are plays, and their variation and switches are
those that the benchmark of regret meets. For environments with contexts, --out
writes the hidden parameters, and their variation is the sum of distances (ℓ₂).

Examples:
  driftline environments
  driftline environments paper-2
  driftline environments paper-1 --seed 7 --out results/paper-1-means.csv
  driftline environments "sinusoid:amplitude=0.2;period=500" --noise gaussian
  driftline environments switching --arms 5 --horizon 2000 --json
  driftline environments contexts-jumps --dimension 3`;

/** The flags of `driftline environments`. */
export function configureEnvironments(command: Command): void {
  command.argument(
    '[NAME]',
    "environment to show: NAME or 'NAME:parameter=value;…' (default: list all)",
  );
  addFields(command, FIELDS_OF_ONE)
    .option('--out <FILE.csv>', "file for the means as CSV; '-' writes to standard output", readOut)
    .option('--force', 'replace the file of --out, if there is one')
    .option(...PLUGIN_BEFORE_ID_FLAG)
    .option('--json', 'print the answer as one JSON document')
    .addHelpText('after', help)
    .action(runEnvironments);
}
