/**
 * SW-TS: Thompson sampling on the last τ slots.
 *
 * Reference: Trovò, Paladino, Restelli & Gatti, Sliding-Window Thompson Sampling for Non-Stationary
 * Settings, 2020; Fiandri, Metelli & Trovò, of the same title, 2024, who correct its proof and add the
 * Gaussian form. Both rules and what g may be were read in the second; the constant of the window in an
 * account of it.
 * Rule: draw a mean for each arm from Beta(1 + S, 1 + F) and play the largest; S is the sum of the rewards
 * of the last τ slots and F of what they fell short of 1. With `gaussian` = 1 draw from a normal law with
 * mean S/n and variance 1/(g n), n the rewards of the last τ slots; an arm without any goes first.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped; `coin` as for `ts`.
 * Parameters: `window` τ = 4 √(T ln T) with the horizon T, rounded up and at most T, as the source does not
 * round it; `gaussian` 0 or 1; `g` = 1 of the Gaussian form, which theory wants at most
 * min{1/(4λ²), 1} for λ-sub-Gaussian rewards: 1 for rewards in [0, 1]; `coin`.
 * Departures: it takes neither a budget nor a number of changes, as its window needs none.
 * Start: normal laws need each arm once, in order. Where τ < K, of arms with nothing remembered the one that
 * has waited longest goes next.
 * Guarantee: √T up to logarithms for a fixed number of changes.
 * Cost: O(K) per slot with two gamma draws per arm (one normal draw), about 4K + 2.5τ numbers.
 *
 * @example
 * createPolicy('sw-ts', { armCount: 3, horizon: 5000 }).params.window; // → 826
 */
import { definePolicy } from '../definitions/policy.ts';
import { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
import { byDraw } from '../showing/by-draw.ts';
import { thompsonWindow } from '../theory/tuning.ts';
import { windowMemory } from '../tuning/memory.ts';
import {
  COIN,
  GAUSSIAN,
  PRECISION,
  requireHorizon,
  WINDOW,
  warnOfLength,
} from '../tuning/tuning.ts';

export const slidingWindowThompson = definePolicy({
  id: 'sw-ts',
  order: 200,
  name: 'SW-TS',
  summary: 'Thompson sampling on the last τ slots. Forgets older rewards.',
  reference: 'Trovò, Paladino, Restelli & Gatti 2020; Fiandri, Metelli & Trovò 2024',
  group: 'bayesian',
  formula: 'largest draw from Beta(1+S, 1+F), or from N(S/n, 1/(g n)), over the last τ slots',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'Beta posterior',
  index: 'posterior draw',
  rewards: 'unit-interval',
  guarantee: '√T up to logarithms for a fixed number of changes',
  cost: 'O(K) per slot, about 4K + 2.5τ numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [WINDOW, GAUSSIAN, PRECISION, COIN],
  tune: (request) => {
    const window = request.given.window ?? thompsonWindow(requireHorizon(request, ', or a window'));
    warnOfLength(request, window);
    return { window };
  },
  kernel: ({ armCount, values }) =>
    new ThompsonKernel(
      armCount,
      windowMemory(values, armCount),
      values.coin === 1,
      values.gaussian === 1 ? values.g : 0,
    ),
  shows: byDraw,
});
