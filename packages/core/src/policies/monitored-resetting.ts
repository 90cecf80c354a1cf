/**
 * ADR-bandit: kl-UCB that starts again when two parts of an arm's rewards differ too much, with monitoring
 * rounds: an arm that was played much goes on being played in one slot of K, so that a change of all arms is
 * seen whatever is picked by then.
 *
 * Reference: Komiyama, Fouché & Honda, Finite-Time Analysis of Globally Nonstationary Multi-Armed Bandits,
 * 2024. The paper's abstract was read, its text could not be; its authors' code (edouardfouche/G-NS-MAB,
 * class MP_ADR_KL_UCB_ADWIN1_v5) was. `adr` is the same without the monitoring rounds.
 * Rule: index, test and restart of `adr`. Slots since the restart are in blocks of K N, 2 K N, 4 K N, …
 * From the second block on every K-th slot plays the monitored arm. In the last K N slots of a block the first
 * of every K slots plays the arm with most plays since the restart outside of monitoring, which is the
 * monitored arm of the next block. The first monitored arm is chosen so at the end of the first block.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `delta` δ = 0.001; `samples` N = ⌈log₂ T⌉ with the horizon T.
 * Settled: the code's comments place the choice "before the last sub-block of block l", and its formula
 * (2^(l−1) − 2) K N lies before the whole block l. So in the code the choice is never made there; arm 0 is
 * monitored instead from the third block on, and the first of every K slots is arm 0's too, from the second block
 * on and throughout, not in the last K N slots only. Here it is (2^l − 2) K N, which is what the comments say. N
 * stays as it is after a restart, where the code takes the logarithm of what is left of T. The first choice comes one
 * slot earlier than in the code. All splits are tested after every reward, and ties go to the lowest arm,
 * as for `adr`.
 * Start: each arm once, in order, after every restart; one that comes before all arms were played hands its
 * place on.
 * Guarantee: none proved for our settling. As published, by the abstract: near the best order where all arms
 * change together, abruptly or gradually, and that of kl-UCB where none does.
 * Cost: O(K) per slot with a few logarithms, about K ln T numbers, T at worst.
 * Late rewards count on arrival, in the order in which they come, but not after a restart.
 *
 * @example
 * createPolicy('adr-monitored', { armCount: 3, horizon: 5000 }).params.samples; // → 13
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Showing } from '../definitions/showing.ts';
import { MeanSplit } from '../portable/detectors/mean-split.ts';
import { KlBound } from '../portable/indices/bounds.ts';
import { USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { Monitoring } from '../portable/kernels/monitoring.ts';
import { type AlarmedKernel, byIndexUntilAlarm } from '../showing/by-index.ts';
import { indexReason } from '../showing/reasons.ts';
import { UNTIL_ALARM } from '../tuning/detection.ts';
import { requireHorizon } from '../tuning/tuning.ts';

const shows: Showing<AlarmedKernel> = {
  ...byIndexUntilAlarm,
  explains: {
    reason: (at) =>
      at.isExplored
        ? `, which it monitors for changes in one of ${at.number(at.armCount)} slots.`
        : indexReason(at),
  },
};

export const monitoredResetting = definePolicy({
  id: 'adr-monitored',
  order: 255,
  name: 'ADR-bandit',
  summary:
    'kl-UCB that starts again when an arm’s earlier and later rewards differ, and spends one slot in K on monitoring a frequently played arm.',
  reference: 'Komiyama, Fouché & Honda 2024',
  standing: 'unconfirmed',
  formula: 'kl-UCB since the restart; the monitored arm in one slot of K',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved for our variant; as published, near-optimal if all arms change together',
  cost: 'O(K) per slot with logarithms, about K ln T numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      role: { of: 'memory' },
      summary: 'false-alarm level of each comparison',
      default: 0.001,
      above: 0,
      below: 1,
    },
    {
      kind: 'integer',
      id: 'samples',
      symbol: 'N',
      example: 12,
      summary: 'slots per arm in the first block (default: ⌈log₂ T⌉)',
      least: 1,
      most: 2 ** 31 - 1,
    },
  ],
  tune: (request) => {
    const { samples } = request.given;
    if (samples !== undefined) return { samples };
    const horizon = requireHorizon(request, ', or samples');
    // Exact for powers of two: 32 − the leading zeros of T − 1 is ⌈log₂ T⌉.
    return { samples: Math.max(1, 32 - Math.clz32(horizon - 1)) };
  },
  kernel: ({ armCount, horizon = USUAL_HORIZON, values }) =>
    new DetectingKernel(
      armCount,
      new MeanSplit(armCount, horizon, values.delta),
      new KlBound(),
      new Monitoring(armCount, values.samples),
      false,
      false,
    ),
  shows,
});
