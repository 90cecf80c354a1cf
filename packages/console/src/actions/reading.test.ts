import { expect, test } from 'vitest';
import {
  all,
  readDuration,
  readKey,
  readNumber,
  readPayload,
  readPercent,
  readWhole,
} from './reading.ts';

test('keys are what the service takes', () => {
  expect(readKey('Arm 1', ' blue-2 ')).toEqual({ value: 'blue-2' });
  for (const wrong of ['', '.', '..', '-a', '__proto__', 'a b', 'ä', 'x'.repeat(65)]) {
    expect(readKey('Arm 1', wrong)).toHaveProperty('problem');
  }
});

test('numbers, shares and lengths of time', () => {
  expect(readNumber('Least', '-0,5')).toEqual({ value: -0.5 });
  expect(readNumber('Least', '0,125')).toEqual({ value: 0.125 });
  expect(readNumber('Least', '−12,500.5')).toEqual({ value: -12_500.5 });
  expect(readNumber('Least', '1,500')).toEqual({
    problem: 'Least: write 1,500 without the comma, or with a decimal point.',
  });
  expect(readNumber('Least', '')).toEqual({ problem: 'Least must be a number.' });
  expect(readPercent('Explore', '2 %')).toEqual({ value: 0.02 });
  expect(readPercent('Explore', '200')).toHaveProperty('problem');
  for (const text of ['10,000', '10 000', '10000']) {
    expect(readWhole('Memory', text, [10, 1_000_000])).toEqual({ value: 10_000 });
  }
  expect(readWhole('Memory', '10.5', [10, 1_000_000])).toEqual({
    problem: 'Memory must be a whole number from 10 to 1,000,000.',
  });
  expect(readDuration('Timeout', '30m')).toEqual({ value: '30m' });
  for (const wrong of ['30', '0s', '1.5h', '1 h', '']) {
    expect(readDuration('Timeout', wrong)).toHaveProperty('problem');
  }
});

test('payloads are JSON, or nothing', () => {
  expect(readPayload('Payload', '')).toEqual({ value: undefined });
  expect(readPayload('Payload', '{"a":1}')).toEqual({ value: { a: 1 } });
  expect(readPayload('Payload', '{a}')).toHaveProperty('problem');
});

test('the first thing that is wrong is said', () => {
  expect(all({ a: { value: 1 }, b: { problem: 'no' }, c: { problem: 'never' } })).toEqual({
    problem: 'no',
  });
  expect(all({ a: { value: 1 } })).toEqual({ value: { a: 1 } });
});
