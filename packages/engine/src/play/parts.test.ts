import { describe, expect, it, test } from 'vitest';
import { type Comparison, chunksOf } from './comparison.ts';
import { InlineExecutor } from './executor.ts';
import { PartScheduler } from './parts.ts';
import { ChunkPlayer, type ChunkRows } from './play-chunk.ts';
import { Plugins } from './plugins/plugins.ts';
import { RunStopped, runComparisons } from './run.ts';
import { tasksOf } from './tasks.ts';

/** Chunks of 500 replications. */
const comparison: Comparison = {
  name: 'first',
  environment: { kind: 'named', spec: 'paper-2', horizon: 200 },
  policies: ['sw-moss', 'ucb1'],
  replications: 2300,
  seed: 11,
  checkpoints: { count: 4, spacing: 'linear' },
};
const comparisons = [comparison, { ...comparison, name: 'second', replications: 1100 }];

/** A store in memory, as several processes would share it. */
class SharedRows {
  readonly rows = new Map<string, ChunkRows>();

  async load(comparison: number, chunk: number): Promise<ChunkRows | undefined> {
    return this.rows.get(`${comparison}/${chunk}`);
  }

  async save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    expect(this.rows.has(`${comparison}/${chunk}`)).toBe(false);
    this.rows.set(`${comparison}/${chunk}`, rows);
  }

  async has(comparison: number, chunk: number): Promise<boolean> {
    return this.rows.has(`${comparison}/${chunk}`);
  }

  async list(comparison: number): Promise<Set<number>> {
    const own = [...this.rows.keys()].filter((key) => key.startsWith(`${comparison}/`));
    return new Set(own.map((key) => Number(key.split('/')[1])));
  }
}

async function playPart(store: SharedRows, number: number, of: number): Promise<PartScheduler> {
  const part = new PartScheduler(comparisons, { number, of }, store);
  await part.play(await part.pending(), { executor: new InlineExecutor() });
  return part;
}

describe('parts', () => {
  it.each([1, 3, 8, 20])('%d of them play every chunk once, in any order', async (of) => {
    const store = new SharedRows();
    for (let number = of; number >= 1; number--) {
      const part = await playPart(store, number, of);
      const { chunks, parts } = await part.missing();
      expect({ chunks, some: parts.length > 0 }).toEqual({
        chunks: 8 - store.rows.size,
        some: store.rows.size < 8,
      });
      expect(parts).toEqual(Array.from({ length: Math.min(8, number - 1) }, (_, i) => i + 1));
    }
    const executor = new InlineExecutor();
    const whole = await runComparisons(comparisons, { executor, store });
    expect(whole).toEqual(await runComparisons(comparisons, { executor }));
  });

  it('leave alone what is there, of however many parts it was one', async () => {
    const store = new SharedRows();
    await playPart(store, 1, 2);
    const part = new PartScheduler(comparisons, { number: 1, of: 3 }, store);
    // Of places 0 to 7, it has 0, 3 and 6, of which those of the other division are there.
    expect(part.size).toBe(3);
    expect((await part.pending()).map(({ comparison, number }) => [comparison, number])).toEqual([
      [0, 3],
    ]);
  });

  it('stop on request, and keep what was played', async () => {
    const store = new SharedRows();
    const part = new PartScheduler(comparisons, { number: 1, of: 1 }, store);
    const signal = { aborted: false };
    const playing = part.play(await part.pending(), {
      executor: new InlineExecutor(),
      signal,
      onProgress: ({ doneReplications }) => {
        signal.aborted = doneReplications >= 1000;
      },
    });
    await expect(playing).rejects.toThrow(RunStopped);
    expect(store.rows.size).toBe(2);
  });
});

test('tasks are counted without making an environment, however many comparisons there are', () => {
  const known = new Plugins([]).environments;
  const definition = known.find('sinusoid');
  const never = {
    ...definition,
    id: 'never',
    means: () => {
      throw new Error('made');
    },
  };
  const plugins = new Plugins([{ environments: [never] }]);
  const many = Array.from({ length: 2000 }, (_, i) => ({
    ...comparison,
    environment: { kind: 'named', spec: 'never', horizon: 100_000 + i } as const,
    replications: 200,
  }));
  const tasks = tasksOf(many, plugins);
  expect(tasks).toHaveLength(2000 * chunksOf(200, 100_000).length);
  expect(tasks.at(-1)).toMatchObject({ comparison: 1999, number: 99, slots: 2 * 101_999 * 2 });
});

test('the arms of the first replication are in its chunk, and in no other', () => {
  const player = new ChunkPlayer(comparison);
  const [first, second] = [player.play({ from: 0, to: 2 }), player.play({ from: 2, to: 4 })];
  expect(first.policies.map(({ ribbon }) => ribbon.length)).toEqual([200, 200]);
  expect(second.policies.map(({ ribbon }) => ribbon.length)).toEqual([0, 0]);
});
