/** `driftline compare`: policies on one environment, many times, and who loses how much. */

import { resolve } from 'node:path';
import { comparisonRecord, comparisonWarnings, slotColumnWarning } from '@driftline/engine/display';
import { defaultWorkers, FolderLost, type ResultFolder } from '@driftline/engine/node';
import {
  type Comparison,
  type ComparisonResult,
  checkRunSize,
  environmentOf,
  type Plugins,
  policyOf,
} from '@driftline/engine/play';
import type { Command } from 'commander';
import { type CompareRequest, comparisonOf, playedPolicies } from '../../shared/compare-request.ts';
import { changesNote, comparisonNote, comparisonTables } from '../../shared/comparison-text.ts';
import { writeExperiment } from '../../shared/experiment-output.ts';
import {
  countFlag,
  readBenchmark,
  readChanges,
  readPolicyList,
  readRewardRange,
  readSeed,
  readUnit,
  readVariation,
} from '../../shared/flags.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { planDigest } from '../../shared/plan-digest.ts';
import { asExperimentFailure, playComparisons } from '../../shared/play-comparisons.ts';
import { readTable } from '../../shared/read-table.ts';
import { resumeCommand } from '../../shared/resume-command.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { Interrupted, UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { loadWatched } from '../../terminal/patience.ts';

