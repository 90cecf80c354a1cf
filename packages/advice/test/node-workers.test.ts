/** Threads that run tasks. Needs the package built. */
import { InlineWorkers, type Task, taskNamed, WorkersStopped } from '@driftline/advice';
import { NodeWorkers } from '@driftline/advice/node';
import { expect, test } from 'vitest';

const unknown: Task<number, number> = { name: 'not-there', run: (input) => input };

test('a task that a thread does not know is an error, and the thread goes on', async () => {
  const workers = new NodeWorkers(1);
  try {
    for (const _ of [1, 2]) {
      await expect(workers.run(unknown, 1)).rejects.toThrow("there is no task 'not-there'");
    }
  } finally {
    await workers.close();
  }
});

test('whoever waits when threads are closed is told', async () => {
  const workers = new NodeWorkers(1);
  const waiting = [workers.run(unknown, 1), workers.run(unknown, 2)];
  const outcomes = Promise.allSettled(waiting);
  await workers.close();
  for (const outcome of await outcomes) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(WorkersStopped);
  }
  await expect(workers.run(unknown, 3)).rejects.toThrow(WorkersStopped);
});

test('this thread runs a task as it is given', async () => {
  expect(await new InlineWorkers().run(unknown, 7)).toBe(7);
  expect(() => taskNamed('not-there')).toThrow("there is no task 'not-there'");
});
