import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adviceSchema } from '@driftline/advice';
import { randomStream } from '@driftline/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  directoryWith,
  driftline,
  driftlineWithCodes,
  type Outcome,
  shell,
  widthOf,
} from './driftline.ts';
import { interrupted } from './run-folder.ts';
import { startService } from './started-service.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);

/** A log of two arms by lot; the better one changes in the middle. */
function steppingLog(rows: number): string {
  const random = randomStream(7, 0);
  const lines = Array.from({ length: rows }, (_, row) => {
    const arm = random.uniform() < 0.5 ? 0 : 1;
    const isAhead = (row < rows / 2 ? 0 : 1) === arm;
    const reward = random.uniform() < (isAhead ? 0.7 : 0.3) ? 1 : 0;
    return `${new Date(START + row * HOUR).toISOString()},${['left side', 'right'][arm]},${reward}`;
  });
  return `timestamp,variant,converted\n${lines.join('\n')}\n`;
}

const LOG = steppingLog(600);

/** Too few rows to tell anything. */
const FEW = LOG.split('\n').slice(0, 100).join('\n');

/** Short worlds: what is tried here does not depend on how long they are. */
const SHORT = ['--horizon', '100'];

function advise(args: readonly string[], files: Readonly<Record<string, string>> = {}): Outcome {
  return driftline(['advise', ...args], { cwd: directoryWith(files) });
}

describe('driftline advise', () => {
  let cwd: string;
  let written: Outcome;

  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'driftline-advise-'));
    writeFileSync(join(cwd, 'log.csv'), LOG);
    const asked = ['--values', 'advice', '--variation', '--out', 'advice'];
    written = driftline(['advise', 'log.csv', ...SHORT, ...asked], { cwd });
  });

  afterAll(() => rmSync(cwd, { recursive: true }));

  test('answers five questions on a page of 80 columns', () => {
    expect(written).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = written;
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^log\.csv: 600 decisions from 2025-01-01 to 2025-01-25/);
    expect(stdout).toContain("time 'timestamp', arm 'variant', reward 'converted'");
    const questions = stdout.match(/^[1-5]\. .*/gm);
    expect(questions).toEqual([
      '1. Is it drifting?',
      '2. Which policy should I use?',
      '3. What would it have earned on this log?',
      '4. How large do rewards get, and how late do they arrive?',
      '5. What is adapting worth?',
    ]);
    expect(stdout).toMatch(/1\. Is it drifting\?\n {3}Yes \(p = 0\.002/);
    expect(stdout).toContain('Variation of block means: no answer');
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('leaves a record that keeps to its schema, a report and figures', () => {
    const folder = join(cwd, 'advice');
    const record = JSON.parse(readFileSync(join(folder, 'advice.json'), 'utf8'));
    const validate = new Ajv2020({ strict: true }).compile(adviceSchema);
    expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
    expect(record.drift.verdict).toBe('drifting');
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(report).toContain('<h1>Advice: log.csv</h1>');
    const body = report.slice(report.indexOf('<body>'));
    expect(body.match(/NaN|undefined|Infinity|(?:src|href)="http/g)).toBeNull();
    const figures = readdirSync(join(folder, 'figures'));
    for (const name of ['means', 'structure', 'memory', 'values', 'support']) {
      expect(figures).toContain(`${name}.svg`);
      expect(figures).toContain(`${name}.png`);
    }
  });

  test('its world goes into compare as it is, and its experiment file into run', () => {
    const folder = join(cwd, 'advice');
    const compared = shell(
      'driftline compare --means world.csv --noise bernoulli --policies auto,ucb1 --replications 4 --workers 1 --json',
      folder,
    );
    expect(compared).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(compared.stdout)).toMatchObject({ arms: 2, horizon: 600 });
    const spec = readFileSync(join(folder, 'spec.yaml'), 'utf8');
    expect(spec).toContain('\nreplications: 100\n');
    writeFileSync(
      join(folder, 'few.yaml'),
      spec.replace('\nreplications: 100\n', '\nreplications: 4\n'),
    );
    const run = shell('driftline run few.yaml --out played --workers 1', folder);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'played', 'result.json'))).toBe(true);
  });

  test('its body creates the experiment in a decision service', async () => {
    const body = readFileSync(join(cwd, 'advice', 'service.json'), 'utf8');
    const { address, end } = await startService(directoryWith());
    onTestFinished(end);
    const response = await fetch(`${address}/v1/experiments/advised`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const created: {
      readonly arms: readonly { readonly key: string; readonly payload: unknown }[];
    } = JSON.parse(await response.text());
    expect([response.status, created]).toEqual([201, expect.objectContaining({ key: 'advised' })]);
    const arms = created.arms.map(({ key, payload }) => [key, payload]);
    // A key has no blanks: the arm's own is its payload.
    expect(arms).toEqual([
      ['left-side', { arm: 'left side' }],
      ['right', null],
    ]);
  });

  test('refuses a folder that holds advice, and replaces it with --force', () => {
    // What cannot tell is soon written.
    writeFileSync(join(cwd, 'few.csv'), FEW);
    const again = ['advise', 'few.csv', '--out', 'advice'];
    const { code, stderr } = driftlineWithCodes(again, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('already holds a result');
    const verdict = () =>
      JSON.parse(readFileSync(join(cwd, 'advice', 'advice.json'), 'utf8')).drift.verdict;
    expect(verdict()).toBe('drifting');
    expect(driftline([...again, '--force'], { cwd }).code).toBe(0);
    expect(verdict()).toBe('unknown');
  });
});

