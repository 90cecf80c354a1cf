import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { goldenNames, readGoldenCase } from '../../core/test/golden/golden.ts';
import { directoryWith, driftline, shell } from './driftline.ts';

const deterministic = 'ucb1,moss,r-moss,sw-moss,d-ucb,rmoss,r-rmoss,sw-rmoss,sw-ucb';

interface TraceDocument {
  readonly horizon: number;
  readonly arms: number;
  readonly policies: readonly {
    readonly id: string;
    readonly params: Readonly<Record<string, number>>;
    readonly arms: readonly number[];
  }[];
}

function goldenFile(name: string): string {
  return fileURLToPath(new URL(`../../core/test/golden/${name}.csv`, import.meta.url));
}

/** Traces a table written on the spot; returns what came out. */
function traceText(table: string, policies: string, ...flags: string[]) {
  const cwd = directoryWith({ 'rewards.csv': table });
  return driftline(['trace', '--rewards', 'rewards.csv', '--policies', policies, ...flags], {
    cwd,
  });
}

function traceDocument(table: string, policies: string, ...flags: string[]): TraceDocument {
  const { stdout, stderr } = traceText(table, policies, '--json', ...flags);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as TraceDocument;
}

describe.each(goldenNames)('the golden table %s', (name) => {
  const golden = readGoldenCase(name);
  const flags = ['--rewards', goldenFile(name), '--policies', deterministic];

  test('nine policies in one call, as CSV', () => {
    const outcome = driftline(['trace', ...flags, '--variation', String(golden.V)]);
    const ids = deterministic.split(',');
    const lines = golden.rewards.map((_, slot) =>
      [slot + 1, ...ids.map((id) => golden.arms[id][slot])].join(','),
    );
    const expected = `slot,${deterministic}\n${lines.join('\n')}\n`;
    expect(outcome.code).toBe(0);
    expect(outcome.stdout === expected).toBe(true);
    expect(outcome.stderr).toBe('');
  });

  test('and as JSON, with every parameter', () => {
    const { stdout } = driftline(['trace', ...flags, '--variation', String(golden.V), '--json']);
    const document = JSON.parse(stdout) as TraceDocument;
    expect(Object.keys(document)).toEqual(['horizon', 'arms', 'policies']);
    expect(document).toMatchObject({ horizon: golden.T, arms: golden.K });
    for (const { id, arms, params } of document.policies) {
      expect(arms, id).toEqual(golden.arms[id]);
      if ('window' in params) expect(params.window, id).toBe(golden.tau);
    }
    expect(document.policies.map(({ id }) => id).join(',')).toBe(deterministic);
  });
});

