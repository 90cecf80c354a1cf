/** The rows that a store keeps. An experiment's log is its changes, decisions and outcomes, in the order of `seq`. */

/** Milliseconds since 1970 in UTC, by the service's own time. */
export type Millis = number;

export type StatusName = 'running' | 'paused' | 'archived';

/** Where an experiment stands. `head`, `next`, `swept` and `at` go forward only. */
export interface ExperimentRow {
  readonly id: number;
  readonly key: string;
  readonly status: StatusName;
  /** Grows with each change of the configuration. */
  readonly revision: number;
  /** An `ExperimentConfig` as JSON. */
  readonly config: string;
  /** The `seq` of the last event. */
  readonly head: number;
  /** The number of the next decision. */
  readonly next: number;
  /** Decisions below this number are closed. */
  readonly swept: number;
  /** The time of the last event. */
  readonly at: Millis;
}

/**
 * `restart`: an alarm made the policy forget; it follows from the log, and stands there to be seen. `clock`: the offset
 * between the log's time and the machine's changed.
 */
export type ChangeKind =
  | 'create'
  | 'config'
  | 'revise'
  | 'arm'
  | 'sweep'
  | 'status'
  | 'erase'
  | 'restart'
  | 'clock';

/** A change of an experiment: these rows are its audit log. */
export interface ChangeRow {
  readonly seq: number;
  readonly at: Millis;
  readonly kind: ChangeKind;
  /** JSON; its form depends on the kind (`model/changes.ts`). */
  readonly body: string;
  /** The id of the key that asked for it, or `service`. */
  readonly by: string;
}

export type DecisionReasonName = 'policy' | 'explored' | 'imported';

export interface DecisionRow {
  readonly number: number;
  readonly seq: number;
  readonly at: Millis;
  /** From then on it is overdue. */
  readonly deadline: Millis;
  /** The policy's slot. */
  readonly slot: number;
  /** The place in the experiment's list of all arms that there ever were. */
  readonly arm: number;
  readonly reason: DecisionReasonName;
  readonly propensity: number | null;
  /** What has to come back to the policy with the reward. */
  readonly ticket: number;
  /** The places of the arms that it was chosen among, as JSON; null for all that were active. */
  readonly eligible: string | null;
  /** The idempotency key. */
  readonly request: string | null;
  /** A digest of what was asked with that key (`request-digests.ts`); null in rows of format 1. */
  readonly digest: string | null;
  readonly unit: string | null;
  /** JSON. */
  readonly context: string | null;
}

/** `late` is a reward that came after its decision was closed: stored, and not counted. */
export type OutcomeKind = 'reward' | 'cancel' | 'late';

/** What came of a decision; there is at most one per decision. */
export interface OutcomeRow {
  readonly number: number;
  readonly seq: number;
  readonly at: Millis;
  readonly kind: OutcomeKind;
  /** Null for `cancel`. */
  readonly value: number | null;
  /** The id of the key that reported it. */
  readonly by: string;
}

/** An event of a log. */
export type LogEvent =
  | { readonly type: 'decision'; readonly row: DecisionRow }
  | { readonly type: 'outcome'; readonly row: OutcomeRow }
  | { readonly type: 'change'; readonly row: ChangeRow };

/** The state of an experiment after the event `seq`: a cache of the log's fold. */
export interface SnapshotRow {
  readonly seq: number;
  /** `next` of the experiment then. */
  readonly next: number;
  /** The revision of core's arithmetic that it was computed with. */
  readonly numbers: number;
  readonly version: string;
  /** SHA-256 of the body. */
  readonly hash: Uint8Array;
  readonly body: Uint8Array;
}

/** An API key, without the secret itself. */
export interface KeyRow {
  /** The eight characters after `dl_`. */
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  /** Null for all experiments. */
  readonly experiments: readonly string[] | null;
  /** Origins of browsers that may use it; null for none. */
  readonly origins: readonly string[] | null;
  readonly made: Millis;
  readonly revoked: Millis | null;
}

export const scopeList = ['admin', 'configure', 'decide', 'reward', 'read'] as const;
export type Scope = (typeof scopeList)[number];
