/** The operations of one experiment that are committed together. */
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import type { Answer, Operation, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import { momentOf } from '../model/write-configuration.ts';
import type { Batch, Seen, Wanted, Writes } from '../store/store.ts';
import { decide } from '../work/decide.ts';
import { type Identity, Session, type Setting } from '../work/session.ts';
import { cancel, reward, rewardUnit, type SettleResult } from '../work/settle.ts';
import { sweep } from '../work/sweep.ts';
import type { Entry } from './entry.ts';
import { Tally } from './tally.ts';

/** Operations that read and write rows of one experiment, and may share a batch with others. */
type LightName = 'decide' | 'reward' | 'rewardUnit' | 'cancel' | 'lastDecision';
type LightOperation = Operation<LightName>;

const lightNames: ReadonlySet<string> = new Set<LightName>([
  'decide',
  'reward',
  'rewardUnit',
  'cancel',
  'lastDecision',
]);

export function isLight(operation: Operation): operation is LightOperation {
  return lightNames.has(operation.name);
}

/** The rows that operations have to see. */
function wantedBy(operations: readonly LightOperation[], isSticky: boolean): Wanted {
  const numbers = new Set<number>();
  const requests = new Set<string>();
  const units = new Set<string>();
  for (const operation of operations) {
    if (operation.name === 'decide') {
      const { idempotencyKey, request } = operation.ask;
      if (idempotencyKey !== undefined) requests.add(idempotencyKey);
      if (isSticky && request.unit !== undefined) units.add(request.unit);
    } else if (operation.name === 'reward' || operation.name === 'cancel') {
      numbers.add(operation.ask.number);
    } else {
      units.add(operation.ask.unit);
    }
  }
  return { numbers: [...numbers], requests: [...requests], units: [...units] };
}

function lastDecision(
  session: Session,
  { unit }: Operations['lastDecision']['ask'],
): Operations['lastDecision']['answer'] {
  const last = session.byUnit(unit)?.decision;
  if (last === undefined) throw new ProblemError('not-found', 'the unit has no decision here');
  const { key } = session.fold.config.arms[last.arm];
  const { number, deadline } = last;
  return {
    experiment: session.identity.id,
    number,
    arm: key,
    expiresAt: momentOf(deadline),
  };
}

function settled<A>(session: Session, tally: Tally, { answer, decision }: SettleResult<A>): A {
  if (decision !== undefined) {
    const since = session.fold.facts.next - 1 - decision.number;
    tally.delayed(since, session.at - decision.at);
  }
  return answer;
}

/** Does one operation; throws a `ProblemError`, and has then written nothing. */
function perform(
  session: Session,
  tally: Tally,
  { name, ask, by }: LightOperation,
): Operations[LightName]['answer'] {
  switch (name) {
    case 'decide': {
      const answer = decide(session, ask);
      tally.decided(answer.reason);
      return answer;
    }
    case 'reward': {
      const answer = settled(session, tally, reward(session, ask.number, ask.value, by));
      tally.rewarded(answer.status);
      return answer;
    }
    case 'rewardUnit': {
      const answer = settled(session, tally, rewardUnit(session, ask.unit, ask.value, by));
      tally.rewarded(answer.status);
      return answer;
    }
    case 'cancel': {
      const { answer } = cancel(session, ask.number, by);
      if (answer.status === 'cancelled') tally.cancels += 1;
      return answer;
    }
    case 'lastDecision':
      return lastDecision(session, ask);
  }
}

/** What to do in a session beside operations. */
export type SessionWork = (session: Session, tally: Tally) => void;

/** Closes what is overdue. */
export const sweepWork: SessionWork = (session, tally) => {
  tally.swept += sweep(session);
};

/** One experiment's share of a commit. It changes the fold: where the commit fails, that is thrown away. */
export class ExperimentBatch {
  readonly tally = new Tally();
  readonly entries: readonly Entry[];
  readonly #answers: Answer[] = [];
  readonly #identity: Identity;
  readonly #fold: ExperimentFold;
  readonly #setting: Setting;
  readonly #extra: SessionWork | undefined;
  #ran = false;

  constructor(
    identity: Identity,
    fold: ExperimentFold,
    setting: Setting,
    entries: readonly Entry[],
    extra?: SessionWork,
  ) {
    this.#identity = identity;
    this.#fold = fold;
    this.#setting = setting;
    this.entries = entries;
    this.#extra = extra;
  }

  get operations(): LightOperation[] {
    return this.entries.map(({ operation }) => operation).filter(isLight);
  }

  /** Whether its work appended something to the log. */
  get hasWrites(): boolean {
    return this.tally.folded > 0;
  }

  toBatch(): Batch {
    return {
      experiment: this.#identity.id,
      known: this.#fold.facts.head,
      wanted: wantedBy(this.operations, this.#fold.config.sticky !== null),
      work: (seen) => this.#work(seen),
    };
  }

  /** Tells everyone what became of his operation: only once that is durable. */
  answer(): void {
    this.entries.forEach(({ answer }, i) => {
      answer(this.#answers[i]);
    });
  }

  #work(seen: Seen): Writes {
    // A second time would find the state changed by the first.
    if (this.#ran) throw new Error('a batch cannot be run twice: fold the log again');
    this.#ran = true;
    for (const event of seen.tail) this.#fold.apply(event);
    const session = new Session(this.#identity, this.#fold, this.#setting, seen);
    const { policy } = this.#fold;
    const restarts = policy.restarts ?? 0;
    for (const operation of this.operations) this.#answers.push(this.#tried(session, operation));
    this.#extra?.(session, this.tally);
    // What a new policy found when it went through the log is no news.
    if (this.#fold.policy === policy) this.#noteRestarts(session, restarts);
    const writes = session.writes();
    this.tally.folded += writes.decisions.length + writes.outcomes.length + writes.changes.length;
    return writes;
  }

  #tried(session: Session, operation: LightOperation): Answer {
    try {
      return { ok: perform(session, this.tally, operation) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.kind === 'too-many-pending') this.tally.tooMany += 1;
      return { problem: error.toProblem() };
    }
  }

  /** An alarm is logged to be seen. */
  #noteRestarts(session: Session, before: number): void {
    const { policy, facts } = this.#fold;
    const now = policy.restarts ?? 0;
    if (now <= before) return;
    this.tally.restarts += now - before;
    session.change('restart', { restarts: now, number: facts.next }, 'service');
  }
}
