import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BundledTable } from './bundled-tables.ts';
import { firstVisit } from './examples.ts';
import {
  exampleFragment,
  exampleIn,
  fragmentOf,
  isLink,
  keptForm,
  sameSetting,
  settingKept,
  settingOf,
  type Tables,
  TooLongForLink,
} from './link.ts';
import { LinkError } from './link-reading.ts';
import type { ChosenEnvironment, Setting } from './setting.ts';

const table: BundledTable = {
  values: [1, 2, 3, 4, 5, 6, 7, 8],
  armCount: 2,
  armNames: ['east', 'west'],
};
const tables: Tables = { sample: async () => table };

/** JSON has no −0, and no mean is one. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((value) => value + 0);
const law = fc.constantFrom('bernoulli', 'gaussian:sd=0.5', 'pareto');
const name = fc.string({ minLength: 1, maxLength: 30 });
const slots = fc.integer({ min: 1, max: 100_000 });

const rows = fc
  .record({ armCount: fc.integer({ min: 1, max: 4 }), rowCount: fc.integer({ min: 1, max: 6 }) })
  .chain(({ armCount, rowCount }) => {
    const length = { minLength: armCount * rowCount, maxLength: armCount * rowCount };
    return fc.record({ armCount: fc.constant(armCount), values: fc.array(number, length) });
  });

const knots = fc
  .record({ arms: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 1, max: 11 }) })
  .chain(({ arms, count }) =>
    fc.array(fc.array(number, { minLength: count, maxLength: count }), {
      minLength: arms,
      maxLength: arms,
    }),
  );

const environment: fc.Arbitrary<ChosenEnvironment> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('named' as const),
      spec: fc.constantFrom('paper-2', 'sinusoid:amplitude=0.3;period=2000'),
      armCount: fc.integer({ min: 1, max: 20 }),
      horizon: slots,
      rewards: law,
    },
    { requiredKeys: ['kind', 'spec'] },
  ),
  fc.record({ kind: fc.constant('drawn' as const), knots, horizon: slots, rewards: law }),
  fc
    .record({ kind: fc.constant('means' as const), name, rewards: law, rows })
    .map(({ rows: { values, armCount }, ...rest }) => ({ ...rest, values, armCount })),
  fc
    .record({
      kind: fc.constant('rewards' as const),
      name,
      rows,
      against: fc.constantFrom('fixed' as const, 'smoothed' as const),
      rotated: fc.boolean(),
      unit: fc.constantFrom(-60, 0.5),
    })
    .map(({ rows: { values, armCount }, ...rest }) => ({
      ...rest,
      values,
      armCount,
      smoothing: 1,
    })),
);

const policies = fc
  .uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 16 })
  .chain((styles) =>
    fc.tuple(
      ...styles.map((style) =>
        fc.record({
          spec: fc.constantFrom('ucb1', 'sw-moss:window=25;eta=0.6', 'd-ucb:discount=0.99'),
          style: fc.constant(style),
        }),
      ),
    ),
  );

const anySetting: fc.Arbitrary<Setting> = fc.record(
  {
    environment,
    armNames: fc.array(name, { minLength: 1, maxLength: 4 }),
    policies,
    variation: number.map(Math.abs),
    changes: fc.integer({ min: 0, max: 50 }),
    rewardRange: fc.constantFrom<readonly [number, number]>([0, 1], [-2, 0.25]),
    replications: fc.integer({ min: 1, max: 100_000 }),
    seed: fc.maxSafeNat(),
  },
  { requiredKeys: ['environment', 'policies', 'replications', 'seed'] },
);

test('a link gives back the setting that it was made from', async () => {
  await fc.assert(
    fc.asyncProperty(anySetting, async (setting) => {
      const restored = await settingOf(`#${await fragmentOf(setting, tables)}`, tables);
      expect(restored).toEqual(setting);
      expect(restored !== undefined && sameSetting(restored, setting)).toBe(true);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('links that version 0.1 made still open, alone and behind an example’s name', async () => {
  const link =
    's=RY5BCsIwFETvMutU0tpuPngScRGTD35Mk5Bog5bcXVpQtzPvDbNi4VwkBlCvUGP2DrTiLsGBEMzMDgolsQUhmcS5G6Bwi1nemzRorZtCil6scAGd1y9dajfHUqhKcLGeJr0NPV6eQbqpH_a01_7fHNtFYTFZzGM_NR4mhczJi92TAhq1QmF2oKFvHw';
  const setting: Setting = {
    environment: { kind: 'named', spec: 'paper-2', horizon: 2000 },
    policies: [
      { spec: 'sw-moss:window=50', style: 0 },
      { spec: 'ucb1', style: 3 },
    ],
    variation: 4.5,
    replications: 40,
    seed: 21,
  };
  expect(await settingOf(`#${link}`, tables)).toEqual(setting);
  const named = `#${exampleFragment('three-waves', link)}`;
  expect([isLink(named), exampleIn(named)]).toEqual([true, 'three-waves']);
  expect(await settingOf(named, tables)).toEqual(setting);
});

test('links that version 0.1 made of drawings and tables still open, and are written the same way', async () => {
  const written = [
    '{"version":1,"world":{"kind":"drawn","knots":[[0.1,0.9],[0.5,0.5]],"horizon":50,"rewards":"bernoulli"},"policies":[],"replications":3,"seed":4}',
    '{"version":1,"world":{"kind":"rewards","name":"mine.csv","values":[1,2,3,4],"armCount":2,"unit":-60,"against":"smoothed","smoothing":2,"rotated":false},"armNames":["east","west"],"policies":[{"spec":"ucb1","style":2}],"variation":4.5,"changes":3,"rewardRange":[-1,2],"replications":10,"seed":9}',
  ];
  for (const text of written) {
    const { world: environment, version: _, ...rest } = JSON.parse(text);
    const setting = await settingOf(await linkTo(JSON.parse(text)), tables);
    expect(setting).toEqual({ environment, ...rest });
    expect(setting && keptForm(setting)).toEqual(JSON.parse(text));
  }
});

describe('tables that come with the page', () => {
  const play = { against: 'fixed', smoothing: 2, rotated: true } as const;
  const recorded = (values: readonly number[]): Setting => ({
    ...firstVisit.setting,
    environment: { kind: 'rewards', name: 'sample', values, armCount: 2, ...play },
  });

  test('are named, whole or their first slots', async () => {
    for (const values of [table.values, table.values.slice(0, 6)]) {
      const fragment = await fragmentOf(recorded(values), tables);
      expect(await settingOf(fragment, tables)).toEqual(recorded(values));
      await expect(settingOf(fragment, {})).rejects.toThrow('environment.table must be one of');
    }
  });

  test('others of the same name are embedded', async () => {
    const own = recorded([1, 2, 3, 5]);
    expect(await settingOf(await fragmentOf(own, tables), {})).toEqual(own);
  });
});

test('settings that differ anywhere are not the same', () => {
  const { setting } = firstVisit;
  expect(sameSetting(setting, structuredClone(setting))).toBe(true);
  expect(sameSetting(setting, { ...setting, seed: 2 })).toBe(false);
  expect(sameSetting(setting, { ...setting, variation: 2 })).toBe(false);
  expect(sameSetting(setting, { ...setting, policies: setting.policies.slice(1) })).toBe(false);
});

test('an environment with too many numbers has no link, also where they would deflate to little', async () => {
  const environmentOf = (values: readonly number[]): Setting => ({
    ...firstVisit.setting,
    environment: { kind: 'means', name: 'x', values, armCount: 2, rewards: 'gaussian' },
  });
  const varied = Array.from({ length: 20_000 }, (_, i) => Math.sin(i));
  await expect(fragmentOf(environmentOf(varied), tables)).rejects.toThrow(TooLongForLink);
  const level = new Array<number>(600_000).fill(0.1234567890123);
  await expect(fragmentOf(environmentOf(level), tables)).rejects.toThrow(TooLongForLink);
});

test('a setting that was kept as it is is checked like a link', async () => {
  await fc.assert(
    fc.property(anySetting, (setting) => {
      expect(settingKept(keptForm(setting))).toEqual(setting);
    }),
    { seed: 1, numRuns: 50 },
  );
  expect(() => settingKept({ ...keptForm(firstVisit.setting), seed: -1 })).toThrow('seed must be');
  expect(() => settingKept({ version: 2 })).toThrow('newer version');
});

test('an address without a setting is none', async () => {
  expect(await settingOf('', tables)).toBeUndefined();
  expect(await settingOf('#regret', tables)).toBeUndefined();
});

/** A link that holds anything. */
async function linkTo(content: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(content)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  return `#s=${bytes.toString('base64url')}`;
}

