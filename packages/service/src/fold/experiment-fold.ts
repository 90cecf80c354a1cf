/**
 * The state of an experiment: the fold of its log. `apply` is the only code that changes a policy, when an event is
 * written and when it is read again, so that both give the same state, bit for bit.
 */
import type { Policy } from '@driftline/core';
import {
  type Change,
  type ChangeBodies,
  type ClockBody,
  changeOf,
  clockIn,
  type ReviseBody,
} from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { LogClock } from '../model/log-clock.ts';
import type { PolicySource } from '../model/policy-options.ts';
import type {
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  LogEvent,
  Millis,
  OutcomeRow,
  StatusName,
} from '../model/rows.ts';
import { Course, type Settled } from './course.ts';
import { DamagedLogError, demand, MissingEventError, readEvent } from './damage.ts';
import { type Idle, slotsDue } from './idle-slots.ts';
import { Learner } from './learner.ts';
import { Recent } from './recent.ts';
import type { Waiting } from './waiting.ts';

/** Everything but the policy, as it is saved. */
export interface FoldFacts {
  readonly config: ExperimentConfig;
  readonly status: StatusName;
  readonly revision: number;
  readonly head: number;
  readonly next: number;
  readonly swept: number;
  readonly at: Millis;
  readonly idle: Idle;
  /** The `seq` of the last revision; 0 where there was none. */
  readonly revised: number;
  /** The time of the log, if it is not simply the machine's. Absent otherwise: older snapshots do not have it. */
  readonly clock?: LogClock;
}

/** What an event did, beside its place in the log. */
export interface Effect {
  readonly settled?: Settled;
  /** Decisions that a sweep closed. */
  readonly closed?: number;
}

/** It changes with each event, and is read only by others. */
type Draft = { -readonly [Name in keyof FoldFacts]: FoldFacts[Name] };

const NO_EFFECT: Effect = {};

/** The first event of every log. */
function createdBy(event: LogEvent): { config: ExperimentConfig; row: ChangeRow } {
  const { seq } = event.row;
  demand(
    event.type === 'change' && event.row.kind === 'create',
    seq,
    'a log must begin with create',
  );
  demand(seq === 1, seq, 'the first event must have seq 1');
  const { row } = event;
  const { config } = readEvent(seq, () => JSON.parse(row.body) as ChangeBodies['create']);
  return { config, row };
}

/** What a revision makes its policy from. */
export function sourceOf(
  { policy, memory }: Pick<ReviseBody, 'policy' | 'memory'>,
  { reward }: ExperimentConfig,
): PolicySource {
  return { policy, memory, reward };
}

export class ExperimentFold {
  readonly #facts: Draft;
  #course: Course;
  readonly recent: Recent;
  #configText: string;

  constructor(facts: FoldFacts, course: Course, recent: Recent) {
    this.#facts = { ...facts };
    this.#course = course;
    this.recent = recent;
    this.#configText = JSON.stringify(facts.config);
  }

  /** The state after the first event. */
  static begin(event: LogEvent): ExperimentFold {
    const { config, row } = createdBy(event);
    const places = config.arms.map((_, place) => place);
    const learner = new Learner(config, places, 0);
    const facts: FoldFacts = {
      config,
      status: 'running',
      revision: 1,
      head: 1,
      next: 0,
      swept: 0,
      at: row.at,
      idle: { since: row.at, slots: 0 },
      revised: 0,
    };
    return new ExperimentFold(facts, new Course(config, learner), new Recent());
  }

  get facts(): FoldFacts {
    return this.#facts;
  }

  get config(): ExperimentConfig {
    return this.#facts.config;
  }

  get learner(): Learner {
    return this.#course.learner;
  }

  get policy(): Policy {
    return this.learner.policy;
  }

  get waiting(): Waiting {
    return this.#course.waiting;
  }

