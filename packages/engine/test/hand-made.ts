/** Results made by hand, for tests: regrets of each policy in each replication, and nothing else. */
import type { GivenFact } from '@driftline/core/play';
import type { ComparisonResult, PolicyResult } from '../src/play/result.ts';
import { holm, pairedDifference, summarize } from '../src/play/statistics.ts';

/** What a test says of a policy. */
export interface HandMade {
  readonly finals: readonly number[];
  readonly id?: string;
  readonly given?: readonly GivenFact[];
  readonly standing?: PolicyResult['standing'];
  readonly needs?: PolicyResult['needs'];
}

function policyOf(
  name: string,
  { finals, id = name, given = [], ...marks }: HandMade,
): PolicyResult {
  return {
    spec: id,
    id: id.split(':')[0],
    name,
    params: {},
    warnings: [],
    given,
    ...marks,
    regret: summarize(finals),
    curve: { slots: [], mean: [], low: [], high: [], q05: [], q95: [] },
    histogram: { edges: [0, 1], counts: [0] },
    bestArmShare: { mean: 0, standardError: 0, low: 0, high: 0 },
    armShares: [],
    ribbon: [],
    finals: [...finals],
  };
}

/** A comparison whose policies lost exactly what is said. */
export function handMade(
  name: string,
  policies: Readonly<Record<string, HandMade>>,
  more: { readonly situation?: string; readonly recorded?: boolean } = {},
): ComparisonResult {
  const made = Object.entries(policies).map(([label, policy]) => policyOf(label, policy));
  const pairs = made.flatMap((policy, first) =>
    made.slice(first + 1).map((other, i) => ({
      first,
      second: first + 1 + i,
      ...pairedDifference(policy.finals, other.finals),
    })),
  );
  const corrected = holm(pairs.map(({ pValue }) => pValue));
  const { situation, recorded = false } = more;
  return {
    name,
    ...(situation === undefined ? {} : { situation }),
    environment: {
      name,
      source: recorded
        ? {
            kind: 'rewards',
            name,
            values: [],
            armCount: 2,
            against: 'fixed',
            smoothing: 1,
            rotated: true,
          }
        : { kind: 'named', spec: 'stationary' },
      armCount: 2,
      horizon: 100,
      rewards: { id: 'bernoulli', params: {} },
      fresh: false,
      variation: { stated: 0, true: 0 },
      bestArms: [],
      means: { slots: [], arms: [] },
      warnings: [],
    },
    replications: made[0].finals.length,
    seed: 1,
    policies: made,
    differences: pairs.map((pair, i) => ({ ...pair, correctedP: corrected[i] })),
  };
}

/** Values around a mean that differ by a fixed pattern, so that nothing is random. */
export function around(mean: number, spread = 1, count = 12): number[] {
  return Array.from(
    { length: count },
    (_, i) => mean + spread * (((i * 7) % count) / (count - 1) - 0.5),
  );
}
