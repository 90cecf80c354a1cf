/** The part of the engine that plays contextual policies and environments. A page without them replaces `contexts.ts`. */
import type { Catalogue, Environment, PolicyDefinition, Warning } from '@driftline/core';
import type {
  ContextualEnvironmentDefinition,
  ContextualPolicyDefinition,
  Course,
  FieldFacts,
  GivenFact,
  RewardMap,
} from '@driftline/core/play';
import type { Comparison, EnvironmentSource, RecordedRewards } from './comparison.ts';
import type { LatePolicy } from './late-player.ts';
import type { Played } from './player.ts';

/** An environment that a comparison names. */
type NamedSource = Extract<EnvironmentSource, { kind: 'named' }>;

/** The effect of pending decisions. */
type Pending = NonNullable<Comparison['pending']>;

/** A hidden parameter: its block, which is an arm or 0, and its column. */
export interface Coordinate {
  readonly block: number;
  readonly column: number;
}

/** The relation of a policy to contexts that are there, or that it would need. */
export type ContextMark = 'no context' | 'no features';

/** The facts that a contextual policy is tuned with. */
export interface ContextualKnown {
  readonly environment: Environment;
  readonly variation: number;
  readonly changes: number | undefined;
  readonly rewardRange: readonly [number, number];
}

/** A contextual policy, tuned for an environment. */
interface ContextualContestant {
  readonly named: Pick<PolicyDefinition, 'id' | 'name' | 'standing'> & { readonly needs?: 'theta' };
  readonly params: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
  readonly rewardMap: RewardMap;
  /** The facts about the drift that it was given. */
  readonly given: readonly GivenFact[];
  readonly mark?: ContextMark;
}

/** The size of an environment before it is made, and the cost of a slot in units of a fast policy. */
interface ContextualSize {
  readonly armCount: number;
  readonly horizon: number;
  readonly tabled: number;
  readonly cost: number;
}

/** A contextual policy that plays on a course. */
interface ContextualPlayed {
  readonly kernel: Played;
  readonly definition?: { readonly shows: { restarts(kernel: Played): number } };
}

/** Everything that the engine asks of contextual policies and environments. */
export interface Contexts {
  readonly environments: Catalogue<ContextualEnvironmentDefinition>;
  readonly policies: Catalogue<ContextualPolicyDefinition>;
  isEnvironment(spec: string): boolean;
  isPolicy(spec: string): boolean;
  /** True for a policy that needs hidden parameters, which only a simulation has. */
  needsTheta(spec: string): boolean;
  /** Makes a policy for any problem that it can play: mistakes that any environment would show. */
  prepareAnywhere(spec: string): void;
  environment(
    source: NamedSource,
    options: {
      readonly seed: number;
      readonly replication: number;
      readonly rewards: Environment['law'] | undefined;
    },
  ): Environment;
  /** The facts about recorded contexts from a slot on; undefined if none were recorded. */
  recorded(source: RecordedRewards, start: number): FieldFacts | undefined;
  size(source: NamedSource): ContextualSize;
  contestant(spec: string, known: ContextualKnown): ContextualContestant;
  /** The policy on a course, with the features of that course. */
  played(spec: string, known: ContextualKnown, course: Course): ContextualPlayed;
  /** The parameters that are drawn over time, at most six. */
  coordinates(environment: Environment): readonly Coordinate[];
  /** The estimates of these parameters after some numbers of slots: slots × parameters. */
  traced(
    spec: string,
    known: ContextualKnown,
    played: { readonly seed: number; readonly first: number; readonly slots: readonly number[] },
  ): number[];
  /** The policy in its shell, with the features of a course. */
  shell(spec: string, known: ContextualKnown, course: Course, pending: Pending): LatePolicy;
  /** True if pending decisions narrow the widths of a policy. */
  narrowsWidths(spec: string, pending: Pending): boolean;
  /**
   * Refuses a policy without contexts where it makes no sense.
   *
   * @throws ParameterError
   */
  refuseWithoutContext(
    definition: Pick<PolicyDefinition, 'id' | 'needs'>,
    environment: Environment,
    facts: FieldFacts,
  ): void;
}
