/** `driftline worst-case`: how much policies lose in the worst environment that a search finds. */

import { join } from 'node:path';
import { MeanTable } from '@driftline/core';
import { preparePolicy } from '@driftline/core/play';
import { commandLine, comparisonWarnings } from '@driftline/engine/display';
import { defaultWorkers, NodeExecutor, type ResultFolder } from '@driftline/engine/node';
import { checkRunSize, RunStopped, usefulWorkers } from '@driftline/engine/play';
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
import type { Command } from 'commander';
import { numberFlag } from '../../shared/flags.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { asExperimentFailure, StopRequest } from '../../shared/play-comparisons.ts';
import { addFields, repeatedWarnings } from '../../shared/request-flags.ts';
import { PLUGIN_FLAG, readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { stoppedForNothing, UsageError } from '../../terminal/errors.ts';
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
  readonly growth?: true;
  readonly plugin?: readonly string[];
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

function checkFlags(flags: WorstCaseFlags): void {
  if (flags.force && flags.out === undefined) throw new UsageError('--force goes with --out');
  const lonely = (['evaluations', 'replications'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  if (flags.growth && lonely !== undefined) {
    throw new UsageError(`--${lonely} is for the search; the growth study sets its own`);
  }
}

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

/** How far a study has come, on the terminal and for whoever stops it. */
class StudyWatch {
  readonly #bar = new ProgressBar();
  readonly stop = new StopRequest();
  #share = 0;

  update(progress: Advance): void {
    this.#share = progress.doneSlots / progress.totalSlots;
    this.#bar.update(progress);
  }

  /** Says how far it came; any other error comes back as an error for the user. */
  failure(place: string, error: unknown): Error {
    if (!(error instanceof RunStopped)) return asExperimentFailure(place, error);
    return stoppedForNothing(
      this.#share === 0
        ? 'stopped before anything was played'
        : `stopped after ${Math.floor(100 * this.#share)} % of the slots`,
    );
  }

  end(): void {
    this.#bar.clear();
    this.stop.release();
  }
}

async function playingOptions(flags: WorstCaseFlags, watch: StudyWatch): Promise<PlayingOptions> {
  const files = flags.plugin ?? [];
  const workers = flags.workers ?? defaultWorkers();
  const plugins = await loadWatched(files);
  return {
    executor: (comparisons) => {
      const threads = usefulWorkers(workers, checkRunSize(comparisons, { plugins }));
      const executor = new NodeExecutor(threads, files, usualPatience());
      watch.stop.closes(executor);
      return executor;
    },
    plugins,
    onProgress: (progress) => watch.update(progress),
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
function checkPolicies(flags: WorstCaseFlags, { plugins }: PlayingOptions): void {
  const { arms, horizon, variation } = flags;
  const means = MeanTable.fromRows([new Array<number>(arms).fill(0.5)]);
  const given = { armCount: arms, horizon, variation, rewardRange: [0, 1], means } as const;
  for (const spec of flags.policies) preparePolicy(spec, given, plugins?.policies);
}

/** Plays, writes to the folder if there is one, and returns how to show it. */
async function playStudy(
  flags: WorstCaseFlags,
  options: PlayingOptions,
  folder?: ResultFolder,
): Promise<() => Promise<void>> {
  const command = commandOf(flags);
  if (flags.growth) {
    const grown = await growWith(flags, options);
    if (folder !== undefined) await writeGrowth(folder, grown, command);
    return () =>
      flags.json
        ? printJson(growthRecord(grown))
        : printLines([...growthTables(grown), ...writtenLines(flags.out)]);
  }
  const found = await searchWith(flags, options);
  if (folder !== undefined) await writeSearch(folder, found, command);
  return () => {
    warn(found.comparisons.flatMap(comparisonWarnings));
    return flags.json
      ? printJson(worstCaseRecord(found, flags.out))
      : printLines([...worstCaseTables(found), ...replayLines(found, flags.out)]);
  };
}

/** Finds mistakes first, and holds the folder from then on. */
async function study(flags: WorstCaseFlags, watch: StudyWatch): Promise<() => Promise<void>> {
  const options = await playingOptions(flags, watch);
  checkPolicies(flags, options);
  const { out, force } = flags;
  if (out === undefined) return playStudy(flags, options);
  return inFolder({ path: out, force: force === true }, null, (folder) =>
    playStudy(flags, options, folder),
  );
}

/** How an environment found is played again. */
function replayLines(study: WorstCaseStudy, out: string | undefined): string[] {
  if (out === undefined) {
    return ['', 'With --out DIR the environments are written as tables to play again.'];
  }
  const [{ policy }] = study.cases;
  const file = join(out, meansFile(policy, study.settings.policies));
  return [
    ...writtenLines(out),
    'The report has the commands that play the environments again, such as',
    ...commandLines(replayParts(study, policy, file)),
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
    throw watch.failure(flags.out ?? 'worst-case', error);
  } finally {
    watch.end();
  }
  await show();
}

const help = `
For each policy, environments whose true variation is at most V are searched for
the one with the largest regret: half of the evaluations are drawn from four
families (switching, constant-gap, piecewise, sinusoid), half vary the worst
found so far. What is found is judged by fresh replications. It is a lower bound
on the supremum.

--growth instead measures how the worst case grows with T, from 1000 up to
--horizon, over (a) switching environments whose gaps shrink with T and (b)
constant gaps that do not, and fits slopes. Six policies up to a million slots
take about a minute on two cores.

Examples:
  driftline worst-case --policies sw-moss,r-moss,d-ucb,ucb1 --arms 3 \\
    --horizon 5000 --variation 3 --out results/worst
  driftline worst-case --policies ucb1,moss,r-moss,sw-moss,d-ucb,uniform \\
    --arms 3 --horizon 1000000 --variation 3 --growth --out results/growth`;

// Each evaluation makes and plays an environment of its own; more would not end.
const readEvaluations = numberFlag('--evaluations', { kind: 'integer', least: 1, most: 100_000 });

/** The flags of `driftline worst-case`. */
export function configureWorstCase(command: Command): void {
  addFields(command, {
    policies: { summary: 'policies, each with a search of its own' },
    // Growth takes a quarter of the horizon, and a slot to change at.
    horizon: { summary: 'number of slots', required: true, least: 16 },
    // A worst case takes a choice.
    arms: { summary: 'number of arms, at least 2', required: true, least: 2, most: 10_000 },
    variation: { summary: 'variation budget, also given to policies', required: true },
    replications: {
      summary: `fresh sample paths to judge by (default: ${worstCaseDefaults.replications})`,
      default: null,
    },
    seed: { default: worstCaseDefaults.seed },
  })
    .option(
      '--evaluations <N>',
      `environments tried for each policy (default: ${worstCaseDefaults.evaluations})`,
      readEvaluations,
    )
    .option(...WORKERS_FLAG)
    .option('--growth', 'how the worst case grows with T, up to --horizon')
    .option(...PLUGIN_FLAG)
    .option('--out <DIR>', 'write report, tables and figures to a folder', readOut)
    .option('--force', 'let --out replace a result')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runWorstCase);
}
