/** One replication watched slot by slot: what a policy knew when it picked, and what it remembered. */
import {
  type ArmView,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
  restartsOf,
  viewArm,
} from '@driftline/core';
import type { Comparison } from './comparison.ts';
import { environmentOf, policyOf } from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins.ts';

/** At most this many numbers of each kind are kept: slots times arms. */
const MOST_NUMBERS = 2_000_000;

/**
 * A replication as it was played, with the very draws of a comparison. What is kept for each slot is
 * what the policy knew before it picked; tables are slots × arms. NaN stands for what a policy does not
 * have, or does not know yet.
 */
export interface WatchedReplication {
  readonly armCount: number;
  /** How many slots were watched: the first ones, where all would be too many. */
  readonly slots: number;
  readonly params: Readonly<Record<string, number>>;
  readonly means: Float64Array<ArrayBuffer>;
  /** The arm of each slot, and the reward that it gave. */
  readonly arms: Int32Array<ArrayBuffer>;
  readonly rewards: Float64Array<ArrayBuffer>;
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
  /** The earliest slot whose reward still counts. */
  readonly earliest: Int32Array<ArrayBuffer>;
  /** Slots before which an alarm made the policy forget. */
  readonly alarms: Int32Array<ArrayBuffer>;
  /** How the policy chooses: by the largest index, by draws from a posterior, by probabilities, or blindly. */
  readonly choice: 'index' | 'posterior' | 'probability' | 'none';
}

function posteriorSpread({ alpha, beta }: { alpha: number; beta: number }): number {
  const total = alpha + beta;
  return 2 * Math.sqrt((alpha * beta) / (total * total * (total + 1)));
}

/** The tables of a watched replication, filled one row of arms at a time. */
class Watching {
  readonly estimates: Float64Array<ArrayBuffer>;
  readonly widths: Float64Array<ArrayBuffer>;
  readonly indices: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
  readonly probabilities: Float64Array<ArrayBuffer>;

  constructor(size: number) {
    this.estimates = new Float64Array(size);
    this.widths = new Float64Array(size);
    this.indices = new Float64Array(size);
    this.counts = new Float64Array(size);
    this.probabilities = new Float64Array(size);
  }

  note(place: number, view: ArmView): void {
    const { posterior } = view;
    const unknown = Number.NaN;
    const drawn = posterior === undefined ? unknown : posteriorMean(posterior);
    this.estimates[place] = view.mean ?? drawn;
    this.widths[place] =
      view.width ?? (posterior === undefined ? unknown : posteriorSpread(posterior));
    this.indices[place] = view.index ?? unknown;
    this.counts[place] =
      view.count ?? (posterior === undefined ? unknown : posterior.alpha + posterior.beta - 2);
    this.probabilities[place] = view.probability ?? unknown;
  }
}

function posteriorMean({ alpha, beta }: { alpha: number; beta: number }): number {
  return alpha / (alpha + beta);
}

function choiceOf(view: ArmView): WatchedReplication['choice'] {
  if (view.index !== undefined) return 'index';
  if (view.posterior !== undefined) return 'posterior';
  return view.probability !== undefined ? 'probability' : 'none';
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
  const number = (comparison.firstReplication ?? 0) + replication;
  const environment = environmentOf(comparison, number, plugins);
  const { kernel, rewardMap, params } = policyOf(
    comparison,
    comparison.policies[place],
    environment,
    plugins,
  );
  const { armCount, horizon } = environment.means;
  const slots = Math.max(1, Math.min(horizon, Math.floor(MOST_NUMBERS / armCount)));
  const policyRandom = randomStream(comparison.seed, number, ROLE_POLICY);
  const rewardRandom = randomStream(comparison.seed, number, ROLE_REWARDS);
  const watching = new Watching(slots * armCount);
  const means = new Float64Array(slots * armCount);
  const arms = new Int32Array(slots);
  const rewards = new Float64Array(slots);
  const earliest = new Int32Array(slots);
  const alarms: number[] = [];
  let remembered = 0;
  let restarts = 0;
  kernel.reset();
  for (let slot = 0; slot < slots; slot++) {
    while (remembered < slot && kernel.weight(remembered) === 0) remembered += 1;
    earliest[slot] = remembered;
    const restartsNow = restartsOf(kernel) ?? 0;
    if (restartsNow !== restarts) alarms.push(slot);
    restarts = restartsNow;
    for (let arm = 0; arm < armCount; arm++) {
      watching.note(slot * armCount + arm, viewArm(kernel, arm, 0));
      means[slot * armCount + arm] = environment.means.mean(slot, arm);
    }
    const arm = kernel.pick(policyRandom);
    const ticket = kernel.ticket();
    const reward = environment.law.draw(environment.means.mean(slot, arm), rewardRandom);
    arms[slot] = arm;
    rewards[slot] = reward;
    kernel.advance();
    kernel.learn(slot, arm, ticket, rewardMap.apply(reward));
  }
  return {
    armCount,
    slots,
    params,
    means,
    arms,
    rewards,
    estimates: watching.estimates,
    widths: watching.widths,
    indices: watching.indices,
    counts: watching.counts,
    probabilities: watching.probabilities,
    earliest,
    alarms: Int32Array.from(alarms),
    choice: choiceOf(viewArm(kernel, 0, 0)),
  };
}
