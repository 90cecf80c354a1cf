/**
 * Naive Robust MOSS, R-RMOSS and SW-RMOSS.
 *
 * Paper: Wei and Srivastava, Section V-A (Robust MOSS, equation (24)), V-B (R-RMOSS),
 * V-C (SW-RMOSS). With n the number of remembered rewards of an arm and
 *
 *   h(m) = a^(floor(log_a m) + 1),   ln+(x) = max(ln x, 1),
 *   B_n  = sqrt(h(n) / ln+(T/(K h(n)))),
 *   sat(X, B) = sign(X) min(|X|, B),
 *
 * the index is (1/n) sum sat(X_s, B_n) + (1 + zeta) sqrt(ln+(T/(K n)) / n). Every remembered reward
 * is clipped with the current n, however long ago it came. tau replaces T in the resetting and the
 * window form. Rewards enter as (X - center)/scale.
 */
import {
  allTime,
  insideWindow,
  meanOf,
  type Remembered,
  rewardsOf,
  sinceReset,
} from './history.ts';
import { memoryLength, type NaiveSettings, required } from './settings.ts';
import { robustWidth, saturationLimit } from './tuning.ts';

/** sat(x, limit) = sign(x) min(|x|, limit). */
export function saturate(x: number, limit: number): number {
  return Math.sign(x) * Math.min(Math.abs(x), limit);
}

function saturatedMeanPlusWidth(
  remembered: Remembered,
  armCount: number,
  settings: NaiveSettings,
  length: number,
): number[] {
  const center = settings.center ?? 0;
  const scale = settings.scale ?? 1;
  const zeta = settings.zeta ?? 2.2;
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const rewards = rewardsOf(remembered, arm).map((reward) => (reward - center) / scale);
    const n = rewards.length;
    if (n === 0) {
      indices.push(Number.POSITIVE_INFINITY);
      continue;
    }
    const limit = saturationLimit(settings.a ?? 1.1, n, armCount, length);
    const saturatedMean = meanOf(rewards.map((reward) => saturate(reward, limit)));
    indices.push(saturatedMean + (1 + zeta) * robustWidth(n, armCount, length));
  }
  return indices;
}

/** The Robust MOSS index of every arm at slot `history.length`. */
export function robustMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const horizon = required(settings.horizon, 'horizon');
  return saturatedMeanPlusWidth(allTime(history), armCount, settings, horizon);
}

/** The R-RMOSS index of every arm at slot `history.length`. */
export function resettingRobustMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const memory = memoryLength(armCount, settings);
  const remembered = sinceReset(history, memory.slots);
  return saturatedMeanPlusWidth(remembered, armCount, settings, memory.logarithmLength);
}

/** The SW-RMOSS index of every arm at slot `history.length`. */
export function slidingWindowRobustMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const memory = memoryLength(armCount, settings);
  const remembered = insideWindow(history, memory.slots);
  return saturatedMeanPlusWidth(remembered, armCount, settings, memory.logarithmLength);
}
