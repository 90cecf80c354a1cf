/**
 * Naive Exp3, Rexp3 and Exp3.S with plain weights: for short histories, since weights overflow.
 *
 * The paper (Wei and Srivastava, Section VI-A) compares with Rexp3 and Exp3.S and names Exp3; the
 * rules are Auer, Cesa-Bianchi, Freund and Schapire 2002 and Besbes, Gur and Zeevi 2014. With w = 1
 * at the start, I the arm played, p_I its probability when it was played and x its reward in [0, 1]:
 *
 *   all      p_i = (1-g) w_i / sum(w) + g/K
 *   Exp3     w_I <- w_I exp(g x / (p_I K))
 *   Rexp3    the same; every Delta slots all weights are 1 again
 *   Exp3.S   w_i <- w_i exp(g xhat_i / K) + (e alpha / K) sum(w),
 *            xhat_I = x / p_I, xhat_i = 0 for the other arms, sum(w) before the change
 */
import { type NaiveSettings, required } from './settings.ts';
import {
  exp3Exploration,
  exp3sAlpha,
  exp3sExploration,
  exp3sPiecewiseExploration,
  rexp3EpochLength,
} from './tuning.ts';

/** The ids of this family. */
export type Exp3Id = 'exp3' | 'rexp3' | 'exp3s';

/** Settings of this family; `window` is Rexp3's Delta. */
export interface NaiveExp3Settings extends NaiveSettings {
  /** g, given directly. */
  readonly exploration?: number;
  /** Exp3.S's alpha, given directly. */
  readonly alpha?: number;
  /** The number of changes, for Exp3.S's piecewise tuning. */
  readonly changes?: number;
  /** The constant before V in Exp3.S's tuning; 4 unless given. */
  readonly variationFactor?: number;
}

/** One past slot with the probability that its arm had when it was played. */
export interface Exp3Decision {
  readonly arm: number;
  readonly propensity: number;
  readonly reward: number;
}

/** g, alpha and Delta of one policy. */
export interface Exp3Tuning {
  readonly exploration: number;
  /** 0 except for Exp3.S. */
  readonly alpha: number;
  /** Infinity except for Rexp3 with a budget above 0 or a window. */
  readonly epochLength: number;
}

/** Exp3's g over its horizon. */
export function exp3Tuning(armCount: number, settings: NaiveExp3Settings): Exp3Tuning {
  const exploration =
    settings.exploration ?? exp3Exploration(armCount, required(settings.horizon, 'horizon'));
  return { exploration, alpha: 0, epochLength: Number.POSITIVE_INFINITY };
}

/** Rexp3's Delta, and Exp3's g over Delta slots; Exp3 itself for V = 0. */
export function rexp3Tuning(armCount: number, settings: NaiveExp3Settings): Exp3Tuning {
  if (settings.window === undefined && settings.variation === 0) {
    return exp3Tuning(armCount, settings);
  }
  const epochLength =
    settings.window ??
    rexp3EpochLength(
      armCount,
      required(settings.horizon, 'horizon'),
      required(settings.variation, 'variation'),
    );
  const exploration = settings.exploration ?? exp3Exploration(armCount, epochLength);
  return { exploration, alpha: 0, epochLength };
}

/** Exp3.S's alpha, and its g for a number of changes if given, else for a variation budget. */
export function exp3sTuning(armCount: number, settings: NaiveExp3Settings): Exp3Tuning {
  const horizon = required(settings.horizon, 'horizon');
  const tunedExploration = (): number => {
    if (settings.changes !== undefined) {
      return exp3sPiecewiseExploration(armCount, horizon, settings.changes);
    }
    const variation = required(settings.variation, 'variation');
    return exp3sExploration(armCount, horizon, variation, settings.variationFactor);
  };
  return {
    exploration: settings.exploration ?? tunedExploration(),
    alpha: settings.alpha ?? exp3sAlpha(horizon),
    epochLength: Number.POSITIVE_INFINITY,
  };
}

function tuningOf(id: Exp3Id, armCount: number, settings: NaiveExp3Settings): Exp3Tuning {
  if (id === 'exp3') return exp3Tuning(armCount, settings);
  if (id === 'rexp3') return rexp3Tuning(armCount, settings);
  return exp3sTuning(armCount, settings);
}

/** The weights after one more slot. With alpha = 0 this is Exp3's own rule. */
function weightsAfter(weights: number[], decision: Exp3Decision, tuning: Exp3Tuning): number[] {
  const armCount = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shared = ((Math.E * tuning.alpha) / armCount) * total;
  return weights.map((weight, arm) => {
    const estimate = arm === decision.arm ? decision.reward / decision.propensity : 0;
    return weight * Math.exp((tuning.exploration * estimate) / armCount) + shared;
  });
}

/** The probability of every arm at slot `history.length`, counted from 0. */
export function naiveProbabilities(
  id: Exp3Id,
  history: readonly Exp3Decision[],
  armCount: number,
  settings: NaiveExp3Settings,
): number[] {
  const tuning = tuningOf(id, armCount, settings);
  const slot = history.length;
  const epochStart =
    tuning.epochLength === Number.POSITIVE_INFINITY ? 0 : slot - (slot % tuning.epochLength);
  let weights = new Array<number>(armCount).fill(1);
  for (const decision of history.slice(epochStart)) {
    weights = weightsAfter(weights, decision, tuning);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const g = tuning.exploration;
  return weights.map((weight) => ((1 - g) * weight) / total + g / armCount);
}
