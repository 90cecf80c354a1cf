/** One replication watched slot by slot: what a policy knew when it picked, and what it remembered. */
import {
  type ArmView,
  type Kernel,
  type Means,
  type PreparedPolicy,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
  restartsOf,
  viewArm,
  viewPick,
} from '@driftline/core';
import type { Comparison } from './comparison.ts';
import { environmentOf, policyOf } from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins.ts';
import { Telling } from './watch-telling.ts';

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
  readonly means: Float64Array<ArrayBuffer>;
  /** What figures draw for the means: the same table, but for recorded rewards. */
  readonly shown: Float64Array<ArrayBuffer>;
  /** The best arm of each slot, and what the slot cost against it. */
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
  /** For each alarm the one arm that was forgotten, or `EVERYTHING`, or `NOTHING_YET`. */
  readonly forgotten: Int32Array<ArrayBuffer>;
  /** Slots before which more than one old slot was forgotten at once, without an alarm. */
  readonly resets: Int32Array<ArrayBuffer>;
  /**
   * How the policy chooses: by the largest index, by draws from posteriors, by probabilities, in turns and by
   * means alone, by means that it is told, or in a way of which nothing is known.
   */
  readonly choice: 'index' | 'posterior' | 'probability' | 'turns' | 'told' | 'none';
  /** The policy's own word for the way in which it picks; empty where `choice` says it all. */
  readonly way: string;
  /** What it tells of each arm in words of its own: slots × arms × words. */
  readonly armWords: readonly string[];
  readonly armFacts: Float64Array<ArrayBuffer>;
  /** What it tells of each slot, as it picks: slots × words. */
  readonly slotWords: readonly string[];
  readonly slotFacts: Float64Array<ArrayBuffer>;
  /**
   * Which of several learners picked and took the reward, by a number of its own: only what the one of now
   * took is in its memory. Empty where one learner takes all.
   */
  readonly learners: Int32Array<ArrayBuffer>;
}

/** What an alarm made a policy forget, where that is not one arm: all arms. */
export const EVERYTHING = -1;
/** What an alarm made a policy forget, where that is not one arm: none, until a trial has decided. */
export const NOTHING_YET = -2;

/** A posterior as two numbers, whatever its law. */
interface Posterior {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
}

function betaPosterior({ alpha, beta }: { alpha: number; beta: number }): Posterior {
  const total = alpha + beta;
  return {
    mean: alpha / total,
    deviation: Math.sqrt((alpha * beta) / (total * total * (total + 1))),
    count: total - 2,
  };
}

/** A kernel that draws from normal posteriors, of which a view says nothing. */
interface NormalKernel {
  readonly precision: number;
  count(arm: number): number;
  successes(arm: number): number;
}

function isNormal(kernel: object): kernel is NormalKernel {
  if (!('precision' in kernel && 'successes' in kernel && 'count' in kernel)) return false;
  return typeof kernel.precision === 'number' && kernel.precision > 0;
}

function normalPosterior(kernel: NormalKernel, arm: number): Posterior {
  const count = kernel.count(arm);
  return {
    mean: count > 0 ? kernel.successes(arm) / count : Number.NaN,
    deviation: count > 0 ? 1 / Math.sqrt(kernel.precision * count) : Number.NaN,
    count,
  };
}

function posteriorOf(kernel: Kernel, view: ArmView): Posterior | undefined {
  if (view.posterior !== undefined) return betaPosterior(view.posterior);
  const { mean, deviation, count } = view;
  if (mean !== undefined && deviation !== undefined && count !== undefined) {
    return { mean, deviation, count };
  }
  return isNormal(kernel) ? normalPosterior(kernel, view.arm) : undefined;
}

/** An estimator that clips rewards at one of some limits, by an arm's level. */
interface Saturating {
  readonly limits: Float64Array;
  readonly level: Int32Array;
}

function saturatingOf(kernel: Kernel): Saturating | undefined {
  if (!('estimator' in kernel)) return undefined;
  const { estimator } = kernel;
  if (typeof estimator !== 'object' || estimator === null) return undefined;
  if (!('limits' in estimator && 'level' in estimator)) return undefined;
  const { limits, level } = estimator;
  const saturates = limits instanceof Float64Array && level instanceof Int32Array;
  return saturates ? { limits, level } : undefined;
}

