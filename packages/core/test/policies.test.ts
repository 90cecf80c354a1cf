/** Every policy against the golden tables and against the traces worked by hand. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '../src/policy.ts';
import { createPolicy, createPolicyFromSpec, policyDefinitions } from '../src/registry.ts';
import { trace } from '../src/trace.ts';
import { goldenNames, readGoldenCase } from './golden/golden.ts';
import { indexTraces, posteriorTraces, probabilityTraces, traces } from './traces/traces.ts';

describe.each(goldenNames)('golden table %s', (name) => {
  const golden = readGoldenCase(name);
  test.each(Object.keys(golden.arms))('%s', (id) => {
    const policy = createPolicyFromSpec(id, {
      armCount: golden.K,
      horizon: golden.T,
      variation: golden.V,
    });
    expect(trace(policy, golden.rewards)).toEqual(golden.arms[id]);
  });
});

/** Lets a policy live through decisions that are given, as if it had drawn them itself. */
function live(
  policy: Policy,
  arms: readonly number[],
  rewards: readonly (readonly number[])[],
  propensities?: readonly number[],
  after?: (slot: number) => void,
): void {
  arms.forEach((arm, slot) => {
    const ticket = propensities?.[slot] ?? 0;
    policy.update({ slot, arm, propensity: ticket, ticket }, rewards[slot][arm]);
    after?.(slot);
  });
}

describe('traces worked by hand', () => {
  test('there is one for every policy', () => {
    expect(traces.map(({ id }) => id).sort()).toEqual(policyDefinitions.map(({ id }) => id).sort());
  });

  test.each(indexTraces)('$id', ({ id, armCount, settings, rewards, arms, indices }) => {
    const policy = createPolicy(id, { armCount, ...settings });
    const seen: (number | undefined)[][] = [policy.inspect().map(({ index }) => index)];
    live(policy, arms, rewards, undefined, () =>
      seen.push(policy.inspect().map(({ index }) => index)),
    );
    indices.forEach((row, slot) => {
      row.forEach((index, arm) => {
        if (index === Number.POSITIVE_INFINITY) expect(seen[slot][arm]).toBe(index);
        else expect(seen[slot][arm]).toBeCloseTo(index, 10);
      });
    });
    expect(trace(createPolicy(id, { armCount, ...settings }), rewards)).toEqual(arms);
  });

  test.each(probabilityTraces)('$id', (expected) => {
    const { id, armCount, settings, rewards, arms, propensities, probabilities } = expected;
    const policy = createPolicyFromSpec(id, { armCount, ...settings });
    live(policy, arms, rewards, propensities, (slot) => {
      policy.inspect().forEach(({ probability }, arm) => {
        expect(probability).toBeCloseTo(probabilities[slot][arm], 10);
      });
    });
  });

  test.each(posteriorTraces)('$id', ({ id, armCount, settings, rewards, arms, posteriors }) => {
    const policy = createPolicy(id, { armCount, ...settings });
    live(policy, arms, rewards, undefined, (slot) => {
      policy.inspect().forEach(({ posterior }, arm) => {
        expect(posterior?.alpha).toBeCloseTo(posteriors[slot][arm].alpha, 10);
        expect(posterior?.beta).toBeCloseTo(posteriors[slot][arm].beta, 10);
      });
    });
  });
});
