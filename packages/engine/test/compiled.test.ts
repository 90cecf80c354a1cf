/** Compiled kernels give the same results as the JavaScript ones, byte for byte. */
import {
  createEnvironment,
  type EnvironmentDefinition,
  type Kernel,
  lawCatalogue,
  MeanTable,
  type PolicyDefinition,
  type RewardLawDefinition,
} from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';
import { loadKernels, NodeExecutor } from '@driftline/engine/node';
import {
  ChunkPlayer,
  type Comparison,
  chunksOf,
  InlineExecutor,
  NO_PLUGINS,
  type Plugins,
  Plugins as PluginsOf,
  runComparisons,
} from '@driftline/engine/play';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { policiesAnywhere } from './policies-anywhere.ts';

// Node's types do not declare it.
declare const WebAssembly: {
  Module: new (...parameters: unknown[]) => object;
  Instance: new (...parameters: unknown[]) => { exports: Record<string, unknown> };
};

const kernels = loadKernels();
const everyPolicy = policiesAnywhere;

afterEach(() => vi.unstubAllGlobals());

function comparison(
  spec: string,
  changed: Partial<Comparison> & { arms?: number } = {},
): Comparison {
  const { arms, ...others } = changed;
  return {
    name: spec,
    environment: { kind: 'named', spec, horizon: 400, ...(arms ? { armCount: arms } : {}) },
    policies: everyPolicy,
    replications: 5,
    seed: 9,
    checkpoints: { count: 15, spacing: 'linear' },
    ...others,
  };
}

async function results(
  comparisons: readonly Comparison[],
  module: typeof kernels,
  plugins: Plugins = NO_PLUGINS,
): Promise<string> {
  const executor = new InlineExecutor(plugins, module);
  return JSON.stringify(await runComparisons(comparisons, { executor, plugins }));
}

/** Notes which compiled loops are called. */
function notePlayed(): Set<string> {
  const played = new Set<string>();
  class NotingInstance {
    readonly exports: Record<string, unknown>;

    constructor(...parameters: unknown[]) {
      const { exports } = new Instance(...parameters);
      this.exports = { ...exports };
      for (const [name, exported] of Object.entries(exports)) {
        if (typeof exported !== 'function' || !name.startsWith('play_')) continue;
        this.exports[name] = (...given: unknown[]) => {
          played.add(name);
          return exported(...given);
        };
      }
    }
  }
  const { Instance, Module } = WebAssembly;
  vi.stubGlobal('WebAssembly', { Module, Instance: NotingInstance });
  return played;
}

test('there are compiled kernels, and all policies are played by them', async () => {
  const compiled = expect.any(WebAssembly.Module);
  expect(kernels).toEqual({ main: compiled, contextual: compiled });
  for (const arms of [3, 100]) {
    for (const spec of everyPolicy) {
      const played = notePlayed();
      const alone = [comparison('paper-2', { arms, variation: 3, policies: [spec] })];
      await results(alone, kernels);
      expect([spec, [...played]]).toEqual([spec, [expect.stringMatching(/_BernoulliRewards$/)]]);
      vi.unstubAllGlobals();
    }
  }
});