/** What is known of each arm in each slot, filled one arm at a time. */
class KnownTables {
  readonly estimates: Float64Array<ArrayBuffer>;
  readonly widths: Float64Array<ArrayBuffer>;
  readonly indices: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
  readonly probabilities: Float64Array<ArrayBuffer>;
  readonly limits: Float64Array<ArrayBuffer>;
  readonly #kernel: Kernel;
  readonly #map: RewardMap;
  readonly #saturating: Saturating | undefined;

  constructor(size: number, kernel: Kernel, map: RewardMap) {
    this.#kernel = kernel;
    this.#map = map;
    this.#saturating = saturatingOf(kernel);
    this.estimates = new Float64Array(size);
    this.widths = new Float64Array(size);
    this.indices = new Float64Array(size);
    this.counts = new Float64Array(size);
    this.probabilities = new Float64Array(size);
    this.limits = new Float64Array(this.#saturating === undefined ? 0 : size);
  }

  /** All arms of a slot, in a row that begins at a place. */
  noteArms(row: number, armCount: number, telling: Telling): void {
    const { isFresh } = telling;
    for (let arm = 0; arm < armCount; arm++) {
      const view = viewArm(this.#kernel, arm, 0);
      telling.noteArm(row + arm, view);
      if (isFresh) this.noteFresh(row + arm);
      else this.note(row + arm, view);
    }
  }

  note(place: number, view: ArmView): void {
    const { center, scale } = this.#map;
    const { arm } = view;
    const posterior = posteriorOf(this.#kernel, view);
    const unknown = Number.NaN;
    const spread = posterior === undefined ? unknown : 2 * posterior.deviation;
    const mean = view.mean ?? posterior?.mean ?? unknown;
    const index = indexOf(view) ?? unknown;
    this.estimates[place] = center + scale * mean;
    this.widths[place] = scale * (view.width ?? (Number.isNaN(index) ? spread : index - mean));
    this.indices[place] = center + scale * index;
    this.counts[place] = view.count ?? posterior?.count ?? unknown;
    this.probabilities[place] = view.probability ?? unknown;
    if (this.#saturating === undefined) return;
    const { limits, level } = this.#saturating;
    this.limits[place] = scale * limits[level[arm]];
  }

  /** Of a learner that begins with the slot, to which nothing is known. */
  noteFresh(place: number): void {
    this.estimates[place] = Number.NaN;
    this.widths[place] = Number.NaN;
    this.indices[place] = Number.POSITIVE_INFINITY;
    this.counts[place] = 0;
  }

  choice(): WatchedReplication['choice'] {
    const view = viewArm(this.#kernel, 0, 0);
    if (indexOf(view) !== undefined) return 'index';
    if (posteriorOf(this.#kernel, view) !== undefined) return 'posterior';
    if (view.probability !== undefined) return 'probability';
    // Who is told the course of the means has no use for estimates.
    if ('course' in this.#kernel) return 'told';
    return view.count !== undefined ? 'turns' : 'none';
  }
}

/** What the largest of decides, be it known which part of the policy picks or not before the pick. */
function indexOf({ index, facts }: ArmView): number | undefined {
  return index ?? facts.bound;
}

/** Follows what a kernel forgets, slot by slot. */
class Forgetting {
  readonly earliest: Int32Array<ArrayBuffer>;
  readonly alarms: number[] = [];
  readonly forgotten: number[] = [];
  readonly resets: number[] = [];
  discount = 1;
  readonly #kernel: Kernel;
  #remembered = 0;
  #restarts = 0;
  #suspected = Number.NaN;

  constructor(slots: number, kernel: Kernel) {
    this.earliest = new Int32Array(slots);
    this.#kernel = kernel;
  }

  /**
   * Before a slot's pick.
   *
   * @param counts - what is remembered of each arm then
   * @param before - the arm of the slot before: an alarm is raised by its reward
   * @param telling - of the slot, what the kernel says
   */
  note(slot: number, counts: Float64Array, before: number, telling: Telling): void {
    const last = this.#remembered;
    while (this.#remembered < slot && this.#kernel.weight(this.#remembered) === 0) {
      this.#remembered += 1;
    }
    this.earliest[slot] = Math.max(this.#remembered, telling.since(slot));
    // The first slot with two old ones, whose weights a discount tells apart.
    if (slot === 2) this.discount = this.#fading();
    const restarts = restartsOf(this.#kernel) ?? 0;
    if (restarts !== this.#restarts) {
      this.alarms.push(slot);
      this.forgotten.push(counts.some((count) => count > 0) ? before : EVERYTHING);
    } else if (this.#isSuspected(telling.fact('suspected'))) {
      this.alarms.push(slot);
      this.forgotten.push(NOTHING_YET);
    } else if (this.#remembered > last + 1) {
      this.resets.push(slot);
    }
    this.#restarts = restarts;
  }

  /** Everything that was noted. */
  told() {
    return {
      earliest: this.earliest,
      discount: this.discount,
      alarms: Int32Array.from(this.alarms),
      forgotten: Int32Array.from(this.forgotten),
      resets: Int32Array.from(this.resets),
    };
  }

  /** Whether an alarm has just put what is known on trial. */
  #isSuspected(since: number): boolean {
    const isNew = !Number.isNaN(since) && since !== this.#suspected;
    this.#suspected = since;
    return isNew;
  }

  #fading(): number {
    const older = this.#kernel.weight(0);
    const newer = this.#kernel.weight(1);
    return older > 0 && newer > 0 ? older / newer : 1;
  }
}

/** What happened in each slot. */
class Happened {
  readonly means: Float64Array<ArrayBuffer>;
  readonly shown: Float64Array<ArrayBuffer>;
  readonly bestArms: Int32Array<ArrayBuffer>;
  readonly costs: Float64Array<ArrayBuffer>;
  readonly arms: Int32Array<ArrayBuffer>;
  readonly rewards: Float64Array<ArrayBuffer>;
  readonly counted: Uint8Array<ArrayBuffer>;
  readonly explored: Uint8Array<ArrayBuffer>;
  readonly #world: Means;

  constructor(slots: number, world: Means) {
    const { armCount } = world;
    this.#world = world;
    this.means = new Float64Array(slots * armCount);
    this.shown = world.shown === undefined ? this.means : new Float64Array(slots * armCount);
    this.bestArms = new Int32Array(slots);
    this.costs = new Float64Array(slots);
    this.arms = new Int32Array(slots);
    this.rewards = new Float64Array(slots);
    this.counted = new Uint8Array(slots);
    this.explored = new Uint8Array(slots);
  }

  noteMeans(slot: number): void {
    const { armCount } = this.#world;
    for (let arm = 0; arm < armCount; arm++) {
      const place = slot * armCount + arm;
      this.means[place] = this.#world.mean(slot, arm);
      if (this.#world.shown !== undefined) this.shown[place] = this.#world.shown(slot, arm);
    }
    this.bestArms[slot] = this.#world.bestArm(slot);
  }

  note(slot: number, arm: number, reward: number, counted: boolean): void {
    this.arms[slot] = arm;
    this.rewards[slot] = reward;
    this.counted[slot] = counted ? 1 : 0;
    this.costs[slot] = this.#world.bestMean(slot) - this.means[slot * this.#world.armCount + arm];
  }
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
  const known = new KnownTables(slots * armCount, kernel, rewardMap);
  const telling = new Telling(kernel, slots, armCount, rewardMap);
  const forgetting = new Forgetting(slots, kernel);
  const happened = new Happened(slots, environment.means);
  let explorationShare = 0;
  kernel.reset();
  for (let slot = 0; slot < slots; slot++) {
    const row = slot * armCount;
    const chance = viewPick(kernel, policyRandom, armCount);
    // A pick changes nothing of what is known, but may say who of several picks.
    const arm = kernel.pick(policyRandom);
    const ticket = kernel.ticket();
    telling.noteSlot(slot, chance);
    known.noteArms(row, armCount, telling);
    const counts = known.counts.subarray(row, row + armCount);
    forgetting.note(slot, counts, happened.arms[slot - 1], telling);
    happened.noteMeans(slot);
    happened.explored[slot] = chance.explored < 0 ? 0 : 1;
    explorationShare = chance.explorationShare;
    const reward = environment.law.draw(happened.means[row + arm], rewardRandom);
    kernel.advance();
    const counted = kernel.learn(slot, arm, ticket, rewardMap.apply(reward));
    happened.note(slot, arm, reward, counted);
  }
  return {
    armCount,
    horizon,
    slots,
    params,
    ...happened,
    ...known,
    ...telling.told(),
    explorationShare,
    center: rewardMap.center,
    bounds: boundsOf(rewardMap),
    ...forgetting.told(),
    choice: known.choice(),
  };
}
