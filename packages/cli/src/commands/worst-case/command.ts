/** `driftline worst-case`: how much policies lose in the worst environment that a search finds. */

import { join, resolve } from 'node:path';
import { MeanTable } from '@driftline/core';
import { preparePolicy } from '@driftline/core/play';
import { commandLine, comparisonWarnings, shellWord } from '@driftline/engine/display';
import {
  defaultWorkers,
  FolderLost,
  NodeExecutor,
  type ResultFolder,
} from '@driftline/engine/node';
import {
  type Comparison,
  checkRunSize,
  type Plugins,
  RunStopped,
  usefulWorkers,
} from '@driftline/engine/play';
import { flagWords, playingPolicies } from '@driftline/engine/request';
import {
  type GrowthStudy,
  growthHorizons,
  growthStudy,
  type PlayingOptions,
  type WorstCaseStudy,
  worstCase,
  worstCaseDefaults,
} from '@driftline/engine/studies';
import { type Command, Option } from 'commander';
import { checkQueueFlags, QUEUE_FLAG, withQueue } from '../../queue/with-queue.ts';
import { numberFlag } from '../../shared/flags.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { studyDigest } from '../../shared/plan-digest.ts';
import {
  asExperimentFailure,
  type Elsewhere,
  keepShowing,
  StopRequest,
} from '../../shared/play-comparisons.ts';
import { shownQueueUrl } from '../../shared/queue-url.ts';
import { addFields, repeatedWarnings } from '../../shared/request-flags.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { Interrupted, stoppedForNothing, UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { loadWatched, usualPatience } from '../../terminal/patience.ts';
import { type Advance, ProgressBar } from '../../terminal/progress.ts';
import { writeGrowth, writeSearch } from './output.ts';
import { commandLines, growthRecord, meansFile, replayParts, worstCaseRecord } from './record.ts';
import { growthTables, worstCaseTables } from './text.ts';

interface WorstCaseFlags {
  readonly policies: readonly string[];
  readonly arms: number;
  readonly horizon: number;
  readonly variation: number;
  readonly evaluations?: number;
  readonly replications?: number;
  readonly seed: number;
  readonly workers?: number;
  readonly queue?: string;
  readonly growth?: true;
  readonly plugin?: readonly string[];
  readonly out?: string;
  readonly resume?: true;
  readonly force?: true;
  readonly json?: true;
}

