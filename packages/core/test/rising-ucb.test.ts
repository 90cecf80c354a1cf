/** R-ed-UCB slot by slot, worked by hand, and against its naive form. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RisingKernel } from '../src/portable/kernels/rising-kernel.ts';
import { RewardLog } from '../src/portable/memory/reward-log.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { NaiveDecision } from './naive/history.ts';
import { naiveRisingIndices } from './naive/rising-ucb.ts';

const FIRST = Number.POSITIVE_INFINITY;

// ε = ½, α = 0.4, σ = 0.1: h = ⌊N/2⌋, and the width is 0.2 √(ln t) (t − N + h − 1) / h^1.5.
const worked = [
  { indices: [FIRST, FIRST], arm: 0, reward: 0.5 },
  { indices: [FIRST, FIRST], arm: 1, reward: 0.25 },
  { indices: [FIRST, FIRST], arm: 0, reward: 0.5 },
  // t = 4: arm 0 has 0.5, 0.5: 0.5 + 2 · 0 + 0.2 · 1.177410 · 2.
  { indices: [0.970964, FIRST], arm: 1, reward: 0.5 },
  // t = 5: 0.5 + 0.2 · 1.268636 · 3, and 0.5 + 3 · 0.25 + the same.
  { indices: [1.261182, 2.011182], arm: 1, reward: 0.5 },
  // t = 6: 0.5 + 0.2 · 1.338566 · 4, and 0.5 + 3 · 0 + 0.2 · 1.338566 · 3.
  { indices: [1.570853, 1.30314], arm: 0, reward: 0.75 },
  // t = 7: 0.75 + 4 · 0.25 + 0.2 · 1.394959 · 4, and 0.5 + the same width.
  { indices: [2.865967, 1.615967], arm: 0, reward: 0.25 },
  // t = 8: arm 0 has h = 2: ½ (0.75 + 5 · 0.25/2 + 0.25 − 4 · 0.25/2) = 0.5625, and 0.2 · 1.442027 · 5/2.828427.
  { indices: [1.072334, 1.942027], arm: 1, reward: 1 },
  // t = 9: 0.5625 + 0.2 · 1.482304 · 6/2.828427, and ½ (0.5 + 6 · 0.25/2 + 1 + 5 · 0.5/2) = 1.75 + the same.
  { indices: [1.191387, 2.378887], arm: 1, reward: 0 },
];

test("'r-ed-ucb' worked by hand", () => {
  const policy = createPolicy('r-ed-ucb', { armCount: 2, epsilon: 0.5, alpha: 0.4, sigma: 0.1 });
  for (const { indices, arm, reward } of worked) {
    policy.inspect().forEach(({ index = Number.NaN }, of) => {
      if (indices[of] === FIRST) expect(index).toBe(FIRST);
      else expect(index).toBeCloseTo(indices[of], 5);
    });
    const selection = policy.select(randomStream(1));
    expect(selection.arm).toBe(arm);
    policy.update(selection, reward);
  }
});

/** Sums of up to 90 rewards times slots are rounded. */
function tolerance(index: number): number {
  return 1e-9 * (1 + Math.abs(index));
}

const given = fc.record({
  epsilon: fc.constantFrom(0.5, 0.25, 0.29, 1 / 32),
  alpha: fc.constantFrom(2.5, 4),
  sigma: fc.constantFrom(0.02, 0.1, 0.5),
  start: fc.constantFrom(1, 0.3, 1e9),
  memory: fc.constantFrom(5, 17, 1000),
});
const rows = fc.integer({ min: 1, max: 4 }).chain((arms) => {
  const reward = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  const row = fc.array(reward, { minLength: arms, maxLength: arms });
  return fc.array(row, { minLength: 1, maxLength: 90, size: 'max' });
});

test('picks by the indices of the naive form', () => {
  let drawn = 0;
  fc.assert(
    fc.property(rows, given, fc.nat(), (table, settings, seed) => {
      const armCount = table[0].length;
      const policy = createPolicy('r-ed-ucb', { armCount, ...settings });
      const random = randomStream(seed);
      const history: NaiveDecision[] = [];
      for (const row of table) {
        const expected = naiveRisingIndices(history, armCount, settings);
        policy.inspect().forEach(({ index = Number.NaN }, arm) => {
          if (expected[arm] === FIRST) expect(index).toBe(FIRST);
          else expect(Math.abs(index - expected[arm])).toBeLessThan(tolerance(expected[arm]));
        });
        const top = Math.max(...expected);
        const near = expected.map((index) => index === top || index > top - tolerance(top));
        const selection = policy.select(random);
        expect(near[selection.arm]).toBe(true);
        if ((selection.propensity ?? 1) < 1) drawn += 1;
        policy.update(selection, row[selection.arm]);
        history.push({ arm: selection.arm, reward: row[selection.arm] });
      }
    }),
    { numRuns: 200, seed: 63 },
  );
  expect(drawn).toBeGreaterThan(50);
});

test('equal indices are drawn alike', () => {
  const policy = createPolicy('r-ed-ucb', { armCount: 3, epsilon: 0.1 });
  const random = randomStream(8);
  for (let slot = 0; slot < 6; slot++) policy.update(policy.select(random), 0.5);
  const counts = [0, 0, 0];
  for (let i = 0; i < 3000; i++) {
    const { arm, propensity } = policy.select(random);
    counts[arm] += 1;
    expect(propensity).toBeCloseTo(1 / 3, 12);
  }
  // Five deviations of a count of 3000 draws with probability 1/3 are 129.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(129);
});

test('estimates do not drift in 200,000 slots', () => {
  const slots = 200_000;
  const log = () => new RewardLog(1, slots);
  const kernel = new RisingKernel(1, 0.25, 4, 0.1, 1, log(), log());
  const draws = randomStream(5);
  const rewards = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    rewards[slot] = draws.uniform();
    kernel.advance(0);
    kernel.learn(slot, 0, 0, rewards[slot]);
  }
  const h = slots / 4;
  let estimate = 0;
  for (let l = slots - h + 1; l <= slots; l++) {
    const [reward, before] = [rewards[l - 1], rewards[l - h - 1]];
    estimate += (reward + ((slots + 1 - l) * (reward - before)) / h) / h;
  }
  expect(Math.abs(kernel.mean(0) - estimate)).toBeLessThan(1e-9);
});

test('prefers an arm that rises to a better one that does not', () => {
  const policy = createPolicy('r-ed-ucb', { armCount: 2, sigma: 0.005 });
  const random = randomStream(6);
  const plays = [0, 0];
  for (let slot = 0; slot < 1000; slot++) {
    const selection = policy.select(random);
    // Arm 0 reaches 0.4 after 400 plays, arm 1 pays 0.3 always.
    const mean = selection.arm === 1 ? 0.3 : Math.min(plays[0] / 1000, 0.9);
    plays[selection.arm] += 1;
    policy.update(selection, mean);
  }
  expect(plays[0]).toBeGreaterThan(700);
});

test('the memory is the horizon by default', () => {
  const memory = (options: object) =>
    createPolicy('r-ed-ucb', { armCount: 2, ...options }).params.memory;
  expect(memory({})).toBe(100_000);
  expect(memory({ horizon: 300 })).toBe(300);
  expect(memory({ horizon: 200_000 })).toBe(200_000);
  expect(memory({ horizon: 2_000_000 })).toBe(1_000_000);
  expect(memory({ horizon: 300, memory: 7 })).toBe(7);
});
