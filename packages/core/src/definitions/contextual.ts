/** Contextual policies as data. Their kernels see the features of the actions that a slot offers. */
import type { Warning } from '../base/warnings.ts';
import type { ContextualKernel } from '../portable/kernels/contextual-kernel.ts';
import type { ThetaPath } from '../portable/means/theta-path.ts';
import type { Listed } from './catalogue.ts';
import type { KnownPolicy, PolicyDefinition, PolicyParameter } from './policy.ts';

/**
 * The relation between the actions of a slot.
 *
 * - `arms`: named arms that stay. A slot has one context, and each arm has parameters of its own.
 * - `actions`: a list of actions with features, another one in each slot if the caller likes. All share their
 *   parameters.
 */
export type ContextForm = 'arms' | 'actions';

/** Facts that a contextual policy is tuned by. */
export interface ContextualTuningRequest {
  readonly policy: string;
  readonly form: ContextForm;
  /** Columns of a feature vector. */
  readonly dimension: number;
  /** 1 for the form `actions`. */
  readonly blocks: number;
  readonly norm: number;
  readonly horizon: number | undefined;
  /** The parameters that were given, checked. Those left to defaults or tuning are absent. */
  readonly given: Readonly<Record<string, number>>;
  /** Adds to the warnings of the policy. */
  warn(warning: Warning): void;
}

/** Settings that a contextual kernel is built from. */
export interface ContextualSettings {
  readonly form: ContextForm;
  /** Columns of a feature vector. */
  readonly dimension: number;
  /** Blocks of parameters now: one per arm, or 1 for the form `actions`. */
  readonly blocks: number;
  /** Blocks when the policy was made. */
  readonly startBlocks: number;
  /** Whether column 0 is always 1. */
  readonly intercept: boolean;
  /** The largest Euclidean norm of a feature vector. */
  readonly norm: number;
  readonly horizon: number | undefined;
  /** Every parameter with its final value. */
  readonly values: Readonly<Record<string, number>>;
  /** The hidden parameters, for policies that need them; else undefined. */
  readonly theta?: ThetaPath | undefined;
}

/** The facts that contextual policies share with others. */
type SharedFacts = Pick<
  PolicyDefinition,
  | 'name'
  | 'summary'
  | 'reference'
  | 'standing'
  | 'group'
  | 'formula'
  | 'memory'
  | 'memoryKind'
  | 'estimator'
  | 'index'
  | 'rewards'
  | 'guarantee'
  | 'cost'
  | 'randomised'
  | 'lateRewards'
  | 'pendingInWidth'
  | 'parameters'
>;

/** A number that a contextual policy shows over time, such as the weight of an expert. */
export interface ContextualShowing<K extends ContextualKernel = ContextualKernel> {
  /** Number of alarms that made the policy forget. */
  restarts?(kernel: K): number;
}

/**
 * A contextual policy as data: what it is, what it takes, and how its kernel is put together. `K` is the class of its
 * kernel, for what it shows.
 */
export interface ContextualPolicyDefinition<K extends ContextualKernel = ContextualKernel>
  extends Listed,
    SharedFacts {
  readonly kind: 'contextual';
  /** The forms that it plays. */
  readonly forms: readonly ContextForm[];
  /** The hidden parameters, which only a simulation has. A policy that needs them is an oracle, not for use. */
  readonly needs?: 'theta';
  /** Values that follow from others, such as a window from a budget. */
  tune?(request: ContextualTuningRequest): Record<string, number>;
  /** Makes the part that chooses and learns, with nothing learned yet. */
  kernel(settings: ContextualSettings): K;
  readonly shows?: ContextualShowing<K>;
}

/** A definition whose id and whose parameters the compiler knows by name. */
export interface KnownContextualPolicy<Id extends string, Parameter extends string>
  extends ContextualPolicyDefinition {
  readonly id: Id;
  readonly parameters: KnownPolicy<Id, Parameter>['parameters'];
}

/** A contextual policy, with its id and parameters known to the compiler, so that options are checked by name. */
/*#__NO_SIDE_EFFECTS__*/
export function defineContextualPolicy<
  K extends ContextualKernel,
  const Id extends string,
  const Parameter extends string = never,
>(
  definition: ContextualPolicyDefinition<K> & {
    readonly id: Id;
    readonly parameters: readonly PolicyParameter<Parameter>[];
  },
): KnownContextualPolicy<Id, Parameter> {
  return definition;
}
