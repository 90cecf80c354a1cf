import { columnFormat, readable } from '@driftline/engine/numbers';
import { expect, test } from 'vitest';
import { tableLines } from '../src/terminal/table.ts';
import { displayWidth, labelled, shortened, WIDTH, wrap } from '../src/terminal/text.ts';

test.each([
  [0, '0'],
  [5000, '5000'],
  [32_057, '32,057'],
  [1_234_567, '1,234,567'],
  [-12_345.678, '-12,345.7'],
  [4.499055879, '4.49906'],
  [0.333333333, '0.333333'],
  [0.0002, '0.0002'],
  [1e-8, '1e-8'],
  [123_456_789, '123,456,789'],
  [1e300, '1e+300'],
])('%d reads %s', (value, text) => {
  expect(readable(value)).toBe(text);
});

test('more digits on demand', () => {
  expect(readable(0.9999937003947, 10)).toBe('0.9999937004');
});

test('text is broken at blanks, but not in an equation', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('with K = 3 arms', 8)).toEqual(['with', 'K = 3', 'arms']);
  expect(wrap('incomprehensibilities', 5)).toEqual(['incomprehensibilities']);
});

test('further lines stand below the first', () => {
  const lines = labelled('  name', 'word '.repeat(40).trim(), 12);
  expect(lines[0]).toMatch(/^ {2}name {6}word/);
  expect(lines.slice(1).every((line) => /^ {12}word/.test(line))).toBe(true);
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(WIDTH);
});

test('combining marks take no column, and long texts are cut', () => {
  expect(displayWidth('x\u0302τ₊')).toBe(3);
  expect(shortened('abcdef', 6)).toBe('abcdef');
  expect(shortened('abcdefg', 6)).toBe('abcde…');
});

test('a table has minus signs for negative numbers, and leaves names and dashes as they are', () => {
  const rows = [
    ['policy', 'regret', 'interval', 'slope'],
    ['x-2:low=-1', '-225.1', '-232.5 – -217.8', '-0.5 (-0.7 – 1e-3)'],
  ];
  expect(tableLines({ rows })[1]).toBe('  x-2:low=-1  −225.1  −232.5 – −217.8  −0.5 (−0.7 – 1e-3)');
});

test.each([
  [174.24, '174.2'],
  [0.5, '0.500'],
  [0, '0.000'],
  [3.9246e102, '3.925e102'],
  [2.5e-98, '2.500e-98'],
])('a column whose largest number is %d', (largest, text) => {
  expect(columnFormat(largest)(largest)).toBe(text);
});
