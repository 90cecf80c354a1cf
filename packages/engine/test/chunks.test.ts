/** What chunks must not do to one another. */
import { ucb1 } from '@driftline/core/policies';
import { loadKernels } from '@driftline/engine/node';
import {
  ChunkPlayer,
  type ChunkRows,
  type Comparison,
  chunksOf,
  InlineExecutor,
  NO_PLUGINS,
  Plugins,
  RunStopped,
  runComparisons,
  WorkerPool,
  type WorkerPort,
  WorkersClosed,
  type WorkerTask,
} from '@driftline/engine/play';
import { expect, test } from 'vitest';

const comparison: Comparison = {
  name: 'chunks',
  environment: { kind: 'named', spec: 'paper-2', horizon: 500 },
  policies: ['sw-moss', 'ucb1'],
  variation: 3,
  replications: 12,
  seed: 3,
  checkpoints: { count: 5, spacing: 'linear' },
};

test('a chunk that failed leaves nothing to the next one', () => {
  let calls = 0;
  const brittle = {
    ...ucb1,
    id: 'brittle',
    kernel: (settings: Parameters<typeof ucb1.kernel>[0]) => {
      const kernel = ucb1.kernel(settings);
      const advance = kernel.advance.bind(kernel);
      return Object.assign(kernel, {
        advance: (arm: number) => {
          calls += 1;
          if (calls === 700) throw new Error('once');
          advance(arm);
        },
      });
    },
  };
  const player = new ChunkPlayer(
    { ...comparison, policies: ['sw-moss', 'brittle'] },
    new Plugins([{ policies: [brittle] }]),
    loadKernels(),
  );
  expect(() => player.play({ from: 0, to: 4 })).toThrow('once');
  for (const { armCounts } of player.play({ from: 4, to: 8 }).policies) {
    expect(armCounts.reduce((sum, count) => sum + count, 0)).toBe(4 * 500);
  }
});

test('chunks that were cut otherwise are played again', async () => {
  const other = new ChunkPlayer(comparison).play({ from: 0, to: 6 });
  const saved = new Map<number, ChunkRows>();
  const store = {
    load: async (_: number, chunk: number) => (chunk === 0 ? other : undefined),
    save: async (_: number, chunk: number, rows: ChunkRows) => void saved.set(chunk, rows),
  };
  const fresh = await runComparisons([comparison], { executor: new InlineExecutor() });
  const resumed = await runComparisons([comparison], {
    executor: new InlineExecutor(),
    store,
  });
  expect(resumed).toEqual(fresh);
  expect(saved.get(0)?.chunk).toEqual(chunksOf(12, 500)[0]);
});

test('more counts of arms than memory holds are refused', () => {
  const huge = {
    ...comparison,
    environment: { kind: 'named', spec: 'sinusoid', armCount: 10 ** 6, horizon: 1000 } as const,
    checkpoints: { count: 100, spacing: 'linear' } as const,
  };
  expect(() => new ChunkPlayer(huge)).toThrow(
    'arms times checkpoints must be at most 16777216; got 1000000 times 100: use fewer checkpoints',
  );
});

test('a million arms are played where checkpoints are few', () => {
  const many: Comparison = {
    ...comparison,
    environment: { kind: 'named', spec: 'sinusoid', armCount: 10 ** 6, horizon: 300 },
    policies: ['r-moss', 'd-ucb'],
    replications: 2,
    checkpoints: { count: 2, spacing: 'linear' },
  };
  const chunk = { from: 0, to: 2 };
  const compiled = new ChunkPlayer(many, undefined, loadKernels()).play(chunk);
  expect(compiled).toEqual(new ChunkPlayer(many).play(chunk));
  expect(compiled.policies[0].regret[1]).toBeGreaterThan(0);
});

const long: Comparison = {
  ...comparison,
  environment: { kind: 'named', spec: 'paper-2', horizon: 150_000 },
  policies: ['ucb1'],
  replications: 2,
  checkpoints: { count: 1, spacing: 'linear' },
};

test.each([
  ['in JavaScript', undefined],
  ['compiled', loadKernels()],
])('one long chunk reports how far it is, and ends with the same numbers: %s', (_, kernels) => {
  const reported: number[] = [];
  const chunk = { from: 0, to: 2 };
  const player = new ChunkPlayer(long, NO_PLUGINS, kernels);
  const reporting = player.play(chunk, (slots) => reported.push(slots));
  expect(reported.length).toBeGreaterThanOrEqual(3);
  expect(reported.reduce((sum, slots) => sum + slots, 0)).toBe(2 * 150_000);
  // The regret of the second half alone, were a pause to begin anew, would be less.
  const finer = { ...long, checkpoints: { count: 150, spacing: 'linear' } as const };
  const cutElsewhere = new ChunkPlayer(finer, NO_PLUGINS, kernels).play(chunk);
  expect(reporting.policies[0].regret[1]).toBe(cutElsewhere.policies[0].regret[299]);
  expect(reporting.policies[0].onBest).toEqual(cutElsewhere.policies[0].onBest);
});

test('a run reports how far the chunks under way are, never more than all', async () => {
  const reported: number[] = [];
  const executor = new InlineExecutor(NO_PLUGINS, loadKernels());
  const onProgress = ({ doneSlots }: { doneSlots: number }) => reported.push(doneSlots);
  await runComparisons([long], { executor, onProgress });
  expect(reported.length).toBeGreaterThan(3);
  expect(reported).toEqual([...reported].sort((a, b) => a - b));
  expect(reported.at(-1)).toBe(300_000);
});

/** A pool of one worker that never answers, and what it was sent. */
function silentPool() {
  const sent: WorkerTask[] = [];
  const silent: WorkerPort = {
    send: (task) => void sent.push(task),
    onAnswer: () => {},
    onLost: () => {},
    close: async () => {},
  };
  return { executor: new WorkerPool([silent]), sent };
}

test('a pool that is closed plays nothing, and says so', async () => {
  const { executor, sent } = silentPool();
  await executor.close();
  await expect(executor.play(comparison, { from: 0, to: 1 })).rejects.toThrow(WorkersClosed);
  expect(sent).toEqual([]);
});

test('a run that is stopped while it looks for a chunk sends none', async () => {
  const { executor, sent } = silentPool();
  const signal = { aborted: false };
  const store = {
    load: async () => {
      signal.aborted = true;
      return undefined;
    },
    save: async () => {},
  };
  await expect(runComparisons([comparison], { executor, store, signal })).rejects.toThrow(
    RunStopped,
  );
  expect(sent).toEqual([]);
});

test('a run that is stopped while its workers are closed ends at once as stopped', async () => {
  const { executor, sent } = silentPool();
  const signal = { aborted: false };
  const run = runComparisons([comparison], { executor, signal });
  await expect.poll(() => sent.length).toBe(1);
  signal.aborted = true;
  await executor.close();
  await expect(run).rejects.toThrow(RunStopped);
});
