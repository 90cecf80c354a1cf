import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvironment } from '@driftline/core';
import { comparisonRecord, tableText } from '@driftline/engine/display';
import { InlineExecutor, NO_PLUGINS, runComparisons } from '@driftline/engine/play';
import {
  type ComparisonRequest,
  comparisonOf,
  playingPolicies,
  sourceOf,
} from '@driftline/engine/request';
import { describe, expect, test } from 'vitest';
import { withAdvice } from '../src/shared/advice.ts';
import { changesNote, comparisonNote, comparisonTables } from '../src/shared/comparison-text.ts';
import { contentAsker, repeatedWarnings } from '../src/shared/request-flags.ts';
import { directoryWith, driftline, widthOf } from './driftline.ts';
import { differingFiles, interrupted } from './run-folder.ts';

const policies = ['sw-moss:eta=0.6', 'd-ucb', 'dts'];
const request: ComparisonRequest = {
  policies,
  environment: 'paper-2',
  replications: 45,
  seed: 3,
  checkpoints: { count: 7, spacing: 'linear' },
};
const flags = ['compare', '--policies', policies.join(','), '--replications', '45', '--seed', '3'];
const onPaper2 = [...flags, '--checkpoints', '7', '--environment', 'paper-2'];

function asComparison(wanted: ComparisonRequest) {
  const source = sourceOf(wanted, undefined, contentAsker);
  if (source === undefined) throw new Error('no environment');
  return comparisonOf(wanted, source);
}

async function played(wanted: ComparisonRequest) {
  const comparison = asComparison(wanted);
  const executor = new InlineExecutor();
  const [result] = await runComparisons([comparison], { executor });
  return result;
}

describe('compare --json', () => {
  test('has the agreed shape, and the engine’s numbers', async () => {
    const { code, stdout } = driftline([...onPaper2, '--json']);
    expect(code).toBe(0);
    const record = JSON.parse(stdout);
    expect(record).toEqual(comparisonRecord(await played(request)));
    expect(Object.keys(record)).toEqual([
      'environment',
      'horizon',
      'arms',
      'replications',
      'seed',
      'variation',
      'policies',
    ]);
    expect(record).toMatchObject({
      environment: 'paper-2',
      horizon: 5000,
      arms: 3,
      replications: 45,
      seed: 3,
    });
    expect(record.variation.stated).toBe(3);
    expect(record.variation.true).toBeCloseTo(4.499, 3);
    const [first] = record.policies;
    expect(first.id).toBe('sw-moss');
    expect(first.params).toEqual({ variation: 3, window: 203, eta: 0.6, scale: 1 });
    expect(Object.keys(first.regret)).toEqual([
      'mean',
      'standardError',
      'sd',
      'q05',
      'median',
      'q95',
    ]);
    expect(Object.keys(first.curve)).toEqual(['slots', 'mean', 'low', 'high']);
    expect(first.curve.slots).toHaveLength(7);
    expect(first.curve.slots.at(-1)).toBe(5000);
    expect(first.curve.mean.at(-1)).toBe(first.regret.mean);
    // √45 standard errors make a standard deviation.
    expect(first.regret.standardError).toBeCloseTo(first.regret.sd / Math.sqrt(45), 10);
  });

  test('the output does not depend on the number of workers or on other policies', () => {
    const run = (...more: string[]) => driftline([...onPaper2, '--json', ...more]).stdout;
    expect(run('--workers', '1')).toBe(run('--workers', '2'));
    const alone = driftline([
      ...['compare', '--policies', 'dts', '--replications', '45', '--seed', '3'],
      ...['--environment', 'paper-2', '--checkpoints', '7', '--json'],
    ]);
    expect(JSON.parse(alone.stdout).policies[0]).toEqual(JSON.parse(run()).policies[2]);
  });

  test('the budget: stated by the flag, else by the environment, else the true one', () => {
    const variation = (...more: string[]) =>
      JSON.parse(driftline([...flags, '--replications', '1', '--json', ...more]).stdout).variation;
    expect(variation('--environment', 'paper-2', '--variation', '7').stated).toBe(7);
    const free = variation('--environment', 'sinusoid:amplitude=0.2');
    expect(free.stated).toBe(free.true);
    const shorter = variation('--environment', 'paper-2', '--horizon', '1000');
    expect(shorter.stated).toBe(shorter.true);
  });
});

