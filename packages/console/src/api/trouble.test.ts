import { expect, test } from 'vitest';
import { troubleOf } from './trouble.ts';

const problem = {
  type: '/problems/invalid',
  title: 'Invalid',
  status: 400,
  detail: 'explore must be a number from 0 to 1; got 7',
};

test.each([
  [401, 'key'],
  [403, 'forbidden'],
  [503, 'not-ready'],
  [400, 'refused'],
  [412, 'refused'],
] as const)('%d is trouble of kind %s', (status, kind) => {
  expect(troubleOf(status, undefined).kind).toBe(kind);
});

test('what the service says is passed on, with the place', () => {
  expect(troubleOf(400, { ...problem, pointer: '/explore' }).message).toBe(
    'explore must be a number from 0 to 1; got 7 (at /explore)',
  );
  expect(troubleOf(400, problem).message).toBe(problem.detail);
});

test('an answer of somebody else, such as a proxy, has plain words', () => {
  expect(troubleOf(502, '<html>').message).toBe('The service is not ready. (HTTP 502)');
});