describe('all policies', () => {
  const log = { count: 12, spacing: 'log' } as const;
  const table = createEnvironment('piecewise:changes=4', { horizon: 300, armCount: 4, seed: 3 });

  test.each<[string, Comparison]>([
    ['paper-2', comparison('paper-2', { variation: 3, replications: 7 })],
    ['no variation', comparison('stationary', { variation: 0, checkpoints: log })],
    ['a budget from the means', comparison('ramp', { checkpoints: log })],
    ['shared random means', comparison('paper-1', { replications: 3 })],
    ['one replication', comparison('brownian:variation=3;knots=20', { replications: 1 })],
    ['heavy tails', comparison('paper-heavy', { replications: 6, checkpoints: log })],
    ['fresh Brownian means', comparison('brownian:variation=4;fresh=1')],
    ['fresh switches', comparison('switching:order=random;fresh=1', { checkpoints: log })],
    // Each replication has a variation of its own, and its policies are given another one.
    ['fresh pieces', comparison('piecewise:changes=3;fresh=1', { replications: 7 })],
    ['100 arms', comparison('sinusoid', { arms: 100, checkpoints: log, replications: 3 })],
    [
      '100 arms with fresh means',
      comparison('switching:order=random;fresh=1', { arms: 100, replications: 3 }),
    ],
    ['63 arms', comparison('paper-2', { arms: 63, variation: 3, replications: 3 })],
    ['64 arms', comparison('paper-2', { arms: 64, variation: 3, replications: 3 })],
    [
      'large seeds and numbers of replications',
      comparison('paper-2', { seed: 2 ** 53 - 1, firstReplication: 2 ** 31 - 2, variation: 3 }),
    ],
    [
      'a table of means',
      comparison('table', {
        environment: {
          kind: 'means',
          name: 'table',
          values: [...table.means.table().values],
          armCount: 4,
          rewards: 'uniform',
        },
        checkpoints: log,
      }),
    ],
    ...lawCatalogue.list.map(({ id }): [string, Comparison] => [
      `${id} rewards`,
      comparison('sinusoid', {
        environment: { kind: 'named', spec: 'sinusoid', horizon: 300, rewards: id },
        variation: 1,
      }),
    ]),
  ])('%s', async (_, each) => {
    const expected = await results([each], undefined);
    expect((await results([each], kernels)) === expected).toBe(true);
  });

  test('parameters of their own', async () => {
    const policies = [
      'r-moss:window=1',
      'sw-moss:window=7;eta=0.6',
      'sw-moss:window=100000',
      'd-ucb:discount=0',
      'd-ucb:discount=0.5;xi=0.7',
      'sw-rmoss:window=50;a=2;zeta=3;center=0.2;scale=0.5',
      'r-rmoss:window=2147483647',
      'sw-ucb:window=1;b=2',
      'kl-ucb:c=3',
      'ts:coin=1',
      'dts:discount=0',
      'exp3:g=1',
      'rexp3:window=1',
    ];
    const given = [comparison('paper-2', { policies, rewardRange: [-0.5, 2], variation: 3 })];
    const expected = await results(given, undefined);
    expect((await results(given, kernels)) === expected).toBe(true);
  });
});

test('means that are computed on demand', async () => {
  const large = [
    comparison('sinusoid', {
      environment: { kind: 'named', spec: 'sinusoid', armCount: 2000, horizon: 2100 },
      policies: ['sw-moss', 'sw-ucb', 'd-ucb', 'rmoss', 'uniform'],
      variation: 3,
      replications: 3,
    }),
  ];
  expect(createEnvironment('sinusoid', { armCount: 2000, horizon: 2100 }).means).not.toBeInstanceOf(
    MeanTable,
  );
  const played = notePlayed();
  const got = await results(large, kernels);
  expect(played.size).toBe(5);
  expect(got === (await results(large, undefined))).toBe(true);
});

describe('several chunks', () => {
  // Odd chunks of 7 replications: a pair never goes over from one to the next.
  const long: Comparison = comparison('paper-2', {
    environment: { kind: 'named', spec: 'paper-2', horizon: 14_000 },
    policies: ['sw-moss', 'kl-ucb', 'dts', 'rexp3', 'r-rmoss'],
    replications: 16,
    firstReplication: 3,
  });

  test('in any order, with any workers', async () => {
    const chunks = chunksOf(16, 14_000);
    expect(chunks.map(({ from, to }) => to - from)).toEqual([7, 7, 2]);
    const forth = new ChunkPlayer(long, NO_PLUGINS, kernels);
    const back = new ChunkPlayer(long, NO_PLUGINS, kernels);
    const plain = new ChunkPlayer(long, NO_PLUGINS);
    const expected = chunks.map((chunk) => new ChunkPlayer(long).play(chunk));
    expect(chunks.map((chunk) => forth.play(chunk))).toEqual(expected);
    const reversed = [...chunks].reverse();
    expect(reversed.map((chunk) => back.play(chunk)).reverse()).toEqual(expected);
    expect(reversed.map((chunk) => plain.play(chunk)).reverse()).toEqual(expected);
  });

  test('on worker threads', async () => {
    const both = [long, comparison('brownian:variation=4;fresh=1', { arms: 70 })];
    const executor = new NodeExecutor(2);
    const got = JSON.stringify(await runComparisons(both, { executor }));
    await executor.close();
    expect(got === (await results(both, undefined))).toBe(true);
    expect(got === (await results(both, kernels))).toBe(true);
  });
});

/** SW-MOSS, but every tenth slot goes to the first arm. */
class StubbornKernel implements Kernel {
  readonly #inner: Kernel;
  #slot = 0;

  constructor(inner: Kernel) {
    this.#inner = inner;
  }

