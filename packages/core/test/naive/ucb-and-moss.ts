/**
 * Naive UCB1, MOSS, R-MOSS, SW-MOSS and SW-UCB: plain mean plus a width.
 *
 * Paper: Wei and Srivastava, Section III-C (UCB1, MOSS), Algorithm 1 (R-MOSS), Algorithm 2
 * (SW-MOSS). With n the number of remembered rewards of an arm, t the slot counted from 1:
 *
 *   UCB1     mean + sqrt(2 ln t / n)                             over all slots
 *   MOSS     mean + sqrt(max(ln(T/(K n)), 0) / n)                over all slots
 *   R-MOSS   mean + sqrt(max(ln(tau/(K n)), 0) / n)              since the last multiple of tau
 *   SW-MOSS  mean + sqrt(eta max(ln(tau/(K n)), 0) / n)          over the last tau slots
 *   SW-UCB   mean + B sqrt(xi ln(min(t, tau)) / n)               over the last tau slots
 *
 * SW-UCB is Garivier and Moulines 2008; the paper only names it (Section IV-B).
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

/** Mean plus width for every arm, with rewards divided by the scale; +Infinity for n = 0. */
function meanPlusWidth(
  remembered: Remembered,
  armCount: number,
  settings: NaiveSettings,
  width: (n: number) => number,
): number[] {
  const scale = settings.scale ?? 1;
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const rewards = rewardsOf(remembered, arm).map((reward) => reward / scale);
    const n = rewards.length;
    indices.push(n === 0 ? Number.POSITIVE_INFINITY : meanOf(rewards) + width(n));
  }
  return indices;
}

/** sqrt(eta max(ln(length/(K n)), 0) / n). */
function mossWidth(eta: number, length: number, armCount: number, n: number): number {
  return Math.sqrt((eta * Math.max(Math.log(length / (armCount * n)), 0)) / n);
}

/** The UCB1 index of every arm at slot `history.length`. */
export function ucb1Indices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const t = history.length + 1;
  return meanPlusWidth(allTime(history), armCount, settings, (n) =>
    Math.sqrt((2 * Math.log(t)) / n),
  );
}

/** The MOSS index of every arm at slot `history.length`. */
export function mossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const horizon = required(settings.horizon, 'horizon');
  return meanPlusWidth(allTime(history), armCount, settings, (n) =>
    mossWidth(1, horizon, armCount, n),
  );
}

/** The R-MOSS index of every arm at slot `history.length`. */
export function resettingMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const memory = memoryLength(armCount, settings);
  return meanPlusWidth(sinceReset(history, memory.slots), armCount, settings, (n) =>
    mossWidth(1, memory.logarithmLength, armCount, n),
  );
}

/** The SW-MOSS index of every arm at slot `history.length`. */
export function slidingWindowMossIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const memory = memoryLength(armCount, settings);
  const eta = settings.eta ?? 1;
  return meanPlusWidth(insideWindow(history, memory.slots), armCount, settings, (n) =>
    mossWidth(eta, memory.logarithmLength, armCount, n),
  );
}

/** The SW-UCB index of every arm at slot `history.length`. */
export function slidingWindowUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const memory = memoryLength(armCount, settings);
  const t = history.length + 1;
  const b = settings.b ?? 1;
  const xi = settings.xi ?? 0.6;
  const logarithm = Math.log(Math.min(t, memory.logarithmLength));
  return meanPlusWidth(
    insideWindow(history, memory.slots),
    armCount,
    settings,
    (n) => b * Math.sqrt((xi * logarithm) / n),
  );
}
