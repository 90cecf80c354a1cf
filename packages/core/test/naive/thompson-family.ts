/**
 * Naive posteriors of Thompson sampling and discounted Thompson sampling.
 *
 * The paper (Wei and Srivastava, Section VI-A) compares with DTS, Raj and Kalyani 2017. The prior
 * is Beta(1, 1). In each slot S <- gamma S and F <- gamma F for every arm, then S <- S + x and
 * F <- F + 1 - x for the arm played; an arm's posterior is Beta(1 + S, 1 + F). So a reward of age d
 * (0 in the last slot) counts gamma^d, and the prior is not discounted. Thompson sampling has
 * gamma = 1. A reward in [0, 1] is used as it is.
 *
 * A slot without a reward discounts every arm and adds nothing.
 */
import type { NaiveDecision } from './history.ts';
import { type NaiveSettings, naiveDiscount } from './settings.ts';

/** A Beta law. */
export interface BetaPosterior {
  readonly alpha: number;
  readonly beta: number;
}

/** The posterior of every arm at slot `history.length`, counted from 0. */
export function naivePosteriors(
  id: 'ts' | 'dts',
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveSettings,
): BetaPosterior[] {
  const discount = id === 'ts' ? 1 : naiveDiscount(armCount, settings);
  const posteriors: BetaPosterior[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    let successes = 0;
    let failures = 0;
    history.forEach((decision, slot) => {
      if (decision.arm !== arm || decision.reward === undefined) return;
      const weight = discount ** (history.length - 1 - slot);
      successes += weight * decision.reward;
      failures += weight * (1 - decision.reward);
    });
    posteriors.push({ alpha: 1 + successes, beta: 1 + failures });
  }
  return posteriors;
}
