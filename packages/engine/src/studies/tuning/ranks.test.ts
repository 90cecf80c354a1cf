import { ParameterError } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { histogram, holm, pairedDifference, summarize } from '../../play/statistics.ts';
import { rankPolicies, stretches } from './ranks.ts';

function policyResult(spec: string, finals: number[]): PolicyResult {
  const [id] = spec.split(':');
  return {
    spec,
    id,
    name: id.toUpperCase(),
    params: {},
    warnings: [],
    regret: summarize(finals),
    curve: { slots: [], mean: [], low: [], high: [], q05: [], q95: [] },
    histogram: histogram(finals, [0, 100]),
    bestArmShare: { mean: 0, standardError: 0, low: 0, high: 0 },
    armShares: [],
    ribbon: [],
    finals,
  };
}

/** A result with these final regrets, one list a policy. */
function resultOf(name: string, finals: Record<string, number[]>): ComparisonResult {
  const policies = Object.entries(finals).map(([spec, values]) => policyResult(spec, values));
  const pairs = policies.flatMap((one, first) =>
    policies.slice(first + 1).map((other, i) => ({
      first,
      second: first + 1 + i,
      ...pairedDifference(one.finals, other.finals),
    })),
  );
  const corrected = holm(pairs.map(({ pValue }) => pValue));
  return {
    name,
    environment: {
      name,
      source: { kind: 'named', spec: 'stationary' },
      armCount: 2,
      horizon: 10,
      rewards: { id: 'bernoulli', params: {} },
      fresh: false,
      variation: { stated: 0, true: 0 },
      bestArms: [],
      means: { slots: [], arms: [] },
      warnings: [],
    },
    replications: policies[0].finals.length,
    seed: 1,
    policies,
    differences: pairs.map((pair, i) => ({ ...pair, correctedP: corrected[i] })),
  };
}

// 'a' is always 10 below 'c', with a little noise; 'b' is 'a' with noise that has no direction.
const calm = resultOf('calm', {
  a: [10, 11, 12, 11, 10, 12],
  b: [11, 10, 13, 10, 11, 12],
  c: [20, 21, 22.5, 21, 20, 22],
});
const wild = resultOf('wild', {
  a: [30, 31, 32, 31, 30, 32],
  b: [29, 30, 33, 30, 31, 31],
  c: [40, 41, 42.5, 41, 40, 42],
});

