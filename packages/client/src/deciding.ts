/** One decision within a given time, or the reason why there is none. */
import type { ClientProblem } from './client-problem.ts';
import type { Surroundings } from './surroundings.ts';
import type { Answer, Call, Transport } from './transport.ts';
import type { Decision, DecisionRequest, Moment } from './wire.ts';

interface DecidingParts {
  readonly transport: Transport;
  readonly surroundings: Surroundings;
  /** Milliseconds. */
  readonly timeout: number;
  /** Is given a decision that came too late: its arm was not used. */
  readonly onUnused: (decisionId: string, expiresAt: Moment | null) => void;
}

interface Question {
  readonly experiment: string;
  readonly request: DecisionRequest;
  readonly idempotencyKey: string;
  /** Whether nobody else can be given the decision: neither a unit nor a key that others know was named. */
  readonly isOurs: boolean;
}

/** So long, and so many at once, answers that are too late are still waited for. */
const LATE_PATIENCE = 10_000;
const MOST_LATE = 16;

export function isDecision(body: unknown): body is Decision {
  if (typeof body !== 'object' || body === null) return false;
  const { arm, decisionId } = body as Partial<Record<keyof Decision, unknown>>;
  return typeof arm === 'string' && (decisionId === null || typeof decisionId === 'string');
}

function decisionIn(answer: Answer): Decision | undefined {
  return answer.kind === 'done' && isDecision(answer.body) ? answer.body : undefined;
}

export class Deciding {
  readonly #parts: DecidingParts;
  #late = 0;

  constructor(parts: DecidingParts) {
    this.#parts = parts;
  }

  async ask(question: Question): Promise<Decision | ClientProblem> {
    const { surroundings, timeout } = this.#parts;
    const patience = new AbortController();
    const call = callOf(question, patience.signal);
    if ('code' in call) return call;
    const asked = this.#askTwice(call);
    let cancel = () => {};
    const inTime = await Promise.race([
      asked,
      new Promise<undefined>((resolve) => {
        cancel = surroundings.after(timeout, () => resolve(undefined));
      }),
    ]);
    cancel();
    if (inTime !== undefined) return decisionIn(inTime) ?? problemOf(question, inTime);
    this.#awaitLate(question, asked, patience);
    return {
      code: 'timed-out',
      message: `no decision for ${question.experiment} within ${timeout} ms; the fallback is used`,
      experiment: question.experiment,
    };
  }

  /** A connection that broke says nothing of the decision: asked again with the same key, it is the same one. */
  async #askTwice(call: Call): Promise<Answer> {
    const { transport } = this.#parts;
    const answer = await transport.send(call);
    const isBroken = answer.kind === 'later' && answer.status === undefined;
    return isBroken && !call.signal.aborted ? transport.send(call) : answer;
  }

  /**
   * An answer may still come. Its decision was not used: where nobody else can have it, it is handed on to be
   * cancelled, so that silence does not count against its arm. Another program may get a unit's decision, too; that is left to
   * expire.
   */
  #awaitLate(question: Question, asked: Promise<Answer>, patience: AbortController): void {
    if (!question.isOurs || this.#late >= MOST_LATE) {
      patience.abort();
      return;
    }
    this.#late += 1;
    const cancel = this.#parts.surroundings.after(LATE_PATIENCE, () => patience.abort());
    void asked.then((answer) => {
      this.#late -= 1;
      cancel();
      const { decisionId = null, expiresAt = null } = decisionIn(answer) ?? {};
      if (decisionId !== null) this.#parts.onUnused(decisionId, expiresAt);
    });
  }
}

function callOf(
  { experiment, request, idempotencyKey }: Question,
  signal: AbortSignal,
): Call | ClientProblem {
  try {
    const path = `/v1/experiments/${encodeURIComponent(experiment)}/decisions`;
    const headers = { 'idempotency-key': idempotencyKey };
    return { path, body: JSON.stringify(request), headers, signal };
  } catch (error) {
    // Such as a context that refers to itself.
    const message = `a decision for ${experiment} cannot be requested (${error}); the fallback is used`;
    return { code: 'decision-refused', message, experiment };
  }
}

export function problemOf(
  { experiment }: { readonly experiment: string },
  answer: Answer,
): ClientProblem {
  if (answer.kind === 'refused') {
    const { problem } = answer;
    return {
      code: 'decision-refused',
      message: `a decision for ${experiment} was refused (${problem.title}: ${problem.detail}); the fallback is used`,
      experiment,
      problem,
    };
  }
  const why = answer.kind === 'later' ? answer.why : 'the answer is not a decision';
  return {
    code: 'not-available',
    message: `no decision for ${experiment} (${why}); the fallback is used`,
    experiment,
  };
}
