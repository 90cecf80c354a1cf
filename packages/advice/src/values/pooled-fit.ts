/** Arms that were hardly seen move as others do: their own rewards do not tell, and to stand still would be a guess. */
import { ln } from '@driftline/core/play';
import type { LevelFit } from '../worlds/level-fit.ts';

type ArmLevel = NonNullable<LevelFit['arms'][number]>;

/** Of volatilities, the place of the one that is nearest to another, as a ratio; 0 is near to none but 0. */
function nearest(volatilities: readonly number[], to: number): number {
  if (to === 0) return volatilities.indexOf(0);
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  volatilities.forEach((q, i) => {
    const off = q > 0 ? Math.abs(ln(q / to)) : Number.POSITIVE_INFINITY;
    if (off < least) [best, least] = [i, off];
  });
  return best;
}

/** How likely a volatility is, on average over arms by their own rewards. */
function averageWeight(arms: readonly ArmLevel[], q: number): number {
  let sum = 0;
  for (const { volatilities, weights } of arms) sum += weights[nearest(volatilities, q)] ?? 0;
  return sum / arms.length;
}

/** The same fit with volatilities that are likely by the arm's own rewards and by what the arms are like. */
export function pooledFit(fit: LevelFit): LevelFit {
  const known = fit.arms.filter((arm) => arm !== undefined);
  const arms = fit.arms.map((arm) => {
    if (arm === undefined) return undefined;
    const products = arm.weights.map(
      (weight, i) => weight * averageWeight(known, arm.volatilities[i]),
    );
    const total = products.reduce((sum, weight) => sum + weight, 0);
    return total > 0 ? { ...arm, weights: products.map((weight) => weight / total) } : arm;
  });
  return { ...fit, arms };
}
