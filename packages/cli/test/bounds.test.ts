import { expect, test } from 'vitest';
import { readGoldenTunings } from '../../core/test/golden/golden.ts';
import { boundsRecord, boundsWarnings } from '../src/commands/bounds/record.ts';
import { boundsTable } from '../src/commands/bounds/text.ts';
import { driftline, widthOf } from './driftline.ts';

const paper = ['--arms', '3', '--horizon', '5000', '--variation', '3'];
const constants = { meanRange: 1, eta: 1, xi: 0.6 };

test('the table of the paper’s problem', () => {
  const { code, stdout, stderr } = driftline(['bounds', ...paper]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`K = 3 arms, T = 5000 slots, variation V = 3, range of means b = 1

Tuning
  τ  203            window or epoch: R-MOSS, SW-MOSS, robust forms, SW-UCB
  γ  0.9950675759   discount: D-UCB, DTS
  N  25             epochs of τ slots in the horizon
  Δ  210            epoch of Rexp3
  g  0.095571       exploration of Rexp3
  α  0.0002         share of Exp3.S
  g  0.286226       exploration of Exp3.S

Upper bounds on regret                     bound   min(bound, T b)
  R-MOSS                                  32,057              5000  vacuous
  SW-MOSS (η = 1)                         17,311              5000  vacuous
  D-UCB (ξ = 0.6), corrected              23,413              5000  vacuous
  D-UCB (ξ = 0.6), as printed             22,762              5000  vacuous
  any policy: T b                           5000              5000

Lower bound on regret: a rate with an unknown constant
  (K V)^(1/3) T^(2/3) = 608.22
  V lies in [1/K, T/K] = [0.333333, 1666.67], for which the bound is proved.

Robust policies: ψ(2ζ/a) ≥ 2a/ζ holds for
  a = 1.1   ζ ≥ 2.184
  a = 2     ζ ≥ 3.971

How to read this:`);
});

test.each(readGoldenTunings())('golden tuning: K $K, T $T, V $V', (golden) => {
  const { tuning } = boundsRecord({
    arms: golden.K,
    horizon: golden.T,
    variation: golden.V,
    ...constants,
  });
  expect(tuning.window).toBe(golden.tau);
  expect(tuning.rexp3.window).toBe(golden.rexp3_Delta);
  // Both sides round a handful of operations: a few units in the 16th digit each.
  const close = (value: number, expected: number) =>
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-13 * expected);
  close(tuning.discount, golden.gamma);
  close(tuning.rexp3.g, golden.rexp3_gamma);
  close(tuning.exp3s.g, golden.exp3s_gamma);
  close(tuning.exp3s.alpha, golden.exp3s_alpha);
});

test('JSON is the record, and the flags reach it', () => {
  const flags = ['--mean-range', '0.5', '--eta', '0.8', '--xi', '0.7', '--json'];
  const { stdout } = driftline(['bounds', ...paper, ...flags]);
  const request = { arms: 3, horizon: 5000, variation: 3, meanRange: 0.5, eta: 0.8, xi: 0.7 };
  const record = boundsRecord(request);
  expect(JSON.parse(stdout)).toEqual(record);
  expect(record.upperBounds.trivial).toBe(2500);
  expect(record.upperBounds['sw-moss']).not.toEqual(
    boundsRecord({ ...request, eta: 1 }).upperBounds['sw-moss'],
  );
  expect(record.upperBounds['d-ucb'].printed.value).not.toBe(
    boundsRecord({ ...request, xi: 0.6 }).upperBounds['d-ucb'].printed.value,
  );
});

test('a bound that says something is not called vacuous', () => {
  const record = boundsRecord({ arms: 10, horizon: 1e8, variation: 5, ...constants });
  const text = boundsTable(record).join('\n');
  expect(text).toMatch(/^ {2}R-MOSS +41,274,987 +41,274,987$/m);
  expect(text.match(/ {2}vacuous$/m)).toBeNull();
});

test.each([
  [10, 100, 0, 'V lies outside of [1/K, T/K] = [0.1, 10]: the bound is not proved for it.', 0],
  [50, 5, 100, 'V lies outside of', 1],
  [2, 100, 0.01, 'V lies outside of', 1],
  [1, 2 ** 31 - 1, 1e-9, 'V lies outside of', 1],
])('K = %d, T = %d, V = %d', (arms, horizon, variation, sentence, warningCount) => {
  const record = boundsRecord({ arms, horizon, variation, ...constants });
  const lines = boundsTable(record);
  expect(lines.join('\n')).toContain(sentence);
  expect(widthOf(lines.join('\n'))).toBeLessThanOrEqual(80);
  expect(boundsWarnings(record)).toHaveLength(warningCount);
});

test('warnings go to stderr', () => {
  const { code, stderr } = driftline([
    'bounds',
    '--arms',
    '50',
    '--horizon',
    '5',
    '--variation',
    '100',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(stderr).toBe(
    'warning: a window of 1 slot cannot hold one reward of each of 50 arms; use a smaller variation budget or fewer arms\n',
  );
});
