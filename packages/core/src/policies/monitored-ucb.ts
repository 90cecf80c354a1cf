/**
 * M-UCB: a UCB that forgets everything when the latest rewards of an arm differ from those before.
 *
 * Reference: Cao, Wen, Kveton & Xie, Nearly Optimal Adaptive Procedure with Change Detection for
 * Piecewise-Stationary Bandit, 2019, algorithm 1; as Kaufmann's code beside Besson et al. 2022 has it too,
 * which was read.
 * Rule: with t₀ the slots taken at the last restart and A = (t − 1 − t₀) mod ⌊K/g⌋ in slot t, play arm A
 * where A < K; else the largest mean + √(2 ln(t − t₀) / n), over the slots since t₀. Restart where the sums
 * of an arm's last w/2 rewards and of the w/2 before differ by more than b.
 * Rewards: in [0, 1], or 1/2-sub-Gaussian after `scale`.
 * Parameters: `samples` w = 800, or (4/δ̃²)(√ln(2KT²) + √ln(2T))² where the least `change` δ̃ is given;
 * `threshold` b = √((w/2) ln(2KT²)); `g` = √(ΥK (2b + 3√w) / (2T)) as in the paper's experiments, or with
 * min(w/2, ⌈b/δ̃⌉ + 3√w) in the brackets where δ̃ is given, as in its theorem; Υ the number of `changes`,
 * or where only a variation budget V is given, the number of times that R-MOSS would reset within T; `scale`.
 * Settled: w is at most T and g at most 1, which many changes soon reach: all arms are then played in turn,
 * and a warning says so. An odd w counts as w − 1. g = 0 forces nothing, and the K
 * first slots are each arm's first anyway. (Code that holds any result of the test for an alarm restarts
 * at every full window.)
 * Start: each arm once, in order, after every restart; one that comes before all arms were played hands its
 * place on.
 * Level: any false alarm within T slots has a probability of at most 1/T, by Hoeffding's inequality.
 * Guarantee: O(√(Υ K T ln T)) for Υ changes that are far enough apart for w.
 * Cost: O(K) per slot, (2w + 5) K numbers.
 * Late rewards count on arrival, in the order in which they come, but not after a restart.
 *
 * @example
 * createPolicy('m-ucb', { armCount: 3, horizon: 5000, changes: 5 }).params.threshold.toFixed(2); // → "86.78"
 */

import { ParameterError } from '../base/errors.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import { HalfDifference } from '../portable/detectors/half-difference.ts';
import { UcbBound } from '../portable/indices/bounds.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { PeriodicExploration } from '../portable/kernels/exploration.ts';
import { byIndexUntilAlarm } from '../showing/by-index.ts';
import { monitoredExploration, monitoredSamples, monitoredThreshold } from '../theory/detection.ts';
import {
  EXPECTED_CHANGES,
  requireChanges,
  UNTIL_ALARM,
  warnOfExploration,
} from '../tuning/detection.ts';
import { requireHorizon, SCALE, VARIATION } from '../tuning/tuning.ts';

/** Rewards of all arms that are kept: with this many, more than a gigabyte. */
const MOST_KEPT = 2 ** 26;

function tuneTest(request: TuningRequest): { samples: number; threshold: number } {
  const { given, armCount } = request;
  const instead = ', or samples, a threshold and g';
  const samples =
    given.samples ?? monitoredSamples(armCount, requireHorizon(request, instead), given.change);
  if (samples * armCount > MOST_KEPT) {
    throw new ParameterError(
      `samples must be at most ${Math.floor(MOST_KEPT / armCount)} with ${armCount} arms, because each is stored; got ${samples}`,
      'too-large',
    );
  }
  const threshold =
    given.threshold ?? monitoredThreshold(armCount, requireHorizon(request, instead), samples);
  return { samples, threshold };
}

function tune(request: TuningRequest): Record<string, number> {
  const { given, armCount } = request;
  const test = tuneTest(request);
  if (given.g !== undefined) return test;
  const { horizon, changes, used } = requireChanges(request, 'g');
  const g = monitoredExploration(armCount, horizon, changes, test, given.change);
  warnOfExploration(request, g);
  return { ...used, ...test, changes, g };
}

export const monitoredUcb = definePolicy({
  id: 'm-ucb',
  order: 220,
  name: 'M-UCB',
  summary: 'Forgets everything when an arm’s latest rewards differ from the earlier ones.',
  reference: 'Cao, Wen, Kveton & Xie 2019',
  formula: 'mean + √(2 ln(t − t₀) / n) since the restart t₀; each arm once every ⌊K/g⌋ slots',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: 'O(√(Υ K T ln T)) for Υ changes that fit w',
  cost: 'O(K) per slot, (2w + 5) K numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    VARIATION,
    EXPECTED_CHANGES,
    {
      kind: 'number',
      id: 'change',
      symbol: 'δ̃',
      summary: 'smallest change of a mean to detect; tunes w and g',
      above: 0,
    },
    {
      kind: 'integer',
      id: 'samples',
      symbol: 'w',
      summary: 'rewards of an arm to compare, the first half with the second (default: 800)',
      least: 2,
      most: 2 ** 26,
    },
    {
      kind: 'number',
      id: 'threshold',
      symbol: 'b',
      role: { of: 'memory' },
      summary: 'largest difference of sums without an alarm (default: √((w/2) ln(2KT²)))',
      above: 0,
    },
    {
      kind: 'number',
      id: 'g',
      symbol: 'g',
      role: { of: 'exploration' },
      example: 0.1,
      summary: 'share of forced exploration (default: √(ΥK (2b + 3√w) / (2T)))',
      least: 0,
      most: 1,
    },
    SCALE,
  ],
  tune,
  kernel: ({ armCount, values }) =>
    new DetectingKernel(
      armCount,
      new HalfDifference(armCount, Math.floor(values.samples / 2), values.threshold),
      new UcbBound(2),
      new PeriodicExploration(armCount, values.g, false, false, true),
      false,
      false,
    ),
  shows: byIndexUntilAlarm,
});
