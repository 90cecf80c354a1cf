/** The operations of one experiment that are committed together. */
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import type { ClockBody } from '../model/changes.ts';
import type { Answer, Operation, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import type { LogEvent } from '../model/rows.ts';
import { momentOf } from '../model/write-configuration.ts';
import type { Batch, Seen, Wanted, Writes } from '../store/store.ts';
import { decide } from '../work/decide.ts';
import { clockDue } from '../work/keep-time.ts';
import { type Identity, Session, type Setting } from '../work/session.ts';
import { cancel, reward, rewardUnit, type SettleResult } from '../work/settle.ts';
import type { Entry } from './entry.ts';
import { RunAgain } from './run-again.ts';
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
  if (last === undefined) {
    throw new ProblemError('not-found', 'the unit has no decision here that was not cancelled');
  }
  const { key } = session.fold.config.arms[last.arm];
  const { number, deadline, at } = last;
  return {
    experiment: session.identity.id,
    number,
    arm: key,
    expiresAt: momentOf(deadline),
    at,
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
      const answer = settled(session, tally, reward(session, ask, ask.value, by));
      tally.rewarded(answer.status);
      return answer;
    }
    case 'rewardUnit': {
      const answer = settled(session, tally, rewardUnit(session, ask.unit, ask.value, by));
      tally.rewarded(answer.status);
      return answer;
    }
    case 'cancel': {
      const { answer } = cancel(session, ask, by);
      if (answer.status === 'cancelled') tally.cancels += 1;
      return answer;
    }
    case 'lastDecision':
      return lastDecision(session, ask);
  }
}

/** What to do in a session beside operations; `tail` is what others wrote, which is folded. */
export type SessionWork = (session: Session, tally: Tally, tail: readonly LogEvent[]) => void;

function isRevision({ type, row }: LogEvent): boolean {
  return type === 'change' && row.kind === 'revise';
}

/** What a batch is made of. */
interface BatchParts {
  readonly identity: Identity;
  readonly fold: ExperimentFold;
  /** As it is when the batch is run: it may have waited for its turn. */
  readonly setting: () => Setting;
  readonly entries: readonly Entry[];
  readonly extra: SessionWork | undefined;
}

/** One experiment's share of a commit. It changes the fold: where the commit fails, that is thrown away. */
export class ExperimentBatch {
  readonly tally = new Tally();
  readonly entries: readonly Entry[];
  readonly #answers: Answer[] = [];
  readonly #parts: BatchParts;
  readonly #fold: ExperimentFold;
  readonly #isSticky: boolean;
  /** Where the log ended before anything of the batch's own. */
  #base: number;
  #ran = false;
  #clock: ClockBody | undefined;

  constructor(parts: BatchParts) {
    this.#parts = parts;
    this.#fold = parts.fold;
    this.entries = parts.entries;
    this.#isSticky = parts.fold.config.sticky !== null;
    this.#base = parts.fold.facts.head;
  }

  get operations(): LightOperation[] {
    return this.entries.map(({ operation }) => operation).filter(isLight);
  }

  /** Whether its work appended something to the log. */
  get hasWrites(): boolean {
    return this.tally.folded > 0;
  }

  /** The change of the log's time that it wrote; undefined if there was none. */
  get clock(): ClockBody | undefined {
    return this.#clock;
  }

  /** Whether its work was run. */
  get hasRun(): boolean {
    return this.#ran;
  }

  /** Whether the state is what is committed: nothing of the batch's own was folded. */
  get isUntouched(): boolean {
    return this.#fold.facts.head === this.#base;
  }

  toBatch(): Batch {
    return {
      experiment: this.#parts.identity.id,
      known: this.#fold.facts.head,
      wanted: wantedBy(this.operations, this.#isSticky),
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
    this.#foldTail(seen.tail);
    const { identity, setting, extra } = this.#parts;
    const session = new Session(identity, this.#fold, setting(), seen);
    this.#clock = clockDue(this.#fold, session.setting);
    if (this.#clock !== undefined) session.keepTime(this.#clock);
    const { policy } = this.#fold;
    const restarts = policy.restarts ?? 0;
    for (const operation of this.operations) this.#answers.push(this.#tried(session, operation));
    extra?.(session, this.tally, seen.tail);
    // What a new policy found when it went through the log is no news.
    if (this.#fold.policy === policy) this.#noteRestarts(session, restarts);
    const writes = session.writes();
    this.tally.folded += writes.decisions.length + writes.outcomes.length + writes.changes.length;
    return writes;
  }

  /** Takes over what others wrote. Where that shows that rows were not asked for, the batch has to be run again. */
  #foldTail(tail: readonly LogEvent[]): void {
    if (tail.length === 0) return;
    if (tail.some(isRevision)) throw new RunAgain('the policy was rebuilt', true);
    for (const event of tail) this.#fold.apply(event);
    this.#base = this.#fold.facts.head;
    this.tally.heard(tail);
    const isSticky = this.#fold.config.sticky !== null;
    if (isSticky && !this.#isSticky) throw new RunAgain('units are sticky now');
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
