import { afterEach, expect, test, vi } from 'vitest';
import { StoreFull, StoreUnavailable } from '../store/errors.ts';
import type { Writer, WriterHealth } from '../writer/operations.ts';
import { ReadinessCheck } from './readiness.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A writer that says of itself what it is given. */
function writerOf(health: Partial<WriterHealth>, probe: () => Promise<void>) {
  const writer: Writer = {
    submit: () => Promise.reject(new Error('nothing is submitted here')),
    turnsAway: () => false,
    health: async () => ({
      notReady: undefined,
      note: undefined,
      sinceCommit: 0,
      queued: 0,
      ...health,
    }),
    probe: vi.fn(probe),
    close: async () => {},
  };
  return { writer, check: new ReadinessCheck(writer) };
}

test('a recent commit shows that commits work; no other is made', async () => {
  const { writer, check } = writerOf({ sinceCommit: 5000 }, async () => {});
  expect(await check.state()).toEqual({ ready: true });
  expect(writer.probe).not.toHaveBeenCalled();
});

test('reports a note with and without a probe, and stays ready', async () => {
  for (const sinceCommit of [0, 9999]) {
    const { check } = writerOf({ sinceCommit, note: 'look at the clock' }, async () => {});
    expect(await check.state()).toEqual({ ready: true, note: 'look at the clock' });
  }
});

test('after a while without commits one is tried, once for all who ask together', async () => {
  const { writer, check } = writerOf({ sinceCommit: 5001 }, async () => {});
  const states = await Promise.all([check.state(), check.state(), check.state()]);
  expect(states).toEqual(Array(3).fill({ ready: true }));
  expect(writer.probe).toHaveBeenCalledTimes(1);
  await check.state();
  expect(writer.probe).toHaveBeenCalledTimes(2);
});

test.each([
  [new StoreFull('no room'), 'disk-full'],
  [new StoreUnavailable('the server is down'), 'unavailable'],
  [new Error('a defect'), 'starting'],
])('if that fails by %s, it is not ready, with the problem %s', async (error, problem) => {
  const { check } = writerOf({ sinceCommit: 9999 }, () => Promise.reject(error));
  const why = `a commit fails: ${error.message}`;
  expect(await check.state()).toEqual({ ready: false, problem, why });
});

test('nor where it takes too long', async () => {
  vi.useFakeTimers();
  const { check } = writerOf({ sinceCommit: 9999 }, () => new Promise(() => {}));
  const state = check.state();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await state).toEqual({
    ready: false,
    problem: 'unavailable',
    why: 'a commit takes longer than 2000 ms',
  });
});

test('the writer’s own reason is said, also that there is none any more', async () => {
  const { check } = writerOf({ notReady: '3 experiments are still being read' }, async () => {});
  expect(await check.state()).toEqual({
    ready: false,
    problem: 'starting',
    why: '3 experiments are still being read',
  });
  const { writer, check: other } = writerOf({}, async () => {});
  writer.health = () => Promise.reject(new Error('the thread has ended'));
  expect(await other.state()).toEqual({
    ready: false,
    problem: 'starting',
    why: 'the thread has ended',
  });
});

test('one that stops is not ready', async () => {
  const { check } = writerOf({}, async () => {});
  check.stop();
  expect(await check.state()).toEqual({
    ready: false,
    problem: 'stopping',
    why: 'the service is stopping',
  });
});
