import type { Warning } from '../base/warnings.ts';
import type { Means } from '../means/means.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { NumberParameter } from '../spec/spec-values.ts';
import type { UpperBound } from '../theory/bounds.ts';
import type { Listed } from './catalogue.ts';
import type { ParameterRole } from './roles.ts';
import type { Showing } from './showing.ts';

/** A number that a policy can be given, with the symbol that the literature has for it. */
export interface PolicyParameter<Id extends string = string> extends NumberParameter {
  readonly id: Id;
  readonly symbol: string;
  /** What it is for; by default what its name means in every policy. */
  readonly role?: ParameterRole;
  /** The guarantee holds above this value only. Other values are accepted with the warning `outside-theory`. */
  readonly provedAbove?: number;
  /** The value that examples show, where it has no default. */
  readonly example?: number;
}

/**
 * What a policy assumes of rewards.
 *
 * - `sub-gaussian`: 1/2-sub-Gaussian after `scale`; rewards in [0, 1] are.
 * - `finite-variance`: E[X²] ≤ 1 after `center` and `scale`; tails may be heavy.
 * - `unit-interval`: in [0, 1]; others are mapped from the declared range and clipped, unless the policy learns it.
 * - `any`: rewards are not looked at.
 */
export type RewardAssumption = 'sub-gaussian' | 'finite-variance' | 'unit-interval' | 'any';

/**
 * How a reward counts that comes after later decisions were made: at the age of its own slot, as if
 * it had come in time; on arrival; or not at all, like all rewards.
 */
export type LateRewards = 'own-slot' | 'on-arrival' | 'ignored';

/**
 * How far a policy is to be relied on as a rival, for listings and studies.
 *
 * - `confirmed`: its rule was read where it was published, or agrees with what its readers report.
 * - `unconfirmed`: its rule could not be read or reproduced, or had to be settled where its source contradicts
 *   itself; it is built in the spirit of its source.
 * - `historical`: of historical interest; a later policy does the same better.
 * - `theoretical`: right as published, yet what sets it apart does not act at horizons that are played.
 */
export type PolicyStanding = 'confirmed' | 'unconfirmed' | 'historical' | 'theoretical';

/**
 * How a policy forgets.
 *
 * - `all-time`: never.
 * - `window`: all but the last slots; `growing-window`, ever more of them; `chosen-window`, as many as it
 *   has learned to keep, block by block.
 * - `resetting`: everything, every so many slots; `epochs`, at the end of each of its epochs.
 * - `discounted`: gradually, the same share in every slot.
 * - `sharing`: nothing, but weight is shared so that any arm can come back.
 * - `alarm`: an arm or everything, when a test raises an alarm; `drift` and `episodes`, everything, when
 *   it finds a drift or a change; `given-changes`, everything, when it is given that there is a change.
 * - `run-lengths`: by guesses of when the last change was; `instances`, by learners of many lengths;
 *   `all-windows`, by windows of all lengths; `last-rewards`, by the last
 *   rewards of each arm; `filter`, as fast as means are taken to move.
 * - `fading-alarm`: everything little by little, and an arm when a test raises an alarm.
 * - `none`: there is nothing to forget.
 * - `own`: in a way of its own; what its texts say is all there is to know.
 */
export type MemoryKind =
  | 'all-time'
  | 'window'
  | 'growing-window'
  | 'chosen-window'
  | 'resetting'
  | 'epochs'
  | 'discounted'
  | 'sharing'
  | 'alarm'
  | 'fading-alarm'
  | 'drift'
  | 'episodes'
  | 'given-changes'
  | 'run-lengths'
  | 'instances'
  | 'all-windows'
  | 'last-rewards'
  | 'filter'
  | 'none'
  | 'own';

/** Which policies a listing puts together, where it does not follow from how they forget or what they need. */
export type PolicyFamily = 'paper' | 'adversarial' | 'bayesian' | 'floor';

/** A problem that a regret bound is stated for. */
export interface BoundedProblem {
  readonly armCount: number;
  readonly horizon: number;
  readonly variation: number;
  /** Every parameter with its final value. */
  readonly values: Readonly<Record<string, number>>;
}

/** What is known when a policy is tuned. */
export interface TuningRequest {
  readonly policy: string;
  readonly armCount: number;
  readonly horizon: number | undefined;
  /** The parameters that were given, checked; those left to defaults or tuning are absent. */
  readonly given: Readonly<Record<string, number>>;
  /** Adds to the warnings of the policy. */
  warn(warning: Warning): void;
}

