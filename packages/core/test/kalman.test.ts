/** Kalman's filter slot by slot, worked by hand, and against its naive form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GREEDY, PREDICTIVE, THOMPSON } from '../src/portable/kernels/kalman-kernel.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy, createPolicyFromSpec } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { trace } from '../src/shell/trace.ts';
import { type NaiveKalmanSettings, naiveKalman } from './naive/kalman.ts';

function lawsOf(policy: Policy): number[][] {
  return policy.inspect().map(({ mean = NaN, deviation = NaN }) => [mean, deviation]);
}

function expectClose(actual: readonly number[][], expected: readonly number[][]): void {
  actual.flat().forEach((value, i) => {
    expect(value).toBeCloseTo(expected.flat()[i], 10);
  });
}

// γ = 1/2, δ² = σ² = 1/4, c = 1/2; the prior is δ²/(1 − γ²) = 1/3. By fractions, m less c:
// slot 0, arm 0, y = 1:   k = 4/7,         m = (2/7, 0),             P = (1/7, 1/3)
// slot 1, arm 1, y = 0:   k = 4/7,         m = (1/7, −2/7),          P = (2/7, 1/7)
// slot 2, arm 0, y = 1/2: k = 9/16,        m = (1/32, −1/7),         P = (9/64, 2/7)
// slot 3, arm 0, y = 1:   k = 73/137,      m = (75/274, −1/14),      P = (73/548, 9/28)
// slot 4, arm 1, y = 1:   k = 37/65,       m = (75/548, 7/26),       P = (621/2192, 37/260)
// slot 5, arm 1, y = 1/4: k = 297/557,     m = (75/1096, −157/2228), P = (2813/8768, 297/2228)
// slot 6, arm 0, y = 0:   k = 11581/20349, m = (−10981/40698, −157/4456)
// After each slot m is halved, and P becomes P/4 + 1/4.
const given = { armCount: 2, drift: 0.5, revert: 0.5, center: 0.5, noise: 0.25 };
const arms = [0, 1, 0, 0, 1, 1, 0];
const rewards = [1, 0, 0.5, 1, 1, 0.25, 0];
const estimates = [
  [1 / 7, 0],
  [1 / 14, -1 / 7],
  [1 / 64, -1 / 14],
  [75 / 548, -1 / 28],
  [75 / 1096, 7 / 52],
  [75 / 2192, -157 / 4456],
  [-10981 / 81396, -157 / 8912],
];
const variances = [
  [2 / 7, 1 / 3],
  [9 / 28, 2 / 7],
  [73 / 256, 9 / 28],
  [621 / 2192, 37 / 112],
  [2813 / 8768, 297 / 1040],
  [11581 / 35072, 2525 / 8912],
  [92977 / 325584, 11437 / 35648],
];
// b = 1/4 + 3/16 = 7/16, x = ½ (7/16 + √(49/256 + 1/16)) = (7 + √65)/32.
const x = (7 + Math.sqrt(65)) / 32;
const drawn = [
  () => 0,
  (variance: number) => variance,
  (variance: number) => (variance * variance) / 4 / (variance / 4 + x),
];

describe('worked by hand', () => {
  test.each([
    ['greedy', GREEDY],
    ['thompson', THOMPSON],
    ['predictive', PREDICTIVE],
  ])('%s', (word, rule) => {
    const policy = createPolicy('kalman', { ...given, rule: word });
    expect(policy.params).toMatchObject({ rule, prior: 1 / 3 });
    arms.forEach((arm, slot) => {
      policy.update({ slot, arm, propensity: 1, ticket: 0 }, rewards[slot]);
      const expected = estimates[slot].map((mean, k) => [
        mean,
        Math.sqrt(drawn[rule](variances[slot][k])),
      ]);
      expectClose(lawsOf(policy), expected);
    });
  });

  test('greedy plays the largest estimate, the first of equals', () => {
    const table = [
      [0, 1],
      [0, 1],
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ];
    // After slot 0 m = (−1/7, 0); after slot 1 (−1/14, 1/7); in slot 2 k = 8/15 takes arm 1 to
    // 1/7 − 8/15 · 9/14 = −1/5, so that m = (−1/28, −1/10) and arm 0 is back, which then pays.
    expect(trace(createPolicy('kalman', { ...given, rule: GREEDY }), table)).toEqual([
      0, 1, 1, 0, 0, 0,
    ]);
  });
});

const settings = fc.record<NaiveKalmanSettings>({
  rule: fc.constantFrom(GREEDY, THOMPSON, PREDICTIVE),
  drift: fc.constantFrom(0, 0.001, 0.05, 0.7),
  revert: fc.constantFrom(0, 0.3, 0.9, 0.999, 1),
  center: fc.constantFrom(0, 0.5, -3),
  noise: fc.constantFrom(0.25, 0.01, 4),
  prior: fc.constantFrom(0.25, 1e-4, 10),
});
const decision = fc.record({
  arm: fc.integer({ min: 0, max: 2 }),
  reward: fc.integer({ min: -2000, max: 3000 }).map((i) => i / 1000),
  lost: fc.boolean(),
});
const decisions = fc.array(decision, { minLength: 1, maxLength: 40, size: 'max' });

test('has the laws of the formula, lost rewards and rewards that come late in order included', () => {
  fc.assert(
    fc.property(decisions, settings, fc.integer({ min: 0, max: 9 }), (taken, asked, delay) => {
      const policy = createPolicy('kalman', { armCount: 3, ...asked });
      const history: { arm: number; reward: number | undefined }[] = [];
      taken.forEach(({ arm }, slot) => {
        policy.begin({ slot, arm, propensity: 1, ticket: 0 });
        history.push({ arm, reward: undefined });
        const past = slot - delay;
        if (past >= 0 && !taken[past].lost) {
          const { arm: played, reward } = taken[past];
          // With γ = 0 a late reward tells nothing, and does not count.
          const counts = policy.update(
            { slot: past, arm: played, propensity: 1, ticket: 0 },
            reward,
          );
          expect(counts).toBe(delay === 0 || asked.revert > 0);
          history[past] = { arm: played, reward };
        }
        const expected = naiveKalman(history, 3, asked);
        expectClose(
          lawsOf(policy),
          expected.map(({ mean, deviation }) => [mean, deviation]),
        );
      });
    }),
    { numRuns: 300, seed: 71 },
  );
});

test('a reward after one of a later slot counts with the noise of the steps between', () => {
  const policy = createPolicy('kalman', { armCount: 1, drift: 0.5, prior: 0.5, rule: THOMPSON });
  for (const slot of [0, 1]) policy.begin({ slot, arm: 0, propensity: 1, ticket: 0 });
  // Slot 1: P = 1/2 + 1/4 = 3/4, k = 3/4, m = 3/8, P = 3/16.
  policy.update({ slot: 1, arm: 0, propensity: 1, ticket: 0 }, 1);
  // Slot 0, one step before: noise 1/4 + 1/4, k = (3/16)/(11/16) = 3/11, m = 3/8 − 3/11·7/8 = 3/22.
  policy.update({ slot: 0, arm: 0, propensity: 1, ticket: 0 }, 0);
  // P = 3/16 · 8/11 = 3/22, and 1/4 more for the slot that follows.
  expectClose(lawsOf(policy), [[3 / 22, Math.sqrt(3 / 22 + 1 / 4)]]);
});

test('a budget stands for the steps of a walk that has it on average', () => {
  const { params } = createPolicy('kalman', { armCount: 3, horizon: 5000, variation: 8.09 });
  // 8.09/(4999 · 1.326387), the largest of three normal numbers being 1.326387 in size on average.
  expect(params.drift).toBeCloseTo(0.0012201, 8);
  expect(params).toMatchObject({ variation: 8.09, prior: 0.25, revert: 1 });
  expect(() => createPolicy('kalman', { armCount: 3, variation: 1 })).toThrow(
    'kalman needs a drift (drift >= 0) or a volatility (volatility >= 0), or a variation budget (variation >= 0) with a horizon; got none of them',
  );
  expect(() => createPolicyFromSpec('kalman:rule=bold', { armCount: 3 })).toThrow(
    'rule must be one of greedy, thompson, predictive; got bold',
  );
});

test('an arm that joins is as unknown as all were at the start', () => {
  const policy = createPolicy('kalman', { armCount: 2, drift: 0.1, prior: 0.5, rule: THOMPSON });
  const random = randomStream(3);
  for (let slot = 0; slot < 20; slot++) policy.update(policy.select(random), 0.7);
  policy.addArm();
  expectClose([lawsOf(policy)[2]], [[0, Math.sqrt(0.5)]]);
});

test('draws from the laws that it shows', () => {
  const policy = createPolicy('kalman', { ...given, rule: PREDICTIVE });
  const random = randomStream(17);
  policy.update({ slot: 0, arm: 0, propensity: 1, ticket: 0 }, 1);
  const [[first, firstSd], [second, secondSd]] = lawsOf(policy);
  const PICKS = 20_000;
  let picks = 0;
  for (let i = 0; i < PICKS; i++) picks += policy.select(random).arm === 0 ? 1 : 0;
  // Arm 0 leads by (1/7)/√(0.0376 + 0.0501) = 0.4822 standard deviations: Φ = 0.6852, with a
  // standard error of 0.0033.
  expect((first - second) / Math.hypot(firstSd, secondSd)).toBeCloseTo(0.4822, 3);
  expect(Math.abs(picks / PICKS - 0.6852)).toBeLessThan(5 * 0.0033);
});