test('the same record to the byte from a file on one worker and from standard input on two', () => {
  const cwd = directoryWith({ 'log.csv': LOG });
  const asked = [...SHORT, '--quick', '--values', 'ucb1', '--json', '--workers'];
  const one = driftline(['advise', 'log.csv', ...asked, '1'], { cwd });
  expect(one).toMatchObject({ code: 0, stderr: '' });
  const piped = driftline(['advise', '-', ...asked, '2'], { cwd, input: LOG });
  expect(piped.stdout.replace('standard input', 'log.csv')).toBe(one.stdout);
});

describe('where a log cannot tell', () => {
  test('that is the answer, with what log could, and exit code 0', () => {
    const { code, stdout } = advise(['few.csv'], { 'few.csv': FEW });
    expect(code).toBe(0);
    expect(stdout).toContain('No answer: the log has too few decisions.');
    expect(stdout).toContain('An answer needs about 200');
  });

  test('a log of two rows is not called random', () => {
    const { stdout } = advise(['two.csv'], { 'two.csv': 'arm,reward\nA,1\nB,0\n' });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'There are too few decisions to test how arms were assigned.',
    );
    expect(stdout).not.toContain('can be answered');
  });

  test('warnings are on the page and on standard error', () => {
    const rows = FEW.replaceAll(/T\d\d:00/g, 'T00:00');
    const { stdout, stderr } = advise(['few.csv'], { 'few.csv': rows });
    const warning = 'The order of rows with one time is unknown.';
    for (const text of [stdout, stderr]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(warning);
    }
  });

  test('--require makes it exit code 3, after the answer', () => {
    const { code, stdout, stderr } = advise(['few.csv', '--require', 'value,drift', '--json'], {
      'few.csv': FEW,
    });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).drift.verdict).toBe('unknown');
    expect(stderr).toContain('the log gives no answer for: value, drift');
  });
});

describe('mistakes', () => {
  test.each([
    ['a log that is not there', ['none.csv'], 1, 'none.csv: no such file', 'file-not-found'],
    [
      'a column that is not there',
      ['log.csv', '--arm', 'colour'],
      1,
      "no column 'colour'",
      'log-column-missing',
    ],
    ['a reward that is text', ['text.csv'], 1, "column 'converted' must", 'log-value-not-accepted'],
    ['an unknown policy', ['log.csv', '--policies', 'sw-ucbb'], 1, 'sw-ucbb', 'unknown-policy'],
    ['a word that is none', ['log.csv', '--logging', 'lucky'], 2, 'lucky', 'wrong-usage'],
    [
      'a policy that has to be told more',
      ['log.csv', '--policies', 'sw-ucb'],
      2,
      "write for example 'sw-ucb:window=800'",
      'parameter-missing',
    ],
    ['no values among others', ['log.csv', '--values', 'none,ts'], 2, 'alone', 'wrong-usage'],
    [
      'a value that is required and not asked for',
      ['log.csv', '--values', 'none', '--require', 'value'],
      2,
      '--require value contradicts',
      'wrong-usage',
    ],
    [
      'an attribution that is longer than the log',
      ['log.csv', '--attribution', '90d'],
      2,
      '--attribution must be shorter than the log',
      'wrong-usage',
    ],
    [
      'a time without a unit',
      ['log.csv', '--batch', '3'],
      2,
      '--batch needs a unit',
      'wrong-usage',
    ],
    [
      'a time that is none',
      ['log.csv', '--batch', 'soon'],
      2,
      '--batch must be a time',
      'wrong-usage',
    ],
    ['a condition that is none', ['log.csv', '--where', 'x'], 2, '--where must be', 'wrong-usage'],
    [
      'a requirement that is none',
      ['log.csv', '--require', 'luck'],
      2,
      '--require accepts',
      'wrong-usage',
    ],
    ['--force alone', ['log.csv', '--force'], 2, '--force needs --out', 'wrong-usage'],
    ['no log', [], 2, "missing required argument 'LOG'", 'wrong-usage'],
  ] as const)('%s', (_, args, code, text, errorCode) => {
    const cwd = directoryWith({
      'log.csv': LOG,
      'text.csv': 'timestamp,variant,converted\n2025-01-01,a,maybe\n',
    });
    const outcome = driftlineWithCodes(['advise', ...args], { cwd });
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toContain(text);
    expect(outcome.stderr).toContain(`[${errorCode}]`);
    expect(outcome.code).toBe(code);
  });
});

test('Ctrl-C ends it, also while it waits for standard input', async () => {
  const { code, stdout, stderr } = await interrupted(['advise', '-'], directoryWith());
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toContain('stopped before the advice was complete; nothing is kept');
});