describe('rankPolicies', () => {
  it('gives mean ranks and wins', () => {
    // Means of calm: 11, 11.17, 21.08; of wild: 31, 30.67, 41.08.
    const { policies } = rankPolicies([calm, wild]);
    expect(policies.map(({ label }) => label)).toEqual(['A', 'B', 'C']);
    expect(policies.map(({ ranks }) => ranks)).toEqual([
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
    expect(policies.map(({ meanRank }) => meanRank)).toEqual([1.5, 1.5, 3]);
    expect(policies.map(({ wins }) => wins)).toEqual([1, 1, 0]);
    expect(policies.map(({ unbeaten }) => unbeaten)).toEqual([2, 2, 0]);
  });

  it('distinguishes only what differs beyond doubt', () => {
    const { pairs, comparisons } = rankPolicies([calm, wild]);
    expect(pairs.map(({ better, worse, undecided }) => [better, worse, undecided])).toEqual([
      [0, 0, 2],
      [2, 0, 0],
      [2, 0, 0],
    ]);
    expect(comparisons).toEqual([
      { name: 'calm', order: [0, 1, 2], groups: [[0, 1]] },
      { name: 'wild', order: [1, 0, 2], groups: [[1, 0]] },
    ]);
  });

  it('corrects over the pairs of all comparisons together', () => {
    // Differences 1 ± 0.9 of four replications: mean 1, sd √(4·0.81/3) = 1.0392, t = 1.9245 with 3
    // degrees of freedom, p = 0.15; scaled to ± 0.45, t = 3.849 and p = 0.031: found alone, but with
    // one more comparison Holm doubles it to 0.062.
    const found = resultOf('found', { a: [1, 1, 1, 1], b: [2.45, 1.55, 2.45, 1.55] });
    const other = resultOf('other', { a: [1, 1, 1, 1], b: [2.9, 1.1, 2.9, 1.1] });
    expect(found.differences[0].pValue).toBeCloseTo(0.031, 3);
    expect(rankPolicies([found]).pairs[0].better).toBe(1);
    expect(rankPolicies([found, other]).pairs[0].better).toBe(0);
  });

  it('counts a comparison once in tests over comparisons', () => {
    // Six times the same order: Wilcoxon's 2/64 for each of three pairs, three times that by Holm.
    const six = Array.from({ length: 6 }, () => calm);
    const { pairs, overall } = rankPolicies(six);
    for (const { correctedP } of pairs) expect(correctedP).toBeCloseTo(6 / 64, 12);
    // χ² = 12·6/(3·4) · (1 + 0 + 1) = 12, p = exp(−6).
    expect(overall?.friedman.chiSquared).toBeCloseTo(12, 12);
    expect(overall?.friedman.pValue).toBeCloseTo(Math.exp(-6), 12);
    // 2.3437 √(12/36) = 1.353: neighbours by 1 are alike, ranks 1 and 3 are not.
    expect(overall?.criticalDifference).toBeCloseTo(2.3437 / Math.sqrt(3), 4);
    expect(overall?.groups).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('shares ranks and wins among equal means', () => {
    const even = resultOf('even', { a: [1, 2], b: [2, 1], c: [0, 4] });
    const { policies, overall } = rankPolicies([even]);
    expect(policies.map(({ meanRank }) => meanRank)).toEqual([1.5, 1.5, 3]);
    expect(policies.map(({ wins }) => wins)).toEqual([0.5, 0.5, 0]);
    expect(overall).toBeUndefined();
  });

  it('ranks tuned policies by their places, under names where specs differ', () => {
    const first = resultOf('first', { 'a:window=3': [1, 2], 'b:x=1': [2, 4], 'b:x=2': [5, 6] });
    const second = resultOf('second', { 'a:window=9': [1, 2], 'b:x=1': [2, 4], 'b:x=3': [5, 6] });
    const { policies } = rankPolicies([first, second]);
    expect(policies.map(({ label }) => label)).toEqual(['A', 'B (x\u202f=\u202f1)', 'B']);
    const named = rankPolicies([first, second], { labels: ['one', 'two', 'three'] });
    expect(named.policies.map(({ label }) => label)).toEqual(['one', 'two', 'three']);
  });

  it('takes regrets of 0', () => {
    const zero = resultOf('zero', { a: [0, 0], b: [1, 2], c: [0, 0] });
    const { pairs } = rankPolicies([zero, zero]);
    expect(pairs.every(({ correctedP }) => correctedP > 0 && correctedP <= 1)).toBe(true);
  });

  it('takes realized regrets below 0 in the direction that they have', () => {
    // Six comparisons, 'b' ahead in all: with 'a' given first, nobody would be, if signs were lost.
    const below = Array.from({ length: 6 }, (_, i) =>
      resultOf(`r${i}`, { a: [-3 - i, -4 - i], b: [-13 - i, -14 - i] }),
    );
    const [{ correctedP, rankDifference }] = rankPolicies(below).pairs;
    expect(rankDifference).toBe(1);
    // All six signs alike: 2 of the 64 choices of signs are as extreme.
    expect(correctedP).toBeCloseTo(2 / 64, 12);
    const mixed = below.map((result, i) =>
      i % 2 === 0 ? result : resultOf(`s${i}`, { a: [-13 - i, -14 - i], b: [-3 - i, -4 - i] }),
    );
    expect(rankPolicies(mixed).pairs[0].correctedP).toBe(1);
  });

  it('refuses comparisons of different policies, and none', () => {
    const other = resultOf('other', { a: [1], d: [2] });
    expect(() => rankPolicies([calm, other])).toThrow(
      new ParameterError(
        "comparisons must have the same policies to be ranked together; 'calm' has a, b, c, 'other' has a, d",
        'parameters-conflict',
      ),
    );
    expect(() => rankPolicies([])).toThrow(ParameterError);
  });
});

describe('stretches', () => {
  it('overlap where likeness is not transitive, and leave out what stands alone', () => {
    const apart = (first: number, second: number) => Math.abs(first - second) > 1;
    expect(stretches([0, 1, 2, 5, 8, 8.5], apart)).toEqual([
      [0, 1],
      [1, 2],
      [8, 8.5],
    ]);
    expect(stretches([0, 0.5, 1], apart)).toEqual([[0, 0.5, 1]]);
    expect(stretches([], apart)).toEqual([]);
  });
});
