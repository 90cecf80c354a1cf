/**
 * ADR without monitoring: kl-UCB that starts again when two parts of an arm's rewards differ too much. It
 * forces no exploration, and needs neither a horizon nor a number of changes.
 *
 * Reference: Komiyama, Fouché & Honda, Finite-Time Analysis of Globally Nonstationary Multi-Armed Bandits,
 * 2024. The paper's text could not be read; its authors' code (edouardfouche/G-NS-MAB) was. Their ADR-bandit
 * has monitoring rounds: in blocks that double in length, from the second on, one slot in K plays an arm that
 * was played much, and another one towards the end of a block. **These are left out here**, which their code
 * has as a variant without a name of its own (ADS with full resets); `adr-monitored` has them. So this is not
 * the paper's policy, and the paper's guarantee is not this one's.
 * Rule: kl-UCB's index over the slots since the restart, level ln of their number. Restart all where for
 * some m the mean of the first m rewards of the arm just played and that of its n − m others differ by
 * more than √(ln(1/δ)/(2m)) + √(ln(1/δ)/(2(n−m))).
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `delta` δ = 0.001.
 * The test and its two widths are those of the code.
 * Settled: all splits are tested, exactly and after every reward, where the code tests every third split of
 * more than ten rewards in every tenth slot; a restart erases all rewards, also those after the change; ties
 * go to the lowest arm, where the code breaks them by a little noise.
 * Start: each arm once, in order, after every restart; one that comes before all arms were played hands its
 * place on.
 * Level: one split of n rewards without a change raises an alarm with a probability of at most 4δ, by
 * Hoeffding's inequality; all n − 1 of them together, and for every n, are only bounded by their sum: 18 % of
 * Bernoulli arms of mean 1/2 raise one within 5000 rewards.
 * Guarantee: none proved without monitoring; it sees only changes of arms that it plays.
 * Cost: O(K) per slot with a few logarithms, about K ln T numbers, T at worst.
 * Late rewards count on arrival, in the order in which they come, but not after a restart.
 *
 * @example
 * createPolicy('adr', { armCount: 3 }).params.delta; // → 0.001
 */
import { definePolicy } from '../definitions/policy.ts';
import { MeanSplit } from '../portable/detectors/mean-split.ts';
import { KlBound } from '../portable/indices/bounds.ts';
import { USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { PeriodicExploration } from '../portable/kernels/exploration.ts';
import { byIndexUntilAlarm } from '../showing/by-index.ts';
import { UNTIL_ALARM } from '../tuning/detection.ts';

export const adaptiveResetting = definePolicy({
  id: 'adr',
  order: 250,
  name: 'ADR without monitoring',
  summary:
    'kl-UCB that starts again when an arm’s earlier and later rewards differ, without forced exploration and without the monitoring rounds of ADR-bandit.',
  reference: 'after Komiyama, Fouché & Honda 2024, without its monitoring rounds',
  formula: 'kl-UCB since the restart',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved without monitoring rounds',
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
  ],
  kernel: ({ armCount, horizon = USUAL_HORIZON, values }) =>
    new DetectingKernel(
      armCount,
      new MeanSplit(armCount, horizon, values.delta),
      new KlBound(),
      new PeriodicExploration(armCount, 0, false, false, true),
      false,
      false,
    ),
  shows: byIndexUntilAlarm,
});
