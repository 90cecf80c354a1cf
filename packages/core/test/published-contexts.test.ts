/** Regret as it was published, met with few replications: docs/studies/contexts.md has the whole tables. */
import { expect, test } from 'vitest';
import { playContexts } from './contextual-play.ts';
import { slippedDiscountedLinUcb } from './linear-mutants.ts';

const REPLICATIONS = 5;

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * Published numbers are means of 100 runs, read off a figure to about 8. Their error and that of the replications here
 * are those of the deviation as measured, and 4 of them and the 8 make the tolerance.
 */
function toleranceOf(deviation: number): number {
  return 4 * deviation * Math.sqrt(1 / 100 + 1 / REPLICATIONS) + 8;
}

test('sw-linucb on linear-abrupt loses what was published', () => {
  const { regrets } = playContexts('sw-linucb', 'linear-abrupt', {
    seed: 1,
    replications: REPLICATIONS,
  });
  // A deviation of 32 makes 67. A window of half or twice the length is off by more.
  expect(Math.abs(meanOf(regrets) - 751)).toBeLessThan(toleranceOf(32));
});

test('d-linucb on linear-slow loses what was published only with the slip of its program', () => {
  const options = { seed: 1, replications: REPLICATIONS };
  const rule = playContexts('d-linucb', 'linear-slow', options).regrets;
  const make = slippedDiscountedLinUcb;
  const slip = playContexts('d-linucb', 'linear-slow', { ...options, make }).regrets;
  // A deviation of 22 makes 48. The rule loses about 174.
  expect(Math.abs(meanOf(slip) - 234)).toBeLessThan(toleranceOf(22));
  expect(meanOf(rule)).toBeLessThan(234 - toleranceOf(22));
});
