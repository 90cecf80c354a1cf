/**
 * Naive D-RMOSS, which no paper has: Robust MOSS (Wei and Srivastava, Section V-A) with every sum over
 * the past discounted as in D-UCB. With t slots played and a reward of slot s (from 0) weighing
 * gamma^(t-1-s),
 *
 *   n    = sum of the weights,   h(n) = a^(floor(log_a n) + 1), and h(n) = a for n < 1,
 *   mean = (1/n) sum weight sat(X_s, B),   ln+(x) = max(ln x, 1),
 *
 *   MOSS's width:  B = sqrt(h(n) / ln+(tau/(K h(n)))),  index = mean + (1 + zeta) sqrt(ln+(tau/(K n)) / n),
 *   UCB's width:   B = sqrt(h(n) / ln+(tau)),           index = mean + (1 + zeta) sqrt(ln+(tau) / n).
 *
 * All rewards of the history are clipped anew with the present n. They enter as (X - center)/scale.
 */
import type { Remembered } from './history.ts';
import { saturate } from './robust-moss.ts';
import { discountedMemory, type NaiveSettings } from './settings.ts';
import { lnPlus, powerAbove } from './tuning.ts';

interface Formula {
  /** What stands in the logarithm of the width and of the limit, for a count or a power of a. */
  readonly logarithm: (count: number) => number;
  readonly discount: number;
}

function formulaOf(armCount: number, settings: NaiveSettings): Formula {
  const { discount, logarithmLength: tau } = discountedMemory(armCount, settings);
  const logarithm = (count: number): number =>
    settings.ucb === 1 ? lnPlus(tau) : lnPlus(tau / (armCount * count));
  return { discount, logarithm };
}

/** The D-RMOSS index of every arm at slot `history.length`. */
export function discountedRobustMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { discount, logarithm } = formulaOf(armCount, settings);
  const { center = 0, scale = 1, zeta = 2.2, a = 1.1 } = settings;
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const weighted: { weight: number; reward: number }[] = [];
    history.forEach((decision, slot) => {
      if (decision.arm !== arm || decision.reward === undefined) return;
      const weight = discount ** (history.length - 1 - slot);
      weighted.push({ weight, reward: (decision.reward - center) / scale });
    });
    const n = weighted.reduce((sum, { weight }) => sum + weight, 0);
    const h = powerAbove(a, n);
    const limit = Math.sqrt(h / logarithm(h));
    const total = weighted.reduce(
      (sum, { weight, reward }) => sum + weight * saturate(reward, limit),
      0,
    );
    const width = (1 + zeta) * Math.sqrt(logarithm(n) / n);
    indices.push(n === 0 ? Number.POSITIVE_INFINITY : total / n + width);
  }
  return indices;
}
