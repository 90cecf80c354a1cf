/** What a plugin does wrong while it is played is reported as its own, and no number is made of it. */
import {
  createPolicyFromSpec,
  MeanTable,
  ParameterError,
  type PolicyDefinition,
  randomStream,
  trace,
} from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import {
  ChunkPlayer,
  type Comparison,
  type Executor,
  InlineExecutor,
  PluginError,
  type PluginModule,
  Plugins,
  pluginMeansDigests,
  runComparisons,
  watchReplication,
} from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { changedKernel, ownEnvironment, ownLaw, ownPolicy, TurnsKernel } from './own-plugin.ts';

const comparison: Comparison = {
  name: 'own',
  environment: { kind: 'named', spec: 'steps', rewards: 'plain' },
  policies: ['turns', 'ucb1'],
  replications: 4,
  seed: 3,
  checkpoints: { count: 5, spacing: 'linear' },
};

async function played(module: PluginModule): Promise<unknown> {
  const plugins = new Plugins([
    {
      policies: [ownPolicy()],
      environments: [ownEnvironment()],
      rewardLaws: [ownLaw()],
      ...module,
    },
  ]);
  const executor = new InlineExecutor(plugins, loadKernels());
  return runComparisons([comparison], { executor, plugins });
}

const policy = (changes: object): PluginModule => ({
  policies: [ownPolicy(changedKernel(changes))],
});
const environment = (means: unknown): PluginModule => ({
  environments: [ownEnvironment({ means })],
});
const law = (draw: unknown): PluginModule => ({
  rewardLaws: [ownLaw({ sampler: () => ({ draw }) })],
});

test('a right one is played', async () => {
  await expect(played({})).resolves.toHaveLength(1);
});

