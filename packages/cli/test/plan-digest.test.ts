import { type Comparison, NO_PLUGINS } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { planDigest } from '../src/shared/plan-digest.ts';

const comparison: Comparison = {
  name: 'test',
  environment: { kind: 'named', spec: 'paper-2' },
  policies: ['ucb1'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};

test('a plan is of its comparisons, of a version and, in a checkout, of a commit', async () => {
  const software = { version: '0.1.0', commit: 'a'.repeat(40) };
  const digestWith = (more: Partial<Comparison>, by: { version: string; commit: string | null }) =>
    planDigest([{ ...comparison, ...more }], undefined, [], NO_PLUGINS, by);
  const digests = await Promise.all([
    digestWith({}, software),
    digestWith({ seed: 2 }, software),
    digestWith({}, { ...software, version: '0.1.1' }),
    digestWith({}, { ...software, commit: 'b'.repeat(40) }),
    digestWith({}, { ...software, commit: null }),
  ]);
  expect(new Set(digests).size).toBe(digests.length);
  expect(await digestWith({}, software)).toBe(digests[0]);
});
