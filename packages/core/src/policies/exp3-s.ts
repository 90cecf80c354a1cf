/**
 * Exp3.S: exponential weights that share, so that none is lost.
 *
 * Reference: Auer, Cesa-Bianchi, Freund & Schapire, The Nonstochastic Multiarmed Bandit Problem, 2002;
 * tuned to a variation budget by Besbes, Gur & Zeevi 2019; compared with in section VI of Wei &
 * Srivastava.
 * Rule: p as Exp3; after a reward, w_i ← w_i exp(g x̂_i / K) + (e α / K) Σw, x̂ the reward over its
 * probability for the arm picked and 0 for the others.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `alpha` α = 1/T; `g`: from a variation budget V,
 * min{1, (4 V K ln(K T) / ((e−1)² T))^(1/3)}, where the 4 is the parameter `factor`, as optimising the 2002
 * bound gives 2; from Υ `changes`, min{1, √(K (Υ ln(K T) + e) / ((e−1) T))}; Exp3's where V = 0.
 * Besbes, Gur & Zeevi's text could not be read; a program that follows it (liangzp, Hedging the Drift) was,
 * and has this g with the 4 and this α. SMPyBandits, read too, has the same g from Υ.
 * Guarantee: O((K ln(K T) · V)^(1/3) T^(2/3)), near the minimax order.
 * Cost: O(K) per slot with one exponential, K numbers.
 * Late rewards count on arrival, with the probability of their own decision.
 * An arm that joins has the mean weight of the others; g stays, and is 0 where there was one arm.
 *
 * @example
 * createPolicy('exp3s', { armCount: 3, horizon: 5000, variation: 3 }).params.alpha; // → 0.0002
 */
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import { AS_SHARE } from '../definitions/roles.ts';
import { Exp3SKernel } from '../portable/kernels/exp3-s-kernel.ts';
import { byProbability } from '../showing/by-probability.ts';
import { exp3sRate, exp3sRateForChanges, exp3sShare } from '../theory/tuning.ts';
import {
  CHANGES,
  EXPLORATION_WIDTH,
  requireBudget,
  requireHorizon,
  VARIATION,
} from '../tuning/tuning.ts';

const FACTOR = 4;

function tuneRate(request: TuningRequest): Record<string, number> {
  const { armCount, given } = request;
  if (given.g !== undefined) return { g: given.g };
  if (given.changes !== undefined) {
    return { g: exp3sRateForChanges(armCount, requireHorizon(request), given.changes) };
  }
  const [horizon, variation] = requireBudget(request, 'changes and a horizon, or g with alpha');
  return { variation, g: exp3sRate(armCount, horizon, variation, given.factor ?? FACTOR) };
}

export const exp3S = definePolicy({
  id: 'exp3s',
  order: 170,
  name: 'Exp3.S',
  summary:
    'Exponential weights in which every arm keeps a small share, so that any arm can come back.',
  reference: 'Auer, Cesa-Bianchi, Freund & Schapire 2002; Besbes, Gur & Zeevi 2019',
  group: 'adversarial',
  formula: 'w_i ← w_i exp(g x̂_i / K) + (e α / K) Σw',
  memory: 'sharing',
  memoryKind: 'sharing',
  estimator: 'importance weights',
  index: 'exponential weights',
  rewards: 'unit-interval',
  guarantee: 'O((K ln(K T) · V)^(1/3) T^(2/3))',
  cost: 'O(K) per slot, K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  ticketIsPropensity: true,
  parameters: [
    VARIATION,
    CHANGES,
    EXPLORATION_WIDTH,
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'memory', slots: AS_SHARE },
      summary: 'share of the total weight that arms get back in each slot (default: 1/T)',
      above: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'factor',
      symbol: '4',
      summary: 'constant in the tuning to a variation budget',
      default: FACTOR,
      above: 0,
    },
  ],
  tune: (request) => ({
    ...tuneRate(request),
    alpha: request.given.alpha ?? exp3sShare(requireHorizon(request, ', or alpha in (0, 1]')),
  }),
  kernel: ({ armCount, values }) => new Exp3SKernel(armCount, values.g, values.alpha),
  shows: byProbability({
    remembers:
      'All rewards so far have changed the weights. In each slot all arms share a little weight, so old rewards fade.',
  }),
});