describe('links that can’t be used', () => {
  test('a damaged one says so', async () => {
    const whole = await fragmentOf(firstVisit.setting, tables);
    const damaged = [
      whole.slice(0, 40),
      `${whole.slice(0, 60)}!${whole.slice(61)}`,
      's=',
      's=AAAA',
    ];
    for (const fragment of damaged) {
      await expect(settingOf(fragment, tables)).rejects.toThrow('is damaged or incomplete');
    }
  });

  test('a newer one says so', async () => {
    const link = await linkTo({ version: 2, anything: true });
    await expect(settingOf(link, tables)).rejects.toThrow(
      'was made by a newer version of this page (format 2; this page reads 1)',
    );
  });

  const { environment: world, ...rest } = firstVisit.setting;
  // As version 0.1 wrote it.
  const good = { version: 1, world, ...rest };
  const drawn = { kind: 'drawn', knots: [[0, 1]], horizon: 5, rewards: 'bernoulli' };
  const policy = (spec: unknown, style: unknown = 0) => ({ ...good, policies: [{ spec, style }] });

  test.each<[unknown, string]>([
    [[], 'it has no version that this page can read'],
    [{ ...good, version: '1' }, 'it has no version that this page can read'],
    [{ ...good, extra: 1 }, 'the setting has ‘extra’, which this page does not know'],
    [
      { ...good, delay: 'fixed:9' },
      'the setting has ‘delay’, which only the command line supports',
    ],
    [{ ...good, players: 6 }, 'the setting has ‘players’, which only the command line supports'],
    [
      policy('mctopm:of=kl-ucb'),
      'it names ‘mctopm’, a rule for several players, which only the command line supports',
    ],
    [
      { ...good, world: { kind: 'named', spec: 'papr-2' } },
      'the environment ‘papr-2’, which this page does not have; did you mean ‘paper-2’?',
    ],
    [
      { ...good, world: { kind: 'maze' } },
      'environment.kind must be one of named, drawn, means, rewards',
    ],
    [
      { ...good, world: { ...drawn, horizon: 1e12 } },
      'environment.horizon must be an integer >= 1 and <= 1000000; got',
    ],
    [
      {
        ...good,
        world: {
          ...drawn,
          knots: [
            [0, 1],
            [1, 0],
            [0, 1],
          ],
          horizon: 1e6,
        },
      },
      'environment must have at most 2000000 means; got 3 arms times 1000000 slots',
    ],
    [
      { ...good, world: { kind: 'named', spec: 'brownian', armCount: 50, horizon: 1e6 } },
      'environment: arms times slots must be at most 5000000 on this page; got 50 times 1000000',
    ],
    [
      { ...good, world: { ...drawn, knots: [[0, 1], [1]] } },
      'environment.knots must have the same number of knots for each arm; got [2,1]',
    ],
    [
      { ...good, world: { ...drawn, knots: [[0, '1']] } },
      'environment.knots[0][1] must be a number',
    ],
    [
      { ...good, world: { ...drawn, knots: [[0, 1e308]] } },
      'environment.knots[0][1] must be a number of at most 1e+100 in size; got 1e+308',
    ],
    [
      { ...good, world: { ...drawn, rewards: 'dice' } },
      "environment.rewards: there is no reward law 'dice'",
    ],
    [
      {
        ...good,
        world: { kind: 'means', name: 'a', values: [1, 2, 3], armCount: 2, rewards: 'beta' },
      },
      'environment.values must be rows of 2 numbers; got 3 in all',
    ],
    [
      policy('swmoss'),
      'it names the policy ‘swmoss’, which this page does not have; did you mean ‘sw-moss’?',
    ],
    [policy('sw-moss:'), 'policies[0].spec: a parameter must be written name=value'],
    [policy('<b>', 0), 'policies[0].spec: a name must come first'],
    [policy('sw-moss', 16), 'policies[0].style must be an integer from 0 to 15'],
    [{ ...good, policies: Array(17).fill(good.policies[0]) }, 'policies must be a list of 0 to 16'],
    [{ ...good, policies: Array(2).fill(good.policies[0]) }, 'each policy must have its own style'],
    [{ ...good, variation: -1 }, 'variation must be a number >= 0; got -1'],
    [
      { ...good, rewardRange: [1, 0] },
      'rewardRange must be two numbers, the lower first; got [1,0]',
    ],
    [{ ...good, replications: 0 }, 'replications must be an integer >= 1 and <= 100000; got 0'],
    [{ ...good, seed: 1.5 }, 'seed must be an integer >= 0; got 1.5'],
  ])('%j', async (content, message) => {
    const opened = settingOf(await linkTo(content), tables);
    await expect(opened).rejects.toThrow(LinkError);
    await expect(opened).rejects.toThrow(message);
  });

  test('an environment of any other shape is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (content) => {
        const spoilt = { ...good, world: content };
        await expect(settingOf(await linkTo(spoilt), tables)).rejects.toThrow(LinkError);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test('one that would fill the memory is not inflated', async () => {
    const link = await linkTo({ ...good, armNames: ['a'.repeat(2 ** 24)] });
    await expect(settingOf(link, tables)).rejects.toThrow('is larger than a link may be');
  });
});
