/** `driftline run`: an experiment described in a file. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { comparisonRecord, comparisonWarnings, writtenName } from '@driftline/engine/display';
import { sameExperiment } from '@driftline/engine/experiment';
import {
  defaultWorkers,
  FolderLost,
  type ResultFolder,
  type RunPlan,
} from '@driftline/engine/node';
import { counted, readable } from '@driftline/engine/numbers';
import {
  type ComparisonResult,
  type Part,
  type Result,
  type Resumption,
  withoutOracles,
} from '@driftline/engine/play';
import { type ComparisonTuning, type Costs, sweepsOf } from '@driftline/engine/studies';
import type { Command } from 'commander';
import { checkQueueFlags, QUEUE_FLAG, withQueue } from '../../queue/with-queue.ts';
import {
  changesNote,
  comparisonNote,
  comparisonTables,
  contextNote,
} from '../../shared/comparison-text.ts';
import { datedFolder } from '../../shared/dated-folder.ts';
import { writeExperiment } from '../../shared/experiment-output.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { measuredCosts } from '../../shared/measure-costs.ts';
import { planDigest } from '../../shared/plan-digest.ts';
import {
  asExperimentFailure,
  type Elsewhere,
  playComparisons,
  RunAnnouncer,
} from '../../shared/play-comparisons.ts';
import { playPart, type StagePlan } from '../../shared/play-part.ts';
import { resumeCommand } from '../../shared/resume-command.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { addShardFlags, checkShardFlags, type ShardFlags } from '../../shared/shard-flags.ts';
import { trainingOf, tuneComparisons } from '../../shared/tune-comparisons.ts';
import { Interrupted, UserError } from '../../terminal/errors.ts';
import { note, printJson, printLines, warn } from '../../terminal/output.ts';
import { WIDTH, wrap } from '../../terminal/text.ts';
import { type LoadedExperiment, loadExperiment } from './load-experiment.ts';
import { rankingTable } from './ranking-table.ts';
import { tuningNote } from './tuning-note.ts';

interface RunFlags extends ShardFlags {
  readonly workers?: number;
  readonly queue?: string;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

/** The name of an experiment file without folder and ending. */
function stem(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}

