/** `driftline compare`: policies on one environment, many times, and who loses how much. */

import { basename, resolve } from 'node:path';
import { comparisonRecord, comparisonWarnings, slotColumnWarning } from '@driftline/engine/display';
import {
  defaultWorkers,
  FolderLost,
  type ResultFolder,
  type RunPlan,
} from '@driftline/engine/node';
import {
  type Comparison,
  type ComparisonResult,
  checkRunSize,
  contestantOf,
  environmentOf,
  type Part,
  type Plugins,
} from '@driftline/engine/play';
import {
  type ComparisonRequest,
  type ContextFiles,
  comparisonOf,
  experimentText,
  fieldName,
  kindAsked,
  NO_MEANS,
  ONLY_ORACLES,
  playingPolicies,
  sourceOf,
  withReference,
} from '@driftline/engine/request';
import type { Command } from 'commander';
import { checkQueueFlags, QUEUE_FLAG, withQueue } from '../../queue/with-queue.ts';
import {
  changesNote,
  comparisonNote,
  comparisonTables,
  contextNote,
} from '../../shared/comparison-text.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { planDigest } from '../../shared/plan-digest.ts';
import {
  asExperimentFailure,
  type Elsewhere,
  type PlayRequest,
  playComparisons,
} from '../../shared/play-comparisons.ts';
import { playPart } from '../../shared/play-part.ts';
import { readContexts } from '../../shared/read-contexts.ts';
import { readTable } from '../../shared/read-table.ts';
import {
  ALL_FLAGS,
  addFields,
  contentAsker,
  type FlagValues,
  formAsker,
  repeatedWarnings,
  requestOfFlags,
} from '../../shared/request-flags.ts';
import { resumeCommand } from '../../shared/resume-command.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { addShardFlags, checkShardFlags, type ShardFlags } from '../../shared/shard-flags.ts';
import { leftOutText } from '../../shared/warnings.ts';
import { Interrupted, UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { loadWatched } from '../../terminal/patience.ts';

/** How it is played and what becomes of it; the other flags say what is compared. */
interface CompareFlags extends ShardFlags {
  readonly workers?: number;
  readonly queue?: string;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

/** The table that is played on; undefined where an environment is named. */
function tableFileOf({ means, rewards }: ComparisonRequest): string | undefined {
  return means ?? rewards;
}

/** The whole paths of recorded contexts and of their features. */
function contextFilesOf({ contexts, features }: ComparisonRequest): ContextFiles {
  return {
    ...(contexts === undefined ? {} : { contexts: resolve(contexts) }),
    ...(features === undefined ? {} : { features: resolve(features) }),
  };
}

function checkFlags(request: ComparisonRequest, flags: CompareFlags): void {
  kindAsked(request, formAsker);
  if (flags.force && flags.out === undefined)
    throw new UsageError('--force needs --out, the folder to replace');
  checkShardFlags(flags);
  checkQueueFlags(flags);
  if (flags.queue !== undefined && flags.out === undefined) {
    throw new UsageError('--queue needs --out, the folder that keeps finished work');
  }
  if (tableFileOf(request) === '-' && flags.out !== undefined) {
    throw new UsageError(
      '--out needs the table in a file instead of standard input, so that the result can be repeated',
    );
  }
}

/** The policies that play, with a word on those that are named again or can't. */
function policiesPlaying(
  { policies = [], rewards }: ComparisonRequest,
  plugins: Plugins,
): readonly string[] {
  const kind = rewards === undefined ? 'named' : 'rewards';
  const { playing, leftOut, repeated } = playingPolicies(policies, kind, plugins.policies);
  if (playing.length === 0) {
    throw new UserError(`${fieldName('policies', 'flag')} ${ONLY_ORACLES}`);
  }
  warn([...repeatedWarnings(repeated), ...leftOut.map((spec) => leftOutText(spec, NO_MEANS))]);
  return playing;
}

/** The comparison that is asked for, with its table read. */
async function comparisonAsked(request: ComparisonRequest, plugins: Plugins): Promise<Comparison> {
  const file = tableFileOf(request);
  const table = file === undefined ? undefined : await readTable(file);
  if (table !== undefined) {
    const slotColumn = slotColumnWarning(file ?? '', table);
    if (slotColumn !== undefined) warn([slotColumn]);
  }
  const policies = policiesPlaying(request, plugins);
  const { contexts, features } = request;
  const recorded = contexts === undefined ? undefined : await readContexts(contexts, features);
  const asked = table && {
    name: basename(file ?? ''),
    values: table.values,
    armCount: table.columnCount,
    ...(recorded === undefined ? {} : { contexts: recorded }),
  };
  const source = sourceOf(request, asked, contentAsker);
  if (source === undefined) throw new Error('a mistake was not reported');
  const { players } = request;
  const played = withReference({ policies, players }, source, plugins.environments);
  return comparisonOf({ ...request, policies: played }, source);
}

/** Finds mistakes before the first slot is played and before anything is written. */
function checkComparison(comparison: Comparison, flags: CompareFlags, plugins: Plugins): void {
  const intoFolder = flags.out !== undefined;
  checkRunSize([comparison], { plugins, stored: intoFolder, written: intoFolder });
  const environment = environmentOf(comparison, 0, plugins);
  for (const spec of comparison.policies) contestantOf(comparison, spec, environment, plugins);
}

/** What was asked for, with the plugins that were named. */
interface AskedComparison {
  readonly request: ComparisonRequest;
  readonly flags: CompareFlags;
  readonly plugins: Plugins;
}

/** What goes to a result folder, and what it is of. */
async function planOf(comparison: Comparison, asked: AskedComparison): Promise<CompareInto> {
  const { flags, plugins } = asked;
  const pluginFiles = (flags.plugin ?? []).map((file) => resolve(file));
  const tableFile = tableFileOf(asked.request);
  const spec = experimentText(comparison, {
    ...(tableFile === undefined ? {} : { table: resolve(tableFile) }),
    recorded: contextFilesOf(asked.request),
    plugins: pluginFiles,
  });
  const digest = await planDigest([comparison], undefined, pluginFiles, plugins);
  const workers = flags.workers ?? defaultWorkers();
  return { plan: { spec, digest }, spec, setting: { workers, pluginFiles, plugins } };
}

interface CompareInto {
  readonly plan: RunPlan;
  readonly spec: string;
  readonly setting: Pick<PlayRequest, 'workers' | 'pluginFiles' | 'plugins'>;
}

/** Plays with a result folder: what is finished is kept there as it comes. */
async function compareInto(
  out: string,
  comparison: Comparison,
  asked: AskedComparison,
): Promise<ComparisonResult> {
  const { resume, force } = asked.flags;
  const { plan, spec, setting } = await planOf(comparison, asked);
  const place = { path: out, resume: resume === true, force: force === true };
  const inside = async (folder: ResultFolder, elsewhere: Elsewhere | undefined) => {
    await folder.begin(plan);
    if (folder.finished) return (await folder.readResult()).comparisons[0];
    try {
      const played = { ...setting, elsewhere, comparisons: [comparison], store: folder.store() };
      const [result] = await playComparisons(played);
      // Loaded when it is needed: a comparison that is only printed draws nothing.
      const { writeExperiment } = await import('../../shared/experiment-output.ts');
      await writeExperiment(folder, [result], {
        name: comparison.name,
        outputs: { figures: true, report: true, parquet: false },
        specText: spec,
      });
      return result;
    } catch (error) {
      throw failure(error, folder, asked.flags.queue);
    }
  };
  const request = { ...setting, name: comparison.name, folder: out };
  return withQueue(asked.flags.queue, request, (elsewhere) =>
    inFolder(place, plan.digest, (folder) => inside(folder, elsewhere)),
  );
}

/** Plays a part of a comparison into a folder that other parts play into, too. */
async function comparePart(
  part: Part,
  comparison: Comparison,
  asked: AskedComparison,
): Promise<void> {
  const { flags } = asked;
  const { plan, setting } = await planOf(comparison, asked);
  const out = flags.out ?? '';
  try {
    await playPart({
      part,
      out,
      plan,
      setting,
      first: () => ({ name: 'playing', comparisons: [comparison] }),
      wait: flags.wait === true,
      finishing: ({ unfinishedSpec }) => resumeCommand(unfinishedSpec, out),
      json: flags.json === true,
    });
  } catch (error) {
    throw asExperimentFailure(out, error);
  }
}

async function play(comparison: Comparison, asked: AskedComparison): Promise<ComparisonResult> {
  const { flags, plugins } = asked;
  try {
    if (flags.out !== undefined) return await compareInto(flags.out, comparison, asked);
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
function failure(
  error: unknown,
  { path, unfinishedSpec }: ResultFolder,
  queue: string | undefined,
): Error {
  if (error instanceof FolderLost) return error;
  const failed = error instanceof Interrupted ? error : asExperimentFailure(path, error);
  const again = resumeCommand(unfinishedSpec, path, [], queue);
  const message = `${failed.message}; finished work is kept. Continue with:\n  ${again}`;
  if (error instanceof Interrupted) return new Interrupted(message);
  return failed instanceof UserError ? new UserError(message, failed.code) : failed;
}

async function runCompare(flags: CompareFlags & FlagValues): Promise<void> {
  const request = requestOfFlags(flags);
  checkFlags(request, flags);
  const plugins = await loadWatched(flags.plugin ?? []);
  const comparison = await comparisonAsked(request, plugins);
  checkComparison(comparison, flags, plugins);
  const asked = { request, flags, plugins };
  if (flags.shard !== undefined) return comparePart(flags.shard, comparison, asked);
  const result = await play(comparison, asked);
  warn(comparisonWarnings(result));
  if (flags.json) await printJson(comparisonRecord(result));
  else {
    const written = flags.out === undefined ? [] : ['', `Result written to ${flags.out}.`];
    const notes = [
      contextNote(result),
      comparisonNote(result),
      changesNote(result, '--changes N'),
    ].filter(({ length }) => length > 0);
    await printLines([
      ...comparisonTables(result),
      ...notes.flatMap((note) => ['', ...note]),
      ...written,
    ]);
  }
}

const help = `
Regret is the expected reward lost, summed over all slots, compared with always
playing the best arm of the moment. Less is better. On recorded rewards, whose
means are unknown, regret compares with --against instead.

With --players, several players share the arms, and policies are rules for
them, such as mctopm:of=kl-ucb. Regret then compares with the best arms of the
moment, as many as there are players.

Policies and environments take parameters as ID:name=value;name=value. Quote
them if they contain ';'. Every policy plays the same random draws.

Examples:
  driftline compare --policies r-moss,sw-moss,d-ucb --environment paper-2
  driftline compare --policies "moss,sw-moss:eta=0.6" --environment switching
  # with report, figures and tables in a folder
  driftline compare --policies ucb1 --environment paper-2 --out results/mine
  # on a table of means: the first command makes one
  driftline environments paper-2 --out results/means.csv
  driftline compare --policies sw-moss --means results/means.csv --noise beta
  driftline compare --policies ucb1,ts --rewards results/means.csv
  driftline compare --policies ts,dts --environment paper-2 --seed 7 --json
  driftline compare --players 2 --policies mctopm:of=kl-ucb,selfish:of=kl-ucb \\
    --environment paper-2
  # one of three shards: run the others on other machines, then --resume
  driftline compare --policies ucb1 --environment paper-2 --out results/mine \\
    --shard 1/3`;

/** The flags of `driftline compare`. */
export function configureCompare(command: Command): void {
  addFields(command, ALL_FLAGS)
    .option(...QUEUE_FLAG)
    .option(...WORKERS_FLAG)
    .option(...PLUGIN_FLAG)
    .option(
      '--out <DIR>',
      'folder for the result: report, figures and tables (default: none)',
      readOut,
    );
  addShardFlags(command)
    .option('--force', 'replace the result in --out once the new one is complete')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', help)
    .action(runCompare);
}
