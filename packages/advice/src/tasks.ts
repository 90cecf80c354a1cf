/** Every task that a worker may be asked for. */
import { trialTask } from './choice/trials.ts';
import type { Task } from './contract/work.ts';
import { valueTasks } from './values/values.ts';

const TASKS: readonly Task<never, unknown>[] = [trialTask, ...valueTasks];

/** The task of a name. Whoever asks for it gives what it takes. */
export function taskNamed(name: string): Task<unknown, unknown> {
  const task = TASKS.find((each) => each.name === name);
  if (task === undefined) throw new Error(`there is no task '${name}'`);
  return task as Task<unknown, unknown>;
}