function noteResumption({ doneReplications, totalReplications }: Resumption): void {
  note(
    `continuing from ${readable(doneReplications)} of ${counted(totalReplications, 'replication')}`,
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
  /** Whether figures were asked for. */
  readonly drawn: boolean;
  readonly tuning: readonly ComparisonTuning[];
}

async function playInto(
  folder: ResultFolder,
  loaded: LoadedExperiment,
  flags: RunFlags,
  elsewhere: Elsewhere | undefined,
): Promise<Played> {
  const { plan, text, plugins, pluginFiles } = loaded;
  const drawn = plan.outputs.figures;
  if (folder.finished) {
    return { result: await folder.readResult(), drawn, tuning: await folder.readTuning() };
  }
  const workers = flags.workers ?? defaultWorkers();
  const setting = { workers, pluginFiles, plugins, elsewhere, announcer: new RunAnnouncer() };
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
  return { result, drawn, tuning: records };
}

/** What failed, and how to go on where something was saved. */
function failure(error: unknown, out: string, again: string): Error {
  if (error instanceof FolderLost) return error;
  if (error instanceof Interrupted) {
    return new Interrupted(`${error.message}; finished work is kept. Continue with:\n  ${again}`);
  }
  const failed = asExperimentFailure(out, error);
  if (!(failed instanceof UserError)) return failed;
  return new UserError(
    `${failed.message}\nFinished work is kept. Continue with:\n  ${again}`,
    failed.code,
  );
}

/** Says what becomes of what a run before has left. */
function noteBeginning({ path, resumed, outdated }: ResultFolder, flags: RunFlags): void {
  if (flags.resume && !resumed) note(`nothing to resume in ${path}; starting from the beginning`);
  if (outdated) {
    note(
      `${path}: chunks of an earlier build cannot be used, so the run starts from the beginning; you can remove ${join(path, 'chunks')}`,
    );
  }
}

/** What a run is of, for its folder. */
async function planOf({ text, plan, pluginFiles, plugins }: LoadedExperiment): Promise<RunPlan> {
  const digest = await planDigest(plan.comparisons, plan.tuning, pluginFiles, plugins);
  return { spec: text, digest, isSame: (kept) => sameExperiment(kept, text) };
}

/** The stages of an experiment: training where it tunes, then what is judged. */
function firstStage({ plan, plugins }: LoadedExperiment): StagePlan {
  const training = trainingOf(plan, plugins);
  if (training === undefined) return { name: 'playing', comparisons: plan.comparisons };
  const { comparisons, judge } = training;
  return {
    name: 'training',
    phase: 'tuning',
    comparisons,
    next: (results) => ({ name: 'playing', phase: 'playing', ...judge(results) }),
  };
}

async function runPart(
  path: string,
  { part, out }: { readonly part: Part; readonly out: string },
  flags: RunFlags,
): Promise<void> {
  const loaded = await loadExperiment(path, flags.plugin ?? []);
  const { pluginFiles, plugins } = loaded;
  await playPart({
    part,
    out,
    plan: await planOf(loaded),
    first: () => firstStage(loaded),
    setting: { workers: flags.workers ?? defaultWorkers(), pluginFiles, plugins },
    wait: flags.wait === true,
    finishing: () => resumeCommand(path, out, flags.plugin),
    json: flags.json === true,
  });
}

/** What is run, and where. */
interface Running {
  readonly path: string;
  readonly plan: RunPlan;
  readonly loaded: LoadedExperiment;
  readonly elsewhere: Elsewhere | undefined;
}

async function runInto(
  folder: ResultFolder,
  { path, plan, loaded, elsewhere }: Running,
  flags: RunFlags,
): Promise<Played> {
  await folder.begin(plan);
  noteBeginning(folder, flags);
  try {
    return await playInto(folder, loaded, flags, elsewhere);
  } catch (error) {
    const again = resumeCommand(path, folder.path, flags.plugin, flags.queue);
    throw failure(error, folder.path, again);
  }
}

async function runExperiment(path: string, flags: RunFlags): Promise<void> {
  checkShardFlags(flags);
  checkQueueFlags(flags);
  const out = flags.out ?? datedFolder(stem(path), new Date(), existsSync);
  const place = { path: out, resume: flags.resume === true, force: flags.force === true };
  let played: Played;
  try {
    if (flags.shard !== undefined) return await runPart(path, { part: flags.shard, out }, flags);
    const loaded = await loadExperiment(path, flags.plugin ?? []);
    const plan = await planOf(loaded);
    const { pluginFiles, plugins } = loaded;
    const request = { name: loaded.plan.name, folder: out, pluginFiles, plugins };
    played = await withQueue(flags.queue, request, (elsewhere) =>
      inFolder(place, plan.digest, (folder) =>
        runInto(folder, { path, plan, loaded, elsewhere }, flags),
      ),
    );
  } catch (error) {
    throw asExperimentFailure(out, error);
  }
  await show(played, out, flags);
}

/** Sentences about sweeps that no figure shows. */
function omittedSweeps(result: Result, tuning: Played['tuning']): string[] {
  const tuned = tuning.map(({ comparison }) => comparison);
  return sweepsOf(result, tuned).omitted.flatMap((sentence) => wrap(sentence, WIDTH));
}

async function show(
  { result, drawn, tuning }: Played,
  out: string,
  flags: RunFlags,
): Promise<void> {
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
  const written = withoutOracles(published[0]).policies.map(writtenName);
  const parts = [
    ...result.comparisons.flatMap((comparison) => [
      comparisonTables(comparison),
      contextNote(comparison),
      changesNote(comparison, 'changes: N in the file'),
    ]),
    comparisonNote(result.comparisons[0]),
    rankingTable(published, written),
    rankingTable(result.comparisons.filter(isTuned), written, 'tuned '),
    drawn ? omittedSweeps(result, tuning) : [],
    tuningNote(tuning),
    [`Result written to ${out}.`],
  ].filter((lines) => lines.length > 0);
  await printLines(parts.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines])));
}

const help = `
An experiment file is YAML. experiments/ in the repository has examples, a
reference and a schema for editors. The smallest useful file:

  environments: [paper-2]
  policies: [sw-moss, {policy: d-ucb, window: {from: 50, to: 800, factor: 2}}]
  replications: 200

Finished work is saved at once. After Ctrl-C or a crash, continue with --resume.
The result has the same bytes whether it was interrupted or not, and whether one
machine played it or several (--shard, --queue; see docs/cluster.md). --force
keeps files that you changed or added: it moves them to a folder kept-1.

Examples:
  driftline run experiments/eta.yaml
  driftline run experiments/eta.yaml --out results/eta --workers 2
  driftline run experiments/eta.yaml --out results/eta --resume
  driftline run experiments/eta.yaml --out results/eta --shard 1/3`;

/** The flags of `driftline run`. */
export function configureRun(command: Command): void {
  command
    .argument('<EXPERIMENT.yaml>', 'YAML file that describes the experiment')
    .option('--out <DIR>', 'folder for the result (default: results/NAME-DATE, created)', readOut);
  addShardFlags(command)
    .option('--force', 'replace the result in --out once the new one is complete')
    .option(...QUEUE_FLAG)
    .option(...WORKERS_FLAG)
    .option(...PLUGIN_FLAG)
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', help)
    .action(runExperiment);
}
