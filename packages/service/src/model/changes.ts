/** The bodies of changes: what the fold reads, and what the audit log shows. */
import type { ArmConfig, ExperimentConfig, MemoryConfig, PolicyConfig } from './configuration.ts';
import type { LogClock } from './log-clock.ts';
import type { ChangeKind, ChangeRow, Millis, StatusName } from './rows.ts';

/** A new policy that goes through the log again. */
export interface ReviseBody {
  readonly policy: PolicyConfig;
  readonly memory: MemoryConfig | null;
  /** The places of the arms that it has, in its order. */
  readonly arms: readonly number[];
  /** The number of the first decision that it goes through: its slot 0. */
  readonly from: number;
  readonly cause: 'policy' | 'retire' | 'slots' | 'numbers' | 'rebuild';
}

/** The time of the log from this change on, and why it changed. */
export interface ClockBody extends LogClock {
  /** The machine's time then. */
  readonly machine: Millis;
  /**
   * `behind`: the machine's clock was behind the log. `step`: time moved on so far that decisions stay open for a
   * while. `accepted`: an operator ended that. `corrected`: an operator brought the log back to the machine's time.
   */
  readonly cause: 'behind' | 'step' | 'accepted' | 'corrected';
}

/** The time of the log that a change sets. */
export function clockIn({ cause: _cause, machine: _machine, ...clock }: ClockBody): LogClock {
  return clock;
}

/** A body for each kind. */
export interface ChangeBodies {
  readonly create: { readonly config: ExperimentConfig };
  /** What may be patched, as it is afterwards. */
  readonly config: Pick<
    ExperimentConfig,
    'policy' | 'memory' | 'reward' | 'explore' | 'defaultArm' | 'sticky' | 'retain'
  >;
  readonly revise: ReviseBody;
  /** The arm as it is afterwards; at a place that is new, it joins. */
  readonly arm: { readonly place: number; readonly arm: ArmConfig };
  /** Decisions below `through` are closed. */
  readonly sweep: { readonly through: number; readonly closed: number };
  readonly status: { readonly status: StatusName };
  /** The unit is not named: it was erased. */
  readonly erase: { readonly tombstone: string; readonly decisions: number };
  /** An alarm made the policy forget; the fold knows without it. */
  readonly restart: { readonly restarts: number; readonly number: number };
  readonly clock: ClockBody;
}

/** A change with its body, as data. */
export type Change = {
  [Kind in ChangeKind]: { readonly kind: Kind; readonly body: ChangeBodies[Kind] };
}[ChangeKind];

/** Reads a change that was written here; what it says is checked where it is folded. */
export function changeOf({ kind, body }: Pick<ChangeRow, 'kind' | 'body'>): Change {
  return { kind, body: JSON.parse(body) } as Change;
}

/** The body of a change whose kind is known to be `clock`. */
export function bodyOfClock({ body }: Pick<ChangeRow, 'body'>): ClockBody {
  return JSON.parse(body);
}

/** The body of a change whose kind is known to be `sweep`. */
export function bodyOfSweep({ body }: Pick<ChangeRow, 'body'>): ChangeBodies['sweep'] {
  return JSON.parse(body);
}

export function bodyText<Kind extends ChangeKind>(_kind: Kind, body: ChangeBodies[Kind]): string {
  return JSON.stringify(body);
}
