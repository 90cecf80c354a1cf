import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAgainstOptions } from './options.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');

test('reads the folder, and measures everything in seven rounds by default', () => {
  expect(readAgainstOptions([REPOSITORY])).toEqual({
    base: REPOSITORY,
    parts: ['kernels', 'decisions', 'service'],
    policies: undefined,
    rounds: 7,
  });
});

test('reads the parts, the policies and the number of rounds', () => {
  const flags = ['--only', 'service,kernels', '--policies', 'auto,ucb1', '--rounds', '3'];
  expect(readAgainstOptions([REPOSITORY, ...flags])).toMatchObject({
    parts: ['service', 'kernels'],
    policies: ['auto', 'ucb1'],
    rounds: 3,
  });
});

test.each([
  [[], 'name one folder to compare with; got 0'],
  [['/nowhere'], '/nowhere is not a built checkout of Driftline; run npm ci in it'],
  [
    [REPOSITORY, '--only', 'kernel'],
    "--only must name parts (kernels, decisions, service); got 'kernel'",
  ],
  [[REPOSITORY, '--rounds', '0'], "--rounds must be an integer >= 1; got '0'"],
])('refuses %j', (args, message) => {
  expect(() => readAgainstOptions(args)).toThrow(message);
});
