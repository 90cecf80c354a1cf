/** FEWA slot by slot, worked by hand, and against its naive form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FewaKernel } from '../src/portable/kernels/fewa-kernel.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { trace } from '../src/shell/trace.ts';
import { naiveFewa } from './naive/fewa.ts';
import type { NaiveDecision } from './naive/history.ts';
import type { NaiveSettings } from './naive/settings.ts';

const random = randomStream(1);

// With σ = ½ and α = ½ the threshold is the largest mean less 2c = √(ln t / h):
//
//   t     h = 1    2        3        4        5
//   2     0.8326
//   3     1.0481   0.7412
//   4     1.1774   0.8326   0.6798
//   8     1.4420   1.0197   0.8326   0.7210
//   10    1.5174   1.0730   0.8761   0.7587   0.6786
const worked = [
  // t = 0: neither arm has a reward. Arm 0 is the lowest.
  { rewards: [1, 0], arm: 0 },
  // t = 1: arm 1 has no reward.
  { rewards: [1, 0], arm: 1 },
  // t = 2, h = 1: 0 < 1 − 0.8326. Arm 0 is left alone.
  { rewards: [1, 0], arm: 0 },
  // t = 3, h = 1: 0 ≥ 1 − 1.0481. Arm 1 has no window of 2.
  { rewards: [1, 0.5], arm: 1 },
  // t = 4, h = 2: 0.25 ≥ 1 − 0.8326. Neither has a window of 3, both were played twice: the lowest.
  { rewards: [0, 0], arm: 0 },
  // t = 5: arm 0 has 1, 1, 0, and arm 1 has 0, 0.5. Nothing is dropped, and arm 1 has no window of 3.
  { rewards: [0, 1], arm: 1 },
  // t = 6, h = 3: 0.5 ≥ 0.6667 − 0.7728. Neither has a window of 4.
  { rewards: [0, 1], arm: 0 },
  // t = 7, h = 2: 0 ≥ 0.75 − 0.9864; h = 3: 0.3333 ≥ 0.5 − 0.8054. Arm 1 has no window of 4.
  { rewards: [0, 1], arm: 1 },
  // t = 8, h = 2: 0 ≥ 1 − 1.0197; h = 3: 0.3333 ≥ 0.8333 − 0.8326 = 0.0007. Neither has a window of 5.
  { rewards: [0, 1], arm: 0 },
  // t = 9, h = 3: 0 ≥ 0.8333 − 0.8558; h = 4: 0.25 ≥ 0.625 − 0.7412. Arm 1 has no window of 5.
  { rewards: [0, 1], arm: 1 },
  // t = 10, h = 3: 0 < 1 − 0.8761. Arm 1 is left alone.
  { rewards: [0, 1], arm: 1 },
];

describe('worked by hand', () => {
  const settings = { armCount: 2, alpha: 0.5, grid: 1, horizon: 20 };
  const rewards = worked.map((slot) => slot.rewards);

  test("'fewa' with windows of all lengths", () => {
    expect(trace(createPolicy('fewa', settings), rewards)).toEqual(worked.map(({ arm }) => arm));
  });

  test('the window that dropped an arm is shown', () => {
    const policy = createPolicy('fewa', settings);
    const dropped = worked.map(({ rewards: row }) => {
      const facts = policy.inspect().map((arm) => arm.facts.dropped);
      const selection = policy.select(random);
      policy.update(selection, row[selection.arm]);
      return facts;
    });
    const isDropped = new Map([
      [2, [0, 1]],
      [10, [3, 0]],
    ]);
    expect(dropped).toEqual(worked.map((_, slot) => isDropped.get(slot) ?? [0, 0]));
  });
});

function table(reward: fc.Arbitrary<number>): fc.Arbitrary<number[][]> {
  const arms = fc.integer({ min: 1, max: 4 });
  return arms.chain((count) => {
    const row = fc.array(reward, { minLength: count, maxLength: count });
    return fc.array(row, { minLength: 1, maxLength: 60, size: 'max' });
  });
}
const coin = fc.constantFrom(0, 1);
const real = fc.double({ min: -3, max: 3, noNaN: true });
const tables = fc.oneof(
  table(coin),
  table(real),
  table(fc.oneof(real, fc.constantFrom(-1e4, 1e4))),
);
const given: fc.Arbitrary<NaiveSettings> = fc
  .record({
    alpha: fc.constantFrom(0.03, 0.06, 0.5, 4),
    delta: fc.constantFrom(1, 0.3),
    sigma: fc.constantFrom(0.5, 1),
    grid: fc.constantFrom(1, 1.1, 1.5, 2, 3),
    scale: fc.constantFrom(1, 3),
  })
  .map((settings) => (settings.grid === 1 ? { ...settings, horizon: 60 } : settings));

test('picks what the naive form picks', () => {
  let dropped = 0;
  let windows = 0;
  fc.assert(
    fc.property(tables, given, (rows, settings) => {
      const armCount = rows[0].length;
      const policy = createPolicy('fewa', { armCount, ...settings });
      const size = 1 + Math.max(...rows.flat().map(Math.abs));
      const history: NaiveDecision[] = [];
      for (const row of rows) {
        const expected = naiveFewa(history, armCount, settings);
        const selection = policy.select(random);
        if (expected.gap > 1e-9 * size) expect(selection.arm).toBe(expected.arm);
        dropped = Math.max(dropped, armCount - expected.kept.length);
        windows = Math.max(windows, expected.windows);
        policy.update({ ...selection, arm: expected.arm }, row[expected.arm]);
        history.push({ arm: expected.arm, reward: row[expected.arm] });
      }
    }),
    { numRuns: 200, seed: 61 },
  );
  // Otherwise the test would not show how arms are dropped.
  expect(dropped).toBe(3);
  expect(windows).toBeGreaterThan(10);
});

/** Arm 0 pays 0.9 for 300 plays and 0.1 from then on, arm 1 pays 0.5. */
function playsOfFallen(alpha: number): number {
  const policy = createPolicy('fewa', { armCount: 2, alpha });
  const draws = randomStream(4);
  let plays = 0;
  for (let slot = 0; slot < 2000; slot++) {
    const selection = policy.select(draws);
    const mean = selection.arm === 1 ? 0.5 : plays < 300 ? 0.9 : 0.1;
    if (selection.arm === 0) plays += 1;
    policy.update(selection, draws.uniform() < mean ? 1 : 0);
  }
  return plays;
}

