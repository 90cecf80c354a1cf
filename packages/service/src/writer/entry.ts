/** Operations on their way through the writer. */
import type { Answer, Operation } from '../model/operations.ts';
import { ProblemError, type ProblemKind } from '../model/problems.ts';

/** An operation that waits for its answer. */
export interface Entry {
  readonly operation: Operation;
  /** When it came, or was last put back, by `Clock.elapsed`. */
  since: number;
  readonly answer: (answer: Answer) => void;
}

export function refuse({ answer }: Entry, kind: ProblemKind, detail: string): void {
  answer({ problem: new ProblemError(kind, detail).toProblem() });
}

/** What an error says to the one who asked. What is not a problem of the caller's is not shown to him. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError('internal', 'the service failed; see its log', { cause: error });
}
