/**
 * Naive posteriors of Thompson sampling, discounted and on a window.
 *
 * The paper (Wei and Srivastava, Section VI-A) compares with DTS, Raj and Kalyani 2017. The prior
 * is Beta(1, 1). In each slot S <- gamma S and F <- gamma F for every arm, then S <- S + x and
 * F <- F + 1 - x for the arm played; an arm's posterior is Beta(1 + S, 1 + F). So a reward of age d
 * (0 in the last slot) counts gamma^d, and the prior is not discounted. Thompson sampling has
 * gamma = 1. SW-TS (Trovò et al. 2020) counts the last tau slots alike and no older one, with
 * tau = ceil(4 sqrt(T ln T)), from 1 to T, unless it is given. A reward in [0, 1] is used as it is.
 *
 * A slot without a reward discounts every arm and adds nothing.
 */
import type { NaiveDecision } from './history.ts';
import { type NaiveSettings, naiveDiscount, required } from './settings.ts';
import { ceilingAfterSnapping } from './tuning.ts';

/** The policies that this file knows. */
export type ThompsonId = 'ts' | 'dts' | 'sw-ts';

/** How many slots SW-TS remembers. */
export function thompsonWindow({ window, horizon }: NaiveSettings): number {
  if (window !== undefined) return window;
  const slots = required(horizon, 'horizon');
  return Math.min(slots, ceilingAfterSnapping(4 * Math.sqrt(slots * Math.log(slots))));
}

/** What a reward of a slot weighs at a slot after it. */
function weightOf(id: ThompsonId, age: number, armCount: number, settings: NaiveSettings): number {
  if (id === 'ts') return 1;
  if (id === 'sw-ts') return age < thompsonWindow(settings) ? 1 : 0;
  return naiveDiscount(armCount, settings) ** age;
}

/** A Beta law. */
export interface BetaPosterior {
  readonly alpha: number;
  readonly beta: number;
}

/** The posterior of every arm at slot `history.length`, counted from 0. */
export function naivePosteriors(
  id: ThompsonId,
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveSettings,
): BetaPosterior[] {
  const posteriors: BetaPosterior[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    let successes = 0;
    let failures = 0;
    history.forEach((decision, slot) => {
      if (decision.arm !== arm || decision.reward === undefined) return;
      const weight = weightOf(id, history.length - 1 - slot, armCount, settings);
      successes += weight * decision.reward;
      failures += weight * (1 - decision.reward);
    });
    posteriors.push({ alpha: 1 + successes, beta: 1 + failures });
  }
  return posteriors;
}

/** A normal law. */
export interface NormalLaw {
  readonly mean: number;
  readonly deviation: number;
}

/** What the Gaussian form of DTS takes. */
export interface NaiveNormalSettings extends NaiveSettings {
  readonly gaussian: 1;
  readonly g: number;
}

/**
 * Of the Gaussian form of DTS the law that each arm's mean is drawn from at slot `history.length`: a reward of
 * age d counts gamma^d in n and in S, and the law is N(S/n, 1/(g n)); undefined without rewards.
 */
export function naiveNormalLaws(
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveNormalSettings,
): (NormalLaw | undefined)[] {
  const discount = naiveDiscount(armCount, settings);
  return Array.from({ length: armCount }, (_, arm) => {
    let [n, sum] = [0, 0];
    history.forEach((decision, slot) => {
      if (decision.arm !== arm || decision.reward === undefined) return;
      const weight = discount ** (history.length - 1 - slot);
      n += weight;
      sum += weight * decision.reward;
    });
    return n === 0 ? undefined : { mean: sum / n, deviation: 1 / Math.sqrt(settings.g * n) };
  });
}
