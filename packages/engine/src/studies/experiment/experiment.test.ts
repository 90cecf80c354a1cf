import { readdirSync, readFileSync } from 'node:fs';
import { createEnvironment, policyCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { policiesAnywhere } from '../../../test/policies-anywhere.ts';
import { Plugins } from '../../play/plugins/plugins.ts';
import { ExperimentError } from '../../request/experiment-error.ts';
import { experimentText } from '../../request/experiment-text.ts';
import { planExperiment, tablesNamedIn } from './plan.ts';
import type { MeansTable } from './plan-environments.ts';
import { readExperiment } from './read.ts';
import { experimentJsonSchema } from './schema.ts';
import { combinations, rangeProblem, rangeValues } from './sweep.ts';

const FILE = 'experiment.yaml';

function plan(text: string, tables: [string, MeansTable][] = []) {
  return planExperiment(readExperiment(text, FILE), { tables: new Map(tables) });
}

/** The mistakes of a text, one per line. */
function mistakes(text: string, tables: [string, MeansTable][] = []): string[] {
  try {
    plan(text, tables);
  } catch (error) {
    if (error instanceof ExperimentError) return [...error.lines];
    throw error;
  }
  return [];
}

describe('too much', () => {
  test('a sweep of a thousand million settings is counted, not made', () => {
    const range = '{from: 2, to: 1001, by: 1}';
    const policies = `policies:\n  - {policy: m-ucb, samples: ${range}, threshold: ${range}, change: ${range}}`;
    expect(mistakes(`environments: [paper-2]\n${policies}\n`)).toEqual([
      'experiment.yaml:3:5 policies[0] sweeps over 1000000000 combinations (1000 times 1000 times 1000), each of which would be played; at most 1000 are accepted: use fewer values',
    ]);
    const environments = `environments:\n  - {environment: sinusoid, horizon: ${range}, arms: ${range}}`;
    expect(mistakes(`${environments}\npolicies: [ucb1]\n`)[0]).toContain(
      'environments[0] sweeps over 1000000 combinations',
    );
  });

  test('more replications than any machine plays are refused with the line of their environment', () => {
    const [problem] = mistakes(
      'replications: 2147483647\nenvironments:\n  - paper-2\npolicies: [ucb1]\n',
    );
    expect(problem).toMatch(
      /^experiment\.yaml:3:5 environments\[0\]: paper-2: too large, it would take 1\.1e13 slots/,
    );
  });

  test('a result of all comparisons that no text holds is refused, tuned ones counted', () => {
    const text = (horizons: string, more = '') =>
      `environments: [{environment: paper-2, horizon: ${horizons}}]\npolicies: [ucb1, moss]\nreplications: 1500000\ncheckpoints: 10\n${more}`;
    expect(mistakes(text('[100, 101]'))).toEqual([]);
    const refused =
      /^experiment\.yaml:1:15 environments: too large: (result\.json|finals\.csv) with all \d comparisons must take at most/;
    expect(mistakes(text('[100, 101, 102]'))).toEqual([expect.stringMatching(refused)]);
    const tuned = text('[100, 101]', 'tuning: {trials: 2, trainingReplications: 2}\n');
    expect(mistakes(tuned)).toEqual([expect.stringMatching(refused)]);
  });

  test('too many trials are refused in words of the file', () => {
    const text = (trials: number) =>
      `environments: [paper-2]\npolicies: [uniform, {policy: sw-moss, eta: {from: 1, to: 30, by: 1}}]\ntuning: {trials: ${trials}, trainingReplications: 2}\n`;
    expect(mistakes(text(33))).toEqual([]);
    expect(mistakes(text(36))).toEqual([
      'experiment.yaml:3:9 tuning must ask for at most 1000 trials of all policies together; 36 for each policy that can be tuned make 1081 on paper-2: use fewer trials or policies',
    ]);
    expect(mistakes(text(1e9))).toHaveLength(1);
  });
});

describe('YAML that is not plain', () => {
  const usual = 'environments: [paper-2]\npolicies: [ucb1]\n';
  const bomb = [
    'a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]',
    ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, i) => {
      const before = `*${'abcdefgh'[i]}`;
      return `${name}: &${name} [${new Array(9).fill(before).join(', ')}]`;
    }),
  ].join('\n');
  test.each([
    [
      'an alias',
      `${usual}seed: &s 1\nreplications: *s\n`,
      ['experiment.yaml:4:15 must be written out: *s is an alias, and aliases are not accepted'],
    ],
    [
      'an alias of itself',
      'environments: [paper-2]\npolicies: &p [ucb1, *p]\n',
      ['experiment.yaml:2:21 must be written out: *p is an alias, and aliases are not accepted'],
    ],
    [
      'a merge',
      `x: &x {seed: 1}\n<<: *x\n${usual}`,
      ['experiment.yaml:2:5 must be written out: *x is an alias, and aliases are not accepted'],
    ],
    ['a tag', `${usual}seed: !mine 3\n`, ['experiment.yaml:3:13 must have no tag; got !mine']],
    [
      'a key twice',
      `${usual}seed: 1\nseed: 2\n`,
      ['experiment.yaml:4:1 is not YAML: Map keys must be unique'],
    ],
    [
      'two documents',
      `${usual}---\n${usual}`,
      [
        'experiment.yaml:3:1 is not YAML: Source contains multiple documents; please use YAML.parseAllDocuments()',
      ],
    ],
    [
      'lists in lists without end',
      `${usual}name:\n  ${'['.repeat(50_000)}`,
      ['experiment.yaml:4:67 is nested more than 64 levels deep'],
    ],
  ])('%s', (_, text, lines) => {
    expect(mistakes(text)).toEqual(lines);
  });

  test('what would grow to a thousand million items is refused at its first alias', () => {
    expect(mistakes(`${bomb}\n${usual}`)[0]).toMatch(
      /^experiment\.yaml:2:\d+ must be written out: \*a is an alias/,
    );
  });

  test('brackets within quotes and comments are no nesting', () => {
    const name = `name: "${'['.repeat(100)}" # ${'['.repeat(100)}\n`;
    expect(mistakes(`${usual}${name}`)).toEqual([]);
  });

  test('a file has a bounded length', () => {
    expect(mistakes(`${usual}#${'x'.repeat(5_000_000)}`)).toEqual([
      'experiment.yaml: is longer than 5000000 characters, the most that an experiment file has',
    ]);
  });
});

