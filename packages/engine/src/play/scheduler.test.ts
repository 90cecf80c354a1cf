import { describe, expect, it } from 'vitest';
import type { Chunk, Comparison } from './comparison.ts';
import { type Executor, InlineExecutor } from './executor.ts';
import type { ChunkRows } from './play-chunk.ts';
import { runComparisons } from './run.ts';
import { ChunkScheduler } from './scheduler.ts';
import { type WorkerAnswer, WorkerPool, type WorkerPort, type WorkerTask } from './worker-pool.ts';

/** Four chunks of 100 replications. */
const comparison: Comparison = {
  name: 'scheduled',
  environment: { kind: 'named', spec: 'paper-2', horizon: 1000 },
  policies: ['sw-moss', 'ucb1'],
  replications: 400,
  seed: 11,
  checkpoints: { count: 4, spacing: 'linear' },
};
const other: Comparison = { ...comparison, name: 'other', seed: 12, replications: 150 };

const expected = runComparisons([comparison, other], { executor: new InlineExecutor() });

/** Notes what it is handed, and fails at some chunks. */
class NotingExecutor implements Executor {
  readonly size: number;
  readonly handed: [string, number][] = [];
  readonly #inner = new InlineExecutor();
  readonly #failsAt: number;

  constructor(size: number, failsAt = Number.POSITIVE_INFINITY) {
    this.size = size;
    this.#failsAt = failsAt;
  }

  async play(of: Comparison, chunk: Chunk): Promise<ChunkRows> {
    this.handed.push([of.name, chunk.from]);
    if (this.handed.length > this.#failsAt) throw new Error('out of order');
    return this.#inner.play(of, chunk);
  }

  async close(): Promise<void> {}
}

describe('a scheduler', () => {
  it('hands out chunks in order, and goes on with another executor after one has failed', async () => {
    const scheduler = new ChunkScheduler([comparison, other]);
    const first = new NotingExecutor(1, 3);
    await expect(scheduler.play(first)).rejects.toThrow('out of order');
    expect(scheduler.complete).toBe(false);
    const second = new NotingExecutor(2);
    await scheduler.play(second);
    const played = [...first.handed.slice(0, 3), ...second.handed];
    expect(played).toEqual([
      ['scheduled', 0],
      ['scheduled', 100],
      ['scheduled', 200],
      ['scheduled', 300],
      ['other', 0],
      ['other', 100],
    ]);
    expect(scheduler.results).toEqual(await expected);
  });

  it('takes a chunk that comes twice once', async () => {
    const scheduler = new ChunkScheduler([comparison, other]);
    const inline = new InlineExecutor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Executor = {
      size: 2,
      play: async (of, chunk) => {
        if (chunk.from > 0) throw new Error('lost');
        await held;
        return inline.play(of, chunk);
      },
      close: async () => {},
    };
    await expect(scheduler.play(slow)).rejects.toThrow('lost');
    await scheduler.play(inline);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(scheduler.results).toEqual(await expected);
  });

  it('gives results as they grow, over the first replications', async () => {
    const grown: (number | undefined)[] = [];
    const onChunk = () => grown.push(scheduler.resultSoFar(0)?.replications);
    const scheduler = new ChunkScheduler([comparison], { growing: true, onChunk });
    await scheduler.play(new InlineExecutor());
    expect(grown).toEqual([100, 200, 300, 400]);
    expect(scheduler.resultSoFar(0)).toEqual((await expected)[0]);
  });

  it('has as many chunks out as players, and those ahead', async () => {
    let [out, most] = [0, 0];
    const inline = new InlineExecutor();
    const counting: Executor = {
      size: 2,
      play: async (of, chunk) => {
        out += 1;
        most = Math.max(most, out);
        await new Promise((resolve) => setImmediate(resolve));
        out -= 1;
        return inline.play(of, chunk);
      },
      close: async () => {},
    };
    await new ChunkScheduler([comparison], { ahead: 1 }).play(counting);
    expect(most).toBe(3);
  });
});

describe('a pool', () => {
  it('sends a worker each comparison once, however many of its chunks it plays', async () => {
    const sent: WorkerTask[] = [];
    const inline = new InlineExecutor();
    let current = comparison;
    let answer: (answer: WorkerAnswer) => void = () => {};
    const port: WorkerPort = {
      send: (task) => {
        sent.push(task);
        current = task.comparison ?? current;
        void inline.play(current, task.chunk).then((rows) => answer({ rows }));
      },
      onAnswer: (listener) => {
        answer = listener;
      },
      onLost: () => {},
      close: async () => {},
    };
    const results = await runComparisons([comparison, other], { executor: new WorkerPool([port]) });
    expect(results).toEqual(await expected);
    expect(sent.map((task) => task.comparison?.name)).toEqual([
      'scheduled',
      undefined,
      undefined,
      undefined,
      'other',
      undefined,
    ]);
  });
});