describe('a policy', () => {
  const place =
    "plugin 1: policy 'turns' in slot 1 of replication 0 (slots from 1, replications from 0): ";
  const arms = 'accepted is an arm, an integer from 0 to 2';

  test.each<[string, object, string]>([
    ['an arm above', { pick: () => 7 }, `${place}pick returned 7; ${arms}`],
    ['the number of arms', { pick: () => 3 }, `${place}pick returned 3; ${arms}`],
    ['an arm below', { pick: () => -1 }, `${place}pick returned -1; ${arms}`],
    ['between two arms', { pick: () => 0.5 }, `${place}pick returned 0.5; ${arms}`],
    ['NaN', { pick: () => Number.NaN }, `${place}pick returned NaN; ${arms}`],
    ['no arm', { pick: () => undefined }, `${place}pick returned nothing; ${arms}`],
    ['an arm as text', { pick: () => '1' }, `${place}pick returned the text '1'; ${arms}`],
    ['no ticket', { ticket: () => Number.NaN }, 'ticket returned NaN; accepted is a finite number'],
    ['no answer', { learn: () => 1 }, 'learn returned 1; accepted is true or false'],
    [
      'a method too few',
      { weight: undefined },
      "plugin 1: policy 'turns': kernel returned an object; accepted is an object with the methods pick, pickAmong, propensity, ticket, acceptsTicket, advance, learn, weight, welcome, reset, transfer; missing: weight",
    ],
    [
      'what is no error',
      {
        pick: () => {
          throw 'x';
        },
      },
      `${place}pick threw the text 'x', which is not an error`,
    ],
    [
      'nothing at all',
      {
        advance: () => {
          throw null;
        },
      },
      `${place}advance threw null, which is not an error`,
    ],
    ...['pick', 'ticket', 'advance', 'learn'].map((method): [string, object, string] => [
      `a failure of ${method}`,
      {
        [method]: () => {
          throw new TypeError('ouch');
        },
      },
      `${place}${method} threw TypeError: ouch`,
    ]),
    [
      'a failure of reset',
      {
        reset: () => {
          throw new Error('ouch');
        },
      },
      'reset threw Error: ouch',
    ],
  ])('%s', async (_, changes, message) => {
    const failed = played(policy(changes));
    await expect(failed).rejects.toBeInstanceOf(PluginError);
    await expect(failed).rejects.toThrow(message);
  });

  test('in the one slot in which it is wrong', async () => {
    const late = {
      pick(this: TurnsKernel) {
        return this.slot === 41 ? 3 : 0;
      },
    };
    await expect(played(policy(late))).rejects.toThrow('in slot 42 of replication 0');
  });

  test('no kernel', async () => {
    const none = { policies: [ownPolicy(() => undefined)] };
    await expect(played(none)).rejects.toThrow("policy 'turns': kernel returned nothing; accepted");
    const failing = () => {
      throw new RangeError('ouch');
    };
    await expect(played({ policies: [ownPolicy(failing)] })).rejects.toThrow(
      "policy 'turns': kernel threw RangeError: ouch",
    );
  });

  test('tuned to what is no number', async () => {
    const tuned = { ...ownPolicy(), tune: () => ({ window: Number.NaN }) };
    await expect(played({ policies: [tuned] })).rejects.toThrow(
      'tune returned an object; accepted is an object of finite numbers; it holds window = NaN',
    );
  });

  test('in the shell, too: a trace, an arm that joins, a choice among some', () => {
    const made = (changes: object) => {
      const { policies } = new Plugins([policy(changes)]);
      return createPolicyFromSpec('turns', { armCount: 3 }, policies);
    };
    const table = [
      [1, 0, 0],
      [1, 0, 0],
    ];
    expect(() => trace(made({ pick: () => 7 }), table)).toThrow(
      "policy 'turns' in slot 1 (slots from 1): pick returned 7",
    );
    expect(() => made({ pickAmong: () => 0 }).select(randomStream(1), [1, 2])).toThrow(
      'pickAmong returned 0; accepted is one of the arms given, 1, 2',
    );
    expect(() => trace(made({ propensity: () => 2 }), table)).toThrow('propensity returned 2');
    expect(() => trace(made({ weight: () => 2 }), table)).not.toThrow();
    const waiting = made({ weight: () => Number.NaN });
    expect(() => waiting.begin(waiting.select(randomStream(1)))).toThrow('weight returned NaN');
    const welcoming = made({
      welcome: () => {
        throw new Error('ouch');
      },
    });
    welcoming.addArm();
    expect(() => welcoming.select(randomStream(1))).toThrow('welcome threw Error: ouch');
  });
});

describe('an environment', () => {
  test.each<[string, unknown, string]>([
    [
      'a failure',
      () => {
        throw new TypeError('ouch');
      },
      "plugin 1: environment 'steps': means threw TypeError: ouch",
    ],
    ['nothing', () => undefined, 'means returned nothing; accepted is a MeanTable'],
    [
      'a mean that is no number',
      () =>
        MeanTable.fromRows(Array.from({ length: 60 }, (_, i) => [i === 7 ? Number.NaN : 0, 0, 0])),
      'a table of means must hold finite numbers; got NaN at slot 8, arm 0',
    ],
    [
      'a mean that is no number, of a table of its own making',
      () => ({ armCount: 3, horizon: 60, mean: () => Number.POSITIVE_INFINITY, course: () => 0 }),
      'a table of means must hold finite numbers; got Infinity at slot 1, arm 0',
    ],
    [
      'another size',
      () => MeanTable.fromRows([[0, 1, 2]]),
      'accepted is a table of 60 slots and 3 arms, as asked for; this one has 1 slots and 3 arms',
    ],
    [
      'means from elsewhere',
      () => new MeanTable(Float64Array.from({ length: 180 }, Math.random), 3),
      'means made twice from the same random source differ: 0.',
    ],
  ])('%s', async (_, means, message) => {
    const failed = played(environment(means));
    await expect(failed).rejects.toBeInstanceOf(PluginError);
    await expect(failed).rejects.toThrow(message);
  });

  test('means that its reward law does not allow', async () => {
    const module = {
      ...environment(() => new MeanTable(new Float64Array(180).fill(2), 3)),
      rewardLaws: [ownLaw({ meanRange: [0, 1] })],
    };
    await expect(played(module)).rejects.toThrow(
      "plugin 1: environment 'steps': means and its rewards do not fit: means must lie in [0, 1] for plain rewards; got 2 at slot 1, arm 0",
    );
  });

  test('a budget that is none', async () => {
    const stated = { environments: [ownEnvironment({ statedVariation: () => Number.NaN })] };
    await expect(played(stated)).rejects.toThrow('statedVariation returned NaN; accepted is a');
  });

  test('means that change after they were handed over change nothing', async () => {
    const { means: right } = ownEnvironment();
    const tables: MeanTable[] = [];
    const module = environment((settings: never, random: never) => {
      for (const table of tables) table.values.fill(0.5);
      const table = right(settings, random).table();
      tables.push(table);
      return table;
    });
    expect(await played(module)).toEqual(await played({}));
  });

  test('means that are others in another thread', async () => {
    const makes = (mean: number) =>
      new Plugins([
        {
          policies: [ownPolicy()],
          rewardLaws: [ownLaw()],
          ...environment(() => new MeanTable(new Float64Array(180).fill(mean), 3)),
        },
      ]);
    const executor = new InlineExecutor(makes(0.25), loadKernels());
    await expect(runComparisons([comparison], { executor, plugins: makes(0.5) })).rejects.toThrow(
      "environment 'steps': means returned other means in another thread",
    );
  });
});

