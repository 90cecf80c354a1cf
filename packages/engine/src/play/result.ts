/** What an experiment leaves behind: everything that tables, figures and reports are drawn from. */

import type { PolicyDefinition, Warning } from '@driftline/core';
import type { ContextForm, GivenFact } from '@driftline/core/play';
import type { GivenValue } from '@driftline/core/spec';
import type { EnvironmentSource } from './comparison.ts';
import type { ContextMark, Coordinate } from './context-types.ts';
import type { Estimate, Histogram, PairedDifference, Summary } from './statistics.ts';

/** The mark of a result, and the version of its form that this program writes and reads. */
export const RESULT_FORMAT = 'driftline-result';
export const RESULT_VERSION = 2;

/** A stretch of slots with one best arm: from `slot` (counted from 1) to before the next stretch. */
export interface BestArmStretch {
  readonly slot: number;
  readonly arm: number;
}

/** An environment as it was met; where it is fresh in each replication, the first one's. */
export interface EnvironmentResult {
  readonly name: string;
  /** What the experiment calls it, where it does. */
  readonly label?: string;
  /** What its definition calls it, where that is a plugin's: who draws the result knows ours alone. */
  readonly title?: string;
  readonly source: EnvironmentSource;
  readonly armCount: number;
  readonly horizon: number;
  readonly rewards: {
    readonly id: string;
    readonly params: Readonly<Record<string, GivenValue>>;
    /** What a plugin calls its law. */
    readonly name?: string;
  };
  readonly fresh: boolean;
  /** The form and the size of contexts; absent if there are none. */
  readonly contexts?: {
    readonly form: ContextForm;
    /** Columns of a feature vector. */
    readonly dimension: number;
    /** Blocks of parameters: one per arm, or 1 for actions. */
    readonly blocks: number;
    /** At most six hidden parameters over time, as the first replication meets them. */
    readonly drawn: {
      readonly coordinates: readonly Coordinate[];
      /** The numbers of slots played. */
      readonly slots: readonly number[];
      /** The true values, one row per parameter; absent if they are unknown. */
      readonly theta?: readonly (readonly number[])[];
    };
  };
  /** By the definition of Besbes, Gur & Zeevi (2014), and what policies were given. */
  readonly variation: {
    readonly stated: number;
    readonly true: number;
    /** There where policies are given, in each replication, the variation of its own means. */
    readonly own?: true;
  };
  /** The id of the policy that losses are measured against; absent if the environment has none or it was not played. */
  readonly reference?: string;
  /** Stated if means move with the plays of their arm; they move with time otherwise. */
  readonly moves?: 'plays';
  /** The benchmark of regret in words, if it is not the best arm of each slot. */
  readonly benchmark?: string;
  /** Stretches of one best arm; for rested arms, of the benchmark's arm. */
  readonly bestArms: readonly BestArmStretch[];
  /**
   * Means at some slots (counted from 1), one row per arm: enough to draw. For rested arms, means at some plays
   * of the arm (counted from 1), without levels.
   */
  readonly means: {
    readonly slots: readonly number[];
    readonly arms: readonly (readonly number[])[];
  };
  readonly warnings: readonly Warning[];
}

/** Something that adds up over time, as regret does. */
export interface Curve {
  /** Counted from 1, ending at the horizon. */
  readonly slots: readonly number[];
  readonly mean: readonly number[];
  /** The 95% interval of the mean. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Where 90% of the replications lie. */
  readonly q05: readonly number[];
  readonly q95: readonly number[];
}

/** The measures of several players besides their regret, over replications. */
export interface FleetResult {
  /** The share of players' slots in which another player chose the same arm. */
  readonly collisions: Estimate;
  /** Changes of the arm, on average over players. */
  readonly switches: Estimate;
  /** Jain's index of the rewards that players earned: 1 if all earned the same, 1/M if one earned everything. */
  readonly fairness: Estimate;
  /** Collisions per player up to each checkpoint. */
  readonly collisionCurve: Curve;
  /** The first three, of each replication. */
  readonly finals: {
    readonly collisions: readonly number[];
    readonly switches: readonly number[];
    readonly fairness: readonly number[];
  };
}

