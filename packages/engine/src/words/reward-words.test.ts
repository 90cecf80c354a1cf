import { expect, test } from 'vitest';
import { aggregate } from '../play/aggregate.ts';
import type { Comparison } from '../play/comparison.ts';
import { ChunkPlayer } from '../play/play-chunk.ts';
import { mappedRewardsText } from './reward-words.ts';

function textOf(rewardRange: readonly [number, number]): string {
  const comparison: Comparison = {
    name: 'mapped',
    environment: { kind: 'named', spec: 'stationary:means=0.9/0.1', horizon: 20 },
    policies: ['ts', 'ucb1'],
    rewardRange,
    replications: 2,
    seed: 1,
    checkpoints: { count: 2, spacing: 'linear' },
  };
  const rows = new ChunkPlayer(comparison).play({ from: 0, to: 2 });
  return mappedRewardsText(aggregate(comparison, [rows]));
}

test.each<[readonly [number, number], string]>([
  [[-1, 1], '-1 to 1'],
  [[-15.316666666666666, 1 / 3], '-15.32 to 0.3333'],
  [[-0.00012346, 12345], '-0.0001235 to 12,345'],
  [[-98765.4321, 1e6], '-98,765 to 1,000,000'],
])('the range %j is shown as %s', (range, shown) => {
  expect(textOf(range)).toBe(
    `rewards from ${shown} are mapped to [0, 1] for ts; rewards outside are clipped`,
  );
});
