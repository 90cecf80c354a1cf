/** One experiment's share of a batch: what was seen, what is written so far, and the state after it. */
import type { Random } from '@driftline/core';
import type { Effect, ExperimentFold } from '../fold/experiment-fold.ts';
import type { ChangeBodies, ClockBody } from '../model/changes.ts';
import type { Limits } from '../model/limits.ts';
import { logTime } from '../model/log-clock.ts';
import type { RequestDigests } from '../model/request-digests.ts';
import type {
  ChangeKind,
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  LogEvent,
  Millis,
  OutcomeRow,
} from '../model/rows.ts';
import { type MachineClock, timeOf } from './keep-time.ts';

/** A decision with what came of it. */
export interface KnownDecision {
  readonly decision: DecisionRow;
  readonly outcome: OutcomeRow | undefined;
}

/** The rows that operations asked for, as of the transaction that they are in. */
export interface SeenRows {
  readonly numbers: ReadonlyMap<number, KnownDecision>;
  readonly requests: ReadonlyMap<string, KnownDecision>;
  readonly units: ReadonlyMap<string, KnownDecision>;
}

/** What all sessions of a batch share. */
export interface Setting extends MachineClock {
  readonly random: Random;
  readonly limits: Limits;
  readonly digests: RequestDigests;
}

/** What a session appends to the log. */
interface SessionWrites {
  readonly experiment?: ExperimentRow;
  readonly decisions: readonly DecisionRow[];
  readonly outcomes: readonly OutcomeRow[];
  readonly changes: readonly ChangeRow[];
}

/** Whose log it is. */
export interface Identity {
  readonly id: number;
  readonly key: string;
}

function isCancelled(known: KnownDecision | undefined): boolean {
  return known?.outcome?.kind === 'cancel';
}

export class Session {
  readonly identity: Identity;
  readonly fold: ExperimentFold;
  readonly setting: Setting;
  #at: Millis;
  readonly #seen: SeenRows;
  readonly #decisions: DecisionRow[] = [];
  readonly #outcomes: OutcomeRow[] = [];
  readonly #changes: ChangeRow[] = [];
  readonly #requests = new Map<string, number>();
  /** The numbers of the units' decisions that were made here. */
  readonly #units = new Map<string, number[]>();
  readonly #numbers = new Map<number, KnownDecision>();

  constructor(identity: Identity, fold: ExperimentFold, setting: Setting, seen: SeenRows) {
    this.identity = identity;
    this.fold = fold;
    this.setting = setting;
    this.#at = timeOf(fold, setting);
    this.#seen = seen;
  }

  /** The time of all events of this batch. */
  get at(): Millis {
    return this.#at;
  }

  /** The `seq` of the next event. */
  get seq(): number {
    return this.fold.facts.head + 1;
  }

  byNumber(number: number): KnownDecision | undefined {
    return this.#numbers.get(number) ?? this.#seen.numbers.get(number);
  }

  byRequest(request: string): KnownDecision | undefined {
    const here = this.#requests.get(request);
    return here === undefined ? this.#seen.requests.get(request) : this.byNumber(here);
  }

  /** The last decision of a unit that was not cancelled: one that was not shown takes no reward. */
  byUnit(unit: string): KnownDecision | undefined {
    const here = this.#units.get(unit) ?? [];
    const last = here.findLast((number) => !isCancelled(this.byNumber(number)));
    if (last !== undefined) return this.byNumber(last);
    const seen = this.#seen.units.get(unit);
    return seen === undefined ? undefined : (this.#numbers.get(seen.decision.number) ?? seen);
  }

  decide(row: DecisionRow): Effect {
    const effect = this.#append({ type: 'decision', row });
    this.#decisions.push(row);
    this.#numbers.set(row.number, { decision: row, outcome: undefined });
    if (row.request !== null) this.#requests.set(row.request, row.number);
    if (row.unit !== null) this.#ofUnit(row.unit, row.number);
    return effect;
  }

  #ofUnit(unit: string, number: number): void {
    const numbers = this.#units.get(unit);
    if (numbers === undefined) this.#units.set(unit, [number]);
    else numbers.push(number);
  }

  settle(decision: DecisionRow, row: OutcomeRow): Effect {
    const effect = this.#append({ type: 'outcome', row });
    this.#outcomes.push(row);
    this.#numbers.set(row.number, { decision, outcome: row });
    return effect;
  }

  change<Kind extends ChangeKind>(kind: Kind, body: ChangeBodies[Kind], by: string): Effect {
    const row = this.changeRow(kind, body, by);
    const effect = this.#append({ type: 'change', row });
    this.#changes.push(row);
    return effect;
  }

  /** Changes the time of the log; before any other event. */
  keepTime(body: ClockBody, by = 'service'): void {
    this.#at = Math.max(this.fold.facts.at, logTime(body, this.setting.now));
    this.change('clock', body, by);
  }

  /** A change that is written, and was folded by the caller. */
  changed(row: ChangeRow): void {
    this.#changes.push(row);
  }

  changeRow<Kind extends ChangeKind>(kind: Kind, body: ChangeBodies[Kind], by: string): ChangeRow {
    return { seq: this.seq, at: this.at, kind, body: JSON.stringify(body), by };
  }

  /** What has to be committed. */
  writes(): SessionWrites {
    const { id, key } = this.identity;
    const [decisions, outcomes, changes] = [this.#decisions, this.#outcomes, this.#changes];
    const isEmpty = decisions.length + outcomes.length + changes.length === 0;
    const written = { decisions, outcomes, changes };
    return isEmpty ? written : { experiment: this.fold.row(id, key), ...written };
  }

  #append(event: LogEvent): Effect {
    return this.fold.apply(event);
  }
}