describe('sweeps', () => {
  test('ranges by factor, by difference, by count, and backwards', () => {
    expect(rangeValues({ from: 50, to: 800, factor: 2 })).toEqual([50, 100, 200, 400, 800]);
    expect(rangeValues({ from: 50, to: 799, factor: 2 })).toEqual([50, 100, 200, 400]);
    expect(rangeValues({ from: 0.1, to: 0.5, by: 0.1 })).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(rangeValues({ from: 1, to: 2, count: 5 })).toEqual([1, 1.25, 1.5, 1.75, 2]);
    expect(rangeValues({ from: 8, to: 1, factor: 0.5 })).toEqual([8, 4, 2, 1]);
    expect(rangeValues({ from: 3, to: 1, by: -1 })).toEqual([3, 2, 1]);
    expect(rangeValues({ from: 3, to: 3, by: 1 })).toEqual([3]);
  });

  test.each([
    [{ from: 1, to: 8, factor: 1 }, 'must have a factor > 0 other than 1; got 1'],
    [{ from: 0, to: 8, factor: 2 }, 'must have from and to > 0 if it has a factor'],
    [
      { from: 8, to: 1, factor: 2 },
      'never reaches its end from its start; change the sign of the step or swap from and to',
    ],
    [{ from: 1, to: 8, by: 0 }, 'must have a by other than 0'],
    [
      { from: 1, to: 8, by: -1 },
      'never reaches its end from its start; change the sign of the step or swap from and to',
    ],
    [{ from: 0, to: 1, by: 1e-6 }, 'must have at most 1000 values; it has 1000001'],
    [{ from: 1, to: 8 }, 'must have exactly one of factor, by and count'],
    [{ from: 1, to: 8, by: 1, count: 2 }, 'must have exactly one of factor, by and count'],
    [{ from: 1, to: 8, by: 1 }, undefined],
  ])('%j', (range, problem) => {
    expect(rangeProblem(range)).toBe(problem);
  });

  test('combinations: the last changes fastest', () => {
    expect(combinations({ a: [1, 2], b: [3, 4] })).toEqual([
      { a: 1, b: 3 },
      { a: 1, b: 4 },
      { a: 2, b: 3 },
      { a: 2, b: 4 },
    ]);
    expect(combinations({})).toEqual([{}]);
  });
});

