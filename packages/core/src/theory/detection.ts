/**
 * Tunings of the policies that detect changes, as their authors give them, kept within their domains:
 * thresholds above 0, probabilities and levels at most 1, whatever the horizon and the number of
 * changes Υ. With Υ = 0 nothing is explored for the sake of detection.
 */
import { ln } from '../portable/math/log.ts';
import { epochCount, windowLength } from './tuning.ts';

/** M-UCB's window in its authors' experiments. */
const USUAL_SAMPLES = 800;

/**
 * The number of changes that a variation budget stands for: one between any two epochs of the length τ
 * that resetting policies have, and at least one unless the budget is 0.
 */
export function changesOfBudget(armCount: number, horizon: number, variation: number): number {
  if (variation === 0) return 0;
  return Math.max(1, epochCount(horizon, windowLength(armCount, horizon, variation)) - 1);
}

/** T/Υ, but not below e, where √(ln(T/Υ) Υ/T) is largest: more changes would ask for less exploration. */
function slotsPerChange(horizon: number, changes: number): number {
  return Math.max(Math.E, horizon / changes);
}

/** CUSUM's h = ln(T/Υ), at least 1. Without changes T, which T rewards in [0, 1] never reach. */
export function cusumThreshold(horizon: number, changes: number): number {
  return changes === 0 ? horizon : ln(slotsPerChange(horizon, changes));
}

/** CUSUM-UCB's α = √((Υ/T) ln(T/Υ)); 0 without changes, and never above √(1/e). */
export function cusumExploration(horizon: number, changes: number): number {
  if (changes === 0) return 0;
  const slots = slotsPerChange(horizon, changes);
  return Math.sqrt(ln(slots) / slots);
}

/** ln(2 K T²), which bounds M-UCB's false alarms of T slots and K arms by 1/T. */
function monitoredLevel(armCount: number, horizon: number): number {
  return ln(2 * armCount) + 2 * ln(horizon);
}

/**
 * M-UCB's window w, an even number of rewards: 800, or (4/δ̃²) (√ln(2KT²) + √ln(2T))² where the least
 * change δ̃ is known; not more than there are slots, and at least 2.
 */
export function monitoredSamples(armCount: number, horizon: number, leastChange?: number): number {
  const most = Math.max(1, Math.floor(horizon / 2));
  if (leastChange === undefined) return 2 * Math.min(most, USUAL_SAMPLES / 2);
  const root = Math.sqrt(monitoredLevel(armCount, horizon)) + Math.sqrt(ln(2 * horizon));
  return 2 * Math.min(most, Math.ceil((2 * root * root) / (leastChange * leastChange)));
}

/** M-UCB's b = √((w/2) ln(2KT²)). */
export function monitoredThreshold(armCount: number, horizon: number, samples: number): number {
  return Math.sqrt(Math.floor(samples / 2) * monitoredLevel(armCount, horizon));
}

/**
 * M-UCB's rate of exploration g: √(ΥK (2b + 3√w) / (2T)), as in its authors' experiments, or with
 * min(w/2, ⌈b/δ̃⌉ + 3√w) for 2b + 3√w where the least change δ̃ is known, as in their theorem. At most 1.
 */
export function monitoredExploration(
  armCount: number,
  horizon: number,
  changes: number,
  test: { readonly samples: number; readonly threshold: number },
  leastChange?: number,
): number {
  const { samples, threshold } = test;
  const root = 3 * Math.sqrt(samples);
  const delay =
    leastChange === undefined
      ? 2 * threshold + root
      : Math.min(samples / 2, Math.ceil(threshold / leastChange) + root);
  return Math.min(1, Math.sqrt((changes * armCount * delay) / (2 * horizon)));
}

/** The level δ = 1/√T of GLR-klUCB and DAL, at most 1. */
export function glrLevel(horizon: number): number {
  return 1 / Math.sqrt(horizon);
}

/** The rate α = m √(K ln T / T) of forced exploration in GLR-klUCB's and DAL's first episode; at most 1. */
export function glrExploration(armCount: number, horizon: number, multiplier: number): number {
  return Math.min(1, multiplier * Math.sqrt((armCount * ln(horizon)) / horizon));
}