  pick(...[random]: Parameters<Kernel['pick']>): number {
    const arm = this.#inner.pick(random);
    return this.#slot % 10 === 0 ? 0 : arm;
  }
  pickAmong(...parameters: Parameters<Kernel['pickAmong']>): number {
    return this.#inner.pickAmong(...parameters);
  }
  propensity(): number {
    return 1;
  }
  ticket(): number {
    return this.#inner.ticket();
  }
  acceptsTicket(ticket: number): boolean {
    return this.#inner.acceptsTicket(ticket);
  }
  advance(arm: number): void {
    this.#slot += 1;
    this.#inner.advance(arm);
  }
  learn(...parameters: Parameters<Kernel['learn']>): boolean {
    return this.#inner.learn(...parameters);
  }
  weight(slot: number): number {
    return this.#inner.weight(slot);
  }
  welcome(arm: number): void {
    this.#inner.welcome(arm);
  }
  reset(): void {
    this.#slot = 0;
    this.#inner.reset();
  }
  transfer(...parameters: Parameters<Kernel['transfer']>): void {
    this.#inner.transfer(...parameters);
  }
}

describe('plugins', () => {
  const stubborn: PolicyDefinition = {
    ...slidingWindowMoss,
    id: 'stubborn',
    kernel: (settings) => new StubbornKernel(slidingWindowMoss.kernel(settings)),
  };
  /** The same by a method in place of one of ours. */
  const patched: PolicyDefinition = {
    ...slidingWindowMoss,
    id: 'patched',
    kernel: (settings) => {
      const kernel = slidingWindowMoss.kernel(settings);
      const own = new StubbornKernel(slidingWindowMoss.kernel(settings));
      const methods = ['pick', 'advance', 'learn', 'reset'] as const;
      return Object.assign(
        kernel,
        Object.fromEntries(methods.map((name) => [name, own[name].bind(own)])),
      );
    },
  };
  const certain: RewardLawDefinition = {
    id: 'certain',
    name: 'Certain',
    summary: 'Rewards are their means.',
    parameters: [],
    rewardRange: [0, 1],
    sampler: () => ({ draw: (mean) => mean }),
    variance: () => 0,
  };
  /** Half of the replications have means that do not vary, so that windows never forget there. */
  const unsteady: EnvironmentDefinition = {
    id: 'unsteady',
    name: 'Unsteady',
    summary: 'Steps, or none.',
    parameters: [
      { kind: 'choice', id: 'fresh', summary: 'drawn anew', default: 1, words: ['0', '1'] },
    ],
    armCount: 2,
    horizon: 200,
    law: 'bernoulli',
    means: ({ horizon, armCount }, random) => {
      const jump = random.uniform() < 0.5 ? 0 : 0.3;
      const values = Float64Array.from(
        { length: horizon * armCount },
        (_, i) => 0.5 + (i % armCount === 0 && i > 150 ? jump : 0),
      );
      return new MeanTable(values, armCount);
    },
  };
  const plugins = new PluginsOf([
    { policies: [stubborn, patched], rewardLaws: [certain], environments: [unsteady] },
  ]);

  test('a policy in plain TypeScript is played beside compiled ones', async () => {
    const policies = ['sw-moss', 'stubborn', 'ts', 'patched'];
    const beside = [comparison('paper-2', { policies, variation: 3 })];
    const played = notePlayed();
    const got = await results(beside, kernels, plugins);
    expect(played.size).toBe(2);
    expect(got === (await results(beside, undefined, plugins))).toBe(true);
    const [{ policies: together }] = JSON.parse(got);
    const alone = [comparison('paper-2', { policies: ['stubborn'], variation: 3 })];
    const [{ policies: single }] = JSON.parse(await results(alone, undefined, plugins));
    expect(together[1].finals).toEqual(single[0].finals);
    expect(together[3].finals).toEqual(single[0].finals);
    expect(together[1].finals).not.toEqual(together[0].finals);
  });

  test('a law in plain TypeScript', async () => {
    const environment = {
      kind: 'named',
      spec: 'paper-2',
      horizon: 300,
      rewards: 'certain',
    } as const;
    const own = [comparison('paper-2', { environment, variation: 3 })];
    const played = notePlayed();
    const got = await results(own, kernels, plugins);
    expect(played.size).toBe(0);
    expect(got === (await results(own, undefined, plugins))).toBe(true);
  });

  test('replications whose kernels are of different types', async () => {
    const policies = ['sw-moss', 'r-rmoss', 'd-ucb', 'ts'];
    const own = [comparison('unsteady', { policies, replications: 21 })];
    const got = await results(own, kernels, plugins);
    expect(got === (await results(own, undefined, plugins))).toBe(true);
  });
});
