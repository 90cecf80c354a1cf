import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvironment, environmentCatalogue, lawCatalogue, MeanTable } from '@driftline/core';
import { Plugins } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../src/commands/environments/record.ts';
import { readTable } from '../src/shared/read-table.ts';
import { directoryWith, driftline, shell, widthOf } from './driftline.ts';

const ids = environmentCatalogue.ids;

test('the listing has every environment and reward law, in 80 columns', () => {
  const { code, stdout, stderr } = driftline(['environments']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { id } of [...environmentCatalogue.list, ...lawCatalogue.list]) {
    expect(stdout).toMatch(new RegExp(`^  ${id} `, 'm'));
  }
  expect(widthOf(stdout)).toBeLessThanOrEqual(80);
});

test.each(ids)('%s is shown in 80 columns', (id) => {
  const { code, stdout } = driftline(['environments', id, '--arms', '3']);
  expect(code).toBe(0);
  expect(widthOf(stdout)).toBeLessThanOrEqual(80);
  expect(stdout).toContain('True variation');
});

test('a plugin whose means do not suit its reward law is named', () => {
  const high = {
    id: 'high',
    name: 'High',
    summary: 'Above what Bernoulli rewards have.',
    parameters: [],
    armCount: 1,
    horizon: 2,
    law: 'bernoulli',
    means: () => MeanTable.fromRows([[0], [2]]),
  };
  const plugins = new Plugins([{ environments: [high] }], [{ file: 'mine.ts' }]);
  expect(() => describeEnvironment('high', {}, plugins)).toThrow(
    "plugin mine.ts: environment 'high': means and its rewards do not fit: means must lie in [0, 1] for bernoulli rewards; got 2 at slot 2, arm 0",
  );
});

test('paper-2: the truth beside what the paper states', () => {
  const { code, stdout, stderr } = driftline(['environments', 'paper-2']);
  expect(code).toBe(0);
  expect(stdout).toContain('True variation     4.49906\n');
  expect(stdout).toContain(
    'Stated variation   3, the budget that policies are given, less than the true',
  );
  expect(stdout).toContain('Best-arm switches  8\n');
  expect(stderr).toMatch(
    /^warning: the true variation 4\.49\d+ exceeds the stated budget 3 that policies are given; for the guarantees of theory, play it with --variation 4\.49\d+ or more\n$/,
  );
});

test('a picture: one row per arm, then which is best', () => {
  const spec = 'piecewise:breakpoints=4;means=0.9/0.1|0.1/0.9';
  const { stdout } = driftline(['environments', spec, '--horizon', '8']);
  expect(stdout).toContain(`Means, from 0.1 to 0.9
  arm 0   ████▁▁▁▁
  arm 1   ▁▁▁▁████
  best    00001111
  slot    1      8
`);
});

test('many arms are cut short, and a table of one slot has a picture too', () => {
  const many = driftline(['environments', 'ramp', '--arms', '40']).stdout;
  expect(many).toContain('  and 28 more arms\n');
  expect(many).not.toContain('  best ');
  const one = driftline(['environments', 'stationary:means=0.5/0.5', '--horizon', '1']).stdout;
  expect(one).toContain('  arm 0   ▄\n  arm 1   ▄\n  best    0\n');
});

describe('JSON', () => {
  test('of one', () => {
    const args = ['paper-1', '--seed', '7', '--horizon', '500', '--noise', 'gaussian:sd=0.1'];
    const { stdout, stderr } = driftline(['environments', ...args, '--json']);
    const { means, law } = createEnvironment('paper-1', {
      seed: 7,
      horizon: 500,
      rewards: 'gaussian:sd=0.1',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      environment: 'paper-1',
      params: { variation: 8.09, knots: 0, fresh: 0 },
      horizon: 500,
      arms: 3,
      seed: 7,
      rewards: { id: 'gaussian', params: { sd: 0.1 }, rewardRange: law.rewardRange },
      variation: { stated: 8.09, true: means.totalVariation() },
      bestArmSwitches: means.bestArmSwitches(),
      meanRange: [Math.min(...means.table().values), Math.max(...means.table().values)],
      warnings: [],
      out: null,
    });
  });

  test('of all', () => {
    const document = JSON.parse(driftline(['environments', '--json']).stdout) as {
      environments: { id: string }[];
      rewardLaws: { id: string }[];
    };
    expect(document.environments.map(({ id }) => id)).toEqual(ids);
    expect(document.rewardLaws.map(({ id }) => id)).toEqual(lawCatalogue.ids);
  });
});

