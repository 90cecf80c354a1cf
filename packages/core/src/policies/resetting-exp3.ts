/**
 * Rexp3: Exp3 that starts afresh every Δ slots.
 *
 * Reference: Besbes, Gur & Zeevi, Stochastic Multi-Armed-Bandit Problem with Non-stationary Rewards,
 * 2014; compared with in section VI of Wei & Srivastava.
 * Rule: Exp3 with weights reset every Δ = ⌈(K ln K)^(1/3) (T/V)^(2/3)⌉ slots and
 * g = min{1, √(K ln K / ((e−1) Δ))}.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: variation budget V with the horizon T, or `window` Δ; `g` in (0, 1].
 * Guarantee: O((K ln K · V)^(1/3) T^(2/3)), √ln K-like above the minimax order.
 * Cost: O(K) per slot with one exponential, K numbers.
 * Late rewards count on arrival, with the probability of their own decision; not after a reset.
 * An arm that joins has the mean weight of the others; g stays, and is 0 where there was one arm.
 *
 * @example
 * createPolicy('rexp3', { armCount: 3, horizon: 5000, variation: 3 }).params.window; // → 210
 */
import { definePolicy } from '../definitions/policy.ts';
import { Exp3Kernel } from '../portable/kernels/exp3-kernel.ts';
import { byProbability } from '../showing/by-probability.ts';
import { exp3Rate, rexp3EpochLength } from '../theory/tuning.ts';
import {
  EXPLORATION_WIDTH,
  neverForgets,
  requireBudget,
  VARIATION,
  WINDOW,
  warnOfLength,
} from '../tuning/tuning.ts';

export const resettingExp3 = definePolicy({
  id: 'rexp3',
  order: 160,
  name: 'Rexp3',
  summary: 'Exp3 that forgets everything every Δ slots.',
  reference: 'Besbes, Gur & Zeevi 2014',
  group: 'adversarial',
  formula: 'Exp3, weights reset every Δ slots',
  memory: 'resetting',
  memoryKind: 'resetting',
  estimator: 'importance weights',
  index: 'exponential weights',
  rewards: 'unit-interval',
  guarantee: 'O((K ln K · V)^(1/3) T^(2/3))',
  cost: 'O(K) per slot, K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  ticketIsPropensity: true,
  parameters: [VARIATION, { ...WINDOW, symbol: 'Δ' }, EXPLORATION_WIDTH],
  tune: (request) => {
    const { armCount, given } = request;
    const budget = given.window === undefined ? requireBudget(request, 'a window') : undefined;
    const window = budget === undefined ? given.window : rexp3EpochLength(armCount, ...budget);
    warnOfLength(request, window);
    return {
      ...(budget === undefined ? {} : { variation: budget[1] }),
      window,
      g: given.g ?? exp3Rate(armCount, window),
    };
  },
  kernel: ({ armCount, values }) =>
    new Exp3Kernel(armCount, values.g, neverForgets(values) ? 0 : values.window),
  shows: byProbability(),
});
