/** `driftline run`: an experiment described in a file. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { comparisonRecord, comparisonWarnings } from '@driftline/engine/display';
import { sameExperiment } from '@driftline/engine/experiment';
import { defaultWorkers, FolderLost, type ResultFolder } from '@driftline/engine/node';
import { counted, readable } from '@driftline/engine/numbers';
import {
  type ComparisonResult,
  type Result,
  type Resumption,
  withoutOracles,
} from '@driftline/engine/play';
import type { ComparisonTuning, Costs } from '@driftline/engine/studies';
import type { Command } from 'commander';
import { changesNote, comparisonNote, comparisonTables } from '../../shared/comparison-text.ts';
import { datedFolder } from '../../shared/dated-folder.ts';
import { writeExperiment } from '../../shared/experiment-output.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { measuredCosts } from '../../shared/measure-costs.ts';
import { planDigest } from '../../shared/plan-digest.ts';
import {
  asExperimentFailure,
  playComparisons,
  RunAnnouncer,
} from '../../shared/play-comparisons.ts';
import { resumeCommand } from '../../shared/resume-command.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { tuneComparisons } from '../../shared/tune-comparisons.ts';
import { Interrupted, UsageError, UserError } from '../../terminal/errors.ts';
import { note, printJson, printLines, warn } from '../../terminal/output.ts';
import { type LoadedExperiment, loadExperiment } from './load-experiment.ts';
import { rankingTable } from './ranking-table.ts';

interface RunFlags {
  readonly out?: string;
  readonly resume?: true;
  readonly force?: true;
  readonly workers?: number;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

/** The name of an experiment file without folder and ending. */
function stem(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}

function noteResumption({ doneReplications, totalReplications }: Resumption): void {
  note(
    `going on from ${readable(doneReplications)} of ${counted(totalReplications, 'replication')}`,
  );
}

/** All policies as written; oracles do not play on every environment. */
function policiesOf({ comparisons }: LoadedExperiment['plan']): string[] {
  return [...new Set(comparisons.flatMap(({ policies }) => policies))];
}

/** A run that was stopped after measuring keeps what it measured. */
async function costsKeptIn(folder: ResultFolder, measure: () => Costs): Promise<Costs> {
  const kept = await folder.keptCosts();
  if (kept !== undefined) return kept;
  const costs = measure();
  await folder.keepCosts(costs);
  return costs;
}

/** What was played, and which of it with tuned policies. */
interface Played {
  readonly result: Result;
  readonly tuning: readonly ComparisonTuning[];
}

async function playInto(
  folder: ResultFolder,
  loaded: LoadedExperiment,
  flags: RunFlags,
): Promise<Played> {
  const { plan, text, plugins, pluginFiles } = loaded;
  if (folder.finished) {
    return { result: await folder.readResult(), tuning: await folder.readTuning() };
  }
  const workers = flags.workers ?? defaultWorkers();
  const setting = { workers, pluginFiles, plugins, announcer: new RunAnnouncer() };
  const { comparisons, records } = await tuneComparisons(plan, setting, folder);
  const results: ComparisonResult[] = await playComparisons({
    ...setting,
    comparisons,
    store: folder.store(),
    ...(flags.json ? {} : { onResume: noteResumption }),
    ...(plan.tuning === undefined ? {} : { phase: 'playing' }),
  });
  const costs = plan.outputs.costs
    ? await costsKeptIn(folder, () => measuredCosts(policiesOf(plan), plugins))
    : undefined;
  const result = await writeExperiment(folder, results, {
    name: plan.name,
    outputs: plan.outputs,
    specText: text,
    tuning: records,
    costs,
  });
  return { result, tuning: records };
}

/** What failed, and how to go on where something was saved. */
function failure(error: unknown, out: string, again: string): Error {
  if (error instanceof FolderLost) return error;
  if (error instanceof Interrupted) {
    return new Interrupted(`${error.message}; what was played is kept. Continue with:\n  ${again}`);
  }
  const failed = asExperimentFailure(out, error);
  if (!(failed instanceof UserError)) return failed;
  return new UserError(
    `${failed.message}\nWhat was played is kept. Continue with:\n  ${again}`,
    failed.code,
  );
}

