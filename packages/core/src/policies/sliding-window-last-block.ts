/**
 * SW-LB-SDA: rounds of duels with a leader, on the last τ slots.
 *
 * Reference: Baudry, Russac & Cappé, On Limited-Memory Subsampling Strategies for Bandits, ICML 2021,
 * section 4. The rule and its constants were read in the authors' code (YRussac/LB-SDA, `LB_SDA` and
 * `get_leader_ns`), and the paper's abstract, not its text.
 * Rule: first each arm once, in order. Then rounds r = 1, 2, …, with n and S the count and sum of an arm's
 * rewards in the last τ slots and m = min(r, τ):
 * (a) if the leader has n < m/(2K), all arms may lead, else it and those who were played in the round before,
 *     other than as the leader alone, and have n ≥ m/K; the largest n leads, among equals the largest S,
 *     then the old leader, then chance;
 * (b) an arm with n < (ln τ)^0.333 is played, the leader too;
 * (c) every other arm duels with the leader and is played if S/n is at least the mean of the leader's last
 *     q rewards, q being the less of the two n;
 * (d) with D = ⌊(K−1)(ln τ)²⌋: if the same arm has led for D rounds and was not played in the last D, each
 *     other arm with n ≤ (ln τ)² that was not either is played, too;
 * (e) all these are played once, in an order by chance, one per slot; if there is none, the leader is.
 * Rewards: of any range: nothing changes if all are scaled, or a constant is added to all.
 * Parameters: `window` τ; or Υ `changes` with the horizon T, τ = ⌊2 √(T ln T / Υ)⌋ as the authors have it,
 * at most T; or a variation budget V with T, τ as SW-MOSS has it. The first of these that is given counts. A
 * `volatility` σ takes the place of Υ and V: τ = ⌈√(3K)/(2σ)⌉.
 * Settled: the window counts slots, and r counts rounds, as in the code: m/K compares the two. The exponent
 * is 0.333 as there; theory has others. An arm with n = 0 is always played, which the code does by (b) for
 * τ ≥ 2. Sums are those of the rewards that are held, where the code adds and subtracts: what has left
 * leaves no trace, and equal means are equal. The tunings to a budget and to a volatility are ours.
 * Chance: one uniform number is drawn with each decision. It says whose turn it is in the round; what is left
 * of it comes back with the reward and says who leads, where chance has to.
 * Among some arms: those of the round, else the next round begins; where none of that can be had, the leader
 * is played, else the largest mean. A play that the round does not owe, as where a floor chooses, begins the next
 * round, too, with who was played so far as its winners. What was owed and not played is owed still.
 * Guarantee: √(Υ T) up to logarithms for Υ changes and τ tuned to them, where between changes the rewards of all
 * arms are of one one-parameter exponential family: so Qi, Wang & Zhu 2023 state its theorem, which itself was
 * not read. Its abstract has "optimal" for a known number of changes.
 * Cost: O(K) per slot, about 8K + 9τ numbers.
 * Late rewards count on arrival, as the newest, up to τ slots late; the window then holds the last τ rewards
 * that came. An arm that waits for its reward is not played again by (b) for K rounds, and while no reward
 * has come at all every round plays all arms.
 * An arm that joins is played in the round that is on.
 *
 * @example
 * createPolicy('sw-lb-sda', { armCount: 3, horizon: 10000, changes: 2 }).params.window; // → 429
 */
import { definePolicy } from '../definitions/policy.ts';
import { LastBlockKernel } from '../portable/kernels/last-block-kernel.ts';
import { RewardLog } from '../portable/memory/reward-log.ts';
import { byDuels } from '../showing/by-duels.ts';
import { heldWindow } from '../tuning/memory.ts';
import { CHANGES, tuneWindowForChanges, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const slidingWindowLastBlock = definePolicy({
  id: 'sw-lb-sda',
  order: 145,
  name: 'SW-LB-SDA',
  summary: 'Compares each arm with as many of the leader’s last rewards, within the last τ slots.',
  reference: 'Baudry, Russac & Cappé 2021',
  formula: 'play all arms with a windowed mean ≥ the mean of as many of the leader’s last rewards',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'duels',
  rewards: 'sub-gaussian',
  guarantee:
    '√(Υ T) up to logarithms, for Υ changes with τ tuned to them, and rewards of one exponential family',
  cost: 'O(K) per slot, about 8K + 9τ numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [VARIATION, CHANGES, VOLATILITY, WINDOW],
  tune: tuneWindowForChanges,
  kernel: ({ armCount, values }) => {
    const log = new RewardLog(armCount, heldWindow(values));
    return new LastBlockKernel(armCount, log, true);
  },
  shows: byDuels,
});
