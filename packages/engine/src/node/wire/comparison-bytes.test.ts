import { gzipSync } from 'node:zlib';
import type { Comparison } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { packComparisons, unpackComparisons } from './comparison-bytes.ts';

const common = {
  policies: ['ucb1', 'sw-moss:eta=0.6'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
} as const;

const comparisons: readonly Comparison[] = [
  { ...common, name: 'named', environment: { kind: 'named', spec: 'paper-2', horizon: 60 } },
  {
    ...common,
    name: 'means',
    environment: {
      kind: 'means',
      name: 'a table',
      values: [0.1, -0, 1 / 3, 5e-324, 1, 0.2],
      armCount: 2,
      rewards: 'bernoulli',
    },
    variation: 0.1,
    changes: 2,
    rewardRange: [0, 1],
    delay: 'fixed:400',
    burst: 3,
    floor: 0.1,
    pending: 'width',
    firstReplication: 7,
    situation: 'calm',
    volatility: 0.2,
  },
  {
    ...common,
    name: 'rewards',
    environment: {
      kind: 'rewards',
      name: 'recorded',
      values: [1, 2, 3, 4],
      armCount: 2,
      unit: -2,
      against: 'smoothed',
      smoothing: 2,
      rotated: true,
    },
  },
];

test('comparisons arrive as they were sent, to the last bit', () => {
  const arrived = unpackComparisons(packComparisons(comparisons));
  expect(arrived).toEqual(comparisons);
  const { environment } = arrived[1];
  expect(environment.kind === 'means' && Object.is(environment.values[1], -0)).toBe(true);
});

test.each([
  ['no packet', Buffer.from('nothing'), "can't be unpacked"],
  ['no list', gzipSync('{}'), 'not comparisons'],
  ['an empty list', gzipSync('[]'), 'not comparisons'],
  [
    'a field that no comparison has',
    gzipSync(JSON.stringify([{ ...comparisons[0], plugins: ['/tmp/evil.mjs'] }])),
    'plugins',
  ],
  [
    'an environment of another kind',
    gzipSync(JSON.stringify([{ ...comparisons[0], environment: { kind: 'file', path: '/x' } }])),
    'environment',
  ],
  [
    'half a number',
    gzipSync(
      JSON.stringify([
        { ...comparisons[1], environment: { ...comparisons[1].environment, values: 'AAAA' } },
      ]),
    ),
    'cut short',
  ],
])('%s is refused', (_, packet, text) => {
  expect(() => unpackComparisons(packet)).toThrow(text);
  try {
    unpackComparisons(packet);
  } catch (error) {
    expect(error).toMatchObject({ code: 'queue-data-not-accepted' });
  }
});