test('means from elsewhere are another plan', () => {
  const made = (mean: number) => {
    const module = environment(() => new MeanTable(new Float64Array(180).fill(mean), 3));
    const plugins = new Plugins([{ ...module, rewardLaws: [ownLaw()] }]);
    const ours = { ...comparison, environment: { kind: 'named', spec: 'paper-2' } } as const;
    return pluginMeansDigests([comparison, ours], plugins);
  };
  expect(made(0.25)).toEqual(made(0.25));
  expect(made(0.25)[0]).not.toBe(made(0.5)[0]);
  expect(made(0.25)[1]).toBeNull();
});

describe('a reward law', () => {
  test.each<[string, PluginModule, string]>([
    [
      'NaN once in a while',
      law((mean: number, random: { uniform(): number }) =>
        random.uniform() < 0.05 ? Number.NaN : mean,
      ),
      'returned NaN; accepted is a finite number of at most 1e+280 in size',
    ],
    ['infinite rewards', law(() => Number.POSITIVE_INFINITY), 'returned Infinity; accepted'],
    ['rewards beyond all sums', law(() => 1e300), 'returned 1e+300; accepted'],
    ['no reward', law(() => undefined), 'returned nothing; accepted'],
    ['a reward as text', law(() => '1'), "returned the text '1'; accepted"],
    [
      'a failure',
      law(() => {
        throw new TypeError('ouch');
      }),
      "reward law 'plain' in slot 1 of replication 0 (slots from 1, replications from 0): draw threw TypeError: ouch",
    ],
    [
      'no sampler',
      { rewardLaws: [ownLaw({ sampler: () => ({}) })] },
      'sampler returned an object; accepted is an object with the method draw',
    ],
  ])('%s', async (_, module, message) => {
    const failed = played(module);
    await expect(failed).rejects.toBeInstanceOf(PluginError);
    await expect(failed).rejects.toThrow(message);
  });

  test('watched slot by slot, too', () => {
    const plugins = new Plugins([
      { environments: [ownEnvironment()], ...law(() => Number.NaN), policies: [ownPolicy()] },
    ]);
    expect(() => watchReplication(comparison, 1, 0, plugins)).toThrow('returned NaN; accepted');
  });
});

