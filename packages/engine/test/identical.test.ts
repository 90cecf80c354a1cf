/** The same bits for any number of workers, any order, and after any interruption. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderStore, loadKernels, NodeExecutor } from '@driftline/engine/node';
import {
  type Chunk,
  type ChunkRows,
  type Comparison,
  chunksOf,
  type Executor,
  InlineExecutor,
  NO_PLUGINS,
  RunStopped,
  runComparisons,
} from '@driftline/engine/play';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { policiesAnywhere } from './policies-anywhere.ts';

const everyPolicy = policiesAnywhere;
const comparisons: Comparison[] = [
  {
    name: 'all policies',
    environment: { kind: 'named', spec: 'paper-2', horizon: 400 },
    policies: everyPolicy,
    variation: 3,
    replications: 260,
    seed: 5,
    checkpoints: { count: 20, spacing: 'linear' },
  },
  {
    name: 'fresh paths, heavy tails',
    environment: {
      kind: 'named',
      spec: 'brownian:variation=4;knots=20;fresh=1',
      horizon: 900,
      rewards: 'pareto',
    },
    policies: ['sw-rmoss', 'dts', 'ucb1'],
    replications: 230,
    seed: 6,
    checkpoints: { count: 12, spacing: 'log' },
  },
  {
    name: 'rested arms with levels',
    environment: { kind: 'named', spec: 'rotting:drift=brownian;fresh=1', horizon: 700 },
    policies: ['sw-moss', 'raw-ucb', 'dts', 'oracle'],
    replications: 170,
    seed: 7,
    checkpoints: { count: 7, spacing: 'linear' },
  },
];

/** What a thread without compiled kernels gets, one chunk after another. */
let expected: string;
beforeAll(async () => {
  const executor = new InlineExecutor();
  expected = JSON.stringify(await runComparisons(comparisons, { executor }));
});

/** The same numbers sooner. */
function compiledExecutor(): InlineExecutor {
  return new InlineExecutor(NO_PLUGINS, loadKernels());
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'driftline-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Answers in an order of its own, as busy workers would. */
class ShufflingExecutor implements Executor {
  readonly size = 5;
  readonly #inner = compiledExecutor();
  readonly #held: (() => void)[] = [];

  async play(comparison: Comparison, chunk: Chunk): Promise<ChunkRows> {
    const rows = await this.#inner.play(comparison, chunk);
    await new Promise<void>((resolve) => {
      this.#held.push(resolve);
      setTimeout(() => this.#held.splice(chunk.from % this.#held.length, 1)[0]?.(), 0);
    });
    return rows;
  }

  async close(): Promise<void> {}
}

test('one, two and three workers, and any order of answers', async () => {
  for (const workers of [1, 2, 3]) {
    const executor = new NodeExecutor(workers);
    const results = await runComparisons(comparisons, { executor });
    await executor.close();
    expect(JSON.stringify(results) === expected).toBe(true);
  }
  const shuffled = await runComparisons(comparisons, { executor: new ShufflingExecutor() });
  expect(JSON.stringify(shuffled) === expected).toBe(true);
});

test('stopped, damaged and resumed', async () => {
  const store = new FolderStore(folder, 'plan');
  const signal = { aborted: false };
  const [, { to: replicationsOfTwo }] = chunksOf(260, 400);
  const stopped = runComparisons(comparisons, {
    executor: compiledExecutor(),
    store,
    signal,
    onProgress: ({ doneReplications }) => {
      if (doneReplications === replicationsOfTwo) signal.aborted = true;
    },
  });
  await expect(stopped).rejects.toThrow(RunStopped);
  const saved = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.rows'),
  );
  expect(saved.length).toBe(2);
  // A file cut short, as a crash of the machine could leave it, is played again.
  const damaged = join(folder, saved[0]);
  await writeFile(damaged, (await readFile(damaged)).subarray(0, -9));
  let played = 0;
  const inner = compiledExecutor();
  const counting: Executor = {
    size: 2,
    play: (comparison, chunk) => {
      played += 1;
      return inner.play(comparison, chunk);
    },
    close: async () => {},
  };
  const resumed = await runComparisons(comparisons, { executor: counting, store });
  expect(JSON.stringify(resumed) === expected).toBe(true);
  const total = chunksOf(260, 400).length + chunksOf(230, 900).length + chunksOf(170, 700).length;
  expect(played).toBe(total - 1);
});

test('a policy has the same numbers whoever is listed beside it', async () => {
  const alone = comparisons.map((comparison) => ({ ...comparison, policies: ['dts'] }));
  const together = JSON.parse(expected);
  const results = await runComparisons(alone, { executor: new InlineExecutor() });
  results.forEach((result, i) => {
    const policies: { id: string; finals: number[] }[] = together[i].policies;
    expect(result.policies[0].finals).toEqual(policies.find(({ id }) => id === 'dts')?.finals);
  });
});