/** What a kernel is built from. */
export interface PolicySettings {
  /** Arms now. */
  readonly armCount: number;
  /** Arms when the policy was made: what may not move when an arm joins is derived from these. */
  readonly startArmCount: number;
  readonly horizon: number | undefined;
  /** Every parameter with its final value. */
  readonly values: Readonly<Record<string, number>>;
  /** The means of the environment, for policies that need them; else undefined. */
  readonly means?: Means | undefined;
  /** Whether its kernel is given rewards of any range, because no range was declared; false unless stated. */
  readonly learnsRange?: boolean;
}

/**
 * A policy as data: what it is, what it takes, and how its kernel is put together. A catalogue lists
 * them; a plugin exports one. `K` is the class of its kernel, for what it shows.
 */
export interface PolicyDefinition<K extends Kernel = Kernel> extends Listed {
  /** What readers call it. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Where it was published. */
  readonly reference: string;
  /** How far it is to be relied on; confirmed unless it says otherwise. */
  readonly standing?: PolicyStanding;
  /**
   * Knowledge that only a simulation has. A policy that needs it is an oracle, not for use. `means` are
   * those of all arms in every slot. `chains` are the chains that make the means, which only the environment
   * `channels` has.
   */
  readonly needs?: 'means' | 'chains';
  /** The policies that it is listed with; by default with those that forget, or never do. */
  readonly group?: PolicyFamily;
  /** The index or rule, in plain text. */
  readonly formula: string;
  /** How it forgets, in words. */
  readonly memory: string;
  /** How it forgets; in a way of its own unless it says. */
  readonly memoryKind?: MemoryKind;
  /** How it estimates. */
  readonly estimator: string;
  /** How it chooses. */
  readonly index: string;
  readonly rewards: RewardAssumption;
  /**
   * Whether a policy made for [0, 1] learns the range of rewards if no range is declared. Its kernel is then built with
   * `learnsRange`, sees rewards unmapped, and shows means and indices in their units.
   */
  readonly learnsRange?: boolean;
  /** Worst-case regret within a variation budget V, as proved; or that none is. */
  readonly guarantee: string;
  /** Time per slot, and memory. */
  readonly cost: string;
  /** Whether choosing draws. Ties broken at random, an option of any policy, are not meant. */
  readonly randomised: boolean;
  readonly lateRewards: LateRewards;
  /**
   * Stated where the ticket of a decision is the probability of its arm, by which the reward is weighed, as in
   * Exp3. Such a policy refuses a floor: an arm that other chance chose would bias it.
   */
  readonly ticketIsPropensity?: boolean;
  /**
   * Stated where pending decisions narrow the width of their arm unless the option of this name says otherwise;
   * else they do only where that says so. Its kernel must be shown as `indexed`: nothing else has a width.
   */
  readonly pendingInWidth?: boolean;
  readonly parameters: readonly PolicyParameter[];
  /** The bound on its worst-case regret that is proved for its own tuning; undefined where none is. */
  bound?(problem: BoundedProblem): UpperBound | undefined;
  /** Values that follow from others, such as a window from a budget. */
  tune?(request: TuningRequest): Record<string, number>;
  /** Makes the part that chooses and learns, with nothing learned yet. */
  kernel(settings: PolicySettings): K;
  /** What can be shown of its kernel, and how it explains a pick; nothing where it is left out. */
  readonly shows?: Showing<K>;
}

/** A definition whose id and whose parameters the compiler knows by name. */
export interface KnownPolicy<Id extends string, Parameter extends string> extends PolicyDefinition {
  readonly id: Id;
  readonly parameters: readonly PolicyParameter<Parameter>[];
}

/**
 * A policy of one's own, or one of ours: the same definition, with its id and parameters known to the
 * compiler, so that options are checked by name.
 */
/*#__NO_SIDE_EFFECTS__*/
export function definePolicy<
  K extends Kernel,
  const Id extends string,
  const Parameter extends string = never,
>(
  definition: PolicyDefinition<K> & {
    readonly id: Id;
    readonly parameters: readonly PolicyParameter<Parameter>[];
  },
): KnownPolicy<Id, Parameter> {
  return definition;
}
