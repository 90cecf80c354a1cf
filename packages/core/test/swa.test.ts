/** SWA and wSWA slot by slot, worked by hand, and against their naive form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SwaKernel, windowOfRun } from '../src/portable/kernels/swa-kernel.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { trace } from '../src/shell/trace.ts';
import type { NaiveDecision } from './naive/history.ts';
import { naiveSwa, naiveWindow } from './naive/swa.ts';

const random = randomStream(1);

describe('worked by hand', () => {
  // T = 20, K = 2, σ = ½: M = ⌈0.2 (400 ln 28.28)^(1/3)⌉ = ⌈0.2 · 11.02⌉ = 3.
  test("'swa' with two arms", () => {
    const rewards = [
      // Each arm three times: 1, 0.5, 0 and 0.25, 0.25, 0.25.
      [1, 9],
      [9, 0.25],
      [0.5, 9],
      [9, 0.25],
      [0, 9],
      [9, 0.25],
      // 0.5 is more than 0.25.
      [0, 9],
      // (0.5 + 0 + 0)/3 is less than 0.25.
      [9, 0],
      // 0.5/3 is as much as (0.25 + 0.25 + 0)/3: the lowest.
      [1, 9],
      // (0 + 0 + 1)/3 is more.
      [1, 9],
    ];
    const policy = createPolicy('swa', { armCount: 2, horizon: 20 });
    expect(trace(policy, rewards)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 0]);
  });

  // With α = 0.4 the runs of 1, 2, 4, 8 and 16 slots have M = 1, 1, 2, 3 and 4.
  test("'swa' without a horizon doubles it", () => {
    const policy = createPolicy('swa', { armCount: 2, alpha: 0.4 });
    expect(policy.params.doubling).toBe(1);
    const rewards = Array.from({ length: 16 }, () => [0, 1]);
    expect(trace(policy, rewards)).toEqual([
      // T = 1.
      0,
      // T = 2: each arm once.
      0, 1,
      // T = 4: each arm twice.
      0, 1, 0, 1,
      // T = 8: each arm three times, then the largest mean.
      0, 1, 0, 1, 0, 1, 1, 1,
      // T = 16.
      0,
    ]);
  });
});

test('windows of the published runs', () => {
  const window = (alpha: number, horizon: number) =>
    windowOfRun(alpha * Math.cbrt(16 / 4), horizon);
  // σ = 1, K = 2, T = 10,000: 0.2 (4 · 10⁸ ln 14142)^(1/3) = 312.7.
  expect(window(0.2, 10_000)).toBe(313);
  expect(window(0.02, 10_000)).toBe(32);
  expect(window(0.002, 10_000)).toBe(4);
  expect(window(1e9, 50)).toBe(50);
  expect(window(1e-9, 50)).toBe(1);
});

const settings = fc.record(
  {
    alpha: fc.constantFrom(0.05, 0.2, 0.7, 3),
    sigma: fc.constantFrom(0.5, 1),
    horizon: fc.integer({ min: 1, max: 80 }),
    doubling: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['alpha', 'sigma', 'horizon'] },
);
const rows = fc.integer({ min: 1, max: 4 }).chain((arms) => {
  const reward = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -9, max: 9, noNaN: true }));
  const row = fc.array(reward, { minLength: arms, maxLength: arms });
  return fc.array(row, { minLength: 1, maxLength: 90, size: 'max' });
});

test('picks what the naive form picks, by the same means', () => {
  const windows = new Set<number>();
  let byMeans = 0;
  fc.assert(
    fc.property(rows, settings, (table, given) => {
      const armCount = table[0].length;
      const policy = createPolicy('swa', { armCount, ...given });
      const history: NaiveDecision[] = [];
      for (const row of table) {
        const expected = naiveSwa(history, armCount, given);
        const selection = policy.select(random);
        if (expected.gap > 1e-9) expect(selection.arm).toBe(expected.arm);
        if (expected.gap < Number.POSITIVE_INFINITY) byMeans += 1;
        windows.add(expected.window);
        policy.update({ ...selection, arm: expected.arm }, row[expected.arm]);
        history.push({ arm: expected.arm, reward: row[expected.arm] });
      }
    }),
    { numRuns: 200, seed: 62 },
  );
  expect(windows.size).toBeGreaterThan(10);
  expect(byMeans).toBeGreaterThan(1000);
});

test('sums do not drift', () => {
  const kernel = new SwaKernel(1, 1, 1000, false);
  const draws = randomStream(3);
  const rewards: number[] = [];
  for (let slot = 0; slot < 50_000; slot++) {
    // Large rewards leave nothing behind when they leave the window.
    const reward = draws.uniform() < 0.001 ? 1e12 : draws.uniform();
    rewards.push(reward);
    kernel.advance(0);
    kernel.learn(slot, 0, 0, reward);
  }
  const last = rewards.slice(-kernel.window);
  const sum = last.reduceRight((total, reward) => total + reward, 0);
  expect(Math.abs(kernel.sum(0) - sum)).toBeLessThan(1e-12 * Math.max(...last) * last.length);
});

test('a late reward of an earlier run does not count', () => {
  const policy = createPolicy('swa', { armCount: 2, doubling: 1 });
  const first = policy.select(random);
  policy.begin(first);
  expect(policy.update(first, 1)).toBe(false);
  // The run of slots 1 and 2.
  const second = policy.select(random);
  policy.begin(second);
  expect(policy.update(second, 1)).toBe(true);
});

test('empty slots pass at once, and runs end in between', () => {
  const policy = createPolicy('swa', { armCount: 2, alpha: 0.4 });
  policy.skip(7);
  // The run of slots 7 to 14.
  expect(policy.inspect()[0].count).toBe(0);
  expect(naiveWindow(2, 8, { alpha: 0.4 })).toBe(3);
  expect(
    trace(
      policy,
      Array.from({ length: 8 }, () => [0, 1]),
    ),
  ).toEqual([0, 1, 0, 1, 0, 1, 1, 1]);
  policy.skip(2 ** 30);
  expect(policy.slot).toBe(15 + 2 ** 30);
});

test('windows that cannot be stored are refused', () => {
  expect(() => createPolicy('swa', { armCount: 3, alpha: 1e6 })).toThrow(
    'alpha must result in at most 67108864 stored rewards; got a window of',
  );
  expect(() => createPolicy('swa', { armCount: 3, alpha: 1e6, horizon: 1000 })).not.toThrow();
});
