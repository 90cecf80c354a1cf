/** Policies that are given the means: what their rules say, and what happens without means. */
import { describe, expect, test } from 'vitest';
import { ContractError, ParameterError } from '../src/base/errors.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy, createPolicyFromSpec } from '../src/shell/create-policy.ts';
import { createEnvironment } from '../src/shell/environment.ts';
import { preparePolicy } from '../src/shell/prepare-policy.ts';
import { trace } from '../src/shell/trace.ts';
import { playsHandedOn } from './naive/history.ts';
import { chooseNaively, type NaiveDecision, naiveIndices } from './naive/index-policies.ts';

/** The best arm is 0 up to slot 4, then 1; arm 0's mean moves once more at slot 7. */
const rows = Array.from({ length: 10 }, (_, slot) => [slot < 5 ? 0.9 : slot < 7 ? 0.2 : 0.1, 0.5]);
const means = MeanTable.fromRows(rows);

describe('oracle', () => {
  test('plays the best arm of each slot, the lowest among equals, and the last one onwards', () => {
    const table = MeanTable.fromRows([
      [0.1, 0.3, 0.3],
      [0.4, 0.1, 0.2],
      [0.1, 0.1, 0.2],
    ]);
    const policy = createPolicy('oracle', { armCount: 3, means: table });
    expect(trace(policy, new Array(5).fill([0, 0, 0]))).toEqual([1, 0, 2, 2, 2]);
  });

  test.each(['brownian', 'sinusoid:period=50', 'switching'])('has no regret on %s', (spec) => {
    const environment = createEnvironment(spec, { horizon: 300 });
    const policy = createPolicy('oracle', {
      armCount: environment.means.armCount,
      means: environment.means,
    });
    for (let slot = 0; slot < 300; slot++) {
      const { arm } = policy.select(randomStream(1));
      expect(environment.means.mean(slot, arm)).toBe(environment.means.bestMean(slot));
      policy.expire(policy.select(randomStream(1)));
    }
  });

  test('knows the means of arms among which it may choose', () => {
    const policy = createPolicy('oracle', { armCount: 2, means });
    expect(policy.select(randomStream(1), [1]).arm).toBe(1);
  });
});

