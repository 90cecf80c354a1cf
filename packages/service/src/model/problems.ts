/** The closed list of what can go wrong, by RFC 9457. */
import type { Problem } from '@driftline/client/wire';

interface ProblemKindFacts {
  readonly status: number;
  readonly title: string;
  /** Seconds after which the same request may succeed; absent where waiting alone does not help. */
  readonly retryAfter?: number;
}

const problemKinds = {
  invalid: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A valid key is required' },
  forbidden: { status: 403, title: 'The key does not allow this' },
  'not-found': { status: 404, title: 'Not found' },
  timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The request contradicts stored data' },
  archived: { status: 410, title: 'The experiment is archived' },
  'revision-mismatch': { status: 412, title: 'The experiment has another revision' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media': { status: 415, title: 'The media type or encoding is not supported' },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
  },
  'no-eligible-arm': { status: 422, title: 'No arm can be chosen' },
  'reward-out-of-range': { status: 422, title: 'The reward is outside the range' },
  'too-many-pending': { status: 429, title: 'Too many decisions are pending', retryAfter: 1 },
  'too-many-exports': { status: 429, title: 'Too many exports are in progress', retryAfter: 5 },
  'rate-limited': { status: 429, title: 'The key exceeds its rate limit', retryAfter: 1 },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  overloaded: { status: 503, title: 'The service is overloaded', retryAfter: 1 },
  'unknown-commit': { status: 503, title: 'The operation may or may not be stored', retryAfter: 1 },
  unavailable: { status: 503, title: 'The store does not answer', retryAfter: 1 },
  damaged: { status: 503, title: 'The experiment is damaged' },
  starting: { status: 503, title: 'The service is not ready', retryAfter: 1 },
  stopping: { status: 503, title: 'The service is stopping', retryAfter: 1 },
  'disk-full': { status: 507, title: 'The disk is full', retryAfter: 5 },
} as const satisfies Readonly<Record<string, ProblemKindFacts>>;

export type ProblemKind = keyof typeof problemKinds;

/** What a problem may say beside its detail. */
interface ProblemExtras {
  /** A JSON pointer into the request. */
  readonly pointer?: string;
  /** Of a reward that conflicts with what is stored: that, or null for a cancelled decision. */
  readonly stored?: number | null;
  readonly cause?: unknown;
}

/** Something that an answer says went wrong; nothing of the operation is written. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly kind: ProblemKind;
  readonly pointer: string | undefined;
  readonly stored: number | null | undefined;

  constructor(kind: ProblemKind, detail: string, extras: ProblemExtras = {}) {
    super(detail, { cause: extras.cause });
    this.kind = kind;
    this.pointer = extras.pointer;
    this.stored = extras.stored;
  }

  get facts(): ProblemKindFacts {
    return problemKinds[this.kind];
  }

  /** As it travels. */
  toProblem(): Problem {
    const { status, title, retryAfter } = this.facts;
    return {
      type: `/problems/${this.kind}`,
      title,
      status,
      detail: this.message,
      ...(this.pointer === undefined ? {} : { pointer: this.pointer }),
      ...(this.stored === undefined ? {} : { stored: this.stored }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
}

/** Refuses a request: what must be, and what came. */
export function invalid(pointer: string, detail: string): never {
  throw new ProblemError('invalid', detail, { pointer });
}

/** The same for an id that is forged as for one of a decision that is gone: nobody learns which ids are signed. */
export function unknownDecision(): ProblemError {
  return new ProblemError('not-found', 'there is no such decision, or it has been deleted');
}
