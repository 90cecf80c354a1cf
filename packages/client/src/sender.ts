/** Sends what waits to the service, and does with each item what its answer says. */
import { bodyOf, type Chunk, chunkOf, MOST_OPERATIONS, resultsIn } from './batch.ts';
import type { Reporter } from './client-problem.ts';
import { millisOf, type Outbox, type Waiting } from './outbox.ts';
import type { Outcomes } from './outcome.ts';
import { waitOf } from './retry-after.ts';
import type { Surroundings } from './surroundings.ts';
import { type Answer, isPassing, OF_CONTENT, type Transport } from './transport.ts';
import type { BatchResult, Problem } from './wire.ts';

/** What a try at delivering came to. */
export interface Trial {
  /** Whether something has to be tried again. */
  failed: boolean;
  /** Whether nothing more would get through now. */
  stopped: boolean;
  /** Whether something did. */
  progressed: boolean;
  /** The longest wait that the service asked for, in milliseconds. */
  wait: number | undefined;
}

/** Longer than this no answer is waited for. */
const PATIENCE = 10_000;

/** A reward is given up so long after its decision expired: until then it is at least recorded as late. */
const GIVE_UP_AFTER = 7 * 86_400_000;

/** Refused with these because of who asks, or where: the rewards are not at fault, and wait until that is put right. */
const OF_CALLER = [401, 403];

export interface SenderParts {
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly surroundings: Surroundings;
  readonly reporter: Reporter;
}

export class Sender {
  readonly #parts: SenderParts;
  readonly #outcomes: Outcomes;
  /** How many go at once: fewer after the service found them too many, as the rate of a key may be small. */
  #most = MOST_OPERATIONS;

  constructor(parts: SenderParts, outcomes: Outcomes) {
    this.#parts = parts;
    this.#outcomes = outcomes;
  }

  /** Sends everything that waits, once. */
  async sendAll(trial: Trial): Promise<void> {
    let ids = this.#parts.outbox.ids();
    while (ids.length > 0 && !trial.stopped) {
      const { chunk, taken } = chunkOf(ids, this.#parts.outbox, this.#most);
      ids = ids.slice(taken);
      ids.push(...(await this.#send(chunk, trial)));
    }
  }

  /** @returns ids that are to be sent on: unit rewards whose decision was found */
  async #send(chunk: Chunk, trial: Trial): Promise<string[]> {
    if (chunk.length === 0 || trial.stopped) return [];
    const answer = await this.#post(chunk);
    if (answer.kind === 'refused' && OF_CONTENT.includes(answer.problem.status)) {
      return this.#sendParts(chunk, answer.problem, trial);
    }
    const results = answer.kind === 'done' ? resultsIn(answer.body, chunk.length) : undefined;
    if (results === undefined) {
      await this.#stop(chunk, answer, trial);
      return [];
    }
    this.#most = Math.min(MOST_OPERATIONS, this.#most * 2);
    // All at once, so that a storage can write them together.
    const found = await Promise.all(
      results.map((result, place) => this.#settle(chunk[place].waiting, result, trial)),
    );
    return found.flatMap((id) => id ?? []);
  }

  /** Something in a chunk is not accepted: halves of it are tried, down to the one at fault. */
  async #sendParts(chunk: Chunk, problem: Problem, trial: Trial): Promise<string[]> {
    if (chunk.length === 1) {
      await this.#drop(chunk[0].waiting, problem);
      return [];
    }
    const middle = chunk.length >> 1;
    const first = await this.#send(chunk.slice(0, middle), trial);
    return [...first, ...(await this.#send(chunk.slice(middle), trial))];
  }

  async #post(chunk: Chunk): Promise<Answer> {
    const { surroundings, transport } = this.#parts;
    const body = bodyOf(chunk.map(({ text }) => text));
    const patience = new AbortController();
    const cancel = surroundings.after(PATIENCE, () => patience.abort());
    const { signal } = patience;
    try {
      return await transport.send({ path: '/v1/batch', body, signal, keepalive: true });
    } finally {
      cancel();
    }
  }

  /** Nothing got through: all of it waits. */
  async #stop(chunk: Chunk, answer: Answer, trial: Trial): Promise<void> {
    trial.failed = true;
    trial.stopped = true;
    if (answer.kind === 'refused') this.#notAllowed(answer.problem);
    if (answer.kind === 'later') {
      trial.wait = answer.wait;
      if (answer.status === 429) this.#most = Math.max(1, chunk.length >> 1);
    }
    for (const { waiting } of chunk) await this.#giveUpIfOld(waiting);
  }

  /** @returns its id where it has to be sent on */
  async #settle(waiting: Waiting, result: BatchResult, trial: Trial): Promise<string | undefined> {
    const { outbox } = this.#parts;
    if ('problem' in result) {
      await this.#settleProblem(waiting, result.problem, trial);
      return undefined;
    }
    trial.progressed = true;
    if (waiting.kind === 'find' && 'decisionId' in result.ok && result.ok.decisionId !== null) {
      const { id, made, value } = waiting;
      const { decisionId, expiresAt } = result.ok;
      const expires = millisOf(expiresAt);
      await outbox.put({ kind: 'reward', id, made, value, decisionId, expiresAt: expires });
      return id;
    }
    await outbox.remove(waiting.id);
    this.#outcomes.settle(waiting.id, 'status' in result.ok ? result.ok.status : 'delivered');
    return undefined;
  }

  async #settleProblem(waiting: Waiting, problem: Problem, trial: Trial): Promise<void> {
    const isOfCaller = OF_CALLER.includes(problem.status);
    if (!isOfCaller && !isPassing(problem)) return this.#drop(waiting, problem);
    if (isOfCaller) this.#notAllowed(problem);
    trial.failed = true;
    trial.wait = Math.max(trial.wait ?? 0, waitOf(problem) ?? 0);
    await this.#giveUpIfOld(waiting);
  }

