/** One replication watched slot by slot: what a policy knew when it picked, and what it remembered. */
import { ParameterError, type PreparedPolicy } from '@driftline/core/play';
import { type Choice, showingOf } from '@driftline/core/showing';
import type { Comparison } from '../comparison.ts';
import { latePlayOf } from '../late-rewards.ts';
import { environmentOf, policyOf } from '../play-chunk.ts';
import { NO_PLUGINS, type Plugins } from '../plugins/plugins.ts';
import type { FactColumn } from './facts.ts';
import { Watcher } from './watcher.ts';

type RewardMap = PreparedPolicy['rewardMap'];

/** At most this many numbers of each kind are kept: slots times arms. */
const MOST_NUMBERS = 2_000_000;

/**
 * A replication as it was played, with the very draws of a comparison. What is kept for each slot is
 * what the policy knew before it picked; tables are slots × arms. NaN stands for what a policy does not
 * have, or does not know yet. Estimates, widths, indices and limits are in the units of rewards, also
 * where a policy sees them centred and scaled.
 */
export interface WatchedReplication {
  readonly armCount: number;
  readonly horizon: number;
  /** How many slots were watched: the first ones, where all would be too many. */
  readonly slots: number;
  readonly params: Readonly<Record<string, number>>;
  /** The mean of each arm; of rested arms, that of its next play in this replication. */
  readonly means: Float64Array<ArrayBuffer>;
  /** What figures draw for the means: the same table, but for recorded rewards. */
  readonly shown: Float64Array<ArrayBuffer>;
  /** The best arm of each slot (the benchmark's for rested arms), and what the slot cost against it. */
  readonly bestArms: Int32Array<ArrayBuffer>;
  readonly costs: Float64Array<ArrayBuffer>;
  /** The arm of each slot, and the reward that it gave. */
  readonly arms: Int32Array<ArrayBuffer>;
  readonly rewards: Float64Array<ArrayBuffer>;
  /** 1 where the policy took the slot's reward into its memory, 0 where it did not look at it. */
  readonly counted: Uint8Array<ArrayBuffer>;
  /** What the policy takes a mean for: its average, or the mean of its posterior. */
  readonly estimates: Float64Array<ArrayBuffer>;
  /** The index less the estimate; for a posterior two standard deviations. */
  readonly widths: Float64Array<ArrayBuffer>;
  /** +∞ where nothing is remembered, so that the arm goes first. */
  readonly indices: Float64Array<ArrayBuffer>;
  /** Rewards remembered, discounted where the policy discounts. */
  readonly counts: Float64Array<ArrayBuffer>;
  /** The probability of each arm, for policies that draw by one. */
  readonly probabilities: Float64Array<ArrayBuffer>;
  /** What was drawn for each arm from its posterior; empty where nothing is. */
  readonly draws: Float64Array<ArrayBuffer>;
  /** 1 where the slot was given to exploration, whatever indices say. */
  readonly explored: Uint8Array<ArrayBuffer>;
  /** How likely a slot explores by chance; 0 where it never does, or by a plan. */
  readonly explorationShare: number;
  /** How far from `center` a remembered reward counts at most; empty where no policy saturates. */
  readonly limits: Float64Array<ArrayBuffer>;
  readonly center: number;
  /** Rewards beyond these are clipped before the policy sees them; infinite where none are. */
  readonly bounds: readonly [low: number, high: number];
  /** The earliest slot whose reward still counts. */
  readonly earliest: Int32Array<ArrayBuffer>;
  /** What a reward keeps of its weight from one slot to the next; 1 unless the policy discounts. */
  readonly discount: number;
  /** Slots before which an alarm made the policy forget. */
  readonly alarms: Int32Array<ArrayBuffer>;
  /** For each alarm the one arm that was forgotten, or `ALL_ARMS`, or `NO_ARM_YET`. */
  readonly forgotten: Int32Array<ArrayBuffer>;
  /** Slots before which more than one old slot was forgotten at once, without an alarm. */
  readonly resets: Int32Array<ArrayBuffer>;
  /** What decides a pick. */
  readonly choice: Choice;
  /** What the policy shows of each arm beside: slots × arms × names. */
  readonly armColumns: readonly string[];
  readonly armFacts: Float64Array<ArrayBuffer>;
  /** What it shows of each slot, as it picks: slots × numbers. */
  readonly slotColumns: readonly FactColumn[];
  readonly slotFacts: Float64Array<ArrayBuffer>;
  /**
   * Which of several learners picked and took the reward, by a number of its own: only what the one of now
   * took is in its memory. Empty where one learner takes all.
   */
  readonly learners: Float64Array<ArrayBuffer>;
  /** The length of the window that was drawn for a stretch of slots, NaN before it is; empty where none is. */
  readonly windows: Float64Array<ArrayBuffer>;
  /** The slot from which rewards do not count, until memory begins anew; empty where all count. */
  readonly until: Float64Array<ArrayBuffer>;
  /** How far back equal parts of the weight of all guesses reach, the longest first: slots × parts, or empty. */
  readonly reaches: Float64Array<ArrayBuffer>;
}

function boundsOf({ center, scale, clips }: RewardMap): readonly [number, number] {
  return clips ? [center, center + scale] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

/**
 * Plays one replication of one policy of a comparison again, and keeps what the policy knew in each
 * slot. The arms are those that the comparison's own replication has.
 *
 * @param place - of the policy in `comparison.policies`
 * @param replication - counted from 0
 */
export function watchReplication(
  comparison: Comparison,
  place: number,
  replication: number,
  plugins: Plugins = NO_PLUGINS,
): WatchedReplication {
  if (latePlayOf(comparison) !== undefined) {
    throw new ParameterError(
      'only a comparison without delay, burst, floor and pending: width can be watched; leave these out',
      'parameters-conflict',
    );
  }
  const number = (comparison.firstReplication ?? 0) + replication;
  const environment = environmentOf(comparison, number, plugins);
  const policy = policyOf(comparison, comparison.policies[place], environment, plugins);
  const { kernel, rewardMap, params } = policy;
  const { armCount, horizon } = environment.means;
  const slots = Math.max(1, Math.min(horizon, Math.floor(MOST_NUMBERS / armCount)));
  kernel.reset();
  const watcher = new Watcher(policy, environment, slots, comparison, number);
  for (let slot = 0; slot < slots; slot++) watcher.play(slot);
  const { happened, known, facts, memory, forgetting, draws, explorationShare } = watcher;
  return {
    armCount,
    horizon,
    slots,
    params,
    ...happened,
    ...known,
    ...facts,
    ...memory,
    draws,
    explorationShare,
    center: rewardMap.center,
    bounds: boundsOf(rewardMap),
    ...forgetting.noted(),
    choice: showingOf(policy.definition).choice,
  };
}
