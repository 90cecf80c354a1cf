/**
 * SW-UCB: a UCB on the last τ slots.
 *
 * Reference: Garivier & Moulines, On Upper-Confidence Bound Policies for Non-Stationary Bandit
 * Problems, 2008; named in section I of Wei & Srivastava.
 * Index: mean + B √(ξ ln(min(t, τ)) / n), mean and n over the last τ slots; τ as SW-MOSS has it where
 * it is not given.
 * Rewards: in [0, B], or sub-Gaussian after `scale`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `b` B; `xi` ξ > 1/2; `scale`.
 * Start: each arm once, in order. Where τ < K, of arms with nothing remembered the one that has waited
 * longest goes next.
 * Guarantee: √(Υ T) up to logarithms for Υ changes with τ tuned to Υ; none proved for this τ.
 * Cost: O(log K) per slot, about 8K + 2.5τ numbers.
 *
 * @example
 * trace(createPolicy('sw-ucb', { armCount: 2, window: 3 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { UcbRule, USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { lineContestOf } from '../tuning/contest.ts';
import { windowMemory } from '../tuning/memory.ts';
import { SCALE, tuneWindow, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const slidingWindowUcb = definePolicy({
  id: 'sw-ucb',
  order: 70,
  name: 'SW-UCB',
  summary: 'UCB on the last τ slots. Forgets older rewards.',
  reference: 'Garivier & Moulines 2008',
  formula: 'windowed mean + B √(ξ ln(min(t, τ)) / n)',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: '√(Υ T) up to logarithms, for Υ changes and τ tuned to them',
  cost: 'O(log K) per slot, about 8K + 2.5τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    VARIATION,
    VOLATILITY,
    WINDOW,
    {
      kind: 'number',
      id: 'xi',
      symbol: 'ξ',
      role: { of: 'width', width: AS_ROOT },
      summary: 'width: √ξ',
      default: 0.6,
      above: 0,
      provedAbove: 0.5,
    },
    { kind: 'number', id: 'b', symbol: 'B', summary: 'range of rewards', default: 1, above: 0 },
    SCALE,
  ],
  tune: tuneWindow,
  kernel: ({ armCount, horizon = USUAL_HORIZON, values }) => {
    const rule = new UcbRule(values.window, values.xi, values.b, horizon);
    return new IndexKernel(
      armCount,
      windowMemory(values, armCount),
      new RisingIndices(lineContestOf(armCount), rule),
    );
  },
  shows: byIndexInTurn,
});
