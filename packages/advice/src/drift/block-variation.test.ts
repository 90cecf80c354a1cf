import { expect, test } from 'vitest';
import { jumps, madeLog, stationary } from '../../test/synthetic.ts';
import { blockVariation } from './block-variation.ts';

test('the variation of block means that stand still is what noise alone shows', () => {
  const log = madeLog({ rows: 20_000, armCount: 3, means: stationary(0.5, 0.4, 0.35), seed: 1 });
  const variation = blockVariation(log, 1);
  if ('refused' in variation) throw new Error('the log is long enough');
  // 39 changes of about .07 with a deviation of .03 each, neighbours correlated: ± 3 · .03 · √(2 · 39).
  expect(Math.abs(variation.value - variation.noiseOnly)).toBeLessThan(0.8);
  expect(variation.noiseOnly).toBeGreaterThan(2);
});

test('by hand: one arm, 0.2 and then 0.6', () => {
  const means = stationary(0.5);
  const reward = Float64Array.from({ length: 1000 }, (_, i) =>
    Number(i < 500 ? i % 5 === 0 : i % 5 < 3),
  );
  const variation = blockVariation(
    { ...madeLog({ rows: 1000, armCount: 1, means, seed: 1 }), reward },
    1,
  );
  expect(variation).toMatchObject({ block: 500, value: expect.closeTo(0.4, 12) });
});

test('arms that jump show more than noise, and a short log is refused', () => {
  const log = madeLog({ rows: 10_000, armCount: 3, means: jumps(2000, 3, 10_000, 5), seed: 5 });
  const variation = blockVariation(log, 1);
  expect('value' in variation && variation.value > variation.noiseOnly + 0.3).toBe(true);
  const short = madeLog({ rows: 900, armCount: 2, means: stationary(0.5, 0.4), seed: 1 });
  expect(blockVariation(short, 1)).toEqual({ refused: 'too-short', need: { rows: 1000 } });
});

test('an arm that is not in a block shows neither movement nor noise there', () => {
  const whole = madeLog({ rows: 2000, armCount: 1, means: stationary(0.5), seed: 1 });
  const noise = (arm: Uint16Array) => {
    const variation = blockVariation({ ...whole, arms: ['A', 'B'], arm }, 1);
    return 'noiseOnly' in variation ? variation.noiseOnly : Number.NaN;
  };
  // By turns, so that no arm is in two blocks that follow each other.
  expect(noise(whole.arm.map((_, row) => Math.floor(row / 500) % 2))).toBe(0);
  expect(noise(whole.arm)).toBeGreaterThan(0);
});
