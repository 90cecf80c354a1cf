/**
 * CUSUM-UCB: a UCB that forgets an arm when a cumulative sum says that its mean has changed.
 *
 * Reference: Liu, Lee & Shroff, A Change-Detection Based Framework for Piecewise-Stationary Multi-Armed
 * Bandit Problem, 2018. The rule agrees with the code that Kaufmann published beside Besson et al. 2022,
 * which was read and where the index is kl-UCB's, and with SMPyBandits, which was read too: the same sums,
 * ln n_t, h and α, with UCB1's ξ = 2. The paper itself could not be read but for its abstract, so that ξ = 1/2
 * is our reading.
 * Rule: with probability α any of all K arms; else the largest mean + √(ξ ln n_t / n), mean and n over an
 * arm's rewards since its last alarm, n_t the sum of all n. After M rewards of an arm, whose mean is û,
 * g⁺ ← max(0, g⁺ + x − û − ε) and g⁻ ← max(0, g⁻ + û − x − ε); either at h or above forgets that arm.
 * Rewards: in [0, 1], or 1/2-sub-Gaussian after `scale`.
 * Parameters: `threshold` h = ln(T/Υ) and `alpha` α = √((Υ/T) ln(T/Υ)), Υ the number of `changes`, or
 * where only a variation budget V is given, the number of times that R-MOSS would reset within T;
 * `samples` M and `epsilon` ε depend on the problem (150 and 0.1 as others used them); `xi` ξ; `scale`.
 * Settled: T/Υ counts as e where it is less, so that h ≥ 1 and α ≤ 0.61. With Υ = 0, α = 0 and h = T. An
 * arm with nothing remembered has index +∞.
 * Level: nothing is guaranteed for these M, ε and h: of Bernoulli arms of mean 1/2, 94 % raise a false alarm
 * within 5000 rewards at h = ln 1000 (4 % of arms of mean 0.1). A larger M or h makes them rare.
 * Guarantee: O(√(Υ T ln(T/Υ))) where M, ε and the least change suit each other.
 * Cost: O(K) per slot, 6K numbers.
 * Late rewards count on arrival, in the order in which they come, unless their arm was forgotten since.
 *
 * @example
 * createPolicy('cusum-ucb', { armCount: 3, horizon: 5000, changes: 5 }).params.threshold.toFixed(3); // → "6.908"
 */
import {
  definePolicy,
  type PolicyParameter,
  type PolicySettings,
  type TuningRequest,
} from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import { Cusum } from '../portable/detectors/cusum.ts';
import type { Detectors } from '../portable/detectors/detectors.ts';
import { UcbBound } from '../portable/indices/bounds.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { UniformExploration } from '../portable/kernels/exploration.ts';
import { type AlarmedKernel, byIndexUntilAlarm } from '../showing/by-index.ts';
import { cusumExploration, cusumThreshold } from '../theory/detection.ts';
import { EXPECTED_CHANGES, requireChanges, UNTIL_ALARM } from '../tuning/detection.ts';
import { SCALE, VARIATION } from '../tuning/tuning.ts';

/** The parameters of CUSUM-UCB and PHT-UCB. */
export const CUSUM_PARAMETERS: readonly PolicyParameter<
  'variation' | 'changes' | 'samples' | 'epsilon' | 'threshold' | 'alpha' | 'xi' | 'scale'
>[] = [
  VARIATION,
  EXPECTED_CHANGES,
  {
    kind: 'integer',
    id: 'samples',
    symbol: 'M',
    summary: 'rewards of an arm before it is tested',
    default: 150,
    least: 1,
    most: 2 ** 31 - 1,
  },
  {
    kind: 'number',
    id: 'epsilon',
    symbol: 'ε',
    summary: 'drift of a mean that is tolerated',
    default: 0.1,
    least: 0,
  },
  {
    kind: 'number',
    id: 'threshold',
    symbol: 'h',
    role: { of: 'memory' },
    summary: 'cumulative sum that raises an alarm; ln(T/Υ) where not given',
    above: 0,
  },
  {
    kind: 'number',
    id: 'alpha',
    symbol: 'α',
    role: { of: 'exploration' },
    summary: 'probability of playing any arm; √((Υ/T) ln(T/Υ)) where not given',
    least: 0,
    most: 1,
  },
  {
    kind: 'number',
    id: 'xi',
    symbol: 'ξ',
    role: { of: 'width', width: AS_ROOT },
    summary: 'width: √ξ',
    default: 0.5,
    above: 0,
  },
  SCALE,
];

/** h and α of CUSUM-UCB and PHT-UCB, given or from the number of changes. */
export function tuneCusum(request: TuningRequest): Record<string, number> {
  const { threshold, alpha } = request.given;
  if (threshold !== undefined && alpha !== undefined) return {};
  const { horizon, changes, used } = requireChanges(request, 'a threshold and alpha');
  return {
    ...used,
    changes,
    threshold: threshold ?? cusumThreshold(horizon, changes),
    alpha: alpha ?? cusumExploration(horizon, changes),
  };
}

/** A UCB that forgets an arm alone, by cumulative sums of one kind or the other. */
export function kernelOfSums(
  { armCount, values }: PolicySettings,
  Sums: new (armCount: number, samples: number, epsilon: number, threshold: number) => Detectors,
): AlarmedKernel {
  return new DetectingKernel(
    armCount,
    new Sums(armCount, values.samples, values.epsilon, values.threshold),
    new UcbBound(values.xi),
    new UniformExploration(values.alpha),
    true,
    true,
  );
}

export const cusumUcb = definePolicy({
  id: 'cusum-ucb',
  order: 210,
  name: 'CUSUM-UCB',
  summary: 'Forgets an arm when a CUSUM test finds that its mean has changed.',
  reference: 'Liu, Lee & Shroff 2018',
  formula: 'mean + √(ξ ln n_t / n) since the arm’s alarm; any arm with probability α',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: 'O(√(Υ T ln(T/Υ))) for Υ changes that fit M and ε',
  cost: 'O(K) per slot, 6K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: CUSUM_PARAMETERS,
  tune: tuneCusum,
  kernel: (settings) => kernelOfSums(settings, Cusum),
  shows: byIndexUntilAlarm,
});
