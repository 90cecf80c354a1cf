/**
 * Exp3: exponential weights against an adversary.
 *
 * Reference: Auer, Cesa-Bianchi, Freund & Schapire, The Nonstochastic Multiarmed Bandit Problem, 2002;
 * named in section I of Wei & Srivastava.
 * Rule: arm i has probability p_i = (1−g) w_i / Σw + g/K; a reward x of arm I multiplies w_I by
 * exp(g x / (p_I K)).
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `g` in (0, 1], or the horizon T with g = min{1, √(K ln K / ((e−1) T))}.
 * Guarantee: O(√(K T ln K)) against the best fixed arm; none against the best arm of each slot.
 * Cost: O(K) per slot with one exponential, K numbers.
 * Late rewards count on arrival, with the probability of their own decision.
 * An arm that joins has the mean weight of the others; g stays, and is 0 where there was one arm.
 *
 * @example
 * createPolicy('exp3', { armCount: 2, g: 0.5 }).inspect().map((arm) => arm.probability); // → [0.5, 0.5]
 */
import { definePolicy } from '../definitions/policy.ts';
import { Exp3Kernel } from '../portable/kernels/exp3-kernel.ts';
import { byProbability } from '../showing/by-probability.ts';
import { exp3Rate } from '../theory/tuning.ts';
import { EXPLORATION_WIDTH, requireHorizon } from '../tuning/tuning.ts';

export const exp3 = definePolicy({
  id: 'exp3',
  order: 150,
  name: 'Exp3',
  summary: 'Exponential weights, made for adversarial rewards. Never forgets.',
  reference: 'Auer, Cesa-Bianchi, Freund & Schapire 2002',
  group: 'adversarial',
  formula: 'p = (1−g) w/Σw + g/K; w_I ← w_I exp(g x / (p_I K))',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'importance weights',
  index: 'exponential weights',
  rewards: 'unit-interval',
  guarantee: 'O(√(K T ln K)) against the best fixed arm only',
  cost: 'O(K) per slot, K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  ticketIsPropensity: true,
  parameters: [EXPLORATION_WIDTH],
  tune: (request) => ({
    g: request.given.g ?? exp3Rate(request.armCount, requireHorizon(request, ', or g in (0, 1]')),
  }),
  kernel: ({ armCount, values }) => new Exp3Kernel(armCount, values.g, 0),
  shows: byProbability(),
});
