/**
 * What travels between a decision service and those who call it: every request and every answer, as JSON. The
 * service's schemas and its OpenAPI description are held to these types by its tests.
 */

/** A length of time, such as `500ms`, `30s`, `10m`, `6h` or `90d`. */
export type Duration = string;

/** A moment, in ISO 8601 with milliseconds, in UTC. */
export type Moment = string;

/** Anything that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type ArmState = 'active' | 'paused' | 'retired';
export type ExperimentStatus = 'running' | 'paused' | 'archived';

/** An arm when it is made: at most 64 characters of A–Z, a–z, 0–9, `.`, `_` and `-`, a letter or digit first. */
export interface NewArm {
  readonly key: string;
  /** Handed back with each decision for the arm; at most 4 KB. */
  readonly payload?: Json;
}

export interface Arm extends NewArm {
  readonly state: ArmState;
}

export interface PolicyChoice {
  /** An id of the list that `GET /v1/policies` shows; `auto` unless given. */
  readonly type: string;
  readonly params?: Readonly<Record<string, number>>;
}

/** How long to remember: for windows and discounts, which need it, and for no others. */
export interface Memory {
  /** How many decisions, 10 to 1 000 000. */
  readonly decisions: number;
  /** Time ages what is remembered, too: after this long without decisions all of it is as old as it can be. */
  readonly maxAge?: Duration;
}

/** What rewards are, and how long they are waited for. */
export interface RewardSettings {
  /**
   * Rewards lie between `min` and `max`, and are refused outside. With `auto` both may be left out: rewards of any size
   * are taken, and the policy learns their range.
   */
  readonly min?: number;
  readonly max?: number;
  /** For policies that bear heavy tails: rewards of any size, around `center`, of about this `scale`. */
  readonly center?: number;
  readonly scale?: number;
  /** A decision without a reward is closed after this long. */
  readonly timeout: Duration;
  /** What silence is worth, usually 0; then rewards count when the timeout has passed. Without it silence counts as nothing. */
  readonly missing?: number;
  /** With `missing`: rewards count when they come all the same. */
  readonly early?: boolean;
}

/** What `PUT /v1/experiments/{key}` takes. */
export interface NewExperiment {
  readonly arms: readonly NewArm[];
  readonly policy?: PolicyChoice;
  readonly memory?: Memory;
  readonly reward: RewardSettings;
  /** The share of decisions that any arm may get, all alike; 0.02 unless given. */
  readonly explore?: number;
  /** The arm that a paused experiment answers with while it is active; the first active one unless given. */
  readonly defaultArm?: string;
  /** A unit gets its last decision again while that is younger than this. */
  readonly sticky?: Duration;
  /** How long rows are kept; 90 days unless given. */
  readonly retain?: Duration;
}

/** The body of `PATCH /v1/experiments/{key}`; `null` restores the default. */
export interface ExperimentPatch {
  readonly policy?: PolicyChoice | null;
  readonly memory?: Memory | null;
  readonly explore?: number | null;
  /** For new decisions. Nothing else of rewards changes: what was learned rests on it. */
  readonly reward?: Pick<RewardSettings, 'timeout'>;
  readonly defaultArm?: string | null;
  readonly sticky?: Duration | null;
  readonly retain?: Duration | null;
}

/** Something that an operator should look at. */
export interface ServiceWarning {
  readonly code: string;
  readonly message: string;
}

export interface Experiment {
  readonly key: string;
  readonly status: ExperimentStatus;
  /** Grows with each change; what `If-Match` of a change must name. */
  readonly revision: number;
  readonly created: Moment;
  readonly arms: readonly Arm[];
  readonly policy: PolicyChoice;
  readonly memory: Memory | null;
  readonly reward: RewardSettings;
  readonly explore: number;
  /** The arm that a paused experiment answers with, always an active one; null if no arm is active. */
  readonly defaultArm: string | null;
  readonly sticky: Duration | null;
  readonly retain: Duration;
  readonly warnings: readonly ServiceWarning[];
}

/** An experiment after a change, and what the change did, in sentences such as `revised from decision 41000`. */
export interface ChangedExperiment extends Experiment {
  readonly effects: readonly string[];
}