describe('what policies are given', () => {
  const rows = '1,0\n0,1\n1,1\n0,0\n1,0\n0,1\n1,0\n0,0\n';

  test('the header repeats them as typed, and the JSON has bare ids', () => {
    const list = 'sw-moss:eta=0.6, sw-rmoss:window=4;zeta=2.50';
    const { stdout } = traceText(rows, list, '--variation', '1');
    expect(stdout.split('\n')[0]).toBe('slot,sw-moss:eta=0.6,sw-rmoss:window=4;zeta=2.50');
    const [first, second] = traceDocument(rows, list, '--variation', '1').policies;
    expect(first).toMatchObject({ id: 'sw-moss', params: { eta: 0.6, variation: 1 } });
    expect(second).toMatchObject({ id: 'sw-rmoss', params: { window: 4, zeta: 2.5 } });
  });

  test('--horizon tunes, and all rows are played whatever it is', () => {
    // τ = ⌈2^(1/3) (T/V)^(2/3)⌉ with V = 1: ⌈1.26 · 4⌉ for T = 8, ⌈1.26 · 100⌉ for T = 1000.
    const windowAt = (...flags: string[]) => {
      const document = traceDocument(rows, 'sw-moss', '--variation', '1', ...flags);
      expect(document.policies[0].arms).toHaveLength(8);
      return [document.horizon, document.policies[0].params.window];
    };
    expect(windowAt()).toEqual([8, 6]);
    expect(windowAt('--horizon', '1000')).toEqual([1000, 126]);
  });

  test('without a budget, a policy that needs one is refused by name', () => {
    expect(traceText(rows, 'ucb1,sw-moss')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: sw-moss needs a variation budget (variation >= 0) and a horizon, or a window; got no variation\n',
    });
    expect(traceText(rows, 'sw-moss:window=4').code).toBe(0);
  });

  test('--changes reaches the policies that have it', () => {
    const [first, second] = traceDocument(rows, 'exp3s,ucb1', '--changes', '2').policies;
    expect(first.params.changes).toBe(2);
    expect(second.params).not.toHaveProperty('changes');
  });

  test('--volatility tunes a memory, and needs no budget', () => {
    const [only] = traceDocument(rows, 'sw-moss', '--volatility', '0.5').policies;
    expect(only.params.volatility).toBe(0.5);
    expect(only.params.window).toBeGreaterThan(0);
  });

  test('an unknown policy brings the nearest known one', () => {
    const { code, stdout, stderr } = traceText(rows, 'sw-mos');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: there is no policy 'sw-mos'; did you mean 'sw-moss'\?.*\n$/);
  });

  test('warnings go to stderr, each once, and leave stdout alone', () => {
    const policies = 'sw-moss:window=1,sw-moss:window=1';
    const { code, stdout, stderr } = traceText(rows, policies);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: sw-moss: a memory of 1 slot cannot .*\n$/);
    expect(stdout.split('\n')).toHaveLength(10);
  });

  test('a first column that counts slots is pointed out', () => {
    const { code, stderr } = traceText('slot,a,b\n1,0,1\n2,1,1\n', 'ucb1');
    expect(code).toBe(0);
    expect(stderr).toBe(
      "warning: rewards.csv: the first column is called 'slot', and every column counts as an arm; remove it if it counts slots\n",
    );
  });
});

describe('policies that draw', () => {
  const rows = Array.from({ length: 60 }, (_, slot) => `${slot % 2},${(slot >> 2) % 2}`).join('\n');
  const armsOf = (id: string, list: string, ...flags: string[]) =>
    traceDocument(rows, list, '--variation', '3', ...flags).policies.find(
      (policy) => policy.id === id,
    )?.arms;

  test('do not depend on which others are listed', () => {
    const alone = armsOf('ts', 'ts');
    expect(alone).toHaveLength(60);
    expect(armsOf('ts', 'exp3,rexp3,uniform,ts')).toEqual(alone);
  });

  test('follow the seed, which is 1 by default', () => {
    const first = armsOf('exp3', 'exp3');
    expect(armsOf('exp3', 'exp3', '--seed', '1')).toEqual(first);
    expect(armsOf('exp3', 'exp3', '--seed', '2')).not.toEqual(first);
  });
});

describe('the reward range of policies made for [0, 1]', () => {
  // kl-UCB draws nothing, so its arms show what it saw of the rewards.
  const rows = (low: number, high: number) =>
    Array.from({ length: 40 }, (_, slot) => (slot % 3 === 0 ? [high, low] : [low, high]).join())
      .map((line) => `${line}\n`)
      .join('');
  const armsOn = (table: string, ...flags: string[]) =>
    traceDocument(table, 'kl-ucb', ...flags).policies[0].arms;

  test('is 0,1 where all rewards lie there', () => {
    expect(armsOn(rows(0.25, 0.5))).toEqual(armsOn(rows(0.25, 0.5), '--reward-range', '0,1'));
    expect(armsOn(rows(0.25, 0.5))).not.toEqual(armsOn(rows(0.25, 0.5), '--reward-range', '-1,1'));
  });

  test('is -1,1 elsewhere', () => {
    expect(armsOn(rows(-0.5, 0.5))).toEqual(armsOn(rows(-0.5, 0.5), '--reward-range', '-1,1'));
    expect(armsOn(rows(-0.5, 0.5))).not.toEqual(armsOn(rows(-0.5, 0.5), '--reward-range', '0,1'));
  });
});