  /** The experiment's row, as it has to be in the store. */
  row(id: number, key: string): ExperimentRow {
    const { status, revision, head, next, swept, at } = this.#facts;
    return { id, key, status, revision, config: this.#configText, head, next, swept, at };
  }

  /**
   * Lets idle time pass up to a moment, where time ages what is remembered. Only right before an event of this
   * moment is applied: what is not in the log must not change a policy.
   */
  age(at: Millis): void {
    const { due, idle } = slotsDue(this.learner.source.memory, this.#facts.idle, at);
    if (due === 0) return;
    this.policy.skip(due);
    this.#facts.idle = idle;
  }

  /** Takes the next event. One that revises is for `revise`. */
  apply(event: LogEvent): Effect {
    this.#demandNext(event);
    return readEvent(event.row.seq, () => this.#applied(event));
  }

  /** Takes a revision: `replayed` is the course of its policy through the log up to here. */
  revise(row: ChangeRow, replayed: Course): void {
    this.#demandNext({ type: 'change', row });
    const { waiting } = this.#course;
    const { from } = replayed.learner;
    waiting.renumber(from);
    const isWhole = waiting.countFrom(from) === replayed.waiting.countFrom(from);
    demand(isWhole, row.seq, `the log from decision ${from} on is incomplete`);
    this.#course = new Course(this.config, replayed.learner, waiting);
    this.#facts.idle = { since: row.at, slots: 0 };
    this.#facts.revised = row.seq;
    this.#moveTo(row.seq, row.at);
  }

  #demandNext({ row }: LogEvent): void {
    const { head, at } = this.#facts;
    if (row.seq !== head + 1) {
      throw new MissingEventError(row.seq, `the event after ${head} is missing`);
    }
    demand(row.at >= at, row.seq, 'time went back');
  }

  #moveTo(seq: number, at: Millis): void {
    this.#facts.head = seq;
    this.#facts.at = at;
  }

  #applied(event: LogEvent): Effect {
    const { seq, at } = event.row;
    this.age(at);
    let effect = NO_EFFECT;
    if (event.type === 'decision') this.#decide(event.row);
    else if (event.type === 'outcome') effect = { settled: this.#settle(event.row) };
    else effect = this.#change(changeOf(event.row), seq, at);
    this.#moveTo(seq, at);
    return effect;
  }

  #decide(row: DecisionRow): void {
    const { next } = this.#facts;
    const { slot } = this.policy;
    demand(row.number === next, row.seq, `expected decision ${next}, found ${row.number}`);
    demand(row.slot === slot, row.seq, `expected slot ${slot}, found ${row.slot}`);
    demand(this.learner.armAt(row.arm) !== undefined, row.seq, `there is no arm ${row.arm}`);
    this.#course.decide(row, slot);
    if (row.reason !== 'imported') this.recent.decided(row.arm);
    this.#facts.next = next + 1;
    this.#facts.idle = { since: row.at, slots: 0 };
  }

  #settle(row: OutcomeRow): Settled {
    const settled = this.#course.settle(row);
    const { decision } = settled;
    // What was imported has no delay: it was closed when it came.
    if (decision !== undefined && row.kind === 'reward' && decision.deadline > decision.at) {
      const since = this.#facts.next - 1 - decision.number;
      this.recent.rewarded(since, row.at - decision.at);
    }
    return settled;
  }

  #change(change: Change, seq: number, at: Millis): Effect {
    switch (change.kind) {
      case 'config':
        this.#configure({ ...this.config, ...change.body });
        return NO_EFFECT;
      case 'arm':
        this.#changeArm(change.body, seq);
        return NO_EFFECT;
      case 'status':
        this.#facts.status = change.body.status;
        this.#configure(this.config);
        return NO_EFFECT;
      case 'sweep':
        return this.#sweep(change.body, seq);
      case 'clock':
        this.#keepTime(change.body, seq, at);
        return NO_EFFECT;
      case 'erase':
      case 'restart':
        return NO_EFFECT;
      case 'create':
      case 'revise':
        throw new DamagedLogError(seq, `${change.kind} is not expected here`);
    }
  }

  /** A configuration that was changed by somebody. */
  #configure(config: ExperimentConfig): void {
    if (config !== this.config) this.#configText = JSON.stringify(config);
    this.#facts.config = config;
    this.#facts.revision += 1;
  }

  #changeArm({ place, arm }: ChangeBodies['arm'], seq: number): void {
    const arms = [...this.config.arms];
    demand(place <= arms.length, seq, `expected arm ${arms.length}, found ${place}`);
    if (place === arms.length) this.learner.join(place);
    arms[place] = arm;
    this.#configure({ ...this.config, arms });
  }

  #keepTime(body: ClockBody, seq: number, at: Millis): void {
    const clock = clockIn(body);
    demand(Number.isSafeInteger(clock.offset) && clock.offset >= 0, seq, 'an offset is below 0');
    this.#course.keepTime(body, at, this.#facts.clock);
    this.#facts.clock = clock;
  }

  #sweep({ through, closed }: ChangeBodies['sweep'], seq: number): Effect {
    const { swept, next } = this.#facts;
    demand(through > swept && through <= next, seq, `a sweep through ${through} after ${swept}`);
    const found = this.#course.sweep(through);
    demand(found === closed, seq, `expected a sweep of ${closed} decisions, found ${found}`);
    this.#facts.swept = through;
    return { closed };
  }
}
