/** What Auto learns beside means: how much rewards vary, and what the other arms do at alarms. */
import { describe, expect, test } from 'vitest';
import { Dispersion } from '../src/portable/estimators/dispersion.ts';
import { ArmMoves } from '../src/portable/kernels/arm-moves.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';

describe('Dispersion', () => {
  test('is exactly 1 for rewards that are 0 or 1, whatever is remembered', () => {
    const dispersion = new Dispersion(3, 0.001);
    const random = randomStream(81);
    for (let i = 0; i < 5000; i++) {
      const arm = random.below(3);
      const count = 100 * random.uniform();
      dispersion.learn(arm, random.below(2), count, count * random.uniform());
      if (dispersion.of(arm) !== 1) expect(dispersion.of(arm)).toBe(1);
    }
    dispersion.welcome(1);
    expect(dispersion.of(1)).toBe(1);
  });

  test('is the variance over that of coins, each arm its own, an arm that joins like all', () => {
    const dispersion = new Dispersion(3, 0.001);
    const random = randomStream(82);
    // Uniform on ½ ± w: variance w²/3, in units of ¼: 4 w²/3.
    const widths = [0.5, 0.1];
    for (let i = 0; i < 4000; i++) {
      const arm = i % 2;
      // Means that are known well: p = (½ 10⁹ + ½)/(10⁹ + 1) = ½.
      dispersion.learn(arm, 0.5 + widths[arm] * (2 * random.uniform() - 1), 1e9, 5e8);
    }
    // A square of a uniform has a standard deviation of 2/√5 = 0.9 of its mean: 2 % after 2000, five times that.
    expect(Math.abs(dispersion.of(0) - (4 * 0.25) / 3)).toBeLessThan(0.1 / 3);
    // The prior adds about φ̄ / (2000 · ¼) = 0.0003 to 0.0133.
    expect(Math.abs(dispersion.of(1) - (4 * 0.01) / 3)).toBeLessThan(0.0013 + 0.0004);
    dispersion.welcome(2);
    expect(dispersion.of(2)).toBeGreaterThan(dispersion.of(1));
    expect(dispersion.of(2)).toBeLessThan(dispersion.of(0));
  });

  test('is never less than it may be', () => {
    const dispersion = new Dispersion(1, 0.001);
    for (let i = 0; i < 10_000; i++) dispersion.learn(0, 0.5, 1e9, 5e8);
    expect(dispersion.of(0)).toBe(0.001);
  });
});

/** The mean of coins. */
function coins(random: Random, mean: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) if (random.uniform() < mean) sum += 1;
  return sum / count;
}

/** What is learnt where arm 1 goes from one mean to another at each step of arm 0. */
function learnt(
  alarms: number,
  count: number,
  next: (mean: number, step: number, random: Random) => number,
): ArmMoves {
  const moves = new ArmMoves(2, 2, 20, 0.02);
  const random = randomStream(83);
  let mean = 0.35;
  for (let i = 0; i < alarms; i++) {
    const step = i % 2 ? -0.3 : 0.3;
    moves.note(0, count, 0.5);
    moves.note(1, count, coins(random, mean, count));
    moves.begin(0, step);
    mean = next(mean, step, random);
    moves.review(0, count, 0.9, 1);
    moves.review(1, count, coins(random, mean, count), 1);
  }
  return moves;
}

/**
 * With 50 rewards before and after each of 100 steps of 0.3, e errs by σ ≤ √(¼ (1/50 + 1/50)) = 0.1, and the
 * share of a step by σ/(0.3 √100) = 0.033; what speaks against it at first, 0.02, takes 0.02/(100 · 0.84 · 0.09)
 * = 0.003 away. Five times the error is allowed.
 */
const SHARE = 5 * 0.033 + 0.003;

describe('ArmMoves', () => {
  test('arms that move together share the whole step, and their means stay worth much', () => {
    const moves = learnt(100, 50, (mean, step) => mean + step);
    expect(moves.common()).toBeGreaterThan(1 - SHARE);
    // What is left are the squares of the first steps, (0.15/0.23)² = 0.43 each or less, and chance, as below.
    expect(moves.keep()).toBe(20);
  });

  test('an arm that moves alone shares nothing, and the means of others are worth most', () => {
    const moves = learnt(100, 50, (mean) => mean);
    expect(moves.common()).toBeLessThan(SHARE);
    // c = 0.04/(4 · 0.23) = 0.044. Squares less chance sum up to 0 ± 0.84 · 0.044 · √200 = 0.5: five times that over
    // 85 is below 1/20.
    expect(moves.keep()).toBe(20);
  });

  test('where all are redrawn at every alarm old means stay worth little more than one reward', () => {
    const moves = learnt(2000, 200, (_mean, _step, random) => random.uniform());
    // For uniform x, y with mean u ≤ ½ the mean of ((x − y)/(2 u (1 − u)))² is 1/(3 (1 − u)²), so that of all is
    // 8/3 (1 − ln 2) = 0.818. It is at most 4, so its standard deviation at most 2: 0.045 for the mean of 2000, of
    // which five are allowed.
    const spread = (8 / 3) * (1 - Math.LN2);
    expect(Math.abs(1 / moves.keep() - spread)).toBeLessThan(5 * 0.045);
    expect(moves.common()).toBeLessThan(0.15);
  });

  test('what is known at first: nothing moves along, and an old mean is worth two rewards', () => {
    const moves = new ArmMoves(2, 2, 20, 0.02);
    expect(moves.common()).toBe(0);
    expect(moves.keep()).toBe(2);
  });

  test('arms that say nothing are passed over: the alarmed one, and those not played before or since', () => {
    const moves = new ArmMoves(3, 2, 20, 0.02);
    moves.review(1, 10, 0.5, 1);
    moves.note(0, 10, 0.5);
    moves.note(1, 10, 0.5);
    moves.begin(0, 0.4);
    moves.review(0, 10, 0.9, 1);
    moves.review(1, 0, 0, 1);
    moves.review(2, 10, 0.9, 1);
    expect([moves.common(), moves.keep()]).toEqual([0, 2]);
    moves.review(1, 10, 0.9, 1);
    // u = 14.5/21, v = 0.21372, c = 0.2/(4 v) = 0.23395, w = 1/1.46790²; e = d = 0.4: 0.16 w / (0.02 + 0.16 w).
    expect(moves.common()).toBeCloseTo(0.78781, 4);
    // (1/2 + w ((0.4/(2 v))² − c))/(1 + w), as nothing was known of a share before.
    expect(1 / moves.keep()).toBeCloseTo(0.54494, 4);
    // A mean of 2/200 is worth what it is in log-odds: 1/(4 u (1 − u)) times as many rewards, u = 2.5/201.
    expect(moves.keepOf(200, 2, 0.5) / moves.keep()).toBeCloseTo(0.5 * 20.35315, 4);
  });
});
