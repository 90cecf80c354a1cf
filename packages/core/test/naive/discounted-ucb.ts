/**
 * Naive D-UCB.
 *
 * Paper: Wei and Srivastava, Algorithm 3. In each slot, after the arm is played,
 *
 *   n^k <- gamma n^k for every arm k, then for the arm played
 *   n <- n + 1 and mean <- mean + (X - mean)/n,
 *
 * and the index is mean + 2 sqrt(xi ln(tau) / n). Begun at n = 0, the same recursion gives the
 * algorithm's start, n^t = gamma^(K-t) after the first K slots. (The sums printed above the
 * algorithm carry one more factor gamma in n; the recursion is what is played.)
 *
 * A slot without a reward discounts every arm and adds nothing.
 */
import type { Remembered } from './history.ts';
import { discountedMemory, type NaiveSettings } from './settings.ts';

/** The D-UCB index of every arm at slot `history.length`. */
export function discountedUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { discount, logarithmLength } = discountedMemory(armCount, settings);
  const scale = settings.scale ?? 1;
  const xi = settings.xi ?? 0.6;
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    let n = 0;
    let mean = 0;
    for (const decision of history) {
      n *= discount;
      if (decision.arm === arm && decision.reward !== undefined) {
        n += 1;
        mean += (decision.reward / scale - mean) / n;
      }
    }
    const width = 2 * Math.sqrt((xi * Math.log(logarithmLength)) / n);
    indices.push(n === 0 ? Number.POSITIVE_INFINITY : mean + width);
  }
  return indices;
}
