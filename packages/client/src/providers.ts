/**
 * What providers of flags need beyond the client: several decisions at once, and whether the service is there.
 *
 * @module @driftline/client/providers
 */
import { chunksOf, resultsIn } from './batch.ts';
import { type Choice, decided, fallenBack } from './choice.ts';
import type { ClientProblem } from './client-problem.ts';
import { isDecision, problemOf } from './deciding.ts';
import type { DecideOptions, Driftline } from './driftline.ts';
import { type Answer, isPassing, OF_CONTENT } from './transport.ts';
import type { BatchResult, Decision } from './wire.ts';

export { waitBeforeRetry } from './backoff.ts';
export { systemSurroundings } from './surroundings.ts';

/**
 * One of several decisions that are asked for at once. With the same idempotency key it can be asked for again, and
 * is then the same decision, whether or not the service was heard the first time.
 */
export interface Wish extends DecideOptions {
  readonly experiment: string;
  readonly idempotencyKey: string;
}

/** What can't be written as JSON, such as a context that refers to itself, is refused by itself. */
function operationOf({ experiment, fallback: _unsent, ...request }: Wish): string {
  try {
    return JSON.stringify({ decide: experiment, ...request });
  } catch {
    return '{}';
  }
}

function decisionIn(result: BatchResult): Decision | undefined {
  return 'ok' in result && isDecision(result.ok) ? result.ok : undefined;
}

function answerIn(result: BatchResult): Answer {
  if ('ok' in result) return { kind: 'done', body: result.ok };
  const { problem } = result;
  if (!isPassing(problem)) return { kind: 'refused', problem };
  const why = `${problem.title}: ${problem.detail}`;
  return { kind: 'later', why, status: problem.status, wait: undefined };
}

class Asking {
  readonly #client: Driftline;
  readonly #patience: number;

  constructor(client: Driftline, patience: number) {
    this.#client = client;
    this.#patience = patience;
  }

  /** In as few requests as they fit into. */
  async all(wishes: readonly Wish[]): Promise<readonly Choice[]> {
    const chunks = chunksOf(wishes.map(operationOf));
    const choices = await Promise.all(
      chunks.map(({ from, to, text }) => this.#some(wishes.slice(from, to), text)),
    );
    return choices.flat();
  }

  async #some(wishes: readonly Wish[], body: string): Promise<readonly Choice[]> {
    const answer = await this.#client.request('/v1/batch', body, this.#patience);
    const isOfContent = answer.kind === 'refused' && OF_CONTENT.includes(answer.problem.status);
    if (isOfContent && wishes.length > 1) {
      // One that is not accepted must not cost the others theirs.
      return (await Promise.all(wishes.map((wish) => this.all([wish])))).flat();
    }
    const results = answer.kind === 'done' ? resultsIn(answer.body, wishes.length) : undefined;
    return wishes.map((wish, place) => {
      const result = results?.[place];
      return result === undefined ? fallback(wish, answer) : this.#choice(wish, result);
    });
  }

  #choice(wish: Wish, result: BatchResult): Choice {
    const decision = decisionIn(result);
    if (decision === undefined) return fallback(wish, answerIn(result));
    return decided(wish.experiment, decision, this.#client);
  }
}

function fallback(wish: Wish, answer: Answer): Choice {
  return fallenBack(wish.experiment, wish.fallback, problemOf(wish, answer));
}

/**
 * Which arms to use in several experiments, asked for in one request; the choices are in the order of the wishes.
 * Never rejects: what went wrong is in `problem` of a choice. What is not answered in time may have been decided: ask
 * for it again with the same key.
 *
 * @param patience - milliseconds after which no answer is waited for
 */
export function decideAll(
  client: Driftline,
  wishes: readonly Wish[],
  patience: number,
): Promise<readonly Choice[]> {
  return new Asking(client, patience).all(wishes);
}

/** Longer than this no answer is waited for. */
const PATIENCE = 10_000;

/** The id of no decision: whoever may ask is told so, and nothing happens. */
const HARMLESS = '{"operations":[{"cancel":"d_none"}]}';

/**
 * Whether the service is ready and takes the client's key; nothing is decided or stored.
 *
 * @returns null where it does, else what is wrong
 */
export async function check(client: Driftline): Promise<ClientProblem | null> {
  const ready = wrongIn(await client.request('/readyz', undefined, PATIENCE));
  return ready ?? wrongIn(await client.request('/v1/batch', HARMLESS, PATIENCE));
}

function wrongIn(answer: Answer): ClientProblem | null {
  if (answer.kind === 'done') return null;
  if (answer.kind === 'later') {
    return { code: 'not-available', message: `the service is not ready (${answer.why})` };
  }
  const { problem } = answer;
  const message = `the service refuses this client (${problem.title}: ${problem.detail}); check url, key and its scopes`;
  return { code: 'not-allowed', message, problem };
}