/** One policy of a comparison. */
export interface PolicyResult {
  /** As written in the experiment. */
  readonly spec: string;
  readonly id: string;
  readonly name: string;
  /** What the experiment calls it, where it does. */
  readonly label?: string;
  readonly params: Readonly<Record<string, number>>;
  /** The symbols of its parameters, where it is a plugin's. */
  readonly symbols?: Readonly<Record<string, string>>;
  readonly warnings: readonly Warning[];
  /** The facts about the drift that it was given and used; absent from early results. */
  readonly given?: readonly GivenFact[];
  /** Its definition's own, where it has one: how far it is to be relied on; what only an oracle knows. */
  readonly standing?: PolicyDefinition['standing'];
  readonly needs?: PolicyDefinition['needs'] | 'theta';
  /** Its relation to contexts that it does not see, or to features that are missing; absent otherwise. */
  readonly mark?: ContextMark;
  /** The rewards that are mapped to [0, 1], others being clipped; absent where none has to be. */
  readonly mappedRewards?: readonly [number, number];
  /** There where rewards came late, and pending decisions narrowed the widths of this policy. */
  readonly pendingInWidth?: true;
  /** Of R_T, over replications. */
  readonly regret: Summary;
  /** Its regret less that of the environment's reference, replication by replication; absent without a reference. */
  readonly loss?: Estimate;
  readonly curve: Curve;
  readonly histogram: Histogram;
  /** The share of slots in which it played a best arm; absent for rested arms, where the best depends on earlier plays. */
  readonly bestArmShare?: Estimate;
  /** Share of each arm between checkpoints: checkpoints × arms. */
  readonly armShares: readonly (readonly number[])[];
  /** Mean regret within each stretch of one best arm; absent where there are too many or they differ. */
  readonly epochs?: readonly number[];
  /** Replication 0, in equal bins of slots: the arm played most in each. */
  readonly ribbon: readonly number[];
  /** R_T of each replication. */
  readonly finals: readonly number[];
  /** Sum of the rewards as drawn. Absent from early results. */
  readonly reward?: Estimate;
  /** The plays of each arm, with the 95% interval of the mean. Absent from early results. */
  readonly plays?: {
    readonly mean: readonly number[];
    readonly low: readonly number[];
    readonly high: readonly number[];
  };
  /** The number of restarts. Absent if it counts no restarts, and from early results. */
  readonly restarts?: Estimate;
  /** Estimates of the drawn parameters in the first replication, one row each. Absent without contexts. */
  readonly coefficients?: readonly (readonly number[])[];
  /** The measures of several players. Absent if the policy plays alone. */
  readonly fleet?: FleetResult;
}

/** Two policies of a comparison, replication by replication. */
export interface PolicyDifference extends PairedDifference {
  /** Places in `policies`; the difference is the regret of `first` less that of `second`. */
  readonly first: number;
  readonly second: number;
  /** Corrected for the number of pairs without an oracle in this comparison; with one, for that of pairs with one (Holm). */
  readonly correctedP: number;
}

/** One comparison, aggregated. */
export interface ComparisonResult {
  readonly name: string;
  /** The kind of environment, where the experiment says so. */
  readonly situation?: string;
  readonly environment: EnvironmentResult;
  readonly replications: number;
  readonly seed: number;
  /** The number of players that share the arms. Absent if policies play alone. */
  readonly players?: number;
  /** Values that the experiment gives to policies, as its comparison has them; absent from results of 0.1.0. */
  readonly given?: {
    readonly variation?: number;
    readonly changes?: number;
    readonly volatility?: number;
    readonly rewardRange?: readonly [number, number];
  };
  /** How it was played, where not in time and one by one: as its comparison has it. */
  readonly delay?: string;
  readonly burst?: number;
  readonly floor?: number;
  readonly pending?: 'default' | 'width' | 'ignored';
  readonly policies: readonly PolicyResult[];
  readonly differences: readonly PolicyDifference[];
}

/** An experiment's result. */
export interface Result {
  readonly format: typeof RESULT_FORMAT;
  readonly version: typeof RESULT_VERSION;
  readonly name: string;
  /** The version of Driftline, and the commit where it is known. */
  readonly software: { readonly version: string; readonly commit: string | null };
  readonly comparisons: readonly ComparisonResult[];
}