interface CompareFlags extends CompareRequest {
  readonly workers?: number;
  readonly plugin?: readonly string[];
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

function checkFlags(flags: CompareFlags): void {
  const { environment, means, rewards } = flags;
  if ([environment, means, rewards].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError('give one of --environment NAME, --means FILE.csv and --rewards FILE.csv');
  }
  checkRewardFlags(flags);
  if (flags.means !== undefined && flags.noise === undefined) {
    throw new UsageError('--means needs --noise, such as bernoulli, gaussian or pareto');
  }
  if (flags.force && flags.out === undefined) throw new UsageError('--force goes with --out');
  if ((flags.means ?? flags.rewards) === '-' && flags.out !== undefined) {
    throw new UsageError('--out needs a table in a file, so that the result can be made again');
  }
}

function checkRewardFlags(flags: CompareFlags): void {
  if (flags.rewards !== undefined) {
    if (flags.noise === undefined) return;
    throw new UsageError('--noise does not go with --rewards, which are played as they are');
  }
  const given = {
    '--unit': flags.unit !== undefined,
    '--against': flags.against !== undefined,
    '--smoothing': flags.smoothing !== undefined,
    '--no-rotate': flags.rotate === false,
  };
  const [misplaced] = Object.entries(given).filter(([, isGiven]) => isGiven);
  if (misplaced !== undefined) throw new UsageError(`${misplaced[0]} goes with --rewards`);
}

/** Finds mistakes before the first slot is played and before anything is written. */
function checkComparison(comparison: Comparison, flags: CompareFlags, plugins: Plugins): void {
  const intoFolder = flags.out !== undefined;
  checkRunSize([comparison], { plugins, stored: intoFolder, written: intoFolder });
  const environment = environmentOf(comparison, 0, plugins);
  for (const spec of comparison.policies) policyOf(comparison, spec, environment, plugins);
}

/** Plays with a result folder: what is finished is kept there as it comes. */
async function compareInto(
  out: string,
  comparison: Comparison,
  flags: CompareFlags,
  plugins: Plugins,
): Promise<ComparisonResult> {
  const pluginFiles = (flags.plugin ?? []).map((file) => resolve(file));
  const { experimentText } = await import('@driftline/engine/experiment');
  const tableFile = flags.means ?? flags.rewards;
  const specText = experimentText(comparison, {
    ...(tableFile === undefined ? {} : { table: resolve(tableFile) }),
    plugins: pluginFiles,
  });
  const digest = await planDigest([comparison], undefined, pluginFiles, plugins);
  return inFolder({ path: out, force: flags.force === true }, digest, async (folder) => {
    await folder.begin({ spec: specText, digest });
    try {
      const [result] = await playComparisons({
        comparisons: [comparison],
        workers: flags.workers ?? defaultWorkers(),
        pluginFiles,
        plugins,
        store: folder.store(),
      });
      await writeExperiment(folder, [result], {
        name: comparison.name,
        outputs: { figures: true, report: true, parquet: false },
        specText,
      });
      return result;
    } catch (error) {
      throw failure(error, folder);
    }
  });
}

async function play(
  comparison: Comparison,
  flags: CompareFlags,
  plugins: Plugins,
): Promise<ComparisonResult> {
  try {
    if (flags.out !== undefined) return await compareInto(flags.out, comparison, flags, plugins);
    const [result] = await playComparisons({
      comparisons: [comparison],
      workers: flags.workers ?? defaultWorkers(),
      pluginFiles: flags.plugin ?? [],
      plugins,
    });
    return result;
  } catch (error) {
    throw error instanceof Interrupted ? error : asExperimentFailure(flags.out ?? 'compare', error);
  }
}

/** What failed, and how to go on with what was saved: by the experiment file that is kept with it. */
function failure(error: unknown, { path, unfinishedSpec }: ResultFolder): Error {
  if (error instanceof FolderLost) return error;
  const told = error instanceof Interrupted ? error : asExperimentFailure(path, error);
  const again = resumeCommand(unfinishedSpec, path);
  const message = `${told.message}; what was played is kept. Go on with:\n  ${again}`;
  if (error instanceof Interrupted) return new Interrupted(message);
  return told instanceof UserError ? new UserError(message, told.code) : told;
}

async function runCompare(flags: CompareFlags): Promise<void> {
  checkFlags(flags);
  const plugins = await loadWatched(flags.plugin ?? []);
  const tableFile = flags.means ?? flags.rewards;
  const table = tableFile === undefined ? undefined : await readTable(tableFile);
  if (table !== undefined) {
    const slotColumn = slotColumnWarning(tableFile ?? '', table);
    if (slotColumn !== undefined) warn([slotColumn]);
  }
  const { policies, warnings } = playedPolicies(flags, plugins.policies);
  warn(warnings);
  const comparison = comparisonOf({ ...flags, policies }, table);
  checkComparison(comparison, flags, plugins);
  const result = await play(comparison, flags, plugins);
  warn(comparisonWarnings(result));
  if (flags.json) await printJson(comparisonRecord(result));
  else {
    const written = flags.out === undefined ? [] : ['', `Result written to ${flags.out}.`];
    const notes = [comparisonNote(result), changesNote(result, '--changes N')].filter(
      ({ length }) => length > 0,
    );
    await printLines([
      ...comparisonTables(result),
      ...notes.flatMap((note) => ['', ...note]),
      ...written,
    ]);
  }
}

const help = `
LIST is policies separated by commas, each an id or id:name=value;name=value.
NAME is an environment, NAME or NAME:name=value;name=value. Quote what has ';'
in it. A table of means is CSV: one row per slot, one column per arm; the second
example makes one, and the third plays on it.
Policies tuned by a variation budget are given --variation. Without it they are
given what the environment states, else its true variation: that of each
replication where means are drawn anew (fresh=1). No environment states its
number of changes: give it with --changes, or policies that need one take it
from the variation.
Recorded rewards, one column per arm, are played as they are. Their means are
not known: regret is realized regret against the best fixed arm, or against the
arm with the best average around each slot, and their variation is that of
averages. Replications start at random slots; the end is followed by the
beginning.

Examples:
  driftline compare --policies r-moss,sw-moss,d-ucb --environment paper-2
  driftline environments paper-2 --out results/means.csv
  driftline compare --policies sw-moss --means results/means.csv --noise beta
  driftline compare --policies "moss,sw-moss:eta=0.6" --environment switching
  driftline compare --policies ucb1 --environment paper-2 --out results/mine
  driftline compare --policies ts,dts --environment paper-2 --seed 7 --json
  driftline compare --policies ucb1,ts --rewards results/means.csv`;

/** The flags of `driftline compare`. */
export function configureCompare(command: Command): void {
  command
    .requiredOption('--policies <LIST>', 'policies to compare', readPolicyList)
    .option('--environment <NAME>', 'where they play')
    .option('--means <FILE.csv>', 'or a table of means')
    .option('--rewards <FILE.csv>', 'or a table of rewards that were recorded')
    .option(
      '--unit <U>',
      'recorded rewards are divided by this; negative where the table holds losses (default: 1)',
      readUnit,
    )
    .option(
      '--against <WHAT>',
      'what regret on recorded rewards compares with: fixed or smoothed (default: fixed)',
      readBenchmark,
    )
    .option(
      '--smoothing <N>',
      'slots that averages of recorded rewards are taken over (default: horizon^(2/3))',
      countFlag('--smoothing'),
    )
    .option('--no-rotate', 'play recorded rewards from their first slot in every replication')
    .option(
      '--noise <LAW>',
      "reward law: bernoulli, gaussian, pareto, student-t, beta, uniform or exact, with parameters as in gaussian:sd=0.5; 'driftline environments' shows them",
    )
    .option(
      '--reward-range <LO,HI>',
      'rewards from LO to HI are mapped to [0, 1] for policies that need it (exp3, ts, kl types), others are clipped (default: 0,1 for bernoulli and beta, else -1,1)',
      readRewardRange,
    )
    .option('--horizon <T>', 'slots', countFlag('--horizon'))
    .option('--arms <K>', 'arms', countFlag('--arms'))
    .option('--variation <V>', 'the variation budget that policies are given', readVariation)
    .option('--changes <N>', 'the number of changes, for policies tuned by it', readChanges)
    .option('--replications <N>', 'sample paths', countFlag('--replications'), 500)
    .option('--seed <S>', 'seed', readSeed, 1)
    .option(...WORKERS_FLAG)
    .option('--checkpoints <N>', 'slots at which curves are kept', countFlag('--checkpoints'), 100)
    .option(...PLUGIN_FLAG)
    .option('--out <DIR>', 'write a result folder', readOut)
    .option('--force', 'let --out replace a result')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runCompare);
}