describe('plans', () => {
  test('policies: as written, lists, ranges and their products, each once', () => {
    const { comparisons } = plan(`
environments: [paper-2]
policies:
  - sw-moss
  - {policy: sw-moss, eta: [0.6, 1], window: {from: 100, to: 200, by: 100}}
  - {policy: d-ucb, window: {from: 50, to: 200, factor: 2}}
  - sw-moss
`);
    expect(comparisons[0].policies).toEqual([
      'sw-moss',
      'sw-moss:eta=0.6;window=100',
      'sw-moss:eta=0.6;window=200',
      'sw-moss:eta=1;window=100',
      'sw-moss:eta=1;window=200',
      'd-ucb:window=50',
      'd-ucb:window=100',
      'd-ucb:window=200',
    ]);
  });

  test('environments: parameters, settings, and what all share', () => {
    const { comparisons, name, outputs } = plan(`
name: study
environments:
  - paper-2
  - environment: brownian
    parameters: {variation: [2, 4]}
    fresh: true
    variation: 3
    horizon: 700
    arms: 4
    noise: gaussian:sd=0.2
    rewardRange: [-2, 2]
  - environment: piecewise
    name: jump
    parameters: {breakpoints: [100], means: [[0.9, 0.5], [0.1, 0.5]]}
policies: [ucb1]
horizon: 300
changes: 2
replications: 7
seed: 5
checkpoints: {spacing: log}
outputs: {parquet: true}
`);
    expect(name).toBe('study');
    expect(outputs).toEqual({
      figures: true,
      report: true,
      parquet: true,
      guide: false,
      costs: false,
    });
    expect(comparisons.map((comparison) => comparison.name)).toEqual([
      'paper-2',
      'brownian:variation=2;fresh=1, horizon 700, arms 4, variation 3, noise gaussian:sd=0.2',
      'brownian:variation=4;fresh=1, horizon 700, arms 4, variation 3, noise gaussian:sd=0.2',
      'jump',
    ]);
    const shared = {
      policies: ['ucb1'],
      changes: 2,
      replications: 7,
      seed: 5,
      checkpoints: { count: 100, spacing: 'log' },
    };
    expect(comparisons[0]).toEqual({
      ...shared,
      name: 'paper-2',
      environment: { kind: 'named', spec: 'paper-2', horizon: 300 },
    });
    expect(comparisons[1]).toMatchObject({
      ...shared,
      variation: 3,
      rewardRange: [-2, 2],
      environment: {
        kind: 'named',
        spec: 'brownian:variation=2;fresh=1',
        armCount: 4,
        horizon: 700,
        rewards: 'gaussian:sd=0.2',
      },
    });
    expect(comparisons[3].environment).toMatchObject({
      spec: 'piecewise:breakpoints=100;means=0.9/0.5|0.1/0.5',
    });
  });

  test('a table of means is cut to the horizon', () => {
    const table = { values: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], armCount: 2 };
    const text = (horizon: number) => `
environments: [{means: data/means.csv, noise: [bernoulli, pareto], horizon: ${horizon}}]
policies: [ucb1]`;
    expect(tablesNamedIn(readExperiment(text(2), FILE).experiment)).toEqual(['data/means.csv']);
    const { comparisons } = plan(text(2), [['data/means.csv', table]]);
    expect(comparisons.map(({ environment }) => environment)).toEqual(
      ['bernoulli', 'pareto'].map((rewards) => ({
        kind: 'means',
        name: 'means.csv',
        values: [0.1, 0.2, 0.3, 0.4],
        armCount: 2,
        rewards,
      })),
    );
    expect(mistakes(text(4), [['data/means.csv', table]])[0]).toBe(
      'experiment.yaml:2:77 environments[0].horizon must be at most 3, the rows of data/means.csv; got 4',
    );
  });

  describe('recorded rewards', () => {
    const table: [string, MeansTable] = [
      'data/losses.csv',
      { values: [1, 2, 3, 4, 5, 6, 7, 8], armCount: 2 },
    ];
    const text = (settings: string) => `
environments: [{rewards: data/losses.csv${settings}}]
policies: [ucb1]`;
    const source = {
      kind: 'rewards',
      name: 'losses.csv',
      values: [1, 2, 3, 4, 5, 6, 7, 8],
      armCount: 2,
      against: 'fixed',
      // ⌈4^(2/3)⌉
      smoothing: 3,
      rotated: true,
    };

    test('are played from any start against the best fixed arm, unless said otherwise', () => {
      expect(tablesNamedIn(readExperiment(text(''), FILE).experiment)).toEqual(['data/losses.csv']);
      expect(plan(text(''), [table]).comparisons[0].environment).toEqual(source);
      const other = ', unit: -60, against: smoothed, smoothing: 2, rotated: false, horizon: 3';
      expect(plan(text(other), [table]).comparisons[0].environment).toEqual({
        ...source,
        values: [1, 2, 3, 4, 5, 6],
        unit: -60,
        against: 'smoothed',
        smoothing: 2,
        rotated: false,
      });
    });

    test.each([
      [', smoothing: 5', 'smoothing must be at most 4, the number of slots; got 5'],
      [', noise: pareto', 'noise does not go with rewards, which need no law'],
      [', unit: 0', 'unit must be a number that is not 0; got 0'],
      [', against: best', 'against must be fixed or smoothed; got best'],
      [', horizon: 5', 'horizon must be at most 4, the rows of data/losses.csv; got 5'],
      [', means: a.csv', 'must have one of environment, means and rewards'],
    ])('%s', (settings, message) => {
      const means: [string, MeansTable] = ['a.csv', { values: [1], armCount: 1 }];
      expect(mistakes(text(settings), [table, means])[0]).toContain(message);
    });

    test('their settings go with nothing else', () => {
      const wrong = 'environments: [{environment: paper-2, smoothing: 5}]\npolicies: [ucb1]';
      expect(mistakes(wrong)[0]).toContain('smoothing goes only with rewards; leave it out');
    });

    test('are written as a file that is planned as it was', () => {
      const given = text(
        ', unit: -60, against: smoothed, smoothing: 2, rotated: false, horizon: 3',
      );
      const [comparison] = plan(given, [table]).comparisons;
      const written = experimentText(comparison, { table: 'data/losses.csv', plugins: [] });
      expect(plan(written, [table]).comparisons).toEqual([comparison]);
    });
  });

  test('tuning: published, or with a stated effort', () => {
    const tuning = (line: string) =>
      plan(`environments: [paper-2]\npolicies: [ucb1]\n${line}`).tuning;
    expect(tuning('')).toBeUndefined();
    expect(tuning('tuning: published')).toBeUndefined();
    expect(tuning('tuning: equal-effort')).toEqual({ trials: 24, trainingReplications: 20 });
    expect(tuning('tuning: {trials: 5}')).toEqual({ trials: 5, trainingReplications: 20 });
  });

  test('a situation goes with each comparison of its environment', () => {
    const { comparisons } = plan(`
environments: [{environment: paper-2, situation: Smooth, arms: [2, 3]}, paper-1]
policies: [ucb1]`);
    expect(comparisons.map(({ situation }) => situation)).toEqual(['Smooth', 'Smooth', undefined]);
  });

  test('oracles stay away from recorded rewards', () => {
    const table: [string, MeansTable] = ['r.csv', { values: [0, 1, 1, 0, 0, 1], armCount: 2 }];
    const environments = 'environments: [paper-2, {rewards: r.csv, smoothing: 2}]';
    const { comparisons } = plan(`${environments}\npolicies: [oracle, ucb1]`, [table]);
    expect(comparisons.map(({ policies }) => policies)).toEqual([['oracle', 'ucb1'], ['ucb1']]);
    expect(mistakes(`${environments}\npolicies: [oracle]`, [table])).toEqual([
      'experiment.yaml:1:25 environments[1] must have a policy that is not an oracle: an oracle needs the means, and those of recorded rewards are unknown',
    ]);
  });

  test('names of plugins count like ours', () => {
    const plugins = new Plugins([
      { policies: [{ ...policyCatalogue.find('sw-moss'), id: 'mine' }] },
    ]);
    const file = readExperiment(
      'environments: [paper-2]\npolicies: [{policy: mine, eta: 2}]',
      FILE,
    );
    expect(planExperiment(file, { plugins }).comparisons[0].policies).toEqual(['mine:eta=2']);
    expect(() => planExperiment(file)).toThrow("there is no policy 'mine'");
  });

  test('a comparison written as a file is planned as it was', () => {
    const text = `
environments: [{environment: switching, name: here, situation: Switches, arms: 4, horizon: 90, variation: 2, noise: pareto}]
policies: [sw-moss:eta=0.6]
rewardRange: [-1, 2]
changes: 3
replications: 8
seed: 9`;
    const [comparison] = plan(text).comparisons;
    expect(plan(experimentText(comparison, { plugins: [] })).comparisons).toEqual([comparison]);
    const { means } = createEnvironment('paper-2', { horizon: 20 });
    const table = { values: Array.from(means.table().values), armCount: 3 };
    const [onTable] = plan('environments: [{means: /m.csv, noise: bernoulli}]\npolicies: [ucb1]', [
      ['/m.csv', table],
    ]).comparisons;
    const written = experimentText(onTable, { table: '/m.csv', plugins: [] });
    expect(plan(written, [['/m.csv', table]]).comparisons).toEqual([onTable]);
  });
});