describe('a table of means', () => {
  const { means } = createEnvironment('paper-2', { horizon: 600 });
  const csv = [...tableText(means.table().values, 3)].join('');
  const run = (...more: string[]) => {
    const directory = directoryWith({ 'means.csv': csv });
    const common = ['compare', '--policies', 'ucb1,ts', '--replications', '20', '--json'];
    return driftline([...common, ...more], { cwd: directory });
  };

  test('gives what the environment that it came from gives', () => {
    const table = JSON.parse(run('--means', 'means.csv', '--noise', 'bernoulli').stdout);
    const named = JSON.parse(run('--environment', 'paper-2', '--horizon', '600').stdout);
    expect(table.policies).toEqual(named.policies);
    expect(table.variation).toEqual(named.variation);
    expect([table.horizon, table.arms]).toEqual([600, 3]);
  });

  test('a smaller horizon truncates, a larger one is refused', () => {
    const short = run('--means', 'means.csv', '--noise', 'gaussian', '--horizon', '100');
    const record = JSON.parse(short.stdout);
    expect(record.horizon).toBe(100);
    expect(record.variation.true).toBe(means.totalVariation(100));
    expect(run('--means', 'means.csv', '--noise', 'gaussian', '--horizon', '601')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: --horizon must be at most 600, the rows of means.csv; got 601\n',
    });
  });

  test('pareto is the paper’s', () => {
    const plain = run('--means', 'means.csv', '--noise', 'pareto');
    const full = run('--means', 'means.csv', '--noise', 'pareto:xi=0.4;sigma=0.23');
    expect(plain).toEqual(full);
    expect(plain).not.toEqual(run('--means', 'means.csv', '--noise', 'pareto:xi=0.3;sigma=0.23'));
  });

  test('the reward range reaches policies made for [0, 1]', () => {
    const common = ['--means', 'means.csv', '--noise', 'gaussian', '--reward-range'];
    const usual = JSON.parse(run(...common, '-1,1').stdout);
    const wide = JSON.parse(run(...common, '-3,3').stdout);
    expect(usual).toEqual(JSON.parse(run(...common.slice(0, 4)).stdout));
    expect(wide.policies[0]).toEqual(usual.policies[0]);
    expect(wide.policies[1].regret).not.toEqual(usual.policies[1].regret);
  });
});

