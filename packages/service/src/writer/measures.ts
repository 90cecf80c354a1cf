/** What the writer measures, as plain data: it crosses a thread in bundles, and becomes metrics on the other side. */
import type { DecisionReason, RewardStatus } from '@driftline/client/wire';

/** Counts and observations of one experiment since the last bundle. */
export interface ExperimentMeasures {
  /** The experiment's key. */
  readonly experiment: string;
  readonly decisions: Readonly<Partial<Record<DecisionReason, number>>>;
  readonly rewards: Readonly<Partial<Record<RewardStatus, number>>>;
  readonly cancels: number;
  /** Of each reward that found its decision open: how many decisions, and how many seconds, later it came. */
  readonly delayDecisions: readonly number[];
  readonly delaySeconds: readonly number[];
  /** Decisions that sweeps closed. */
  readonly swept: number;
  /** Alarms of the policy. */
  readonly restarts: number;
  /** Events that were folded, live and at recovery. */
  readonly folded: number;
  /** Events of other processes that were folded, and of these decisions and rewards. */
  readonly tail: number;
  readonly tailDecisions: number;
  readonly tailRewards: number;
  /** Decisions that wait for their reward or timeout, now. */
  readonly pending: number;
}

/** What the policy of an experiment thinks of its arms, now: at most once per few seconds. */
export interface ArmMeasures {
  readonly experiment: string;
  readonly arms: readonly {
    readonly key: string;
    /** Of the last 1000 decisions. */
    readonly share: number;
    readonly mean: number | null;
  }[];
}

/** The time of a log that is not simply the machine's, now. */
export interface LogClockMeasures {
  readonly experiment: string;
  /** Milliseconds by which it is ahead. */
  readonly ahead: number;
  /** Whether decisions stay open after a large step of time. */
  readonly isHolding: boolean;
}

/** Why an operation was turned away. */
export type ShedReason =
  | 'queue-full'
  | 'waited-too-long'
  | 'too-many-pending'
  | 'disk-full'
  | 'unavailable';

/** A bundle. */
export interface Measures {
  readonly experiments: readonly ExperimentMeasures[];
  readonly arms: readonly ArmMeasures[];
  /** Experiments that are not held any more: archived. Their series may go. */
  readonly gone: readonly string[];
  /** Of each commit. */
  readonly commitSeconds: readonly number[];
  readonly batchOperations: readonly number[];
  readonly snapshotSeconds: readonly number[];
  readonly shed: Readonly<Partial<Record<ShedReason, number>>>;
  /** Operations that wait, now. */
  readonly queued: number;
  /** Experiments that are refused because their log is damaged, now. */
  readonly damaged: number;
  /** Batches that found their experiment locked by another process. */
  readonly busy: number;
  /** Whether the store answered and took writes when it was last asked. */
  readonly storeUp: boolean;
  /** Whether it had no room then. */
  readonly storeFull: boolean;
  /** Milliseconds from the store's clock to the service's; undefined where the store has none of its own. */
  readonly clockOffset: number | undefined;
  /** Experiments whose log does not have the machine's time, or whose decisions stay open after a large step. */
  readonly logClocks: readonly LogClockMeasures[];
}

/** Is given each bundle. */
export type MeasuresListener = (measures: Measures) => void;
