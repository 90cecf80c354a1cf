/** What can go wrong with a request: a closed list. The HTTP side sends them as RFC 9457 has it. */
import type { Problem } from '@driftline/client/wire';

interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  /** After how many seconds it makes sense to ask again, where it does. */
  readonly retryAfter?: number;
}

/** Every problem by its name; its `type` is `/problems/` with the name. */
export const problemList = {
  invalid: { status: 400, title: 'The request is not well formed' },
  unauthorized: { status: 401, title: 'A key is needed' },
  forbidden: { status: 403, title: 'The key does not allow this' },
  'not-found': { status: 404, title: 'There is no such thing' },
  timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'It contradicts what is there' },
  archived: { status: 410, title: 'The experiment is archived' },
  'revision-mismatch': { status: 412, title: 'The experiment was changed meanwhile' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media': { status: 415, title: 'The body has a type or coding that is not read' },
  'no-eligible-arm': { status: 422, title: 'No arm is left to choose' },
  'reward-out-of-range': { status: 422, title: 'The reward is outside its range' },
  'too-many-pending': { status: 429, title: 'Too many decisions wait for rewards', retryAfter: 1 },
  'rate-limited': { status: 429, title: 'The key asks too often', retryAfter: 1 },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  overloaded: { status: 503, title: 'Too much is waiting', retryAfter: 1 },
  'unknown-commit': { status: 503, title: 'It is not known whether it was stored', retryAfter: 1 },
  damaged: { status: 503, title: 'The log of the experiment is damaged' },
  starting: { status: 503, title: 'The service is starting', retryAfter: 1 },
  stopping: { status: 503, title: 'The service is stopping', retryAfter: 1 },
  'disk-full': { status: 507, title: 'No space is left to store it', retryAfter: 10 },
} as const satisfies Readonly<Record<string, ProblemEntry>>;

export type ProblemName = keyof typeof problemList;

/** What a problem may say beside its sentence. */
export interface ProblemDetails {
  /** Where in the request: a JSON pointer. */
  readonly pointer?: string;
  /** Of a reward that conflicts with one that is stored: that one; null where the decision was cancelled. */
  readonly stored?: number | null;
}

/** A problem as it is answered. `detail` says what is wrong, what is accepted, what came and what to do. */
export function problemOf(
  name: ProblemName,
  detail: string,
  details: ProblemDetails = {},
): Problem {
  const { status, title } = problemList[name];
  return { type: `/problems/${name}`, title, status, detail, ...details };
}

/** Ends an operation with a problem; nothing of it is written. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(name: ProblemName, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.problem = problemOf(name, detail, details);
  }
}

const retryAfterByType: ReadonlyMap<string, number> = new Map(
  Object.entries<ProblemEntry>(problemList).flatMap(([name, { retryAfter }]) =>
    retryAfter === undefined ? [] : [[`/problems/${name}`, retryAfter] as const],
  ),
);

/** After how many seconds to ask again; undefined where that would not help. */
export function retryAfterOf({ type }: Problem): number | undefined {
  return retryAfterByType.get(type);
}