const good = 'environments: [paper-2]\npolicies: [ucb1]\n';

describe('mistakes are reported with their place', () => {
  test.each([
    [
      'environments: [paper-2]\npolicies:\n  - ucb1\n  - policy: sw-moss\n    eta: 0\n',
      ['experiment.yaml:5:10 policies[1].eta must be a number > 0; got 0'],
    ],
    [
      'environments: [paper-2]\npolicies: [{policy: sw-moss, eta: [1, 0]}]\n',
      ['experiment.yaml:2:39 policies[0].eta[1] must be a number > 0; got 0'],
    ],
    [
      'environments: [paper-2]\npolicies: [{policy: sw-moss, etta: 1}]\n',
      [
        "experiment.yaml:2:30 policies[0].etta is not a parameter of sw-moss; did you mean 'eta'? Accepted: variation, volatility, window, eta, scale",
      ],
    ],
    [
      `${good}outputs: {guide: true}\n`,
      [
        'experiment.yaml:3:18 outputs.guide must be false unless uniform is among the policies, because scores are relative to its regret',
      ],
    ],
    [
      `environments: [paper-2, {environment: paper-1, situation: Smooth}]\npolicies: [ucb1, ts, uniform]\noutputs: {guide: {subject: ucb2, rivals: [ts, moss], tunedRivals: [ts], core: [Smoth, paper-2]}}\n`,
      [
        "experiment.yaml:3:28 outputs.guide.subject must be one of the policies; got 'ucb2'; did you mean 'ucb1'? Accepted: ucb1, ts, uniform",
        expect.stringMatching(
          /:3:47 outputs\.guide\.rivals\[1\] must be one of the policies; got 'moss'; /,
        ),
        expect.stringMatching(
          /:3:54 outputs\.guide\.tunedRivals must be left out if nothing is tuned/,
        ),
        expect.stringMatching(
          /:3:80 outputs\.guide\.core\[0\] must be one of the situations; got 'Smoth'; did you mean 'Smooth'\?/,
        ),
      ],
    ],
    [
      `${good}outputs: {guide: 3}\n`,
      [
        'experiment.yaml:3:18 outputs.guide must be true, false or a map {subject, rivals, tunedRivals, core}; got 3',
      ],
    ],
    [
      'environments: [{environment: paper-2, situation: 3}]\npolicies: [ucb1]\n',
      ['experiment.yaml:1:50 environments[0].situation must be a text; got 3'],
    ],
    [
      `${good}sed: 3\n`,
      [
        "experiment.yaml:3:1 sed is not a key here; did you mean 'seed'? Accepted: name, description, environments, policies, players, horizon, variation, changes, volatility, rewardRange, delay, burst, floor, pending, replications, seed, checkpoints, tuning, plugins, outputs",
      ],
    ],
    [
      'environments: [papr-2]\npolicies: [sw-mos]\nreplications: 10\n',
      [
        expect.stringMatching(
          /^experiment\.yaml:1:16 environments\[0\]: there is no environment 'papr-2'; did you mean 'paper-2'\?/,
        ),
        expect.stringMatching(
          /^experiment\.yaml:2:12 policies\[0\]: there is no policy 'sw-mos'; did you mean 'sw-moss'\?/,
        ),
      ],
    ],
    [
      `${good}replications: 0\nseed: -1\ncheckpoints: {spacing: cubic}\nrewardRange: [1, 0]\n`,
      [
        'experiment.yaml:3:15 replications must be an integer >= 1; got 0',
        'experiment.yaml:4:7 seed must be an integer >= 0; got -1',
        'experiment.yaml:5:24 checkpoints.spacing must be linear or log; got cubic',
        'experiment.yaml:6:14 rewardRange must be a list of two numbers, the lower first; got [1,0]',
      ],
    ],
    [
      'environments: [{environment: brownian, parameters: {variation: many, knot: 3}}]\npolicies: [ucb1]\n',
      [
        'experiment.yaml:1:64 environments[0].parameters.variation must be a number >= 0; got many',
        "experiment.yaml:1:70 environments[0].parameters.knot is not a parameter of brownian; did you mean 'knots'? Accepted: variation, knots, fresh",
      ],
    ],
    [
      'environments: [{environment: stationary, fresh: true}]\npolicies: [ucb1]\n',
      [expect.stringMatching(/:1:\d+ environments\[0\]\.fresh must be false: the means of/)],
    ],
    [
      'environments: [{environment: paper-2, means: m.csv}]\npolicies: [ucb1]\n',
      ['experiment.yaml:1:16 environments[0] must have one of environment, means and rewards'],
    ],
    [
      'environments: [paper-2, paper-2]\npolicies: [ucb1]\n',
      ["experiment.yaml:1:25 environments[1] must have a unique name; 'paper-2' is taken"],
    ],
    [
      'environments: [{environment: paper-2, noise: gausian}]\npolicies: [{policy: d-ucb, window: {from: 1, to: 9}}]\n',
      [
        expect.stringMatching(/:1:46 environments\[0\]\.noise: there is no reward law 'gausian'/),
        'experiment.yaml:2:36 policies[0].window must have exactly one of factor, by and count',
      ],
    ],
    [
      'environments: [{environment: sinusoid, parameters: {amplitude: 0.9}}]\npolicies: [ucb1]\n',
      [
        expect.stringMatching(
          /^experiment\.yaml:1:16 environments\[0\]: means must lie in \[0, 1\]/,
        ),
      ],
    ],
    [
      `${good}tuning: equal\n`,
      [
        'experiment.yaml:3:9 tuning must be published, equal-effort, or a map such as {trials: 24, trainingReplications: 20}; got equal',
      ],
    ],
    [
      'environments: [{environment: paper-2, noise: [3], horizon: {from: 1}}]\npolicies: [{policy: d-ucb, window: [[1]]}]\n',
      [
        expect.stringMatching(/:1:47 environments\[0\]\.noise\[0\] must be a reward law; got 3$/),
        expect.stringMatching(/environments\[0\]\.horizon\.to must be a number; got nothing$/),
        expect.stringMatching(/policies\[0\]\.window\[0\] must be a number; got \[1\]$/),
      ],
    ],
    [
      '',
      ['experiment.yaml:1:1 the experiment must be a map with environments and policies; got null'],
    ],
    [
      'environments: [paper-2\n',
      [expect.stringMatching(/^experiment\.yaml:\d+:\d+ is not YAML: Flow sequence/)],
    ],
    [`${good}seed: 1\nseed: 2\n`, ['experiment.yaml:4:1 is not YAML: Map keys must be unique']],
  ])('%j', (text, expected) => {
    expect(mistakes(text)).toEqual(expected);
  });
});