test('leaves an arm that has fallen', () => {
  expect(playsOfFallen(0.06)).toBeLessThan(450);
});

test('a large level drops nothing, so that arms take turns', () => {
  const policy = createPolicy('fewa', { armCount: 3, alpha: 1e6 });
  const rewards = Array.from({ length: 30 }, () => [1, 0, 0.5]);
  expect(trace(policy, rewards)).toEqual(Array.from({ length: 30 }, (_, slot) => slot % 3));
});

test('the level α ln t − ln δ enters each threshold', () => {
  const kernel = new FewaKernel(2, 0.5, 0.25, 1, 2, 100);
  kernel.passEmpty(7);
  // 2c of a window of 4 is 2 √(2 (½ ln 7 + ln 4) / 4).
  const level = 0.5 * Math.log(7) + Math.log(4);
  expect(kernel.scale * kernel.slopes[2]).toBeCloseTo(2 * Math.sqrt(level / 2), 12);
});

test('late rewards count as they come, and plays decide between arms that wait', () => {
  const policy = createPolicy('fewa', { armCount: 2, grid: 2 });
  const begun = [0, 1, 2, 3].map(() => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection;
  });
  expect(begun.map(({ arm }) => arm)).toEqual([0, 1, 0, 1]);
  const history: NaiveDecision[] = begun.map(({ arm }) => ({ arm, reward: undefined }));
  for (const place of [2, 3, 0]) {
    policy.update(begun[place], place / 4);
    // The naive form takes rewards in their order: the latest at the end.
    history.splice(0, history.length, ...history.filter((_, i) => i !== 0), {
      arm: begun[place].arm,
      reward: place / 4,
    });
  }
  expect(policy.select(random).arm).toBe(naiveFewa(history, 2, { grid: 2 }).arm);
});

test('among some arms the filter knows no others', () => {
  const policy = createPolicy('fewa', { armCount: 3, alpha: 0.5 });
  trace(
    policy,
    Array.from({ length: 12 }, () => [0, 0.4, 1]),
  );
  expect(policy.select(random).arm).toBe(2);
  expect([0, 1]).toContain(policy.select(random, [0, 1]).arm);
  expect(policy.select(random, [0]).arm).toBe(0);
});

test('too many windows are refused', () => {
  expect(() => createPolicy('fewa', { armCount: 2, grid: 1 })).toThrow(
    'grid must result in at most 16777216 windows over all arms; got 1 with 2 arms without a horizon',
  );
});
