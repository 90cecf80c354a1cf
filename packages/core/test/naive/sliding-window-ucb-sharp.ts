/**
 * Naive SW-UCB#.
 *
 * Wei and Srivastava 2018, "On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems". After
 * t slots the window holds the last
 *
 *   tau(t) = min(ceil(lambda t^alpha), t),   t at most the horizon inside the power,
 *
 * and the index of the next slot is mean + sqrt((1 + alpha) ln(tau(t)) / n) over it. With T^nu changes
 * alpha = (1 - nu)/2 and lambda = 12.3; with a drift of T^(-kappa) per slot alpha = min(1, 3 kappa/4) and
 * lambda = 4.3. A number of changes is T^nu, a budget V is T^(1 - kappa), with kappa at least 0.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';
import { type NaiveSettings, required } from './settings.ts';

/** What an exponent and a factor follow from. */
export function sharpGrowth(settings: NaiveSettings): { alpha: number; lambda: number } {
  const horizon = required(settings.horizon, 'horizon');
  const abrupt = (nu: number) => ({ alpha: (1 - nu) / 2, lambda: settings.lambda ?? 12.3 });
  const slow = (kappa: number) => ({
    alpha: Math.min(1, 0.75 * kappa),
    lambda: settings.lambda ?? 4.3,
  });
  if (settings.alpha !== undefined) {
    return { alpha: settings.alpha, lambda: settings.lambda ?? 12.3 };
  }
  if (settings.nu !== undefined) return abrupt(settings.nu);
  if (settings.kappa !== undefined) return slow(settings.kappa);
  if (settings.changes !== undefined) {
    const changes = Math.min(settings.changes, horizon);
    return abrupt(changes <= 1 ? 0 : Math.log(changes) / Math.log(horizon));
  }
  const variation = required(settings.variation, 'variation');
  if (horizon === 1) return slow(1);
  return slow(Math.max(0, Math.log(horizon / variation) / Math.log(horizon)));
}

/** tau after so many slots; a value within 1e-9 above a whole number is that number. */
export function sharpWindow(slots: number, settings: NaiveSettings): number {
  const { alpha, lambda } = sharpGrowth(settings);
  const t = Math.min(slots, required(settings.horizon, 'horizon'));
  return Math.min(Math.ceil(lambda * t ** alpha - 1e-9), t);
}

/** The SW-UCB# index of every arm at slot `history.length`. */
export function slidingWindowUcbSharpIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { alpha } = sharpGrowth(settings);
  const tau = sharpWindow(history.length, settings);
  const remembered = history.slice(history.length - tau);
  const scale = settings.scale ?? 1;
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const rewards = rewardsOf(remembered, arm).map((reward) => reward / scale);
    const n = rewards.length;
    const width = Math.sqrt(((1 + alpha) * Math.log(tau)) / n);
    indices.push(n === 0 ? Number.POSITIVE_INFINITY : meanOf(rewards) + width);
  }
  return indices;
}