export interface ExperimentList {
  readonly experiments: readonly Experiment[];
  /** Of the service as a whole, such as slow commits; each experiment has its own. */
  readonly warnings: readonly ServiceWarning[];
}

/** What `PUT` and `PATCH …/arms/{arm}` take. */
export interface ArmChange {
  readonly payload?: Json;
  /** `PATCH` alone. */
  readonly state?: 'active' | 'paused';
}

/** What `POST …/decisions` takes. */
export interface DecisionRequest {
  /** Who decides: at most 128 characters. */
  readonly unit?: string;
  /** Only these arms, or all but some. */
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  /** At most 2 KB. It is logged, and not used. */
  readonly context?: Json;
}

export type DecisionReason = 'policy' | 'explored' | 'sticky' | 'paused';

export interface Decision {
  /** Null where the experiment is paused: nothing was decided, and no reward is expected. */
  readonly decisionId: string | null;
  readonly number: number | null;
  readonly arm: string;
  readonly payload: Json;
  /** The probability that the arm was given; null where the policy can't state it. */
  readonly propensity: number | null;
  readonly reason: DecisionReason;
  /** Until when a reward counts. */
  readonly expiresAt: Moment | null;
}

export interface RewardRequest {
  readonly value: number;
}

export interface UnitRewardRequest {
  readonly unit: string;
  readonly value: number;
}

/**
 * What `POST …/last-decision` takes. Whoever has to retry a unit's reward asks for the unit's last decision first and
 * then rewards that: between two tries at `{unit, value}` the unit may have got another decision, and the reward would
 * count for both. The unit stands in no address, as those are logged.
 */
export interface LastDecisionRequest {
  readonly unit: string;
}

export interface LastDecision {
  readonly decisionId: string;
  readonly number: number;
  readonly arm: string;
  readonly expiresAt: Moment;
}

/**
 * What became of a reward, all of them stored: `counted` now; `held` until the timeout; `recorded`, where the
 * policy does not learn; `duplicate`, the same as before; `late`, after the timeout; `outside_memory`, of what
 * is forgotten.
 */
export type RewardStatus =
  | 'counted'
  | 'held'
  | 'recorded'
  | 'duplicate'
  | 'late'
  | 'outside_memory';
export type CancelStatus = 'cancelled' | 'duplicate' | 'late';

export interface RewardAnswer {
  readonly status: RewardStatus;
}

export interface CancelAnswer {
  readonly status: CancelStatus;
}

/** One of up to 1000 operations of `POST /v1/batch`. */
export type BatchOperation =
  | ({ readonly decide: string; readonly idempotencyKey?: string } & DecisionRequest)
  | { readonly reward: string; readonly value: number }
  | { readonly rewardUnit: string; readonly unit: string; readonly value: number }
  | { readonly lastDecision: string; readonly unit: string }
  | { readonly cancel: string };

export interface BatchRequest {
  readonly operations: readonly BatchOperation[];
}

/** What happened to each operation, in order. Each is durable by itself: some may fail. */
export interface BatchAnswer {
  readonly results: readonly BatchResult[];
}

export type BatchResult =
  | { readonly ok: Decision | RewardAnswer | LastDecision | CancelAnswer }
  | { readonly problem: Problem };

/** What went wrong, by RFC 9457. */
export interface Problem {
  /** `/problems/…`; the list is in the service's documentation. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Where in the request: a JSON pointer. */
  readonly pointer?: string;
  /** Of a reward that conflicts with one that is stored: that one. */
  readonly stored?: number | null;
  /** Of what may go right later (429, 503): seconds, as in `Retry-After`, which pages of other origins can't read. */
  readonly retryAfter?: number;
}

/** What the policy knows of an arm now. */
export interface ArmKnowledge {
  readonly key: string;
  readonly state: ArmState;
  /** Rewards that are remembered; may be fractional where they fade. */
  readonly observed: number;
  readonly pending: number;
  /** In the units of rewards; null where nothing is remembered or the policy has none. */
  readonly mean: number | null;
  readonly width: number | null;
  readonly index: number | null;
  /** Of the last 1000 decisions. */
  readonly share: number;
}

