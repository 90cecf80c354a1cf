/**
 * GLR-klUCB: kl-UCB that forgets when a likelihood-ratio test finds a change. It needs no number of
 * changes.
 *
 * Reference: Besson, Kaufmann, Maillard & Seznec, Efficient Change-Point Detection for Tackling
 * Piecewise-Stationary Bandits, 2022; Kaufmann's code beside it was read.
 * Rule: in episode k (one more than the restarts so far) the K first slots of each ⌊K/α_k⌋, counted from
 * the start, play the arms in order, α_k = α₁ √k, at most 1; else the largest q with
 * n kl(mean, q) ≤ ln(t − τ), mean and n over an arm's rewards since its last restart, after slot τ. Restart
 * where for some split of the n rewards of the arm just played
 * s kl(mean of first s, mean) + (n−s) kl(mean of others, mean) ≥ ln(c n^(3/2) / δ): that arm with
 * `local` = 1, all with 0.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `delta` δ = 1/√T; `c` = 1 as in that code (3 in Besson's thesis, 4 in Gerogiannis et al.);
 * `alpha` α₁ = m √(K ln T / T) with `explore` m = 1 as recommended; at T = 5000 that costs several times
 * the regret of m from 0.05 to 0.5, which others use; `local`.
 * Departures: every split is tested after every reward, exactly, where that code tests every tenth slot
 * and every fifth or tenth split; an alarm is ≥, there >; t counts the present slot.
 * Start: each arm once, in order. With `local` = 0 a restart that comes before all arms were played hands its
 * place on.
 * Level: any false alarm of one arm, however long it is played, has a probability of at most δ; proved for
 * a larger threshold. With this one and δ = 0.014, 1 % of Bernoulli arms of mean 1/2 raise one within 5000
 * rewards; a change by 0.3 is found after 74.
 * Guarantee: O(√(Υ K T ln T)) without knowing Υ, for changes that are far enough apart.
 * Cost: O(K) per slot with a few logarithms, about K ln T numbers, T at worst.
 * Late rewards count on arrival, in the order in which they come, unless their arm was forgotten since.
 *
 * @example
 * createPolicy('glr-klucb', { armCount: 3, horizon: 10000 }).params.delta; // → 0.01
 */
import { definePolicy, type PolicyParameter, type TuningRequest } from '../definitions/policy.ts';
import { BernoulliGlr } from '../portable/detectors/glr.ts';
import { KlBound } from '../portable/indices/bounds.ts';
import { USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { PeriodicExploration } from '../portable/kernels/exploration.ts';
import { byIndexUntilAlarm } from '../showing/by-index.ts';
import { glrExploration, glrLevel } from '../theory/detection.ts';
import {
  FIRST_EXPLORATION,
  GLR_LEVEL,
  glrConstant,
  UNTIL_ALARM,
  warnOfExploration,
} from '../tuning/detection.ts';
import { requireHorizon } from '../tuning/tuning.ts';

export const EXPLORE: PolicyParameter<'explore'> = {
  kind: 'number',
  id: 'explore',
  symbol: 'm',
  role: { of: 'exploration' },
  summary: 'multiplies the rate of forced exploration; 0: none',
  default: 1,
  least: 0,
};

/** δ and α₁ of GLR-klUCB and DAL. */
export function tuneGlr(request: TuningRequest): Record<string, number> {
  const { given, armCount } = request;
  const { delta, alpha, explore = 1 } = given;
  const horizon = () => requireHorizon(request, ', or delta, with alpha or explore = 0');
  const tuned = () => (explore === 0 ? 0 : glrExploration(armCount, horizon(), explore));
  const rate = alpha ?? tuned();
  warnOfExploration(request, rate);
  return { delta: delta ?? glrLevel(horizon()), alpha: rate };
}

export const glrKlUcb = definePolicy({
  id: 'glr-klucb',
  order: 230,
  name: 'GLR-klUCB',
  summary:
    'kl-UCB that forgets when a likelihood-ratio test finds a change. Needs no number of changes.',
  reference: 'Besson, Kaufmann, Maillard & Seznec 2022',
  formula:
    'largest q with n kl(mean, q) ≤ ln(t − τ) since the restart τ; each arm once every ⌊K/α_k⌋',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'O(√(Υ K T ln T)) for Υ changes far enough apart, Υ unknown',
  cost: 'O(K) per slot with logarithms, about K ln T numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'integer',
      id: 'local',
      symbol: 'local',
      role: { of: 'switch' },
      summary: '1: an alarm resets its own arm; 0: an alarm resets all arms',
      default: 1,
      least: 0,
      most: 1,
    },
    GLR_LEVEL,
    glrConstant(1),
    EXPLORE,
    FIRST_EXPLORATION,
  ],
  tune: tuneGlr,
  kernel: ({ armCount, horizon = USUAL_HORIZON, values }) =>
    new DetectingKernel(
      armCount,
      new BernoulliGlr(armCount, horizon, values.delta, values.c),
      new KlBound(),
      new PeriodicExploration(armCount, values.alpha, true, false, false),
      values.local === 1,
      false,
    ),
  shows: byIndexUntilAlarm,
});
