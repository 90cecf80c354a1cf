import { join } from 'node:path';
import { policyCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { measuredPolicies } from '../src/commands/bench/command.ts';
import { benchResult, benchTable } from '../src/commands/bench/record.ts';
import { StatusLine } from '../src/terminal/status-line.ts';
import { driftline } from './driftline.ts';

function benchJson(...args: string[]): Record<string, unknown>[] {
  const { code, stdout, stderr } = driftline(['bench', ...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(['results']);
  return document.results;
}

describe('JSON', () => {
  test('one result for each policy, in their order, as typed', () => {
    const results = benchJson('--policies', 'sw-moss,sw-moss:eta=0.6,ucb1', '--horizon', '200');
    expect(results.map(({ policy }) => policy)).toEqual(['sw-moss', 'sw-moss:eta=0.6', 'ucb1']);
    for (const result of results) {
      expect(result).toMatchObject({ arms: 3, horizon: 200, window: 203, noise: 'bernoulli' });
      // Where one round took seconds, fewer had to do.
      expect(result.rounds).toBeGreaterThanOrEqual(3);
      expect(result.rounds).toBeLessThanOrEqual(7);
      const [lowest, middle, highest] = [result.lowest, result.nsPerSlot, result.highest].map(
        Number,
      );
      expect(lowest).toBeGreaterThan(0);
      expect(middle).toBeGreaterThanOrEqual(lowest);
      expect(highest).toBeGreaterThanOrEqual(middle);
    }
  });

  test.each([
    [['--arms', '100'], { arms: 100, horizon: 5000 }],
    [['--arms', '300'], { arms: 300, horizon: 6000 }],
    [
      ['--noise', 'pareto', '--window', '50'],
      { arms: 3, horizon: 5000, window: 50, noise: 'pareto' },
    ],
  ])('%s', (flags, expected) => {
    const results = benchJson('--policies', 'r-moss,d-ucb', ...flags);
    expect(results).toHaveLength(2);
    for (const result of results) expect(result).toMatchObject(expected);
  });
});

test('says of each policy whether a compiled kernel or JavaScript ran', () => {
  const plugin = join(import.meta.dirname, '../../../examples/plugin-policy.ts');
  const flags = ['--plugin', plugin, '--policies', 'moss,greedy-window', '--horizon', '100'];
  const results = benchJson(...flags);
  expect(results.map(({ policy, kernel }) => [policy, kernel])).toEqual([
    ['moss', 'compiled'],
    ['greedy-window', 'JavaScript'],
  ]);
});

test('all policies are measured unless some are named', () => {
  expect(measuredPolicies({})).toEqual(policyCatalogue.ids);
  expect(measuredPolicies({ policies: ['moss'] })).toEqual(['moss']);
});

test.each([
  [['--noise', 'gaussian'], 2, '--noise must be bernoulli or pareto; got gaussian'],
  [['--window', '0'], 2, '--window must be an integer >= 1 and <= 2147483647; got 0'],
  [['--arms', '0'], 2, '--arms must be an integer >= 1 and <= 16777216; got 0'],
  [['--arms', '2.5'], 2, '--arms must be an integer >= 1 and <= 16777216; got 2.5'],
  [['--horizon', 'long'], 2, '--horizon must be an integer >= 1 and <= 2147483647; got long'],
  [['--policies', 'sw-moss,,ucb1'], 2, '--policies: '],
  [['--policies', 'sw-mos'], 1, "there is no policy 'sw-mos'"],
  [['--policies', 'ucb1:window=3'], 1, "ucb1 has no parameter 'window'"],
])('%s is refused', (flags, exitCode, message) => {
  const { code, stdout, stderr } = driftline(['bench', ...flags]);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toContain(`error: ${message}`);
});

describe('for readers', () => {
  const setting = { armCount: 3, horizon: 5000, window: 203, noise: 'bernoulli' } as const;

  test('the table of the command', () => {
    const { code, stdout, stderr } = driftline(['bench', '--policies', 'moss', '--horizon', '100']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^K = 3, T = 100, window 203, bernoulli rewards; one thread$/m);
    expect(stdout).toMatch(/^ {2}moss +compiled +[\d.]+ +[\d.]+ +[\d.]+ +[\d,]+$/m);
  });

  test('costs and what they mean for a second', () => {
    const results = [
      benchResult({ policy: 'sw-moss', kernel: 'compiled' }, setting, [20, 25.04, 1600], 25.04),
      benchResult({ policy: 'mine', kernel: 'JavaScript' }, setting, [700, 712.346, 800], 712.346),
    ];
    expect(results[1].nsPerSlot).toBe(712.3);
    const lines = benchTable(setting, results);
    expect(lines).toEqual([
      'K = 3, T = 5000, window 203, bernoulli rewards; one thread',
      '',
      '  policy       kernel  ns per slot  lowest  highest  slots per second',
      '  sw-moss    compiled         25.0    20.0     1600        39,900,000',
      '  mine     JavaScript          712     700      800         1,400,000',
    ]);
  });
});

describe('what is being measured', () => {
  function linesOn(isTTY: boolean): string[] {
    const written: string[] = [];
    const line = new StatusLine({ isTTY, columns: 20, write: (text) => written.push(text) });
    line.show('sw-moss: round 1 of 7 and more');
    line.show('sw-moss: round 1 of 7 and more');
    line.show('');
    return written;
  }

  test('is shown on a terminal, once, within its columns', () => {
    expect(linesOn(true)).toEqual(['\r\u001b[2Ksw-moss: round 1 o…', '\r\u001b[2K']);
  });

  test('is not shown elsewhere', () => {
    expect(linesOn(false)).toEqual([]);
  });
});
