/** `driftline environments`: what there is, one in numbers and a picture, its means as a table. */

import { tableText } from '@driftline/engine/display';
import type { Command } from 'commander';
import { countFlag, readSeed } from '../../shared/flags.ts';
import { type Definitions, pluginsOf } from '../../shared/plugins.ts';
import { PLUGIN_FLAG, readOut } from '../../shared/run-flags.ts';
import { checkFree, writeFile } from '../../shared/write-file.ts';
import { UsageError } from '../../terminal/errors.ts';
import { print, printJson, printLines, warn } from '../../terminal/output.ts';
import {
  describeEnvironment,
  type EnvironmentRequest,
  environmentListRecord,
  environmentRecord,
  environmentWarnings,
} from './record.ts';
import { environmentDetails, environmentListing } from './text.ts';

interface EnvironmentFlags extends EnvironmentRequest {
  readonly out?: string;
  readonly force?: true;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

function checkFlags(name: string | undefined, flags: EnvironmentFlags): void {
  const needName = ['horizon', 'arms', 'seed', 'noise', 'out', 'force'] as const;
  const lonely = needName.find((flag) => flags[flag] !== undefined);
  if (name === undefined && lonely !== undefined) {
    throw new UsageError(`--${lonely} needs the name of an environment`);
  }
  if (flags.force && flags.out === undefined) throw new UsageError('--force goes with --out');
  if (flags.json && flags.out === '-') {
    throw new UsageError('--json and --out - both print to stdout; choose one');
  }
}

async function showList(plugins: Definitions, json: boolean): Promise<void> {
  if (json) await printJson(environmentListRecord(plugins));
  else await printLines(environmentListing(plugins.environments.list, plugins.rewardLaws.list));
}

async function runEnvironments(name: string | undefined, flags: EnvironmentFlags): Promise<void> {
  checkFlags(name, flags);
  const plugins = await pluginsOf(flags.plugin);
  if (name === undefined) return showList(plugins, flags.json === true);
  const { out } = flags;
  if (out !== undefined && out !== '-') checkFree(out, flags.force === true);
  const described = describeEnvironment(name, flags, plugins);
  warn(environmentWarnings(described).map(({ message }) => message));
  const { means } = described.environment;
  const { armCount, horizon } = means;
  const text = () => tableText(means.table().values, armCount);
  if (out === '-') return print(text());
  if (out !== undefined) await writeFile(out, text(), flags.force === true);
  if (flags.json) return printJson({ ...environmentRecord(described), out: out ?? null });
  const written = `Means written to ${out}: ${horizon} rows (slots), ${armCount} columns (arms).`;
  await printLines([...environmentDetails(described), ...(out === undefined ? [] : ['', written])]);
}

const help = `
The true variation is the paper's: from each slot to the next the largest change
of any mean, summed. --out writes a row for each slot and a column for each arm.

Examples:
  driftline environments
  driftline environments paper-2
  driftline environments paper-1 --seed 7 --out results/paper-1-means.csv
  driftline environments "sinusoid:amplitude=0.2;period=500" --noise gaussian
  driftline environments switching --arms 5 --horizon 2000 --json`;

/** The flags of `driftline environments`. */
export function configureEnvironments(command: Command): void {
  command
    .argument('[NAME]', "show this environment: NAME or 'NAME:parameter=value;…'")
    .option('--horizon <T>', 'slots', countFlag('--horizon'))
    .option('--arms <K>', 'arms', countFlag('--arms'))
    .option('--seed <S>', 'seed of random means (default: 1)', readSeed)
    .option(
      '--noise <LAW>',
      "reward law in place of its own, such as gaussian:sd=0.5; 'driftline environments' lists all",
    )
    .option('--out <FILE.csv>', "write the means as CSV; '-' is standard output", readOut)
    .option('--force', 'let --out replace a file')
    .option(...PLUGIN_FLAG)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runEnvironments);
}
