/**
 * Ranks of policies over many comparisons, with every "better" corrected for how many were looked for.
 *
 * Two questions are kept apart:
 *
 * - On *these* environments, is one policy better than another? Within a comparison two policies had
 *   the same replications, so their paired difference is tested; the p-values of all
 *   pairs in all comparisons are corrected together (Holm). What stays undecided is called undecided.
 * - On environments *like these*, is one better? Now a comparison counts once, however many replications
 *   it has. Friedman's test says whether any policy ranks differently, Nemenyi's critical difference how
 *   far apart mean ranks must lie, and Wilcoxon's signed ranks, on the logarithm of the ratio of mean
 *   regrets and corrected over all pairs (Holm), compares two policies without the others having a say.
 *   With few comparisons none of these can find anything (five give Wilcoxon no p-value below 1/16).
 */
import { ParameterError } from '@driftline/core';
import { ln } from '@driftline/core/parts';
import type { ComparisonResult } from '../../play/result.ts';
import { holm } from '../../play/statistics.ts';
import { policyNames } from '../../words/policy-names.ts';
import {
  criticalDifference,
  type FriedmanTest,
  friedmanTest,
  ranksOf,
  signedRankTest,
} from './rank-tests.ts';

/** One policy over all comparisons. */
interface PolicyRank {
  readonly label: string;
  /** In each comparison; 1 is the least mean regret, and equal ones share. */
  readonly ranks: readonly number[];
  readonly meanRank: number;
  /** Comparisons in which it has the least mean regret; where several have, each counts a part. */
  readonly wins: number;
  /** Comparisons in which no policy is better beyond doubt. */
  readonly unbeaten: number;
}

/** Two policies over all comparisons. */
interface PolicyPair {
  /** Places in `policies`. */
  readonly first: number;
  readonly second: number;
  /** Of the mean ranks; below 0 where `first` ranks better. */
  readonly rankDifference: number;
  /** Comparisons in which `first` has less regret beyond doubt, more, and neither. */
  readonly better: number;
  readonly worse: number;
  readonly undecided: number;
  /** Wilcoxon's over comparisons, corrected over all pairs. */
  readonly correctedP: number;
}

/** A comparison's policies from the least mean regret to the largest. */
interface ComparisonOrder {
  readonly name: string;
  /** Places in `policies`. */
  readonly order: readonly number[];
  /** Policies that cannot be distinguished, two or more in a group; a policy may be in several. */
  readonly groups: readonly (readonly number[])[];
}

/** Policies ranked over comparisons. */
export interface Ranking {
  /** In the order of the comparisons' policies. */
  readonly policies: readonly PolicyRank[];
  readonly pairs: readonly PolicyPair[];
  readonly comparisons: readonly ComparisonOrder[];
  /** What a corrected p-value must lie below. */
  readonly level: number;
  /** Over comparisons; absent where there are fewer than two of them, or of policies. */
  readonly overall?: {
    readonly friedman: FriedmanTest;
    /** Nemenyi's: mean ranks nearer than this cannot be distinguished. */
    readonly criticalDifference: number;
    /** Policies that cannot be distinguished by it, in the order of mean rank. */
    readonly groups: readonly (readonly number[])[];
  };
}

interface RankingOptions {
  /** The chance of any false finding among all of one kind; 0.05 by default. */
  readonly level?: number;
  /** What the policies are called; by default their specs, or their names where specs differ. */
  readonly labels?: readonly string[];
}

/** The same policies must stand in the same places; their parameters may differ. */
function checkAlike(results: readonly ComparisonResult[]): void {
  if (results.length === 0 || results[0].policies.length === 0) {
    throw new ParameterError(
      'ranks need at least one comparison with a policy; got none',
      'parameter-missing',
    );
  }
  const ids = (result: ComparisonResult) => result.policies.map(({ id }) => id).join(', ');
  const odd = results.find((result) => ids(result) !== ids(results[0]));
  if (odd === undefined) return;
  throw new ParameterError(
    `comparisons must have the same policies to be ranked together; '${results[0].name}' has ${ids(results[0])}, '${odd.name}' has ${ids(odd)}`,
    'parameters-conflict',
  );
}

/** What policies are called where parameters that differ from comparison to comparison are left out. */
function labelsOf(results: readonly ComparisonResult[]): string[] {
  const isSame = (spec: string, i: number) =>
    results.every(({ policies }) => policies[i].spec === spec);
  return policyNames(
    results[0].policies.map((policy, i) =>
      isSame(policy.spec, i) ? policy : { ...policy, spec: policy.id },
    ),
  );
}

/** All pairs of places, as `differences` of a result lists them. */
function pairsOf(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) pairs.push([first, second]);
  }
  return pairs;
}

/** Who is better beyond doubt in each comparison, corrected over all pairs of all comparisons. */
class Verdicts {
  readonly #signs: readonly ReadonlyMap<string, number>[];