describe('the folder experiments/', () => {
  const folder = new URL('../../../../../experiments/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));

  function tableIn(path: string): MeansTable {
    const [header, ...lines] = readFileSync(new URL(path, folder), 'utf8').trimEnd().split('\n');
    const values = lines.flatMap((line) => line.split(',').map(Number));
    return { values, armCount: header.split(',').length };
  }

  test.each(files)('%s is planned, and names its schema', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/experiment\.schema\.json\n# /);
    const named = tablesNamedIn(readExperiment(text, file).experiment);
    const tables = named.map((path): [string, MeansTable] => [path, tableIn(path)]);
    expect(plan(text, tables).comparisons.length).toBeGreaterThan(0);
  });

  test('landscape/ has every policy without a study of its own on every kind of environment', () => {
    const place = new URL('landscape/', folder);
    const text = readFileSync(new URL('landscape.yaml', place), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/experiment\.schema\.json\n# /);
    const { experiment } = readExperiment(text, 'landscape.yaml');
    const tables = tablesNamedIn(experiment).map((path): [string, MeansTable] => [
      path,
      tableIn(`landscape/${path}`),
    ]);
    const { comparisons, tuning, outputs } = plan(text, tables);
    expect(tuning).toBeDefined();
    expect(outputs).toMatchObject({ guide: { subject: expect.any(String) }, costs: true });
    // Averages over the core are held against those of earlier landscapes, which had these comparisons.
    const core = typeof outputs.guide === 'object' ? (outputs.guide.core ?? []) : [];
    expect(core).toHaveLength(9);
    expect(comparisons.filter(({ situation = '' }) => core.includes(situation))).toHaveLength(28);
    // Policies for rested arms and META were measured in studies of their own, docs/studies/rested.md and
    // parameter-free.md: in the landscape's file they would change the ranks of all other rows.
    const elsewhere = ['arm-switch', 'fewa', 'meta', 'r-ed-ucb', 'swa'];
    const ids = policiesAnywhere.filter((id) => !elsewhere.includes(id)).toSorted();
    const oracles = policyCatalogue.list.filter(({ needs }) => needs !== undefined);
    for (const { environment, policies, situation } of comparisons) {
      const left = environment.kind === 'rewards' ? oracles.map(({ id }) => id) : [];
      const played = new Set(policies.map((spec) => spec.split(':')[0]));
      expect([...played].sort()).toEqual(ids.filter((id) => !left.includes(id)));
      expect(situation).toBeDefined();
    }
  });

  test('auto/ leaves parts out on the environments of the landscape, and holds others out', () => {
    const [landscape, ablations, heldOut] = [
      'landscape/landscape',
      'auto/ablations',
      'auto/held-out',
    ].map(
      (name) =>
        readExperiment(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'), name).experiment,
    );
    expect(ablations.environments).toEqual(landscape.environments);
    expect(ablations.seed).not.toBe(landscape.seed);
    const known = new Set(landscape.environments.map((environment) => JSON.stringify(environment)));
    for (const environment of heldOut.environments) {
      expect(known).not.toContain(JSON.stringify(environment));
    }
    const text = readFileSync(new URL('auto/held-out.yaml', folder), 'utf8');
    const tables = tablesNamedIn(heldOut).map((path): [string, MeansTable] => [
      path,
      tableIn(`auto/${path}`),
    ]);
    expect(plan(text, tables).comparisons).toHaveLength(23);
  });

  test('the budget is misspecified from V/8 to 8V', () => {
    const text = readFileSync(new URL('misspecified-budget.yaml', folder), 'utf8');
    const budgets = plan(text).comparisons.map(({ variation = 0 }) => variation);
    const truth = createEnvironment('paper-2').means.totalVariation();
    expect(budgets).toHaveLength(7);
    // The file has four digits of V.
    expect(budgets[0] / (truth / 8)).toBeCloseTo(1, 3);
    expect(budgets[6] / (truth * 8)).toBeCloseTo(1, 3);
  });

  test('the schema for editors is the one that is checked', () => {
    const written = readFileSync(new URL('experiment.schema.json', folder), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(experimentJsonSchema())));
  });

  test('the example in README.md is read', () => {
    const readme = readFileSync(new URL('README.md', folder), 'utf8');
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
    const { experiment } = readExperiment(example, 'README.md');
    expect(experiment.environments).toHaveLength(5);
    for (const file of files) expect(readme).toContain(`\`${file}\``);
  });
});

describe('late rewards', () => {
  test('stand at the top for all environments, or with one, where several make one each', () => {
    const { comparisons } = plan(`delay: fixed:100
pending: width
environments:
  - paper-2
  - {environment: paper-2, delay: ['fixed:0', 'exponential:400'], burst: 256, situation: Late rewards}
  - {environment: paper-2, name: floored, floor: [0, 0.02], pending: ignored}
  - {environment: paper-2, name: by itself, pending: default}
policies: [ucb1]
`);
    const seen = comparisons.map(({ name, delay, burst, floor, pending }) => {
      return [name, delay, burst, floor, pending];
    });
    expect(seen).toEqual([
      ['paper-2', 'fixed:100', undefined, undefined, 'width'],
      ['paper-2, burst 256, delay fixed:0', 'fixed:0', 256, undefined, 'width'],
      ['paper-2, burst 256, delay exponential:400', 'exponential:400', 256, undefined, 'width'],
      ['floored, floor 0', 'fixed:100', undefined, 0, 'ignored'],
      ['floored, floor 0.02', 'fixed:100', undefined, 0.02, 'ignored'],
      ['by itself', 'fixed:100', undefined, undefined, 'default'],
    ]);
    expect(comparisons.map(({ situation }) => situation)[2]).toBe('Late rewards');
  });

  test('what is none is refused where it stands', () => {
    const text = (more: string) => `${more}\nenvironments: [paper-2]\npolicies: [ucb1]\n`;
    expect(mistakes(text('delay: soon'))).toEqual([
      expect.stringMatching(/^experiment\.yaml:1:8 delay must be fixed:SLOTS or exponential:MEAN/),
    ]);
    expect(mistakes(text('floor: 1.5'))[0]).toMatch(/1:8 floor must be a number/);
    expect(mistakes(text('burst: 0'))[0]).toMatch(/1:8 burst must be an integer >= 1/);
  });

  test('a policy that takes no floor is refused by name, before anything is played', () => {
    const text = 'environments: [{environment: paper-2, floor: 0.02}]\npolicies: [ucb1, exp3]\n';
    expect(mistakes(text)).toEqual([
      'experiment.yaml:2:18 policies[1]: on paper-2, floor 0.02: floor must be 0 for exp3, which already explores and weights each reward by the probability of its draw; got 0.02',
    ]);
  });
});