/** `GET …/state`. */
export interface ExperimentState {
  readonly key: string;
  readonly status: ExperimentStatus;
  readonly revision: number;
  readonly at: Moment;
  /** How many decisions were made in all, and how many of them wait. */
  readonly decisions: number;
  readonly pending: number;
  /** How often an alarm made the policy forget; null where it has none. */
  readonly restarts: number | null;
  /** SHA-256 of the state: equal logs have equal ones. Of a state so large that hashing takes long, that of a while ago. */
  readonly hash: string;
  readonly arms: readonly ArmKnowledge[];
  /** From decision to reward, of the last 1000 rewards; null where there are none. */
  readonly delay: DelaySummary | null;
  readonly warnings: readonly ServiceWarning[];
}

export interface DelaySummary {
  readonly decisions: { readonly p50: number; readonly p95: number };
  readonly seconds: { readonly p50: number; readonly p95: number };
}

/** `GET …/history?bins=200`: the log in bins of decision numbers. */
export interface History {
  readonly key: string;
  /** The first number that is kept and the number after the last. */
  readonly from: number;
  readonly to: number;
  readonly bins: readonly HistoryBin[];
  /** Changes that an operator made, and restarts of the policy where it has them. */
  readonly marks: readonly HistoryMark[];
}

export interface HistoryBin {
  readonly from: number;
  readonly to: number;
  readonly start: Moment;
  readonly end: Moment;
  /** Decisions to which a reward came, also a late one. `rewards` of arms counts silence, too, where that is worth something. */
  readonly rewarded: number;
  /** One entry per arm, retired ones included, in the order of the experiment's arms. */
  readonly arms: readonly HistoryArm[];
}

export interface HistoryArm {
  readonly decisions: number;
  readonly rewards: number;
  /** Of the rewards of this bin's decisions; null where there are none. */
  readonly mean: number | null;
}

export interface HistoryMark {
  readonly number: number;
  readonly at: Moment;
  readonly kind: 'created' | 'changed' | 'status' | 'arm' | 'revised' | 'restart' | 'clock';
  readonly text: string;
}

/** A mean with its 95 % interval; null where there is too little to tell. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly rewards: number;
}

/** `GET …/report`: what was gained, from the explored slice, a uniform sample whatever the policy is. */
export interface Report {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** How rewards that never came are counted: as `reward.missing`, or not at all. */
  readonly silence: 'missing' | 'left out';
  readonly arms: readonly { readonly key: string; readonly explored: Estimate | null }[];
  /** The mean of even play, from explored decisions alone. */
  readonly uniform: Estimate | null;
  /** The mean of the policy's own decisions. */
  readonly policy: Estimate | null;
  /** Policy less uniform. */
  readonly gain: Estimate | null;
  readonly notes: readonly string[];
}

/**
 * A line of `GET …/export`; CSV has the same columns, `eligible` and `context` as JSON, and an apostrophe before texts
 * that a spreadsheet would take for a formula.
 */
export interface ExportLine {
  readonly decisionId: string;
  readonly number: number;
  readonly slot: number;
  readonly time: Moment;
  readonly arm: string;
  readonly eligible: readonly string[];
  readonly propensity: number | null;
  readonly reason: 'policy' | 'explored' | 'imported';
  readonly unit: string | null;
  readonly context: Json;
  readonly outcome: 'reward' | 'cancel' | 'late' | null;
  readonly reward: number | null;
  readonly arrival: Moment | null;
}

/** A line of what `POST …/import` takes, before the first decision only. */
export interface ImportLine {
  readonly arm: string;
  readonly value: number;
}

export interface ImportAnswer {
  readonly imported: number;
}

/** `DELETE …/units/{unit}`: in how many rows the unit and its contexts were erased. */
export interface EraseAnswer {
  readonly erased: number;
}

/** `GET /v1/policies`: what an experiment can be made with. */
export interface OfferedPolicy {
  readonly type: string;
  readonly name: string;
  readonly memory: 'required' | 'refused';
  readonly rewards: 'range' | 'center-and-scale';
  readonly summary: string;
}

export interface OfferedPolicies {
  readonly policies: readonly OfferedPolicy[];
}
