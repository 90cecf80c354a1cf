/** From what `driftline compare` is asked for to a comparison. */
import { basename } from 'node:path';
import type { Catalogue, PolicyDefinition } from '@driftline/core';
import { type Benchmark, usualSmoothing } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import { type Table } from '@driftline/engine/display';
import { type Comparison, canPlayOn, type EnvironmentSource } from '@driftline/engine/play';
import { UserError } from '../terminal/errors.ts';

/** What is compared; the rest of the flags is about how. */
export interface CompareRequest {
  readonly policies: readonly string[];
  readonly environment?: string;
  readonly means?: string;
  readonly noise?: string;
  readonly rewards?: string;
  readonly unit?: number;
  readonly against?: Benchmark;
  readonly smoothing?: number;
  /** Whether each replication of recorded rewards starts elsewhere. */
  readonly rotate?: boolean;
  readonly rewardRange?: readonly [number, number];
  readonly horizon?: number;
  readonly arms?: number;
  readonly variation?: number;
  readonly changes?: number;
  readonly replications: number;
  readonly seed: number;
  readonly checkpoints: number;
}

/** The policies that play, and what there is to say about others that were asked for. */
interface PlayedPolicies {
  readonly policies: readonly string[];
  readonly warnings: readonly string[];
}

/** Each policy once, as in experiment files. */
export function eachOnce(policies: readonly string[]): PlayedPolicies {
  const repeated = policies.filter((spec, i) => policies.indexOf(spec) < i);
  const warnings = repeated.map((spec) => `--policies names ${spec} more than once; it plays once`);
  return { policies: [...new Set(policies)], warnings };
}

/**
 * What plays, by the rules of experiment files: each policy once, and no oracles on recorded rewards,
 * whose means nobody knows.
 *
 * @throws UserError when only oracles are asked for there
 */
export function playedPolicies(
  request: Pick<CompareRequest, 'policies' | 'rewards'>,
  definitions: Catalogue<PolicyDefinition>,
): PlayedPolicies {
  const once = eachOnce(request.policies);
  if (request.rewards === undefined) return once;
  const plays = (spec: string) => canPlayOn(definitions.find(parseSpec(spec).id), 'rewards');
  const policies = once.policies.filter(plays);
  if (policies.length === 0) {
    throw new UserError(
      '--policies must have a policy beside oracles: nobody knows the means of recorded rewards',
    );
  }
  const leftOut = once.policies
    .filter((spec) => !plays(spec))
    .map((spec) => `${spec} is left out: nobody knows the means of recorded rewards`);
  return { policies, warnings: [...once.warnings, ...leftOut] };
}

/** The rows of a table that are played. */
function playedValues({ horizon, arms }: CompareRequest, path: string, table: Table): number[] {
  const rows = horizon ?? table.rowCount;
  if (rows > table.rowCount) {
    throw new UserError(
      `--horizon must be at most ${table.rowCount}, the rows of ${path}; got ${rows}`,
      'parameter-out-of-range',
    );
  }
  if (arms !== undefined && arms !== table.columnCount) {
    throw new UserError(
      `--arms must be ${table.columnCount}, the columns of ${path}; got ${arms}; leave it out`,
      'parameters-conflict',
    );
  }
  return Array.from(table.values.subarray(0, rows * table.columnCount));
}

function meansSource(request: CompareRequest, path: string, table: Table): EnvironmentSource {
  return {
    kind: 'means',
    name: basename(path),
    values: playedValues(request, path, table),
    armCount: table.columnCount,
    rewards: request.noise ?? 'bernoulli',
  };
}

function rewardsSource(request: CompareRequest, path: string, table: Table): EnvironmentSource {
  const { unit, against = 'fixed', rotate = true } = request;
  const values = playedValues(request, path, table);
  const slots = values.length / table.columnCount;
  const smoothing = request.smoothing ?? usualSmoothing(slots);
  if (smoothing > slots) {
    throw new UserError(
      `--smoothing must be at most ${slots}, the slots that are played; got ${smoothing}`,
      'parameter-out-of-range',
    );
  }
  return {
    kind: 'rewards',
    name: basename(path),
    values,
    armCount: table.columnCount,
    ...(unit === undefined ? {} : { unit }),
    against,
    smoothing,
    rotated: rotate,
  };
}

function sourceOf(request: CompareRequest, table?: Table): EnvironmentSource {
  const { environment = '', means, rewards, horizon, arms, noise } = request;
  if (table !== undefined && means !== undefined) return meansSource(request, means, table);
  if (table !== undefined && rewards !== undefined) return rewardsSource(request, rewards, table);
  const { id, params } = parseSpec(environment);
  return {
    kind: 'named',
    // Without the blanks that may have been typed.
    spec: writeSpec(id, params),
    ...(arms === undefined ? {} : { armCount: arms }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(noise === undefined ? {} : { rewards: noise }),
  };
}

/** The comparison that the flags ask for. */
export function comparisonOf(request: CompareRequest, table?: Table): Comparison {
  const { variation, changes, rewardRange } = request;
  const source = sourceOf(request, table);
  return {
    name: source.kind === 'named' ? source.spec : source.name,
    environment: source,
    policies: request.policies,
    ...(variation === undefined ? {} : { variation }),
    ...(changes === undefined ? {} : { changes }),
    ...(rewardRange === undefined ? {} : { rewardRange }),
    replications: request.replications,
    seed: request.seed,
    checkpoints: { count: request.checkpoints, spacing: 'linear' },
  };
}
