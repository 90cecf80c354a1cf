/** `driftline bench`: what a slot of each policy costs on this machine. */

import { policyCatalogue } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { type Plugins } from '@driftline/engine/play';
import {
  BENCH_ENVIRONMENTS,
  type BenchNoise,
  type BenchSetting,
  benchHorizon,
  DEFAULT_ROUNDS,
  measureInTurns,
  median,
  PlayedPolicy,
} from '@driftline/engine/studies';
import type { Command } from 'commander';
import { countFlag } from '../../shared/flags.ts';
import { addFields } from '../../shared/request-flags.ts';
import { PLUGIN_FLAG } from '../../shared/run-flags.ts';
import { UsageError } from '../../terminal/errors.ts';
import { note, printJson, printLines } from '../../terminal/output.ts';
import { loadWatched } from '../../terminal/patience.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { type BenchResult, benchResult, benchTable } from './record.ts';

interface BenchFlags {
  readonly policies?: readonly string[];
  readonly arms: number;
  readonly horizon?: number;
  readonly noise: BenchNoise;
  readonly window: number;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

function isNoise(text: string): text is BenchNoise {
  return Object.hasOwn(BENCH_ENVIRONMENTS, text);
}

function readNoise(text: string): BenchNoise {
  if (isNoise(text)) return text;
  const known = Object.keys(BENCH_ENVIRONMENTS).join(' or ');
  throw new UsageError(`--noise must be ${known}; got ${text}`);
}

/** Measures policies in turns. */
function measure(
  policies: readonly string[],
  setting: BenchSetting,
  plugins: Plugins,
): BenchResult[] {
  const now = () => performance.now();
  const kernels = loadKernels();
  const status = new StatusLine();
  const subjects = policies.map((spec) => {
    status.show(`${spec}: set-up`);
    return new PlayedPolicy(spec, setting, { now, kernels, plugins });
  });
  const onTurn = (subject: number, round: number) => {
    const doing = round === 0 ? 'warm-up' : `round ${round} of ${DEFAULT_ROUNDS.rounds}`;
    status.show(`${policies[subject]}: ${doing}`);
  };
  const measured = measureInTurns(subjects, { ...DEFAULT_ROUNDS, onTurn }, now);
  status.show('');
  return measured.map((rounds, i) => {
    const kernel = subjects[i].isCompiled ? 'compiled' : 'JavaScript';
    return benchResult({ policy: policies[i], kernel }, setting, rounds, median(rounds));
  });
}

/** What is measured: all policies of ours unless some are named. */
export function measuredPolicies({ policies }: Pick<BenchFlags, 'policies'>): readonly string[] {
  return policies ?? policyCatalogue.ids;
}

async function runBench(flags: BenchFlags): Promise<void> {
  const { arms, horizon = benchHorizon(arms), window, noise } = flags;
  const setting = { armCount: arms, horizon, window, noise };
  const plugins = await loadWatched(flags.plugin ?? []);
  const results = measure(measuredPolicies(flags), setting, plugins);
  if (loadKernels() === undefined)
    note('warning: this Node runs without WebAssembly, so policies were measured in JavaScript');
  if (flags.json) await printJson({ results });
  else await printLines(benchTable(setting, results));
}

const help = `
The table shows nanoseconds per slot on one thread: the median of 7 rounds, with
the lowest and the highest. A slot includes the policy's pick, the reward, the
update and the regret, as in 'driftline compare'. Column 'kernel' tells compiled
policies (WebAssembly) from those in JavaScript (plugins).

The environment is paper-2 (with --noise pareto: paper-heavy). --window sets the
window of sw- types, the epoch of r- types and rexp3, and the discount 1 -
1/window of d-ucb and dts, unless you give the policy a parameter, such as
"d-ucb:discount=0.9". exp3 types, ts, dts and kl-ucb look at all arms in every
slot. With thousands of arms, choose a shorter --horizon.

Examples:
  driftline bench --policies sw-moss,r-moss
  driftline bench --policies sw-rmoss --noise pareto --window 1000
  driftline bench --policies sw-moss,d-ucb --arms 1000 --json`;

/** The flags of `driftline bench`. */
export function configureBench(command: Command): void {
  addFields(command, {
    policies: {
      summary: 'policies to measure, separated by commas (default: all)',
      required: false,
    },
    arms: { summary: 'number of arms', most: 2 ** 24, default: 3 },
    horizon: { summary: 'number of slots (default: 5000, or 20 per arm if that is more)' },
  })
    .option('--noise <LAW>', 'reward law: bernoulli or pareto', readNoise, 'bernoulli')
    .option(
      '--window <τ>',
      'number of slots that forgetting policies remember',
      countFlag('--window'),
      203,
    )
    .option(...PLUGIN_FLAG)
    .option('--json', 'print the measurements as one JSON document')
    .addHelpText('after', help)
    .action(runBench);
}
