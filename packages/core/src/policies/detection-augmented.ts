/**
 * DAL: a stationary policy made fit for changes by a detector alone; here kl-UCB.
 *
 * Reference: Gerogiannis, Huang, Bose & Veeravalli, Detection Is All You Need: A Feasible Optimal
 * Prior-Free Black-Box Approach for Piecewise Stationary Bandits, 2025 (DAB there at first). Its abstract
 * was read; rule and constants as its code for K arms is reported to have them.
 * Rule: in episode k the K first slots of each ⌈K/α_k⌉ since the restart play the arms in order,
 * α_k = α₁ √k, at most 1; else kl-UCB's index over the slots since the restart, level ln of their number.
 * Restart all where the exact Bernoulli likelihood-ratio test of the arm just played, over all its
 * rewards since the restart, reaches ln(4 n^(3/2) / δ).
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `delta` δ = 1/√T; `c` = 4; `alpha` α₁ = m √(K ln T / T), `explore` m = 1. With
 * `explore` = 0 nothing is forced (its authors' QCD+), which mostly loses less where all arms change at
 * once: only changes of arms that are played anyway are seen then.
 * Departure: the authors take any stationary policy; here it is kl-UCB.
 * Start: each arm once, in order, after every restart; one that comes before all arms were played hands its
 * place on.
 * Level: any false alarm of one arm, however long it is played, has a probability of at most δ.
 * Guarantee: O(√(Υ K T)) up to logarithms without knowing Υ, for changes far enough apart; none with
 * `explore` = 0.
 * Cost: O(K) per slot with a few logarithms, about K ln T numbers, T at worst.
 * Late rewards count on arrival, in the order in which they come, but not after a restart.
 *
 * @example
 * createPolicy('dal', { armCount: 3, horizon: 10000, explore: 0 }).params.alpha; // → 0
 */
import { definePolicy } from '../definitions/policy.ts';
import { BernoulliGlr } from '../portable/detectors/glr.ts';
import { KlBound } from '../portable/indices/bounds.ts';
import { USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { PeriodicExploration } from '../portable/kernels/exploration.ts';
import { byIndexUntilAlarm } from '../showing/by-index.ts';
import { FIRST_EXPLORATION, GLR_LEVEL, glrConstant, UNTIL_ALARM } from '../tuning/detection.ts';
import { EXPLORE, tuneGlr } from './glr-kl-ucb.ts';

export const detectionAugmented = definePolicy({
  id: 'dal',
  order: 240,
  name: 'DAL',
  summary: 'kl-UCB that starts again when a likelihood-ratio test finds a change. Needs no tuning.',
  reference: 'Gerogiannis, Huang, Bose & Veeravalli 2025',
  formula: 'kl-UCB since the restart; each arm once every ⌈K/α_k⌉ slots',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'O(√(Υ K T)) up to logarithms for Υ changes far enough apart, Υ unknown',
  cost: 'O(K) per slot with logarithms, about K ln T numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [GLR_LEVEL, glrConstant(4), EXPLORE, FIRST_EXPLORATION],
  tune: tuneGlr,
  kernel: ({ armCount, horizon = USUAL_HORIZON, values }) =>
    new DetectingKernel(
      armCount,
      new BernoulliGlr(armCount, horizon, values.delta, values.c),
      new KlBound(),
      new PeriodicExploration(armCount, values.alpha, true, true, true),
      false,
      false,
    ),
  shows: byIndexUntilAlarm,
});
