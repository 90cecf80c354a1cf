/** The single writer as the HTTP side sees it. */
import type { Answer, Operation, OperationName } from '../model/operations.ts';

/** What the writer can say of itself, for readiness and metrics. */
export interface WriterHealth {
  /** Why it does not take operations; undefined where it does. */
  readonly notReady: string | undefined;
  /** Note to an operator while the service takes operations; undefined if there is none. */
  readonly note: string | undefined;
  /** Milliseconds since the last commit. */
  readonly sinceCommit: number;
  /** Operations that wait. */
  readonly queued: number;
}

/** The single writer as the HTTP side sees it: a thread of its own, or in tests the same one. */
export interface Writer {
  /** Resolves when the operation's effect is durable, or nothing of it was written. Never rejects. */
  submit<Name extends OperationName>(operation: Operation<Name>): Promise<Answer<Name>>;
  /** Whether so much waits that a request is better turned away before it is read; counts it as turned away then. */
  turnsAway(): boolean;
  health(): Promise<WriterHealth>;
  /** Commits something of no meaning; throws where that fails. */
  probe(): Promise<void>;
  /** Finishes what is queued, saves snapshots, closes the store. */
  close(): Promise<void>;
}
