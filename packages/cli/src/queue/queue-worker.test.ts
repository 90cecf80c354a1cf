import { packComparisons } from '@driftline/engine/node';
import {
  type ChunkRows,
  type Comparison,
  type Executor,
  NO_PLUGINS,
  WorkersClosed,
} from '@driftline/engine/play';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobData } from './job-data.ts';
import type { Queue } from './queue.ts';
import { QueueWorker } from './queue-worker.ts';

const comparison: Comparison = {
  name: 'one',
  environment: { kind: 'named', spec: 'paper-1' },
  policies: ['moss'],
  replications: 100,
  seed: 1,
  checkpoints: { count: 10, spacing: 'linear' },
};
const body = packComparisons([comparison]);

const chunksOf = (...firsts: number[]) => firsts.map((from) => ({ from, to: from + 10 }));

/** A promise that somebody else settles. */
function open<Value>() {
  let [resolve, reject] = [(_: Value) => {}, (_: unknown) => {}];
  const promise = new Promise<Value>((fulfil, refuse) => {
    [resolve, reject] = [fulfil, refuse];
  });
  return { promise, resolve, reject };
}

/** A queue of some jobs that notes what is done to it. */
function queueOf(jobs: JobData[]) {
  const done: unknown[][] = [];
  const waits = { complete: async () => {}, touch: async () => 1 };
  const waiting = jobs.map((data, i) => ({ id: `job-${i}`, retryCount: 0, data }));
  const query = async (text: string, values: unknown[] = []) => {
    if (text.includes('SELECT body')) return [{ body }];
    if (text.includes('ORDER BY')) return waiting.length > 0 ? [{ digest: 'batch' }] : [];
    if (text.includes('SET error')) done.push(['error', JSON.parse(String(values[1])).message]);
    return [];
  };
  const boss = {
    fetch: async () => waiting.splice(0, 1),
    touch: async () => ({ affected: await waits.touch() }),
    complete: async (_: string, { id }: { id: string }) => {
      done.push(['complete', id]);
      await waits.complete();
      return { affected: 1 };
    },
    insert: async (_: string, [{ data, retryLimit }]: { data: JobData; retryLimit: number }[]) => {
      done.push(['again', data.chunks.length, retryLimit]);
    },
    fail: async (_: string, { id }: { id: string }) => void done.push(['fail', id]),
  };
  const database = {
    query,
    persist: (act: () => Promise<unknown>) => act(),
    transaction: (act: (each: object) => Promise<unknown>) => act({ query, boss: {} }),
  };
  return { queue: { database, boss } as unknown as Queue, done, waits };
}

function workerOf(queue: Queue, play: Executor['play'], close = async () => {}): QueueWorker {
  return new QueueWorker(queue, {
    identity: { revision: '', plugins: '' },
    plugins: NO_PLUGINS,
    executor: () => ({ size: 1, play, close }),
    places: 1,
    say: () => {},
  });
}

const rows = (from: number): ChunkRows => ({
  chunk: { from, to: from + 10 },
  policies: [],
  epochs: 0,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [[0], 1, 2],
  [[0, 10], 1, 2],
  [[0, 10, 20], 2, 0],
])(
  'of chunks %j a stopped worker gives back %i, tried %i times again',
  async (firsts, left, retries) => {
    const { queue, done } = queueOf([{ comparison: 0, chunks: chunksOf(...firsts) }]);
    const whole = firsts.length - left;
    let played = 0;
    const worker = workerOf(queue, async (_, { from }) => {
      if (played++ < whole) return rows(from);
      worker.stop();
      throw new WorkersClosed('closed');
    });
    await worker.serve();
    expect(done).toEqual([
      ['complete', 'job-0'],
      ['again', left, retries],
    ]);
  },
);

test('a worker that is stopped does not wait for ever for a database that is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const { queue, done } = queueOf([{ comparison: 0, chunks: chunksOf(0) }]);
  const { database } = queue;
  const { persist } = database;
  const worker = workerOf(queue, async (_, { from }) => {
    database.persist = (_, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('connection terminated')));
        database.persist = persist;
        vi.advanceTimersByTime(6000);
      });
    worker.stop();
    return rows(from);
  });
  await worker.serve();
  expect(worker.unheard).toBe(true);
  expect(done).toEqual([]);
});

