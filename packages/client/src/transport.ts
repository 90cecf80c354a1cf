/** One request to the service, and what its answer means for whoever asked. */
import { answerText, MOST_ANSWER_BYTES } from './answer-text.ts';
import { waitByHeader, waitOf } from './retry-after.ts';
import type { Surroundings } from './surroundings.ts';
import type { Problem } from './wire.ts';

export type Fetch = typeof globalThis.fetch;

/** Whether something was done, will never be, or may be later. */
export type Answer =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'later';
      readonly why: string;
      /** Undefined where no answer came at all: then nobody knows if the service did it. */
      readonly status: number | undefined;
      /** Milliseconds that the service asked for. */
      readonly wait: number | undefined;
    };

export interface Call {
  readonly path: string;
  /** Of what is posted; what has none is only looked at. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether the request outlives the page that made it. */
  readonly keepalive?: boolean;
}

/** Problems that pass by themselves, though they have numbers of 400 to 499. */
const PASSING = [408, 425, 429];

/** A whole batch is refused with these because of what is in it: then its parts are tried. */
export const OF_CONTENT = [400, 413, 422];

/** Whether a problem of the service may be gone at the next try. */
export function isPassing({ status }: Problem): boolean {
  return status >= 500 || PASSING.includes(status);
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  const { type, status, detail } = body as Partial<Record<keyof Problem, unknown>>;
  // Only what the service itself refuses is refused: a proxy's 404 while it is set up says nothing of a reward.
  const isOurs = typeof type === 'string' && type.startsWith('/problems/');
  return isOurs && typeof status === 'number' && typeof detail === 'string';
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Node says of a connection only that it failed, and keeps the reason behind that. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error && 'code' in cause ? `: ${cause.code}` : '';
  return `${error.message}${reason}`;
}

/** Asks the service; never rejects. */
export class Transport {
  readonly #url: string;
  readonly #key: string | undefined;
  readonly #fetch: Fetch;
  readonly #now: () => number;

  constructor(
    url: string,
    key: string | undefined,
    fetch: Fetch,
    { now }: Pick<Surroundings, 'now'>,
  ) {
    this.#url = url;
    this.#key = key;
    this.#fetch = fetch;
    this.#now = now;
  }

  async send(call: Call): Promise<Answer> {
    let response: Response;
    let text: string | undefined;
    try {
      // Taken out of its object first: a browser's own refuses to be a method of something else.
      const fetch = this.#fetch;
      response = await fetch(`${this.#url}${call.path}`, this.#request(call));
      text = await answerText(response, MOST_ANSWER_BYTES);
    } catch (error) {
      return { kind: 'later', why: wordsOf(error), status: undefined, wait: undefined };
    }
    const wait = waitByHeader(response.headers, this.#now());
    return text === undefined ? tooLong(response, wait) : answerOf(response, asJson(text), wait);
  }

  #request({ body, headers, signal, keepalive = false }: Call): RequestInit {
    const key = this.#key === undefined ? undefined : { authorization: `Bearer ${this.#key}` };
    const sent =
      body === undefined
        ? { method: 'GET', headers: { ...headers } }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...key, ...headers },
            body,
          };
    return {
      ...sent,
      signal,
      keepalive,
      // Neither a login page nor cookies have a part in this.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    };
  }
}

/** Nothing of such an answer is believed: it is as if it had been cut off. */
function tooLong({ status }: Response, wait: number | undefined): Answer {
  const why = `status ${status}, with a response of more than ${MOST_ANSWER_BYTES} bytes`;
  return { kind: 'later', why, status, wait };
}

function answerOf({ ok, status }: Response, body: unknown, wait: number | undefined): Answer {
  if (ok && body !== undefined) return { kind: 'done', body };
  if (!isProblem(body)) {
    return { kind: 'later', why: `status ${status}, not sent by the service`, status, wait };
  }
  if (!isPassing(body)) return { kind: 'refused', problem: body };
  return {
    kind: 'later',
    why: `${body.title}: ${body.detail}`,
    status,
    wait: waitOf(body) ?? wait,
  };
}
