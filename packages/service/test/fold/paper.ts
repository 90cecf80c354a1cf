/** An experiment whose log is a list in memory: operations go through the real work, without a store. */
import type { NewExperiment } from '@driftline/client/wire';
import { type Random, randomStream } from '@driftline/core';
import { revisionAsked } from '../../src/fold/assemble.ts';
import type { Course } from '../../src/fold/course.ts';
import { ExperimentFold } from '../../src/fold/experiment-fold.ts';
import { Replay } from '../../src/fold/replay.ts';
import type { ReviseBody } from '../../src/model/changes.ts';
import type { ExperimentConfig } from '../../src/model/configuration.ts';
import { defaultLimits } from '../../src/model/limits.ts';
import type { Operations } from '../../src/model/operations.ts';
import { ProblemError } from '../../src/model/problems.ts';
import { readNewExperiment } from '../../src/model/read-configuration.ts';
import { RequestDigests } from '../../src/model/request-digests.ts';
import type { LogEvent } from '../../src/model/rows.ts';
import type { Plan } from '../../src/work/configure.ts';
import { decide } from '../../src/work/decide.ts';
import { revisionFor } from '../../src/work/reach.ts';
import { type KnownDecision, type SeenRows, Session } from '../../src/work/session.ts';
import { cancel, reward, rewardUnit } from '../../src/work/settle.ts';
import { sweep } from '../../src/work/sweep.ts';

export const START = Date.UTC(2026, 0, 1);
const IDENTITY = { id: 1, key: 'x' };
const DIGESTS = new RequestDigests([new Uint8Array(32)]);

/** What a new policy makes of a log. */
function replayOf(config: ExperimentConfig, body: ReviseBody, log: readonly LogEvent[]): Course {
  const replay = new Replay(config, body);
  const first = log.findIndex(
    (event) => event.type === 'decision' && event.row.number === body.from,
  );
  if (first >= 0) for (const event of log.slice(first)) replay.add(event);
  return replay.course;
}

/** Folds the events of a log after the last one that a state knows. */
export function foldTail(fold: ExperimentFold, log: readonly LogEvent[]): ExperimentFold {
  for (const event of log) {
    if (event.row.seq <= fold.facts.head) continue;
    const body = event.type === 'change' ? revisionAsked(event.row) : undefined;
    if (event.type === 'change' && body !== undefined) {
      const before = log.filter(({ row }) => row.seq < event.row.seq);
      fold.revise(event.row, replayOf(fold.config, body, before));
    } else {
      fold.apply(event);
    }
  }
  return fold;
}

/** Folds a whole log. */
export function foldAll(log: readonly LogEvent[]): ExperimentFold {
  return foldTail(ExperimentFold.begin(log[0]), log);
}

export class PaperExperiment {
  readonly log: LogEvent[] = [];
  readonly fold: ExperimentFold;
  readonly #random: Random;
  readonly #rows = new Map<number, KnownDecision>();
  now = START;

  constructor(asked: NewExperiment, seed = 1) {
    const config = readNewExperiment(asked, this.now, defaultLimits);
    const body = JSON.stringify({ config });
    const row = { seq: 1, at: this.now, kind: 'create', body, by: 'test' } as const;
    this.log.push({ type: 'change', row });
    this.fold = ExperimentFold.begin(this.log[0]);
    this.#random = randomStream(seed);
  }

  decide(request: Operations['decide']['ask']['request'] = {}, idempotencyKey?: string) {
    const ask = {
      key: 'x',
      request,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    };
    return this.run((session) => decide(session, ask));
  }

  reward(number: number, value: number): string {
    const work = (session: Session) => reward(session, { number }, value, 'test').answer.status;
    return this.#status(work, number);
  }

  rewardUnit(unit: string, value: number): string {
    return this.#status((session) => rewardUnit(session, unit, value, 'test').answer.status);
  }

  cancel(number: number): string {
    const work = (session: Session) => cancel(session, { number }, 'test').answer.status;
    return this.#status(work, number);
  }

  sweep(): number {
    return this.run(sweep);
  }

  /** Carries out a plan, with its revision. */
  carryOut({ change, config, revise }: Plan): void {
    if (change === undefined) return;
    this.run((session) => {
      session.change(change.kind, change.body, 'test');
      if (revise === undefined) return;
      const body = revisionFor(config, this.fold.facts.next, 0, revise);
      const row = session.changeRow('revise', body, 'test');
      this.fold.revise(row, replayOf(config, body, this.log));
      session.changed(row);
    });
  }

  /** As in a batch, only the decisions are seen that are asked for. */
  run<T>(work: (session: Session) => T, number?: number): T {
    const session = new Session(IDENTITY, this.fold, this.#setting(), this.#seen(number));
    const result = work(session);
    const { decisions, outcomes, changes } = session.writes();
    const events: LogEvent[] = [
      ...decisions.map((row) => ({ type: 'decision', row }) as const),
      ...outcomes.map((row) => ({ type: 'outcome', row }) as const),
      ...changes.map((row) => ({ type: 'change', row }) as const),
    ];
    this.log.push(...events.sort((one, other) => one.row.seq - other.row.seq));
    for (const decision of decisions) {
      this.#rows.set(decision.number, { decision, outcome: undefined });
    }
    for (const outcome of outcomes) {
      const known = this.#rows.get(outcome.number);
      if (known !== undefined) this.#rows.set(outcome.number, { ...known, outcome });
    }
    return result;
  }

  #status(work: (session: Session) => string, number?: number): string {
    try {
      return this.run(work, number);
    } catch (error) {
      if (error instanceof ProblemError) return error.kind;
      throw error;
    }
  }

  #setting() {
    return {
      now: this.now,
      isSettled: true,
      isAccepted: false,
      random: this.#random,
      limits: defaultLimits,
      digests: DIGESTS,
    };
  }

  /** Looked up by walking through all rows, as slow as it is simple. */
  #seen(number: number | undefined): SeenRows {
    const numbers = new Map<number, KnownDecision>();
    const own = this.#rows.get(number ?? -1);
    if (own !== undefined) numbers.set(own.decision.number, own);
    const requests = new Map<string, KnownDecision>();
    const units = new Map<string, KnownDecision>();
    for (const known of this.#rows.values()) {
      const { request, unit } = known.decision;
      if (request !== null) requests.set(request, known);
      if (unit !== null && known.outcome?.kind !== 'cancel') units.set(unit, known);
    }
    return { numbers, requests, units };
  }
}
