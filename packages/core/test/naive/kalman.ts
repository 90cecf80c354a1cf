/**
 * The Kalman filter of each arm, naively: every arm is aged in every slot, and all rewards are taken again
 * in the order of their slots.
 *
 * Liu, Van Roy and Xu 2023: alpha <- c + gamma (alpha - c) + W, W ~ N(0, delta^2), reward alpha + noise of
 * variance sigma^2. A reward that has not come is left out. Predictive sampling draws what the estimate
 * would become if all later rewards were known: they tell gamma alpha with an error of variance x, where
 * x = delta^2 + 1/(1/sigma^2 + gamma^2/x), the error of one more slot and of its reward with all later ones.
 */
import type { NaiveDecision } from './history.ts';

/** What the filter is given. */
export interface NaiveKalmanSettings {
  /** 0: greedy, 1: Thompson, 2: predictive. */
  readonly rule: number;
  readonly drift: number;
  readonly revert: number;
  readonly center: number;
  readonly noise: number;
  readonly prior: number;
}

/** The law that an arm's mean is drawn from. */
export interface NaiveNormal {
  readonly mean: number;
  readonly deviation: number;
}

/** x, by bisection: the right side of its equation is larger than x below the root, and less above. */
function foresight({ drift, revert, noise }: NaiveKalmanSettings): number {
  let low = 0;
  let high = drift ** 2 + noise;
  for (let halving = 0; halving < 100; halving += 1) {
    const x = (low + high) / 2;
    if (drift ** 2 + (noise * x) / (x + revert ** 2 * noise) > x) low = x;
    else high = x;
  }
  return high;
}

function drawnVariance(variance: number, settings: NaiveKalmanSettings): number {
  if (settings.rule === 0) return 0;
  if (settings.rule === 1) return variance;
  const known = settings.revert ** 2 * variance;
  return (known * variance) / (known + foresight(settings));
}

/** What each arm's mean is drawn from at slot `history.length`, less the centre. */
export function naiveKalman(
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveKalmanSettings,
): NaiveNormal[] {
  const { drift, revert, center, noise, prior } = settings;
  return Array.from({ length: armCount }, (_, arm) => {
    let mean = center;
    let variance = prior;
    for (const decision of history) {
      if (decision.arm === arm && decision.reward !== undefined) {
        const gain = variance / (variance + noise);
        mean += gain * (decision.reward - mean);
        variance *= 1 - gain;
      }
      mean = center + revert * (mean - center);
      variance = revert ** 2 * variance + drift ** 2;
    }
    return { mean: mean - center, deviation: Math.sqrt(drawnVariance(variance, settings)) };
  });
}