describe('the tables', () => {
  test('are sorted by regret, fit 80 columns, and compare with the best', async () => {
    const { code, stdout, stderr } = driftline(onPaper2);
    expect(code).toBe(0);
    const result = await played(request);
    const text = [...comparisonTables(result), '', ...comparisonNote(result)].join('\n');
    expect(stdout).toBe(`${text}\n`);
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    const order = [...stdout.matchAll(/^ {2}(sw-moss\S*|d-ucb|dts) .*%$/gm)].map((row) => row[1]);
    const regrets = result.policies.toSorted((a, b) => a.regret.mean - b.regret.mean);
    expect(order).toEqual(regrets.map(({ spec }) => spec));
    expect(stdout).toContain(`  compared with ${order[0]} `);
    expect(stdout).toMatch(/Holm's\s+correction\s+for 3 pairs/);
    expect(stderr).toBe(
      'warning: paper-2 gives policies the variation budget 3 of its source, but the true variation is 4.499; for the guarantees of theory, use --variation 4.5 (in a file, variation: 4.5)\n',
    );
  });

  test('a difference has the sign of the loser, and a wide interval distinguishes nothing', async () => {
    const result = await played({ ...request, policies: ['sw-moss', 'sw-moss:eta=1.0001'] });
    const row = comparisonTables(result).at(-1) ?? '';
    expect(row).toMatch(/ \+\d.* (−\d\S* – \+\d\S*) +no$/);
  });

  test('one policy, one replication: nothing is said about its spread', async () => {
    const result = await played({ ...request, policies: ['ucb1'], replications: 1 });
    expect(comparisonNote(result).join(' ')).toMatch(/Less is better\.$/);
    const lines = comparisonTables(result);
    expect(lines.join(' ')).toContain('; 1 replication, seed 3');
    expect(lines.at(-1)).toMatch(/^ {2}ucb1 +\d\S* +– +– +– +\d\S*%$/);
  });

  const swept = [0.6, 0.7, 0.8].map((eta) => `sw-moss:window=200;scale=1.25;eta=${eta}`);
  const sweptResult = () => played({ ...request, policies: swept, replications: 4 });

  test('names are never cut: in a pipe lines are as long as they have to be', async () => {
    const text = comparisonTables(await sweptResult(), Number.POSITIVE_INFINITY);
    for (const spec of swept) {
      expect(text.filter((line) => line.startsWith(`  ${spec}  `)).length).toBeGreaterThan(0);
    }
    expect(text[3]).toMatch(/sd +5–95% +best arm$/);
  });

  test('a narrow terminal loses columns, then names stand above their numbers', async () => {
    const result = await sweptResult();
    const tables = (room: number) => {
      const lines = comparisonTables(result, room);
      return lines.slice(lines.indexOf('') + 1);
    };
    // The first of the two tables is the wider one.
    const whole = tables(Number.POSITIVE_INFINITY);
    const withoutSd = tables(widthOf(whole[0]) - 1);
    const withoutBoth = tables(widthOf(withoutSd[0]) - 1);
    expect(withoutSd[0]).toMatch(/95% interval +5–95% +best arm$/);
    expect(withoutBoth[0]).toMatch(/95% interval +best arm$/);
    const stacked = tables(60);
    expect(stacked).toEqual(expect.arrayContaining(swept.map((spec) => `  ${spec}`)));
    expect(stacked[1]).toMatch(/^ {4}.*regret +95% interval +best arm$/);
    expect(widthOf(stacked.join('\n'))).toBeLessThanOrEqual(60);
  });

  test('say which law draws rewards, and what policies made for [0, 1] see of them', async () => {
    const heading = async (wanted: Partial<ComparisonRequest>) => {
      const result = await played({ ...request, replications: 1, ...wanted });
      const lines = comparisonTables(result);
      return lines.slice(0, lines.indexOf('')).join(' ');
    };
    expect(await heading({})).toContain(', rewards bernoulli; 1 replication');
    expect(await heading({ law: 'gaussian:sd=2', policies: ['ucb1', 'dts', 'ts'] })).toContain(
      ', rewards gaussian with sd 2; rewards from -1 to 1 are mapped to [0, 1] for dts, ts; rewards outside are clipped; 1',
    );
    expect(await heading({ law: 'gaussian', policies: ['ucb1'] })).not.toContain('mapped');
    expect(await heading({ rewardRange: [-2, 3] })).toContain('from -2 to 3 are mapped');
  });
});

describe('what policies are given of means that jump', () => {
  const jumping: ComparisonRequest = {
    ...request,
    policies: ['m-ucb', 'cusum-ucb', 'cts'],
    environment: 'piecewise:changes=4',
    horizon: 10000,
    replications: 1,
  };
  const note = async (wanted: Partial<ComparisonRequest>) =>
    changesNote(await played({ ...jumping, ...wanted }), '--changes N').join(' ');

  test('a number of changes that came from the variation is said after the tables', () => {
    const { stdout } = driftline([
      ...['compare', '--policies', 'm-ucb,cusum-ucb,cts', '--environment', 'piecewise:changes=4'],
      ...['--horizon', '10000', '--replications', '1', '--seed', '1'],
    ]);
    expect(stdout).toMatch(
      /\n\nNo number of changes was given: m-ucb and cusum-ucb computed 20 from the\nvariation\. To set it, use --changes N\.\n$/,
    );
  });

  test('not where it is given, in whatever way, nor where nobody needs it', async () => {
    expect(await note({})).not.toBe('');
    expect(await note({ changes: 4 })).toBe('');
    expect(await note({ policies: ['m-ucb:changes=4', 'cusum-ucb:alpha=0.1;threshold=5'] })).toBe(
      '',
    );
    expect(await note({ policies: ['cts', 'sw-moss', 'd-klucb'] })).toBe('');
  });

  test('given as many as the variation would have made, it still was given', async () => {
    const { policies } = await played({ ...jumping, policies: ['m-ucb'] });
    expect(await note({ policies: ['m-ucb'], changes: policies[0].params.changes })).toBe('');
  });

  test('policies that took different numbers are named apart', async () => {
    expect(await note({ policies: ['m-ucb', 'cusum-ucb:variation=0.1'] })).toMatch(
      /^No number .*: m-ucb computed \d+ from the variation; cusum-ucb:variation=0\.1 computed \d from the variation\. To set it/,
    );
  });

  test('means drawn anew: numbers are those of the first replication', async () => {
    const fresh = { environment: 'piecewise:changes=4;fresh=1' };
    const heading = async (wanted: Partial<ComparisonRequest>) =>
      comparisonTables(await played({ ...jumping, ...fresh, policies: ['ucb1'], ...wanted }))
        .slice(0, 3)
        .join(' ');
    expect(await heading({})).toMatch(
      /variation \d\.\d+ in the first replication \(policies are given that of each replication\), rewards/,
    );
    expect(await heading({ variation: 9 })).toMatch(
      /variation \d\.\d+ in the first replication \(policies are given 9\), rewards/,
    );
    // All paths of this one have the variation that it states.
    expect(await heading({ environment: 'brownian:fresh=1', horizon: 500 })).toContain(
      'variation 8.09, rewards',
    );
    expect(await note(fresh)).toContain('from the variation in the first replication. To set it');
    expect(await note({ ...fresh, variation: 2 })).toContain('from the variation. To set it');
  });
});

describe('the warning about the budget', () => {
  const warnings = async (wanted: Partial<ComparisonRequest>) => {
    const asked = { ...request, replications: 1, ...wanted };
    const result = await played(asked);
    const { environment } = withAdvice(result, asComparison(asked), NO_PLUGINS);
    return environment.warnings.map(({ message }) => message);
  };

  test('is without our flags where the library has it', async () => {
    const { environment } = await played({ ...request, replications: 1, variation: 2 });
    expect(environment.warnings.map(({ message }) => message)).toEqual([
      'policies are given the variation budget 2, but the true variation is 4.499',
    ]);
  });

  test('is for policies that are tuned by it', async () => {
    expect(await warnings({ policies: ['sw-moss'] })).toHaveLength(1);
    expect(await warnings({ policies: ['ucb1', 'sw-moss:window=200'] })).toEqual([]);
    expect(await warnings({ policies: ['sw-moss'], variation: 4.5 })).toEqual([]);
  });

  test('never advises to leave out what is not given, or what another budget would replace', async () => {
    expect(await warnings({ variation: 2 })).toEqual([
      'policies are given the variation budget 2, but the true variation is 4.499; for the guarantees of theory, use --variation 4.5 (in a file, variation: 4.5)',
    ]);
    const [free] = await warnings({ environment: 'sinusoid', variation: 0.1 });
    expect(free).toMatch(/state a variation of at least .*, or leave it out to use the true one$/);
  });
});

test.each([
  [['--policies', 'ucb1'], 'the command must have one of --environment, --means and --rewards', 2],
  [['--policies', 'ucb1', '--means', 'm.csv'], '--means needs --noise', 2],
  [['--policies', 'ucb1', '--environment', 'paper-2', '--workers', '0'], '--workers must be', 2],
  [
    ['--policies', 'ucb2', '--environment', 'paper-2'],
    "there is no policy 'ucb2'; did you mean",
    1,
  ],
  [['--policies', 'ucb1', '--environment', 'paper-3'], "there is no environment 'paper-3'", 1],
  [['--policies', 'ucb1', '--means', 'gone.csv', '--noise', 'bernoulli'], 'gone.csv: no such', 1],
])('%j is refused', (args, message, code) => {
  const outcome = driftline(['compare', ...args], { cwd: directoryWith() });
  expect(outcome).toMatchObject({ code, stdout: '' });
  expect(outcome.stderr).toContain(`error: ${message}`);
});

test('--out writes a folder whose spec.yaml gives the same folder', () => {
  const { means } = createEnvironment('paper-2', { horizon: 300 });
  const cwd = directoryWith({ 'means.csv': [...tableText(means.table().values, 3)].join('') });
  const args = ['--policies', 'sw-moss:eta=0.6,ts', '--means', 'means.csv', '--noise', 'bernoulli'];
  const compare = ['compare', ...args, '--replications', '12', '--changes', '2', '--out', 'first'];
  const first = driftline(compare, { cwd });
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('Result written to first.');
  expect(readFileSync(join(cwd, 'first', 'report.html'), 'utf8')).toContain('SW-MOSS');
  expect(driftline(['run', 'first/spec.yaml', '--out', 'second'], { cwd }).code).toBe(0);
  expect(differingFiles(join(cwd, 'first'), join(cwd, 'second'))).toEqual([]);
  expect(driftline(compare, { cwd })).toMatchObject({
    code: 1,
    stderr:
      'error: first: already holds a result; choose another folder, or replace it with --force\n',
  });
});

test('a policy that is named twice plays once', () => {
  const { playing, repeated } = playingPolicies(['ucb1', 'moss', 'ucb1'], 'named');
  expect(playing).toEqual(['ucb1', 'moss']);
  expect(repeatedWarnings(repeated)).toEqual([
    '--policies names ucb1 more than once; it is played only once',
  ]);
});

describe('recorded rewards', () => {
  const losses = 'north,south\n3,5\n4,1\n2,6\n5,2\n1,7\n4,4\n2,9\n6,1\n';
  const compare = [
    'compare',
    '--policies',
    'ucb1,exp3',
    '--rewards',
    'losses.csv',
    '--unit',
    '-10',
  ];

  test('say what regret compares with, in text and in JSON', () => {
    const cwd = directoryWith({ 'losses.csv': losses });
    const { code, stdout, stderr } = driftline([...compare, '--replications', '6'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'losses.csv: 2 arms, 8 slots, variation 0.175, rewards as recorded; realized regret against the best fixed arm, each replication from a random start;',
    );
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    const smoothed = ['--against', 'smoothed', '--smoothing', '3', '--no-rotate', '--json'];
    const record = JSON.parse(driftline([...compare, ...smoothed], { cwd }).stdout);
    expect(record.benchmark).toEqual({
      against: 'smoothed',
      smoothing: 3,
      rotated: false,
      unit: -10,
    });
  });

  test('are played without oracles, which know means', () => {
    const cwd = directoryWith({ 'losses.csv': losses });
    const asked = compare.with(2, 'oracle,ucb1');
    const { code, stdout, stderr } = driftline([...asked, '--replications', '6', '--json'], {
      cwd,
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'warning: oracle is left out: an oracle needs the means, and those of recorded rewards are unknown\n',
    });
    expect(JSON.parse(stdout).policies.map(({ id }: { id: string }) => id)).toEqual(['ucb1']);
    // Where means are known, an oracle plays.
    expect(playingPolicies(['oracle'], 'named').playing).toEqual(['oracle']);
  });

  test('--out writes a folder whose spec.yaml gives the same folder', () => {
    const cwd = directoryWith({ 'losses.csv': losses });
    const out = ['--replications', '12', '--smoothing', '2', '--out', 'first'];
    expect(driftline([...compare, ...out], { cwd })).toMatchObject({ code: 0 });
    const report = readFileSync(join(cwd, 'first', 'report.html'), 'utf8');
    expect(report).toContain('The means of recorded rewards are unknown');
    expect(report).toContain('intervals show how much the start matters');
    expect(driftline(['run', 'first/spec.yaml', '--out', 'second'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'first'), join(cwd, 'second'))).toEqual([]);
  });

  test.each([
    [[...compare, '--noise', 'beta'], '--noise does not go with --rewards', 2],
    [[...compare, '--unit', '0'], '--unit must be a number that is not 0; got 0', 2],
    [[...compare, '--against', 'best'], '--against must be fixed or smoothed; got best', 2],
    [[...compare, '--smoothing', '9'], '--smoothing must be at most 8, the number of slots', 1],
    [
      compare.with(2, 'oracle'),
      '--policies must have a policy that is not an oracle: an oracle needs',
      1,
    ],
    [[...compare, '--horizon', '9'], '--horizon must be at most 8, the rows of', 1],
    [[...compare, '--environment', 'paper-2'], 'the command must have one of', 2],
    [
      ['compare', '--policies', 'ucb1', '--environment', 'paper-2', '--no-rotate'],
      '--no-rotate goes only with --rewards; leave it out',
      2,
    ],
  ])('%j is refused', (args, message, code) => {
    const outcome = driftline(args, { cwd: directoryWith({ 'losses.csv': losses }) });
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(`error: ${message}`);
  });
});

test('Ctrl-C ends it with 130', async () => {
  // Would need many minutes to end.
  const args = ['compare', '--policies', 'ts,dts', '--environment', 'paper-2'];
  const outcome = await interrupted([...args, '--replications', '500000'], directoryWith());
  expect(outcome).toMatchObject({ code: 130, stdout: '' });
  expect(outcome.stderr).toMatch(/^stopped /);
});