describe('oracle-restart', () => {
  // Slots 0 to 4 and 5 to 9 are kl-UCB's own first five slots, t = 1 included. Means and bounds:
  // slot 2: q = (1, 1 − 1/3); slot 4: n = (3, 1), means (2/3, 0); slot 7: q = (1 − 1/3, 1);
  // slot 8: n = (1, 2), means (0, 1/2), q = (3/4, (1 + √(1 − 4^(−1)))/2).
  test('begins anew when the best arm changes', () => {
    const rewards = [
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 0],
      [0, 1],
      [0, 1],
    ];
    const policy = createPolicy('oracle-restart', { armCount: 2, means });
    expect(trace(policy, rewards)).toEqual([0, 1, 0, 0, 0, 0, 1, 1, 1, 1]);
    const half = createPolicy('oracle-restart', { armCount: 2, means });
    trace(half, rewards.slice(0, 8));
    const [first, second] = half.inspect();
    expect(first.index).toBeCloseTo(0.75, 12);
    expect(second.index).toBeCloseTo(0.933012701892219, 12);
  });

  test.each([
    ['kl-ucb', 1, 0, [5]],
    ['ucb1', 0, 0, [5]],
    ['kl-ucb', 1, 1, [5, 7]],
    ['ucb1', 0, 1, [5, 7]],
  ])('is %s since the last change (kl %i, any %i)', (id, kl, any, breaks) => {
    const policy = createPolicy('oracle-restart', { armCount: 2, means, kl, any });
    const random = randomStream(3);
    const history: NaiveDecision[] = [];
    for (let slot = 0; slot < 40; slot++) {
      const since = Math.max(0, ...breaks.filter((each) => each <= slot));
      const expected = chooseNaively(naiveIndices(id, history.slice(since), 2, {}));
      policy.inspect().forEach(({ index = NaN }, arm) => {
        if (index !== expected.indices[arm]) expect(index).toBeCloseTo(expected.indices[arm], 9);
      });
      // Any arm may be played; every third reward comes two slots late, and one never.
      const arm = random.below(2);
      policy.begin({ slot, arm, propensity: 1, ticket: 0 });
      history.push({ arm, reward: undefined });
      for (const due of [slot, slot - 2]) {
        const late = due % 3 === 2;
        if (due < 0 || due === 17 || late !== (due === slot - 2)) continue;
        const reward = random.uniform();
        const { arm: played } = history[due];
        const counts = policy.update({ slot: due, arm: played, propensity: 1, ticket: 0 }, reward);
        const begun = Math.max(0, ...breaks.filter((each) => each <= slot + 1));
        expect(counts).toBe(due >= begun);
        history[due] = { arm: played, reward };
      }
    }
  });

  // The best arm changes every third slot, or now and then after more: four arms have no room in between.
  test.each([
    ['kl-ucb', 1],
    ['ucb1', 0],
  ])('hands its place on where changes come before all arms were played (%s)', (id, kl) => {
    const best = Array.from(
      { length: 120 },
      (_, slot) => Math.floor(slot / (slot < 60 ? 3 : 11)) % 4,
    );
    const table = MeanTable.fromRows(best.map((arm) => [0, 1, 2, 3].map((k) => +(k === arm))));
    const policy = createPolicy('oracle-restart', { armCount: 4, means: table, kl });
    const random = randomStream(5);
    const history: NaiveDecision[] = [];
    const epochs: number[][] = [[]];
    best.forEach((arm, slot) => {
      if (slot > 0 && arm !== best[slot - 1]) epochs.push([]);
      const since = slot - (epochs.at(-1)?.length ?? 0);
      const indices = naiveIndices(id, history.slice(since), 4, {});
      const expected = chooseNaively(indices, playsHandedOn(epochs, 4));
      const selection = policy.select(random);
      if (expected.gap === 0 || expected.gap > 1e-9) expect(selection.arm).toBe(expected.arm);
      const reward = random.below(2);
      policy.update(selection, reward);
      history.push({ arm: selection.arm, reward });
      epochs.at(-1)?.push(selection.arm);
    });
    expect(epochs.filter((epoch) => new Set(epoch).size < 4).length).toBeGreaterThan(15);
  });

  test('continues from a snapshot that was taken between two restarts', () => {
    const make = () => createPolicy('oracle-restart', { armCount: 2, means, any: 1 });
    const policy = make();
    const random = randomStream(4);
    for (let slot = 0; slot < 6; slot++) policy.update(policy.select(random), random.uniform());
    const twin = make();
    twin.restore(JSON.parse(JSON.stringify(policy.snapshot())));
    for (let slot = 6; slot < 30; slot++) {
      const selection = policy.select(random);
      expect(twin.select(random)).toEqual(selection);
      const reward = random.uniform();
      policy.update(selection, reward);
      twin.update(selection, reward);
    }
  });
});

describe.each(['oracle', 'oracle-restart'])('%s', (id) => {
  test('says so where the means are missing, or are those of other arms', () => {
    expect(() => createPolicy(id, { armCount: 2 })).toThrow(ParameterError);
    expect(() => createPolicyFromSpec(id, { armCount: 2, horizon: 10 })).toThrow(
      `${id} needs the environment's means`,
    );
    expect(() => createPolicy(id, { armCount: 3, means })).toThrow(
      'means must have 3 arms, the value of armCount; got means of 2 arms',
    );
  });

  test('takes no arm while running', () => {
    expect(() => createPolicy(id, { armCount: 2, means }).addArm()).toThrow(ContractError);
  });

  test('is made from a spec with what all policies are given', () => {
    expect(
      preparePolicy(id, { armCount: 2, horizon: 10, variation: 1, means }).params,
    ).toBeDefined();
  });
});

test('no other policy is given the means', () => {
  expect(() => createPolicy('ucb1', { armCount: 2, means })).toThrow(
    "ucb1 has no parameter 'means'",
  );
  preparePolicy('ucb1', { armCount: 2, horizon: 10, means });
});