describe('what is kept from one replication to the next', () => {
  /** Plays an arm of its own as soon as a replication before it was played to the end. */
  class KeepingKernel extends TurnsKernel {
    played = 0;

    override pick(): number {
      return this.played > 60 ? 0 : super.pick();
    }

    override advance(): void {
      super.advance();
      this.played += 1;
    }
  }

  async function withExecutors(module: PluginModule, executors: number): Promise<unknown> {
    const plugins = new Plugins([
      {
        policies: [ownPolicy()],
        environments: [ownEnvironment({ horizon: 33_400 })],
        rewardLaws: [ownLaw()],
        ...module,
      },
    ]);
    const inline = Array.from(
      { length: executors },
      () => new InlineExecutor(plugins, loadKernels()),
    );
    let next = 0;
    const executor: Executor = {
      size: executors,
      play: (index, chunk) => inline[next++ % executors].play(index, chunk),
      close: async () => {},
    };
    return runComparisons([comparison], { executor, plugins });
  }

  test('over reset changes nothing, however many play', async () => {
    const module = { policies: [ownPolicy((armCount) => new KeepingKernel(armCount))] };
    const alone = await withExecutors(module, 1);
    expect(await withExecutors(module, 2)).toEqual(alone);
  });

  test('in a spare draw of a sampler changes nothing', async () => {
    let made = 0;
    const sampler = () => {
      made += 1;
      let spare: number | undefined;
      return {
        draw: (mean: number, random: { uniform(): number }) => {
          const drawn = spare ?? random.uniform();
          spare = spare === undefined ? random.uniform() : undefined;
          return mean + drawn - 0.5;
        },
      };
    };
    const module = {
      rewardLaws: [ownLaw({ sampler })],
      environments: [ownEnvironment({ horizon: 33_401 })],
    };
    const alone = await withExecutors(module, 1);
    expect(await withExecutors(module, 2)).toEqual(alone);
    expect(made).toBeGreaterThan(2);
  });

  test('in a module is found', async () => {
    let picks = 0;
    const module = policy({
      pick: () => {
        picks += 1;
        return picks > 33_400 ? 0 : 1;
      },
    });
    await expect(withExecutors(module, 1)).rejects.toThrow(
      /policy 'turns' in replication 0 \(replications from 0\): what it plays differs when it is repeated: a regret of [\d.]+ with turns, then [\d.]+; it must not keep anything between/,
    );
    let draws = 0;
    const counting = law((mean: number) => {
      draws += 1;
      return draws > 110_000 ? 1 - mean : mean;
    });
    await expect(withExecutors(counting, 1)).rejects.toThrow(/reward law 'plain' in replication 0/);
  });
});

test('what a kernel has beside its methods can be seen, whatever it is called', () => {
  const extras = {
    extra: 3,
    index: (arm: number) => 2 * arm,
    indexWithExtra: (arm: number) => arm,
  };
  const { policies } = new Plugins([policy(extras)]);
  const kernel = policies
    .find('turns')
    .kernel({ armCount: 3, startArmCount: 3, horizon: 60, values: {} });
  expect(kernel).toMatchObject({ extra: 3, slot: 0, armCount: 3 });
  expect(kernel).toHaveProperty('indexWithExtra');
  expect(Reflect.get(kernel, 'index')(2)).toBe(4);
});

test('one of our own kernels in a plugin is played as ours', () => {
  const plugins = new Plugins([{ environments: [ownEnvironment()], rewardLaws: [ownLaw()] }]);
  const [, sliding] = plugins.policies.list;
  const mine: PolicyDefinition = { ...sliding, id: 'mine' };
  const own = {
    ...comparison,
    environment: { kind: 'named', spec: 'paper-2', horizon: 200 },
  } as const;
  const rows = new ChunkPlayer(
    { ...own, policies: ['mine', sliding.id], variation: 3 },
    new Plugins([{ policies: [mine] }]),
    loadKernels(),
  ).play({ from: 0, to: 4 });
  expect(rows.policies[0]).toEqual(rows.policies[1]);
});

test('a refusal of a plugin counts as one of a parameter', () => {
  expect(() => {
    new Plugins([environment(() => undefined)]).environments.list
      .at(-1)
      ?.means({ armCount: 3, horizon: 60, values: undefined as never }, randomStream(1));
  }).toThrow(ParameterError);
});
