/**
 * SW-UCB#: a UCB on a window that grows with time.
 *
 * Reference: Wei & Srivastava, On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems, 2018.
 * The paper could not be read in full; the rule and its constants are those of an account of it. Two programs
 * after it were read: SMPyBandits has the same windows and α, and the code beside Komiyama et al. 2021 the same
 * width and λ = 12.3 and 4.3, of which it says that the authors chose them.
 * Index: mean + √((1 + α) ln τ(t) / n), mean and n over the last τ(t) = min(⌈λ t^α⌉, t) slots, t the slots
 * played so far.
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: `alpha` α from 0 to 1 and `lambda` λ > 0; or `nu` ν, where there are of the order T^ν
 * changes, α = (1 − ν)/2 and λ = 12.3; or `kappa` κ, where means drift by at most T^(−κ) per slot,
 * α = min{1, 3κ/4} and λ = 4.3; or what gives ν and κ with the horizon T: Υ `changes`, T^ν = Υ, or a
 * variation budget V, T^(1−κ) = V. The first of these that is given counts. `scale`.
 * Departures: T is needed in any case, and the window grows no more after it, so that memory is bounded.
 * That ν and κ follow from Υ and V is ours. A window may stay below t only for α < 1: with V = 0 nothing
 * is forgotten.
 * Start: each arm once, in order. While the window has no room for K slots, of arms with nothing remembered
 * the one that has waited longest goes next.
 * Guarantee: T^((1+ν)/2) up to logarithms for T^ν changes; T^(1−κ/4) for slow drift with κ < 4/3.
 * Cost: O(log K) per slot, amortised, about 7K + 2.5τ(T) + T/2 numbers.
 *
 * @example
 * trace(createPolicy('sw-ucb-sharp', { armCount: 2, horizon: 6, alpha: 0.5, lambda: 1 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */

import { ParameterError } from '../base/errors.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import { GrowingUcbRule } from '../portable/indices/growing-ucb.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { ln } from '../portable/math/log.ts';
import { GrowingWindow } from '../portable/memory/growing-window.ts';
import { WindowGrowth } from '../portable/memory/window-growth.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { changeExponent } from '../theory/tuning.ts';
import { lineContestOf } from '../tuning/contest.ts';
import { CHANGE_EXPONENT, CHANGES, requireHorizon, SCALE, VARIATION } from '../tuning/tuning.ts';

const ABRUPT_LAMBDA = 12.3;
const SLOW_LAMBDA = 4.3;

function abrupt(nu: number): Record<string, number> {
  return { alpha: (1 - nu) / 2, lambda: ABRUPT_LAMBDA };
}

function slow(kappa: number): Record<string, number> {
  return { alpha: Math.min(1, (3 * kappa) / 4), lambda: SLOW_LAMBDA };
}

/** α and λ, before a λ that was given takes the place of the one that goes with α. */
function tuneGrowth({ policy, given }: TuningRequest, horizon: number): Record<string, number> {
  const { alpha, nu, kappa, changes, variation } = given;
  if (nu !== undefined && kappa !== undefined) {
    throw new ParameterError(
      `${policy} accepts nu (for abrupt changes) or kappa (for drift); got both; drop one of them`,
      'parameters-conflict',
    );
  }
  if (alpha !== undefined) return { alpha, lambda: ABRUPT_LAMBDA };
  if (nu !== undefined) return abrupt(nu);
  if (kappa !== undefined) return slow(kappa);
  if (changes !== undefined) return abrupt(changeExponent(horizon, changes));
  if (variation === undefined) {
    throw new ParameterError(
      `${policy} needs one of alpha, nu, kappa, changes and variation; got none`,
      'parameter-missing',
    );
  }
  // T^(−κ) = V/T. In a single slot nothing drifts.
  const kappaOfBudget = horizon === 1 ? 1 : ln(horizon / variation) / ln(horizon);
  return { variation, ...slow(Math.max(0, kappaOfBudget)) };
}

export const slidingWindowUcbSharp = definePolicy({
  id: 'sw-ucb-sharp',
  order: 80,
  name: 'SW-UCB#',
  summary: 'UCB on a window that grows with time.',
  reference:
    'On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems, Wei & Srivastava 2018',
  formula: 'windowed mean + √((1+α) ln τ(t) / n), τ(t) = min(⌈λ t^α⌉, t)',
  memory: 'growing window',
  memoryKind: 'growing-window',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: 'T^((1+ν)/2) up to logarithms, for T^ν changes',
  cost: 'O(log K) per slot, about 7K + 2.5τ(T) + T/2 numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    VARIATION,
    CHANGES,
    CHANGE_EXPONENT,
    {
      kind: 'number',
      id: 'kappa',
      symbol: 'κ',
      summary: 'means drift by at most T^(−κ) per slot',
      least: 0,
    },
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'memory' },
      summary: 'the window grows like t^α (default: tuned)',
      least: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'lambda',
      symbol: 'λ',
      summary: 'the window holds λ t^α slots (default: 12.3 for changes, 4.3 for drift)',
      above: 0,
    },
    SCALE,
  ],
  tune: (request) => {
    const { lambda } = request.given;
    const horizon = requireHorizon(request);
    return { ...tuneGrowth(request, horizon), ...(lambda === undefined ? {} : { lambda }) };
  },
  kernel: ({ armCount, horizon = 1, values: { lambda, alpha } }) => {
    const growth = () => new WindowGrowth(lambda, alpha, horizon);
    return new IndexKernel(
      armCount,
      new GrowingWindow(armCount, growth()),
      new RisingIndices(lineContestOf(armCount), new GrowingUcbRule(growth())),
    );
  },
  shows: byIndexInTurn,
});
