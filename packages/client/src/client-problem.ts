import type { Problem } from './wire.ts';

/** What can go wrong where nothing is thrown; each is reported to `onProblem`. */
export type ClientProblemCode =
  /** A decision fell back: no answer in time. Told once, until a decision succeeds. */
  | 'timed-out'
  /** A decision fell back: the service can't be reached or does not take it now. Once, until one succeeds. */
  | 'not-available'
  /** A decision fell back: the service refuses what was asked. Once per kind, until one succeeds. */
  | 'decision-refused'
  /** A reward or cancellation was refused, and is dropped. */
  | 'reward-refused'
  /** Nothing gets through, and rewards wait, until the address, the key or its scopes are put right. */
  | 'not-allowed'
  /** A reward waited until long after its decision had expired, and is dropped. */
  | 'gave-up'
  /** More rewards wait than `maxWaiting`; this one is dropped. */
  | 'too-many-waiting'
  /** The storage takes no more; rewards wait in memory alone. Once, until it does again. */
  | 'not-stored'
  /** The storage holds something that is no reward of ours; it is removed. */
  | 'storage-unreadable';

/** Something that went wrong, and what became of it. */
export interface ClientProblem {
  readonly code: ClientProblemCode;
  /** For people: what happened, to what, and what to do. */
  readonly message: string;
  readonly experiment?: string;
  readonly decisionId?: string;
  /** What the service answered, where it did. */
  readonly problem?: Problem;
}

/** A caller's mistake: thrown when a client or a storage is made, never afterwards. Codes are those of docs/errors.md. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;

  constructor(message: string, code: ClientErrorCode) {
    super(message);
    this.code = code;
  }
}

export type ClientErrorCode = 'parameter-out-of-range' | 'storage-in-use';

/** Passes problems on, of a lasting trouble only the first. What a callback throws is its own affair. */
export class Reporter {
  readonly #onProblem: (problem: ClientProblem) => void;
  readonly #lasting = new Set<string>();

  constructor(onProblem: ((problem: ClientProblem) => void) | undefined) {
    this.#onProblem = onProblem ?? warnOnce();
  }

  report(problem: ClientProblem): void {
    try {
      this.#onProblem(problem);
    } catch (error) {
      console.error('driftline: onProblem itself failed:', error);
    }
  }

  /** @param topic - what the trouble is about; it is reported again only after `over` */
  reportFirst(topic: string, problem: ClientProblem): void {
    const trouble = `${topic} ${problem.code} ${problem.problem?.type ?? ''}`;
    if (this.#lasting.has(trouble)) return;
    this.#lasting.add(trouble);
    this.report(problem);
  }

  over(topic: string): void {
    if (this.#lasting.size === 0) return;
    for (const trouble of this.#lasting) {
      if (trouble.startsWith(`${topic} `)) this.#lasting.delete(trouble);
    }
  }
}

/** Where nobody listens, the console is given the first of each kind: silence would hide a wrong key for ever. */
function warnOnce(): (problem: ClientProblem) => void {
  const seen = new Set<string>();
  return ({ code, message, experiment, problem }) => {
    const kind = `${code} ${experiment ?? ''} ${problem?.type ?? ''}`;
    if (seen.has(kind)) return;
    seen.add(kind);
    console.warn(`driftline: ${message} [${code}]`);
  };
}