describe('the table', () => {
  const arms = [0, 1, 0, 0, 1];
  const plain = '1,0\n1,0\n1,0\n0,0\n1,0\n';

  test.each([
    ['plain', plain],
    ['without a last newline', plain.trimEnd()],
    ['blank lines at the end', `${plain}\n  \n\n`],
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\uFEFF${plain}`],
    ['a header', `left,right\n${plain}`],
    ['a mark, a header and CRLF', `\uFEFFleft,right\n${plain}`.replaceAll('\n', '\r\n')],
    ['blanks, signs, exponents', '+1.0, 0\n 1e0 ,.0\n10E-1,0.\n0,-0\n1,0e5\n'],
  ])('%s', (_what, table) => {
    expect(traceDocument(table, 'ucb1').policies[0].arms).toEqual(arms);
  });

  test('from standard input', () => {
    const directory = directoryWith({ 'rewards.csv': plain });
    const command = 'cat rewards.csv | driftline trace --rewards - --policies ucb1';
    expect(shell(command, directory).stdout).toBe('slot,ucb1\n1,0\n2,1\n3,0\n4,0\n5,1\n');
    const bad = driftline(['trace', '--rewards', '-', '--policies', 'ucb1'], { input: '1,x\n' });
    expect(bad.stderr).toBe(
      "error: standard input, line 1, column 2: a number expected, found 'x'\n",
    );
  });

  test.each([
    ['too few values', '1,2,3\n1,2\n', ', line 2, column 3: 3 values expected, 2 found'],
    ['too many values', 'a,b\n1,2\n1,2,3\n', ', line 3, column 3: 2 values expected, 3 found'],
    ['fewer than the header', 'a,b,c\n1,2\n', ', line 2, column 3: 3 values expected, 2 found'],
    ['a word', '1,2\n3,4\n5,abc\n', ", line 3, column 2: a number expected, found 'abc'"],
    [
      'a word in a first line with a number',
      '1,b\n',
      ", line 1, column 2: a number expected, found 'b'",
    ],
    ['a second header', 'a,b\nc,d\n1,2\n', ", line 2, column 1: a number expected, found 'c'"],
    ['an empty cell', '1,\n', ', line 1, column 2: a number expected, found nothing'],
    ['a blank cell', '1,2\n  ,2\n', ', line 2, column 1: a number expected, found nothing'],
    [
      'a first line of empty cells',
      ',\n1,2\n',
      ', line 1, column 1: a number expected, found nothing',
    ],
    ['NaN', '1,2\nNaN,2\n', ", line 2, column 1: a number expected, found 'NaN'"],
    [
      'NaN throughout the first line',
      'nan,nan\n1,2\n',
      ", line 1, column 1: a number expected, found 'nan'",
    ],
    ['an infinity', '1,-Infinity\n', ", line 1, column 2: a number expected, found '-Infinity'"],
    ['a number too large', '1,1e999\n', ", line 1, column 2: a number expected, found '1e999'"],
    ['hexadecimal', '1,0x10\n', ", line 1, column 2: a number expected, found '0x10'"],
    [
      'semicolons',
      '1;2\n3;4\n',
      ", line 2, column 1: a number expected, found '3;4'; separate values with commas, and write decimals with a point",
    ],
    [
      'a blank line between',
      '1,2\n\n3,4\n',
      ', line 2: is blank, but more lines follow; remove it',
    ],
    ['a blank first line', '\n1,2\n', ', line 1: is blank, but more lines follow; remove it'],
    ['nothing', '', ': is empty; a table needs one row per slot and one column per arm'],
    [
      'only blank lines',
      '\n\n',
      ': is empty; a table needs one row per slot and one column per arm',
    ],
    ['only a header', 'a,b\n', ': has a header but no rows; a table needs one row per slot'],
  ])('is refused with %s', (_what, table, message) => {
    expect(traceText(table, 'ucb1')).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: rewards.csv${message}\n`,
    });
  });

  test('is refused where there is no such file, or a directory', () => {
    const directory = directoryWith();
    const missing = join(directory, 'missing.csv');
    const messageFor = (path: string) =>
      driftline(['trace', '--rewards', path, '--policies', 'ucb1']);
    expect(messageFor(missing)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${missing}: no such file or directory\n`,
    });
    expect(messageFor(directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${directory}: is a directory, not a file\n`,
    });
  });
});
