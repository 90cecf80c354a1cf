/** Every policy against the golden tables and against the traces worked by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy, createPolicyFromSpec } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { trace } from '../src/shell/trace.ts';
import { goldenNames, readGoldenCase } from './golden/golden.ts';
import {
  autoTraces,
  detectionTraces,
  growingAutoTrace,
  indexTraces,
  normalTrace,
  posteriorTraces,
  probabilityTraces,
  traces,
} from './traces/traces.ts';

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
  tickets?: readonly number[],
  after?: (slot: number) => void,
): void {
  arms.forEach((arm, slot) => {
    const ticket = tickets?.[slot] ?? 0;
    policy.update({ slot, arm, propensity: Math.abs(ticket), ticket }, rewards[slot][arm]);
    after?.(slot);
  });
}

/** Policies that none of the kinds of traces suits, and where a trace or a naive form of theirs is. */
const workedElsewhere: Readonly<Record<string, string>> = {
  'adapt-eve': 'adapt-eve.test.ts',
  adswitch: 'adaptive-traces.test.ts',
  'arm-switch': 'arm-switch.test.ts',
  bob: 'adaptive-traces.test.ts',
  cts: 'adaptive-traces.test.ts',
  fewa: 'fewa.test.ts',
  kalman: 'kalman.test.ts',
  myopic: 'channels.test.ts',
  'improved-ucb': 'improved-ucb.test.ts',
  'lb-sda': 'last-block.test.ts',
  'lm-dsee': 'lm-dsee.test.ts',
  master: 'adaptive-traces.test.ts',
  meta: 'meta.test.ts',
  oracle: 'oracles.test.ts',
  'oracle-restart': 'oracles.test.ts',
  'r-ed-ucb': 'rising-ucb.test.ts',
  'sw-lb-sda': 'last-block.test.ts',
  swa: 'swa.test.ts',
  whittle: 'channels.test.ts',
};

describe('traces worked by hand', () => {
  test('there is one for every policy, here or in a file of its own', () => {
    for (const [id, file] of Object.entries(workedElsewhere)) {
      expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(`'${id}'`);
    }
    const worked = [...traces.map(({ id }) => id), ...Object.keys(workedElsewhere)];
    expect(worked.sort()).toEqual(policyCatalogue.ids.sort());
  });

  test.each(indexTraces)('$id', ({ id, armCount, settings, rewards, arms, indices, told }) => {
    const policy = createPolicy(id, { armCount, ...settings });
    const seen: (number | undefined)[][] = [policy.inspect().map(({ index }) => index)];
    live(policy, arms, rewards, undefined, () =>
      seen.push(policy.inspect().map(({ index }) => index)),
    );
    indices.forEach((row, position) => {
      const slot = told?.[position] ?? position;
      row.forEach((index, arm) => {
        if (index === Number.POSITIVE_INFINITY) expect(seen[slot][arm]).toBe(index);
        else expect(seen[slot][arm]).toBeCloseTo(index, 10);
      });
    });
    expect(trace(createPolicy(id, { armCount, ...settings }), rewards)).toEqual(arms);
  });

  const withAlarms = [...autoTraces, growingAutoTrace, ...detectionTraces];
  test.each(withAlarms)('$id', ({ id, armCount, settings, rewards, arms, ...expected }) => {
    const policy = createPolicy(id, { armCount, ...settings });
    const random = randomStream(1);
    rewards.forEach((row, slot) => {
      policy.inspect().forEach(({ index }, arm) => {
        const wanted = expected.indices[slot][arm];
        if (wanted === Number.POSITIVE_INFINITY) expect(index).toBe(wanted);
        else expect(index).toBeCloseTo(wanted, 10);
      });
      const selection = policy.select(random);
      expect(selection.arm).toBe(arms[slot]);
      policy.update(selection, row[selection.arm]);
      expect(policy.restarts).toBe(expected.restarts[slot]);
    });
  });

  test.each(probabilityTraces)('$id', (expected) => {
    const { id, armCount, settings, rewards, arms, propensities, probabilities } = expected;
    const tickets = propensities.map((propensity, slot) =>
      expected.explored?.[slot] ? -propensity : propensity,
    );
    const policy = createPolicyFromSpec(id, { armCount, ...settings });
    live(policy, arms, rewards, tickets, (slot) => {
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

  test('dts with normal laws', () => {
    const { id, armCount, settings, rewards, arms, laws } = normalTrace;
    const policy = createPolicy(id, { armCount, ...settings });
    live(policy, arms, rewards, undefined, (slot) => {
      policy.inspect().forEach(({ mean, deviation }, arm) => {
        const law = laws[slot][arm];
        expect([mean === undefined, deviation === undefined]).toEqual([!law, !law]);
        expect(mean ?? 0).toBeCloseTo(law?.mean ?? 0, 10);
        expect(deviation ?? 0).toBeCloseTo(law?.deviation ?? 0, 10);
      });
    });
  });
});
