/** Every task that a worker may be asked for. */
import type { Task } from './contract/work.ts';

const TASKS: readonly Task<never, unknown>[] = [];

/** The task of a name. Whoever asks for it gives what it takes. */
export function taskNamed(name: string): Task<unknown, unknown> {
  const task = TASKS.find((each) => each.name === name);
  if (task === undefined) throw new Error(`there is no task '${name}'`);
  return task as Task<unknown, unknown>;
}