  constructor(results: readonly ComparisonResult[], level: number) {
    const corrected = holm(
      results.flatMap(({ differences }) => differences.map(({ pValue }) => pValue)),
    );
    let next = 0;
    this.#signs = results.map(
      ({ differences }) =>
        new Map(
          differences.map(({ first, second, mean }) => {
            const decided = corrected[next++] < level;
            return [`${first}/${second}`, decided ? Math.sign(mean) : 0];
          }),
        ),
    );
  }

  /** −1 where `first` has less regret, 1 where it has more, 0 where that is undecided. */
  sign(comparison: number, first: number, second: number): number {
    const signs = this.#signs[comparison];
    return signs.get(`${first}/${second}`) ?? -(signs.get(`${second}/${first}`) ?? 0);
  }
}

/** The longest stretches of an order, of two or more, within which no two are apart. */
export function stretches(
  order: readonly number[],
  apart: (first: number, second: number) => boolean,
): number[][] {
  const groups: number[][] = [];
  let reached = 0;
  order.forEach((first, from) => {
    let to = from + 1;
    const fits = () => order.slice(from, to).every((member) => !apart(member, order[to]));
    while (to < order.length && fits()) to += 1;
    // A stretch that ends no later than one before it lies within that one.
    if (to > reached && to - from > 1) groups.push([first, ...order.slice(from + 1, to)]);
    reached = Math.max(reached, to);
  });
  return groups;
}

function orderOf(values: readonly number[]): number[] {
  return values.map((_, i) => i).sort((a, b) => values[a] - values[b] || a - b);
}

function rankOne(
  policy: number,
  label: string,
  rows: readonly (readonly number[])[],
  verdicts: Verdicts,
): PolicyRank {
  const ranks = rows.map((row) => row[policy]);
  let wins = 0;
  let unbeaten = 0;
  rows.forEach((row, comparison) => {
    const least = Math.min(...row);
    if (row[policy] === least) wins += 1 / row.filter((rank) => rank === least).length;
    const beaten = row.some((_, other) => verdicts.sign(comparison, policy, other) > 0);
    if (!beaten) unbeaten += 1;
  });
  const meanRank = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  return { label, ranks, meanRank, wins, unbeaten };
}

/**
 * ln(first / second) of regrets. Where one is 0, or below as realized regret may be, there is no ratio:
 * the difference is then an extreme one, in the direction that it has.
 */
function lnRatio(first: number, second: number): number {
  if (first === second) return 0;
  if (first > 0 && second > 0) return ln(first) - ln(second);
  return first < second ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function pairsRanked(
  results: readonly ComparisonResult[],
  policies: readonly PolicyRank[],
  verdicts: Verdicts,
): PolicyPair[] {
  const pairs = pairsOf(policies.length);
  const corrected = holm(
    pairs.map(([first, second]) =>
      signedRankTest(
        results.map((result) =>
          lnRatio(result.policies[first].regret.mean, result.policies[second].regret.mean),
        ),
      ),
    ),
  );
  return pairs.map(([first, second], i) => {
    const signs = results.map((_, comparison) => verdicts.sign(comparison, first, second));
    return {
      first,
      second,
      rankDifference: policies[first].meanRank - policies[second].meanRank,
      better: signs.filter((sign) => sign < 0).length,
      worse: signs.filter((sign) => sign > 0).length,
      undecided: signs.filter((sign) => sign === 0).length,
      correctedP: corrected[i],
    };
  });
}

function overallOf(
  policies: readonly PolicyRank[],
  rows: readonly (readonly number[])[],
  level: number,
): Ranking['overall'] {
  if (rows.length < 2 || policies.length < 2) return undefined;
  const difference = criticalDifference(policies.length, rows.length, level);
  const meanRanks = policies.map(({ meanRank }) => meanRank);
  const apart = (first: number, second: number) =>
    Math.abs(meanRanks[first] - meanRanks[second]) > difference;
  return {
    friedman: friedmanTest(rows),
    criticalDifference: difference,
    groups: stretches(orderOf(meanRanks), apart),
  };
}

/**
 * Ranks the policies of comparisons that have the same policies in the same places; their parameters
 * may differ from one to the next, as tuned ones do.
 *
 * @throws ParameterError when the comparisons have other policies than one another
 */
export function rankPolicies(
  results: readonly ComparisonResult[],
  options: RankingOptions = {},
): Ranking {
  checkAlike(results);
  const { level = 0.05, labels = labelsOf(results) } = options;
  const verdicts = new Verdicts(results, level);
  const means = results.map(({ policies }) => policies.map(({ regret }) => regret.mean));
  const rows = means.map(ranksOf);
  const policies = results[0].policies.map((_, policy) =>
    rankOne(policy, labels[policy], rows, verdicts),
  );
  const overall = overallOf(policies, rows, level);
  return {
    policies,
    pairs: pairsRanked(results, policies, verdicts),
    comparisons: results.map(({ name }, comparison) => {
      const order = orderOf(means[comparison]);
      const apart = (first: number, second: number) =>
        verdicts.sign(comparison, first, second) !== 0;
      return { name, order, groups: stretches(order, apart) };
    }),
    level,
    ...(overall === undefined ? {} : { overall }),
  };
}
