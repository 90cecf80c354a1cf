import { expect, test } from 'vitest';
import { evictionHorizon } from './eviction.ts';

/** By how much the expected sum of T rounds exceeds what META asks for. */
function metaExcess(horizon: number, armCount: number, gap: number): number {
  const bar = Math.log(horizon) * Math.sqrt(armCount * (horizon - 1));
  return gap * horizon - bar;
}

/** The same for ArmSwitch: 12 C √(T/K) with C² = ln(2 K T² (ln T + 2) √K T^1.5). */
function armSwitchExcess(horizon: number, armCount: number, gap: number): number {
  const square = Math.log(2 * armCount ** 1.5 * horizon ** 3.5 * (Math.log(horizon) + 2));
  return (gap * horizon) / armCount - 12 * Math.sqrt((square * horizon) / armCount);
}

test.each([
  [2, 0.3],
  [10, 0.5],
  [30, 0.1],
])('is the first horizon that is enough, for %i arms and a gap of %d', (armCount, gap) => {
  const meta = evictionHorizon('meta', armCount, gap);
  expect(metaExcess(meta, armCount, gap)).toBeGreaterThan(0);
  expect(metaExcess(meta - 1, armCount, gap)).toBeLessThanOrEqual(0);
  const armSwitch = evictionHorizon('arm-switch', armCount, gap);
  expect(armSwitchExcess(armSwitch, armCount, gap)).toBeGreaterThan(0);
  expect(armSwitchExcess(armSwitch - 1, armCount, gap)).toBeLessThanOrEqual(0);
});

test('published tests need tens of thousands of slots', () => {
  expect(evictionHorizon('arm-switch', 2, 1)).toBeGreaterThan(10_000);
  expect(evictionHorizon('meta', 2, 0.3)).toBeLessThan(2000);
});

test('no gap, no horizon', () => {
  expect(evictionHorizon('arm-switch', 2, 1e-9)).toBe(Number.POSITIVE_INFINITY);
  expect(() => evictionHorizon('meta', 2, 0)).toThrow(/gap must be a number > 0 and <= 1; got 0/);
});
