/**
 * LB-SDA: rounds of duels with a leader; never forgets.
 *
 * Reference: Baudry, Russac & Cappé, On Limited-Memory Subsampling Strategies for Bandits, ICML 2021. The
 * rule was read in the authors' code (YRussac/LB-SDA, `LB_SDA_baseline` and `get_leader`), and the paper's
 * abstract, not its text.
 * Rule: first each arm once, in order. Then rounds r = 1, 2, …, with n and S the count and sum of an arm's
 * rewards:
 * (a) the largest n leads, among equals the largest S, then the old leader, then chance;
 * (b) an arm with fewer rewards than the leader is played if n < (ln r)^0.333, or if its mean S/n is at
 *     least that of the leader's last n rewards;
 * (c) all these are played once, in an order by chance, one per slot; if there is none, the leader is.
 * Rewards: of any range: nothing changes if all are scaled, or a constant is added to all.
 * Parameters: `memory`, how many rewards are kept in all: 100 000, at most T where a horizon is given.
 * Settled: the authors keep every reward. Here the oldest leave beyond `memory`, so that the state stays
 * bounded: up to T ≤ 100 000 slots it is the published rule. The authors' form with limited memory keeps
 * (ln r)² rewards per arm and is not this. The exponent is 0.333 as in the code. An arm with n = 0 is always
 * played. Sums are those of the rewards that are held: equal means are equal.
 * Chance: as for SW-LB-SDA.
 * Among some arms: as for SW-LB-SDA.
 * Guarantee: asymptotically optimal for one-parameter exponential families where nothing drifts, as its
 * abstract says; none where means drift.
 * Cost: O(K) per slot, about 8K + 9 numbers per reward that is kept.
 * Late rewards count on arrival, as the newest; otherwise as for SW-LB-SDA.
 * An arm that joins is played in the round that is on.
 *
 * @example
 * trace(createPolicy('lb-sda', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 0], [1, 0], [1, 0]]); // → [0, 1, 0, 0, 1, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { LastBlockKernel } from '../portable/kernels/last-block-kernel.ts';
import { RewardLog } from '../portable/memory/reward-log.ts';
import { byDuels } from '../showing/by-duels.ts';
import { heldSlots } from '../tuning/memory.ts';

const MEMORY = 100_000;

export const lastBlock = definePolicy({
  id: 'lb-sda',
  order: 125,
  name: 'LB-SDA',
  summary: 'Compares each arm with as many of the leader’s last rewards. Never forgets.',
  reference: 'Baudry, Russac & Cappé 2021',
  formula: 'play all arms with a mean ≥ the mean of as many of the leader’s last rewards',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'duels',
  rewards: 'sub-gaussian',
  guarantee: 'none under drift; asymptotically optimal without',
  cost: 'O(K) per slot, about 8K numbers and 9 per reward kept',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'integer',
      id: 'memory',
      symbol: 'M',
      summary: 'rewards kept in total (default: 100,000, or the horizon if shorter)',
      example: MEMORY,
      least: 1,
    },
  ],
  tune: ({ given, horizon = MEMORY }) => ({ memory: given.memory ?? Math.min(MEMORY, horizon) }),
  kernel: ({ armCount, values }) => {
    const log = new RewardLog(armCount, heldSlots('memory', values.memory, 'a shorter memory'));
    return new LastBlockKernel(armCount, log, false);
  },
  shows: byDuels,
});