describe('--out', () => {
  test.each(['paper-1', 'paper-heavy', 'piecewise:changes=3'])(
    '%s comes back exactly',
    async (spec) => {
      const cwd = directoryWith();
      const flags = ['--horizon', '700', '--arms', '4', '--seed', '5', '--out', 'means.csv'];
      const { code, stdout } = driftline(['environments', spec, ...flags], { cwd });
      expect(code).toBe(0);
      expect(stdout).toContain('Means written to means.csv: 700 rows (slots), 4 columns (arms).\n');
      const table = await readTable(join(cwd, 'means.csv'));
      const { means } = createEnvironment(spec, { horizon: 700, armCount: 4, seed: 5 });
      expect(table.columnCount).toBe(4);
      expect(table.header).toBeUndefined();
      expect(table.values).toEqual(means.table().values);
      expect(readdirSync(cwd)).toEqual(['means.csv']);
    },
  );

  test('refuses to replace a file, unless forced to', () => {
    const cwd = directoryWith({ 'means.csv': 'precious' });
    const args = ['environments', 'paper-2', '--horizon', '3', '--out', 'means.csv'];
    expect(driftline(args, { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: means.csv: already exists; choose another name, or replace it with --force\n',
    });
    expect(readFileSync(join(cwd, 'means.csv'), 'utf8')).toBe('precious');
    expect(driftline([...args, '--force'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'means.csv'), 'utf8').split('\n')).toHaveLength(4);
  });

  test('says why it can not write', () => {
    const cwd = directoryWith({ taken: '' });
    const args = ['environments', 'stationary', '--out', 'taken/means.csv'];
    expect(driftline(args, { cwd })).toMatchObject({ code: 1, stdout: '' });
    expect(driftline(args, { cwd }).stderr).toBe('error: taken: is a file, not a folder\n');
  });

  test('makes the folder that it writes to', () => {
    const cwd = directoryWith();
    const args = ['environments', 'paper-2', '--horizon', '3', '--out', 'results/means.csv'];
    expect(driftline(args, { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'results/means.csv'), 'utf8').split('\n')).toHaveLength(4);
  });

  test("'-' is a pipe into another command", () => {
    const command =
      'driftline environments stationary:means=0/1 --horizon 4 --out - | driftline trace --rewards - --policies ucb1';
    const { code, stdout, stderr } = shell(`set -o pipefail; ${command}`, directoryWith());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('slot,ucb1\n1,0\n2,1\n3,1\n4,1\n');
  });
});

test.each([
  [['paper-3'], 1, /^error: there is no environment 'paper-3'; did you mean 'paper-1'\?\n$/],
  [['sinusoid:amplitude=2'], 1, /^error: means must lie in \[0, 1\] for bernoulli rewards; got /],
  [['sinusoid:amp=2'], 1, /^error: sinusoid has no parameter 'amp'; did you mean /],
  [['paper-2', '--noise', 'gauss'], 1, /^error: there is no reward law 'gauss'; did you mean /],
  [['paper-2', '--force'], 2, /^error: --force needs --out, the file to replace\n/],
  [['paper-2', '--out', ''], 2, /^error: --out must be a path; got an empty text\n/],
  [
    ['paper-2', '--json', '--out', '-'],
    2,
    /^error: --json and --out - both print to standard output/,
  ],
  [
    ['--seed', '3'],
    2,
    /^error: --seed needs the name of an environment before it, such as paper-2\n/,
  ],
])('%j is refused', (args, code, message) => {
  const outcome = driftline(['environments', ...args]);
  expect(outcome).toMatchObject({ code, stdout: '' });
  expect(outcome.stderr).toMatch(message);
});