  #notAllowed(problem: Problem): void {
    this.#parts.reporter.reportFirst('delivery', {
      code: 'not-allowed',
      message: `rewards wait because the service refuses them (${problem.title}: ${problem.detail}); check url, key and its scopes`,
      problem,
    });
  }

  async #drop(waiting: Waiting, problem: Problem): Promise<void> {
    await this.#parts.outbox.remove(waiting.id);
    this.#parts.reporter.report({
      code: 'reward-refused',
      message: `${nameOf(waiting)} was refused and is dropped (${problem.title}: ${problem.detail})`,
      ...placeOf(waiting),
      problem,
    });
    this.#outcomes.settle(waiting.id, 'refused');
  }

  /** By two clocks, so that one that is set wrong drops nothing: when it was made, and when it expired. */
  async #giveUpIfOld(waiting: Waiting): Promise<void> {
    const { outbox, reporter, surroundings } = this.#parts;
    const { made, expiresAt } = waiting;
    if (surroundings.now() - Math.max(made, expiresAt ?? made) < GIVE_UP_AFTER) return;
    await outbox.remove(waiting.id);
    reporter.report({
      code: 'gave-up',
      message: `${nameOf(waiting)} was not delivered within a week after the decision expired; it is dropped`,
      ...placeOf(waiting),
    });
    this.#outcomes.settle(waiting.id, 'refused');
  }

  /** The page goes away: what was not sent yet is, without waiting for an answer. Sent again later, it is a duplicate. */
  async lastCall(): Promise<void> {
    const { chunk } = chunkOf(this.#parts.outbox.ids(), this.#parts.outbox);
    const known = chunk.filter(({ waiting }) => waiting.kind !== 'find');
    if (known.length > 0) await this.#post(known);
  }
}

function nameOf(waiting: Waiting): string {
  if (waiting.kind === 'find')
    return `the reward ${waiting.value} of a unit of ${waiting.experiment}`;
  const what = waiting.kind === 'cancel' ? 'the cancellation' : `the reward ${waiting.value}`;
  return `${what} of decision ${waiting.decisionId}`;
}

function placeOf(waiting: Waiting): { experiment: string } | { decisionId: string } {
  if (waiting.kind === 'find') return { experiment: waiting.experiment };
  return { decisionId: waiting.decisionId };
}
