/** `driftline trace`: the arms that policies pick on a full-information table of rewards. */
import {
  type Catalogue,
  createPolicyFromSpec,
  type PolicyDefinition,
  policyCatalogue,
  ROLE_POLICY,
  randomStream,
  trace,
} from '@driftline/core';
import { ignoreWarning } from '@driftline/core/play';
import { csvCell } from '@driftline/core/spec';
import { slotColumnWarning, type Table } from '@driftline/engine/display';
import { type ComparisonRequest, FIELDS } from '@driftline/engine/request';
import type { Command } from 'commander';
import { pluginsOf } from '../../shared/plugins.ts';
import { readTable } from '../../shared/read-table.ts';
import { addFields, type FlagValues, requestOfFlags } from '../../shared/request-flags.ts';
import { PLUGIN_FLAG } from '../../shared/run-flags.ts';
import { print, warn } from '../../terminal/output.ts';

/**
 * What policies are given about the table, and the seed of those that draw. They are tuned to the
 * horizon, by default the number of rows, all of which are played anyway.
 */
type TraceRequest = Pick<
  ComparisonRequest,
  'horizon' | 'variation' | 'changes' | 'volatility' | 'rewardRange' | 'seed'
>;

/** One policy and the arms it picked. */
interface TracedPolicy {
  /** The policy as it was typed. */
  readonly spec: string;
  readonly id: string;
  readonly params: Readonly<Record<string, number>>;
  readonly arms: readonly number[];
}

/** What policies picked on one table. */
interface Trace {
  readonly horizon: number;
  readonly armCount: number;
  readonly policies: readonly TracedPolicy[];
  readonly warnings: readonly string[];
}

/** The range of rewards by default: [0, 1] if all of them lie there, else [−1, 1]. */
function likelyRewardRange(rewards: Float64Array): readonly [number, number] {
  return rewards.every((reward) => reward >= 0 && reward <= 1) ? [0, 1] : [-1, 1];
}

/** Plays each policy on the table. Each draws from its own stream, so the others do not matter. */
function traceTable(
  table: Table,
  specs: readonly string[],
  request: TraceRequest,
  definitions: Catalogue<PolicyDefinition> = policyCatalogue,
): Trace {
  const { variation, changes, volatility } = request;
  const { seed = FIELDS.seed.default, horizon = table.rowCount } = request;
  const armCount = table.columnCount;
  const rewardRange = request.rewardRange ?? likelyRewardRange(table.values);
  const facts = { armCount, horizon, variation, changes, volatility, rewardRange };
  const shared = { ...facts, onWarning: ignoreWarning };
  // All are made before any plays, so that a mistake in the last one shows at once.
  const policies = specs.map((spec) => createPolicyFromSpec(spec, shared, definitions));
  const rows = table.rows();
  const traced = policies.map((policy, position) => ({
    spec: specs[position],
    id: policy.definition.id,
    params: policy.params,
    arms: trace(policy, rows, randomStream(seed, 0, ROLE_POLICY)),
  }));
  const warnings = policies.flatMap((policy) => policy.warnings.map(({ message }) => message));
  return { horizon, armCount, policies: traced, warnings };
}

const slotsPerPiece = 4096;

/** A trace as CSV, in pieces: `slot` and the policies as typed, slots from 1, arms from 0. */
function* traceCsv({ policies }: Trace): Generator<string> {
  yield `slot,${policies.map(({ spec }) => csvCell(spec)).join(',')}\n`;
  const slotCount = policies[0].arms.length;
  for (let start = 0; start < slotCount; start += slotsPerPiece) {
    let lines = '';
    for (let slot = start; slot < Math.min(slotCount, start + slotsPerPiece); slot++) {
      lines += slot + 1;
      for (const { arms } of policies) lines += `,${arms[slot]}`;
      lines += '\n';
    }
    yield lines;
  }
}

/** A trace as one JSON document, with bare ids and every parameter's final value. */
function traceJson({ horizon, armCount, policies }: Trace): string {
  return JSON.stringify({
    horizon,
    arms: armCount,
    policies: policies.map(({ id, params, arms }) => ({ id, params, arms })),
  });
}

interface TraceFlags {
  readonly plugin?: readonly string[];
  readonly json?: true;
}

async function runTrace(flags: TraceFlags & FlagValues): Promise<void> {
  const { rewards = '', policies = [], ...request } = requestOfFlags(flags);
  const table = await readTable(rewards);
  const slotColumn = slotColumnWarning(rewards, table);
  if (slotColumn !== undefined) warn([slotColumn]);
  const { policies: definitions } = await pluginsOf(flags.plugin);
  const result = traceTable(table, policies, request, definitions);
  warn(result.warnings);
  await print(flags.json === undefined ? traceCsv(result) : [traceJson(result), '\n']);
}

const help = `
The input is CSV with one row per slot, one column per arm and no slot column.
The first line may be a header. A policy sees only the reward of the arm that it
picks. The output is CSV: slots count from 1, arms from 0. The first example
makes a table of means, which serve as rewards without noise.

Policies take parameters as ID:name=value;name=value. Quote them if they contain
';'. 'driftline policies' lists all policies.

Examples:
  driftline environments paper-2 --out results/table.csv
  driftline trace --rewards results/table.csv --policies r-moss --variation 3
  driftline trace --rewards results/table.csv --policies "sw-rmoss:window=200"
  driftline trace --rewards - --policies ts --seed 7 --json < results/table.csv`;

/** The flags of `driftline trace`. */
export function configureTrace(command: Command): void {
  addFields(command, {
    policies: { summary: 'policies to play, separated by commas' },
    rewards: { summary: "CSV table of rewards; '-' reads standard input", required: true },
    horizon: {
      summary: 'number of slots that policies are tuned for (default: the number of rows)',
    },
    variation: { summary: 'variation budget that policies tuned by one are given (default: none)' },
    changes: { summary: 'number of changes that policies tuned by it are given (default: none)' },
    volatility: {},
    rewardRange: {
      summary:
        'map rewards from LO to HI to [0, 1] for policies that need it (exp3, ts, kl types), and clip rewards outside (default: 0,1 if it holds all rewards, else -1,1)',
    },
    seed: { summary: 'seed of policies that choose at random' },
  })
    .option(...PLUGIN_FLAG)
    .option('--json', 'print one JSON document instead of CSV')
    .addHelpText('after', help)
    .action(runTrace);
}