test('why an experiment is not played is said once, though each of its stages is a batch', async () => {
  const { queue } = queueOf([{ comparison: 0, chunks: chunksOf(0) }]);
  const { query } = queue.database;
  const stage = { experiment: '0123', name: 'e', revision: 'newer', plugins: '' };
  queue.database.query = async (text, values) =>
    text.includes('revision <> $1')
      ? ([
          { ...stage, digest: '1' },
          { ...stage, digest: '2' },
        ] as never)
      : query(text, values);
  const said: string[] = [];
  const worker = workerOf(queue, async () => {
    worker.stop();
    return rows(0);
  });
  Object.assign(worker.options, { say: (text: string) => said.push(text) });
  await worker.serve();
  expect(said).toEqual([
    'e (0123) cannot be played here: it needs driftline newer instead of driftline ',
  ]);
});

test('a heartbeat that finds its job ended does not end the next one', async () => {
  const one = { comparison: 0, chunks: chunksOf(0) };
  const { queue, done, waits } = queueOf([one, { comparison: 0, chunks: chunksOf(10) }]);
  const [completing, touching, second] = [open<void>(), open<number>(), open<ChunkRows>()];
  const begun = open<void>();
  waits.touch = () => touching.promise;
  waits.complete = () => {
    // In the midst of the transaction, so that its answer comes when the next one is played.
    vi.advanceTimersByTime(5000);
    waits.complete = async () => {};
    return completing.promise;
  };
  let closed = 0;
  const play = (_: Comparison, { from }: { from: number }) => {
    if (from === 0) return Promise.resolve(rows(0));
    begun.resolve();
    return second.promise;
  };
  const worker = workerOf(queue, play, async () => {
    closed += 1;
    second.reject(new WorkersClosed('closed'));
  });
  const served = worker.serve();
  completing.resolve();
  await begun.promise;
  touching.resolve(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(0);
  second.resolve(rows(10));
  worker.stop();
  await served;
  expect(done).toEqual([
    ['complete', 'job-0'],
    ['complete', 'job-1'],
  ]);
});

test('a heartbeat that finds its own job gone ends it', async () => {
  const { queue, waits } = queueOf([{ comparison: 0, chunks: chunksOf(0) }]);
  const playing = open<ChunkRows>();
  waits.touch = async () => 0;
  let closed = 0;
  const worker = workerOf(
    queue,
    () => {
      vi.advanceTimersByTime(5000);
      return playing.promise;
    },
    async () => {
      closed += 1;
      worker.stop();
      playing.reject(new WorkersClosed('closed'));
    },
  );
  await worker.serve();
  expect(closed).toBe(1);
});

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

test.each([
  ['of a policy', coded('a window of 0', 'parameter-out-of-range'), 'error', 'a window of 0'],
  ['of what the database cancels', coded('canceling statement', '57014'), 'fail', 'job-0'],
  ['of what the database refuses', coded('permission denied', '42501'), 'fail', 'job-0'],
  ['of memory', new RangeError('Array buffer allocation failed'), 'fail', 'job-0'],
  ['of a plugin that is not there', coded('no such file', 'plugin-not-loaded'), 'again', 1],
  ['of a program that changed', coded('start it again', 'program-changed'), 'again', 1],
])(
  'an error %s ends the batch or the worker, whichever is to blame',
  async (_, error, what, which) => {
    const { queue, done } = queueOf([{ comparison: 0, chunks: chunksOf(0) }]);
    const worker = workerOf(queue, async () => {
      if (what === 'error') worker.stop();
      throw error;
    });
    const served = worker.serve();
    if (what === 'error') await served;
    else await expect(served).rejects.toBe(error);
    expect(done.map(([first, second]) => [first, second])).toContainEqual([what, which]);
    expect(done.some(([first]) => first === 'error')).toBe(what === 'error');
  },
);
