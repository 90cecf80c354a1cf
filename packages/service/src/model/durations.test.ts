import { expect, it } from 'vitest';
import { readDuration, writeDuration } from './durations.ts';

it.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['10m', 600_000],
  ['6h', 21_600_000],
  ['90d', 7_776_000_000],
])('reads %s, and writes it again', (text, millis) => {
  expect(readDuration(text)).toBe(millis);
  expect(writeDuration(millis)).toBe(text);
});

it.each(['', '0s', '-1s', '1', 's', '1.5h', '1w', '01s', ' 1s', '3651d', '1e3s', 5, null])(
  'refuses %j',
  (text) => {
    expect(readDuration(text)).toBeUndefined();
  },
);
