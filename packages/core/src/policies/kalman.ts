/**
 * Kalman: a filter for each arm whose mean takes Gaussian steps, with three ways to choose.
 *
 * Reference: the bandit, its filter and predictive sampling are those of Liu, Van Roy & Xu, Nonstationary
 * Bandit Learning via Predictive Sampling, 2023, which was read in part; the filter is Kalman's.
 * Rule: mean α of an arm becomes c + γ (α − c) + W in each slot, W normal with variance δ², and its reward
 * is α plus noise of variance σ². An arm's estimate m and its variance P age by m ← c + γ (m − c) and
 * P ← γ² P + δ² in each slot; a reward y first gives m ← m + k (y − m), P ← (1 − k) P with k = P/(P + σ²).
 * The arm of the largest draw from a normal law with mean m and variance v is played. `greedy` has v = 0,
 * `thompson` v = P. `predictive` has v = γ² P²/(γ² P + x), the variance of what all later rewards would make
 * of m, x = ½ (b + √(b² + 4 γ² δ² σ²)) and b = δ² + σ² (1 − γ²): it does not explore what will have
 * changed before it pays.
 * Rewards: of variance at most σ². Where noise and steps are normal the filter is exact; else it is the best
 * that is linear in rewards. Rewards of another scale have another c, δ and σ.
 * Parameters: `drift` δ, or the environment's `volatility`, or with the horizon T a variation budget V, whose δ is
 * that of free Brownian motion with that variation on average; `revert` γ = 1, Brownian motion; `center` c = 1/2;
 * `noise` σ² = 1/4, the most that rewards in [0, 1] can have; `prior`, P at the start, δ²/(1 − γ²), or σ² where
 * that is not finite or 0; `rule` = predictive, which lost least of the three on Brownian means.
 * Settled: δ from V is ours. An estimate is aged when it is looked at, by γ^a and (1 − γ^(2a))/(1 − γ²).
 * Start: all arms are alike, with estimate c. While rewards are pending, `greedy` gives an arm without a reward
 * at most its share.
 * Guarantee: none here. A later version of the paper (arXiv 2205.01970v8) bounds the Bayesian regret of predictive
 * sampling, as its abstract says. The filter is exact for what it assumes, and has to be given δ.
 * Cost: O(K) per slot with a normal draw per arm, and two powers where γ < 1; 3K numbers.
 * Late rewards count at the age of their own slot, as in time, unless one of a later slot of the same arm
 * came before: then with the noise that the steps between have added.
 *
 * @example
 * createPolicy('kalman', { armCount: 3, drift: 0.1, revert: 0.6 }).params.prior; // → 0.015625000000000003
 */
import { ParameterError } from '../base/errors.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import { type Amount, AS_ROOT } from '../definitions/roles.ts';
import type { Showing } from '../definitions/showing.ts';
import { GREEDY, KalmanKernel, PREDICTIVE } from '../portable/kernels/kalman-kernel.ts';
import { drawReason, equalWords, leadersOf } from '../showing/reasons.ts';
import { volatilityOfVariation } from '../theory/volatility.ts';
import { CENTER, givenVolatility, VARIATION, VOLATILITY } from '../tuning/tuning.ts';

const NOISE = 0.25;
const RULES = ['greedy', 'thompson', 'predictive'];

/** The stationary filter of one arm has gain δ/σ to first order, and forgets in σ/δ slots. */
const AS_STEP: Amount = {
  of: (drift) => Math.sqrt(NOISE) / drift,
  value: (slots) => Number((Math.sqrt(NOISE) / slots).toPrecision(4)),
};

/** δ, and the statement of drift that decided it. */
function driftOf(request: TuningRequest): Record<string, number> {
  const { policy, given, armCount, horizon } = request;
  const { drift, variation } = given;
  if (drift !== undefined) return { drift };
  const volatility = givenVolatility(request);
  if (volatility !== undefined) return { volatility, drift: volatility };
  if (variation !== undefined && horizon !== undefined) {
    return { variation, drift: volatilityOfVariation(armCount, horizon, variation) };
  }
  throw new ParameterError(
    `${policy} needs a drift (drift >= 0) or a volatility (volatility >= 0), or a variation budget (variation >= 0) with a horizon; got none of them`,
    'parameter-missing',
  );
}

const shows: Showing<KalmanKernel> = {
  choice: 'posterior',
  arm: (kernel, arm) => ({ mean: kernel.mean(arm), deviation: Math.sqrt(kernel.drawn(arm)) }),
  // Draws spread over arms by chance, estimates that are all alike do not.
  unknown: (kernel, arm) => kernel.rule === GREEDY && kernel.isUnknown(arm),
  draw: (kernel, random, armCount) => ({
    means: new Float64Array(armCount).map((_, arm) => kernel.draw(random, arm)),
  }),
  explains: {
    reason: (at) => {
      if (at.params.rule !== GREEDY) return drawReason(at);
      const { top, arms } = leadersOf(at, 'estimate');
      return `, whose estimate ${at.value(top)} is the largest${equalWords(at, arms)}.`;
    },
  },
};

export const kalman = definePolicy({
  id: 'kalman',
  order: 205,
  name: 'Kalman',
  summary: 'One Kalman filter per arm, for means that take random steps of a known size.',
  reference: 'Liu, Van Roy & Xu 2023',
  group: 'bayesian',
  formula: 'largest draw from N(m, v); v = 0, P or γ²P²/(γ²P + x)',
  memory: 'filter',
  memoryKind: 'filter',
  estimator: 'Kalman filter',
  index: 'posterior draw',
  rewards: 'finite-variance',
  guarantee: 'none here; the paper has a Bayesian regret bound for predictive sampling',
  cost: 'O(K) per slot, 3K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    VARIATION,
    VOLATILITY,
    {
      kind: 'number',
      id: 'drift',
      symbol: 'δ',
      role: { of: 'memory', slots: AS_STEP },
      example: 0.005,
      summary: 'standard deviation of a mean’s step in a slot, instead of a budget',
      least: 0,
    },
    {
      kind: 'number',
      id: 'revert',
      symbol: 'γ',
      summary: 'factor on the distance to the center in each slot; 1: Brownian motion',
      default: 1,
      least: 0,
      most: 1,
    },
    {
      ...CENTER,
      symbol: 'c',
      summary: 'value at which means start and to which they return',
      default: 0.5,
    },
    {
      kind: 'number',
      id: 'noise',
      symbol: 'σ²',
      role: { of: 'width', width: AS_ROOT },
      summary: 'variance of a reward about its mean',
      default: NOISE,
      above: 0,
    },
    {
      kind: 'number',
      id: 'prior',
      symbol: 'P',
      summary: 'variance of a mean at the start (default: δ²/(1−γ²) or σ²)',
      above: 0,
    },
    {
      kind: 'integer',
      id: 'rule',
      symbol: 'rule',
      summary: 'rule that chooses an arm',
      default: PREDICTIVE,
      least: 0,
      most: RULES.length - 1,
      words: RULES,
    },
  ],
  tune: (request) => {
    const { revert = 1, noise = NOISE, prior } = request.given;
    const tuned = driftOf(request);
    const settled = (tuned.drift * tuned.drift) / (1 - revert * revert);
    return { ...tuned, prior: prior ?? (settled > 0 && settled < Infinity ? settled : noise) };
  },
  kernel: ({ armCount, values: { rule, drift, revert, noise, prior } }) =>
    new KalmanKernel(armCount, rule, drift, revert, noise, prior),
  shows,
});
