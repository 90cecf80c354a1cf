/** Asks the writer, and turns a problem that it answers into one that is thrown. */
import type { Problem } from '@driftline/client/wire';
import type { Caller, OperationName, Operations } from '../model/operations.ts';
import type { Writer } from '../writer/operations.ts';

/** A problem that the writer answered with. */
export class AnsweredProblem extends Error {
  override readonly name = 'AnsweredProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Asks for something in somebody's name; resolves when it is durable. */
export type Ask = <Name extends OperationName>(
  by: Caller,
  name: Name,
  ask: Operations[Name]['ask'],
) => Promise<Operations[Name]['answer']>;

export function askingOf(writer: Writer): Ask {
  return async (by, name, ask) => {
    const answer = await writer.submit({ name, ask, by });
    if ('problem' in answer) throw new AnsweredProblem(answer.problem);
    return answer.ok;
  };
}
