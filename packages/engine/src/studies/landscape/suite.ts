/**
 * A suite: the same policies on many comparisons, on one scale.
 *
 * The score of a policy in a comparison is its mean regret divided by that of uniform play: the share of
 * what blind choice loses. 0 is perfect, 1 is no better than blind choice; where regret is realized
 * against a fixed arm it may lie below 0. It is a ratio of two means over the same replications, so its
 * interval comes from the linearised ratio (the delta method): with r = mean(x) / mean(y), the values
 * r + (x_i − r y_i) / mean(y) have the mean r, and their standard error is that of r. All that is said
 * about scores, also about means and differences of several, is said with these values.
 */

import type { GivenFact } from '@driftline/core/play';
import { isOracle, standingOf, UNIFORM, withoutOracles } from '../../play/contestants.ts';
import { givenIn, takesHorizon } from '../../play/given.ts';
import type { ComparisonResult, Result } from '../../play/result.ts';
import { type Estimate, momentsOf, SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { policyNames } from '../../words/policy-names.ts';
import { type Ranking, rankPolicies } from '../tuning/ranks.ts';

/** One comparison of a suite. */
export interface SuiteColumn {
  /** As in the experiment; tuned or not, a comparison keeps the name that was written. */
  readonly name: string;
  /** The comparison's own name where the experiment names no situation. */
  readonly situation: string;
  readonly armCount: number;
  readonly horizon: number;
  /** Whether rewards were recorded. */
  readonly recorded: boolean;
  /** The place in the result of what was played. */
  readonly comparison: number;
}

/** One policy of a suite. */
export interface SuiteRow {
  readonly label: string;
  /** As written in the experiment. */
  readonly spec: string;
  readonly kind: 'contestant' | 'blind' | 'oracle';
  /** What it was given of the drift anywhere in the suite. */
  readonly given: readonly GivenFact[];
  /** Whether it can't do without the horizon. */
  readonly horizon: boolean;
  readonly standing: ReturnType<typeof standingOf>;
}

/** One policy in one comparison. */
export interface SuiteCell {
  readonly regret: Estimate;
  readonly score: Estimate;
  /** A value for each replication, whose mean is the score and whose spread is its uncertainty. */
  readonly values: readonly number[];
}

/** Policies by comparisons, either all as written or all tuned. */
export interface Suite {
  readonly columns: readonly SuiteColumn[];
  /** Contestants and blind choice in the order of the experiment, then oracles. */
  readonly rows: readonly SuiteRow[];
  /** Rows × columns; oracles have no cell where they did not play. */
  readonly cells: readonly (readonly (SuiteCell | undefined)[])[];
  /** Of all but oracles, in the order of the rows. */
  readonly ranking: Ranking;
}

/** What an experiment shows about policies over all its comparisons. */
export interface Landscape {
  readonly written: Suite;
  /** After equal-effort tuning; absent where nothing was tuned. */
  readonly tuned?: Suite;
  /** Comparisons in which blind choice does not lose beyond doubt: nothing can be measured by it. */
  readonly unscored: readonly string[];
}

/** Values whose mean is the ratio of two means, and whose spread is that of the ratio. */
export function linearisedRatio(values: readonly number[], units: readonly number[]): number[] {
  const unit = momentsOf(units).mean;
  const ratio = momentsOf(values).mean / unit;
  return values.map((value, i) => ratio + (value - ratio * units[i]) / unit);
}

function columnOf({ result, place }: Placed, name: string): SuiteColumn {
  const { situation = name, environment } = result;
  return {
    name,
    situation,
    armCount: environment.armCount,
    horizon: environment.horizon,
    recorded: environment.source.kind === 'rewards',
    comparison: place,
  };
}

/** What blind choice lost; undefined where it is not among the policies, or does not lose for certain. */
function unitsOf({ policies }: ComparisonResult): readonly number[] | undefined {
  const blind = policies.find(({ id }) => id === UNIFORM);
  return blind !== undefined && blind.regret.low > 0 ? blind.finals : undefined;
}

function cellOf(
  policy: ComparisonResult['policies'][number] | undefined,
  units: readonly number[],
): SuiteCell | undefined {
  if (policy === undefined) return undefined;
  const values = linearisedRatio(policy.finals, units);
  const { mean, standardError, low, high } = policy.regret;
  return {
    regret: { mean, standardError, low, high },
    score: momentsOf(values).estimate(),
    values,
  };
}

/** A comparison and its place in the result. */
interface Placed {
  readonly result: ComparisonResult;
  readonly place: number;
}

/** The policies of a suite, with their labels; those that may be missing come last. */
function rowsOf(written: readonly Placed[]): SuiteRow[] {
  const contestants = written.map(({ result }) => withoutOracles(result).policies);
  const oracles = new Map(
    written.flatMap(({ result }) =>
      result.policies.filter(isOracle).map((policy) => [policy.spec, policy] as const),
    ),
  );
  const labels = policyNames([...contestants[0], ...oracles.values()]);
  const given = (place: number) => [
    ...new Set(contestants.flatMap((policies) => givenIn(policies[place]))),
  ];
  return [
    ...contestants[0].map((policy, i): SuiteRow => {
      const { spec, id } = policy;
      const kind = id === UNIFORM ? 'blind' : 'contestant';
      const horizon = takesHorizon(policy, written[0].result.environment.armCount);
      const standing = standingOf(policy);
      return { label: labels[i], spec, kind, given: given(i), horizon, standing };
    }),
    ...[...oracles.values()].map((policy, i): SuiteRow => {
      const label = labels[contestants[0].length + i];
      const standing = standingOf(policy);
      return { label, spec: policy.spec, kind: 'oracle', given: [], horizon: false, standing };
    }),
  ];
}

/** What rows are given once tuning has chosen: a window that was tried needs no budget. */
function tunedRows(rows: readonly SuiteRow[], tuned: readonly Placed[]): SuiteRow[] {
  const played = tuned.map(({ result }) => withoutOracles(result));
  return rows.map((row, i): SuiteRow => {
    if (row.kind === 'oracle') return row;
    const own = played.map(({ policies, environment }) => ({
      policy: policies[i],
      armCount: environment.armCount,
    }));
    return {
      ...row,
      given: [...new Set(own.flatMap(({ policy }) => givenIn(policy)))],
      horizon: own.some(({ policy, armCount }) => takesHorizon(policy, armCount)),
    };
  });
}

function suiteOf(
  placed: readonly Placed[],
  rows: readonly SuiteRow[],
  names: readonly string[],
): Suite {
  const played = placed.map(({ result }) => withoutOracles(result));
  const oracleOf = ({ policies }: ComparisonResult, { spec }: SuiteRow) =>
    policies.find((policy) => isOracle(policy) && policy.spec === spec);
  return {
    columns: placed.map((each, i) => columnOf(each, names[i])),
    rows,
    cells: rows.map((row, i) =>
      placed.map(({ result }, column) =>
        cellOf(
          row.kind === 'oracle' ? oracleOf(result, row) : played[column].policies[i],
          unitsOf(result) ?? [],
        ),
      ),
    ),
    ranking: rankPolicies(played, {
      level: SIGNIFICANCE_LEVEL,
      labels: rows.filter(({ kind }) => kind !== 'oracle').map(({ label }) => label),
    }),
  };
}

/** Whether contestants are the same everywhere, played equally often. */
function alike(comparisons: readonly ComparisonResult[]): boolean {
  const key = (comparison: ComparisonResult) =>
    [comparison.replications, ...withoutOracles(comparison).policies.map(({ id }) => id)].join();
  return comparisons.every((comparison) => key(comparison) === key(comparisons[0]));
}

/**
 * The suites of a result; undefined where there is none: fewer than two comparisons, policies that differ
 * between them, or no blind choice to measure by.
 *
 * @param tunedNames - the names of the comparisons whose policies were tuned
 */
export function landscapeOf(
  { comparisons }: Pick<Result, 'comparisons'>,
  tunedNames: readonly string[],
): Landscape | undefined {
  if (comparisons.length === 0 || !alike(comparisons)) return undefined;
  if (!comparisons[0].policies.some(({ id }) => id === UNIFORM)) return undefined;
  const all = comparisons.map((result, place): Placed => ({ result, place }));
  const scored = all.filter(({ result }) => unitsOf(result) !== undefined);
  const isTuned = ({ result }: Placed) => tunedNames.includes(result.name);
  const written = scored.filter((each) => !isTuned(each));
  const tuned = scored.filter(isTuned);
  if (written.length < 2) return undefined;
  const rows = rowsOf(written);
  const names = written.map(({ result }) => result.name);
  return {
    written: suiteOf(written, rows, names),
    ...(tuned.length === written.length
      ? { tuned: suiteOf(tuned, tunedRows(rows, tuned), names) }
      : {}),
    unscored: all
      .filter((each) => unitsOf(each.result) === undefined && !isTuned(each))
      .map(({ result }) => result.name),
  };
}