/** Says what becomes of what a run before has left. */
function noteBeginning({ path, resumed, outdated }: ResultFolder, flags: RunFlags): void {
  if (flags.resume && !resumed) note(`nothing to go on with in ${path}; starting anew`);
  if (outdated) {
    note(
      `${path}: chunks of an earlier build do not say what they are of; played again from the first chunk. ${join(path, 'chunks')} stays, and is no longer needed`,
    );
  }
}

function checkFlags(flags: RunFlags): void {
  if (flags.resume && flags.out === undefined) {
    throw new UsageError('--resume needs --out, the folder of the run to go on with');
  }
  if (flags.resume && flags.force) {
    throw new UsageError('--resume keeps what is there and --force replaces it; choose one');
  }
}

async function runInto(
  folder: ResultFolder,
  digest: string,
  loaded: LoadedExperiment,
  path: string,
  flags: RunFlags,
): Promise<Played> {
  const { text } = loaded;
  await folder.begin({ spec: text, digest, isSame: (kept) => sameExperiment(kept, text) });
  noteBeginning(folder, flags);
  try {
    return await playInto(folder, loaded, flags);
  } catch (error) {
    throw failure(error, folder.path, resumeCommand(path, folder.path, flags.plugin));
  }
}

async function runExperiment(path: string, flags: RunFlags): Promise<void> {
  checkFlags(flags);
  const out = flags.out ?? datedFolder(stem(path), new Date(), existsSync);
  const place = { path: out, resume: flags.resume === true, force: flags.force === true };
  let played: Played;
  try {
    const loaded = await loadExperiment(path, flags.plugin ?? []);
    const { plan, pluginFiles, plugins } = loaded;
    const digest = await planDigest(plan.comparisons, plan.tuning, pluginFiles, plugins);
    played = await inFolder(place, digest, (folder) =>
      runInto(folder, digest, loaded, path, flags),
    );
  } catch (error) {
    throw asExperimentFailure(out, error);
  }
  await show(played, out, flags);
}

async function show({ result, tuning }: Played, out: string, flags: RunFlags): Promise<void> {
  warn(
    result.comparisons.flatMap((comparison) =>
      comparisonWarnings(comparison).map((message) => `${comparison.name}: ${message}`),
    ),
  );
  if (flags.json) {
    const comparisons = result.comparisons.map((comparison) => ({
      name: comparison.name,
      ...comparisonRecord(comparison),
    }));
    await printJson({ name: result.name, out, comparisons });
    return;
  }
  const isTuned = ({ name }: ComparisonResult) =>
    tuning.some(({ comparison }) => comparison === name);
  const published = result.comparisons.filter((comparison) => !isTuned(comparison));
  const written = withoutOracles(published[0]).policies.map(({ spec }) => spec);
  const parts = [
    ...result.comparisons.flatMap((comparison) => [
      comparisonTables(comparison),
      changesNote(comparison, 'changes: N in the file'),
    ]),
    comparisonNote(result.comparisons[0]),
    rankingTable(published, written),
    rankingTable(result.comparisons.filter(isTuned), written, 'tuned '),
    [`Result written to ${out}.`],
  ].filter((lines) => lines.length > 0);
  await printLines(parts.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines])));
}

const help = `
An experiment file is YAML: environments, policies, and what is swept over. The
folder experiments/ of the repository has some, and a schema for editors.

  environments: [paper-2]
  policies: [sw-moss, {policy: d-ucb, window: {from: 50, to: 800, factor: 2}}]
  replications: 200

What is played is saved as it comes. After Ctrl-C or a crash, --resume continues
the run, and the files are the same to the last byte as without interruption.

One run at a time works in a folder; another is refused. With --force a result
is replaced once the new one is complete. Only files that a run wrote and nobody
changed are replaced; others in the way are kept in a folder kept-1.

Examples:
  driftline run experiments/eta.yaml
  driftline run experiments/eta.yaml --out results/eta --workers 2
  driftline run experiments/eta.yaml --out results/eta --resume`;

/** The flags of `driftline run`. */
export function configureRun(command: Command): void {
  command
    .argument('<EXPERIMENT.yaml>', 'the file that describes the experiment')
    .option('--out <DIR>', 'result folder (default: a new one with the date in results/)', readOut)
    .option('--resume', 'continue an unfinished run in --out')
    .option('--force', 'let --out replace a result')
    .option(...WORKERS_FLAG)
    .option(...PLUGIN_FLAG)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runExperiment);
}