function checkFlags(flags: WorstCaseFlags): void {
  if (flags.force && flags.out === undefined)
    throw new UsageError('--force needs --out, the folder to replace');
  if (flags.resume && flags.out === undefined) {
    throw new UsageError('--resume needs --out, the folder of the study to continue');
  }
  if (flags.resume && flags.force) {
    throw new UsageError(
      '--resume continues the study in --out and --force replaces it; use only one of them',
    );
  }
  checkQueueFlags(flags);
  const lonely = (['evaluations', 'replications'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  if (flags.growth && lonely !== undefined) {
    throw new UsageError(`--${lonely} does not go with --growth, which sets its own; leave it out`);
  }
}

/** Of a study in a queue. */
const NAME = 'worst-case';

/** The command that repeats a study. */
function commandOf(flags: WorstCaseFlags): string {
  const { policies, arms, horizon, variation, replications, seed } = flags;
  const { evaluations, growth, plugin = [] } = flags;
  return commandLine([
    'worst-case',
    ...flagWords({ policies, arms, horizon, variation, replications, seed }),
    ...(evaluations === undefined ? [] : ['--evaluations', evaluations]),
    ...(growth ? ['--growth'] : []),
    ...plugin.flatMap((file) => ['--plugin', file]),
  ]);
}

/** The command that goes on with a study that was stopped. */
function resumption(flags: WorstCaseFlags, out: string): string {
  const { queue } = flags;
  const where = queue === undefined ? [] : ['--queue', shellWord(shownQueueUrl(queue))];
  const plugin = flags.plugin?.map((file) => resolve(file)) ?? [];
  const command = commandOf({ ...flags, plugin });
  return [command, '--out', shellWord(resolve(out)), ...where, '--resume'].join(' ');
}

/** How far a study has come, on the terminal and for whoever stops it. */
class StudyWatch {
  readonly #bar = new ProgressBar();
  readonly stop = new StopRequest();
  #reached: Advance | undefined;
  #stopShowing = () => {};

  update(progress: Advance): void {
    this.#reached = progress;
    this.#bar.update(progress);
  }

  /** Shows who plays elsewhere, from now on. */
  watch(elsewhere: Elsewhere | undefined): void {
    this.#stopShowing = keepShowing(this.#bar, elsewhere, () => this.#reached);
  }

  /** Says how far it came; any other error comes back as an error for the user. */
  failure(flags: WorstCaseFlags, error: unknown): Error {
    const { out } = flags;
    if (!(error instanceof RunStopped)) return asExperimentFailure(out ?? 'worst-case', error);
    const { doneSlots, totalSlots } = this.#reached ?? { doneSlots: 0, totalSlots: 1 };
    const reached =
      doneSlots === 0
        ? 'stopped before anything was played'
        : `stopped after ${Math.floor((100 * doneSlots) / totalSlots)}% of the slots`;
    if (out === undefined) return stoppedForNothing(reached);
    return new Interrupted(
      `${reached}; finished work is kept. Continue with:\n  ${resumption(flags, out)}`,
    );
  }

  end(): void {
    this.#stopShowing();
    this.#bar.clear();
    this.stop.release();
  }
}

/** Threads of this process. */
function threadsFor(
  comparisons: readonly Comparison[],
  { workers = defaultWorkers(), plugin = [] }: WorstCaseFlags,
  plugins: Plugins,
): NodeExecutor {
  const threads = usefulWorkers(workers, checkRunSize(comparisons, { plugins }));
  return new NodeExecutor(threads, plugin, usualPatience());
}

function playingOptions(
  flags: WorstCaseFlags,
  watch: StudyWatch,
  plugins: Plugins,
  elsewhere: Elsewhere | undefined,
): PlayingOptions {
  return {
    executor: (comparisons) => {
      const executor =
        elsewhere?.executorOf(comparisons) ?? threadsFor(comparisons, flags, plugins);
      watch.stop.closes(executor);
      return executor;
    },
    plugins,
    onProgress: (progress) => {
      elsewhere?.told(progress);
      watch.update(
        elsewhere === undefined ? progress : { ...progress, players: elsewhere.players },
      );
    },
    signal: watch.stop,
  };
}

async function searchWith(flags: WorstCaseFlags, options: PlayingOptions): Promise<WorstCaseStudy> {
  const { policies, arms, horizon, variation, seed } = flags;
  return worstCase(
    {
      ...worstCaseDefaults,
      policies,
      armCount: arms,
      horizon,
      variation,
      seed,
      evaluations: flags.evaluations ?? worstCaseDefaults.evaluations,
      replications: flags.replications ?? worstCaseDefaults.replications,
    },
    options,
  );
}

async function growWith(flags: WorstCaseFlags, options: PlayingOptions): Promise<GrowthStudy> {
  const { policies, arms, horizon, variation, seed } = flags;
  return growthStudy(
    {
      policies,
      armCount: arms,
      variation,
      horizons: growthHorizons(horizon),
      seed,
      effort: 1,
    },
    options,
  );
}

function writtenLines(out: string | undefined): string[] {
  return out === undefined
    ? []
    : ['', `Written to ${out}: report.html, worst-case.json, tables and figures.`];
}

/** Finds mistakes before the first slot is played and before anything is written. */
function checkPolicies(flags: WorstCaseFlags, plugins: Plugins): void {
  const { arms, horizon, variation } = flags;
  const means = MeanTable.fromRows([new Array<number>(arms).fill(0.5)]);
  const given = { armCount: arms, horizon, variation, rewardRange: [0, 1], means } as const;
  for (const spec of flags.policies) preparePolicy(spec, given, plugins.policies);
}

/** Plays, writes to the folder if there is one, and returns how to show it. */
async function playStudy(
  flags: WorstCaseFlags,
  options: PlayingOptions,
  folder?: ResultFolder,
): Promise<() => Promise<void>> {
  const command = commandOf(flags);
  const { plugin: plugins = [] } = flags;
  if (flags.growth) {
    const grown = await growWith(flags, options);
    if (folder !== undefined) await writeGrowth(folder, grown, command);
    return () =>
      flags.json
        ? printJson(growthRecord(grown))
        : printLines([...growthTables(grown), ...writtenLines(flags.out)]);
  }
  const found = await searchWith(flags, options);
  if (folder !== undefined) await writeSearch(folder, found, { command, plugins });
  return () => {
    warn(found.comparisons.flatMap(comparisonWarnings));
    return flags.json
      ? printJson(worstCaseRecord(found, flags.out, plugins))
      : printLines([...worstCaseTables(found), ...replayLines(found, flags.out, plugins)]);
  };
}

/** Plays with a folder, which keeps what is played until all is there. */
async function studyInto(
  folder: ResultFolder,
  flags: WorstCaseFlags,
  options: PlayingOptions,
  digest: string,
): Promise<() => Promise<void>> {
  if (folder.finished) {
    throw new UserError(
      `${folder.path}: holds a finished result, so there is nothing to resume; choose another folder, or replace it with --force`,
      'folder-holds-result',
    );
  }
  await folder.begin({ digest });
  try {
    return await playStudy(flags, { ...options, store: folder.store() }, folder);
  } catch (error) {
    if (error instanceof RunStopped || error instanceof FolderLost) throw error;
    const failed = asExperimentFailure(folder.path, error);
    if (!(failed instanceof UserError)) throw failed;
    throw new UserError(
      `${failed.message}\nFinished work is kept. Continue with:\n  ${resumption(flags, folder.path)}`,
      failed.code,
    );
  }
}

/** Finds mistakes first, and holds the folder from then on. */
async function study(flags: WorstCaseFlags, watch: StudyWatch): Promise<() => Promise<void>> {
  const pluginFiles = flags.plugin ?? [];
  const plugins = await loadWatched(pluginFiles);
  checkPolicies(flags, plugins);
  const { out, force, resume, queue } = flags;
  const digest = await studyDigest(commandOf(flags), pluginFiles);
  return withQueue(queue, { name: NAME, folder: out, pluginFiles, plugins }, (elsewhere) => {
    watch.watch(elsewhere);
    const options = playingOptions(flags, watch, plugins, elsewhere);
    if (out === undefined) return playStudy(flags, options);
    const place = { path: out, resume: resume === true, force: force === true };
    return inFolder(place, digest, (folder) => studyInto(folder, flags, options, digest));
  });
}

/** How an environment found is played again. */
function replayLines(
  study: WorstCaseStudy,
  out: string | undefined,
  plugins: readonly string[],
): string[] {
  if (out === undefined) {
    return ['', 'Use --out DIR to write these environments as tables that you can play.'];
  }
  const [{ policy }] = study.cases;
  const file = join(out, meansFile(policy, study.settings.policies));
  return [
    ...writtenLines(out),
    'The report lists commands that play these environments, such as',
    ...commandLines(replayParts(study, { policy, file, plugins })),
  ];
}

async function runWorstCase(asked: WorstCaseFlags): Promise<void> {
  checkFlags(asked);
  const { playing: policies, repeated } = playingPolicies(asked.policies, 'named');
  warn(repeatedWarnings(repeated));
  const flags = { ...asked, policies };
  const watch = new StudyWatch();
  let show: () => Promise<void>;
  try {
    show = await study(flags, watch);
  } catch (error) {
    throw watch.failure(flags, error);
  } finally {
    watch.end();
  }
  await show();
}

const help = `
For each policy, the search tries environments whose true variation is at most V
and looks for the largest regret. Half of them come from four families
(switching, constant-gap, piecewise, sinusoid). The other half vary the worst
environment so far. New replications then measure the regret of the worst one.
The true worst case can be larger: this is a lower bound.

--growth measures instead how the worst case grows with T, from 1000 slots to
--horizon, in (a) switching environments whose gaps shrink with T and (b)
environments with constant gaps. It fits a slope to each. Six policies up to a
million slots take about a minute on two cores.

Examples:
  driftline worst-case --policies sw-moss,r-moss,d-ucb,ucb1 --arms 3 \\
    --horizon 5000 --variation 3 --out results/worst
  driftline worst-case --policies ucb1,moss,r-moss,sw-moss,d-ucb,uniform \\
    --arms 3 --horizon 1000000 --variation 3 --growth --out results/growth`;

// Each evaluation makes and plays an environment of its own; more would not end.
const readEvaluations = numberFlag('--evaluations', { kind: 'integer', least: 1, most: 100_000 });

/** Whoever knows `--shard` from other commands is told why this one lacks it. */
function noParts(): Option {
  return new Option('--shard <I/N>').hideHelp().argParser(() => {
    throw new UsageError(
      'worst-case does not accept --shard, because each step of a search depends on the one before; to use several machines, use --queue',
    );
  });
}

/** The flags of `driftline worst-case`. */
export function configureWorstCase(command: Command): void {
  addFields(command, {
    policies: { summary: 'policies, separated by commas; each gets its own search' },
    // Growth takes a quarter of the horizon, and a slot to change at.
    horizon: { summary: 'number of slots, at least 16', required: true, least: 16 },
    // A worst case takes a choice.
    arms: { summary: 'number of arms, at least 2', required: true, least: 2, most: 10_000 },
    variation: {
      summary: 'variation budget: the limit of the search, and the budget that policies are given',
      required: true,
    },
    replications: {
      summary: `number of new runs that measure the regret of the worst environment (default: ${worstCaseDefaults.replications})`,
      default: null,
    },
    seed: { default: worstCaseDefaults.seed },
  })
    .option(
      '--evaluations <N>',
      `number of environments to try for each policy (default: ${worstCaseDefaults.evaluations})`,
      readEvaluations,
    )
    .option(...QUEUE_FLAG)
    .option(...WORKERS_FLAG)
    .option('--growth', 'measure how the worst case grows with the horizon, up to --horizon')
    .option(...PLUGIN_FLAG)
    .option('--out <DIR>', 'folder for report, tables and figures (default: none)', readOut)
    .option('--resume', 'continue the interrupted study in --out')
    .option('--force', 'replace the result in --out once the new one is complete')
    .addOption(noParts())
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', help)
    .action(runWorstCase);
}
