import { isRefused, type Value } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { epsilonGreedy } from './loggers.ts';
import { replayValue } from './replay.ts';
import { jumps, madeLog } from './synthetic.ts';
import { judged, pathOf, truthOf } from './values-trial.ts';

const SW_UCB = 'sw-ucb:window=800;scale=0.36';
const ROWS = 10_000;

function holds(value: Value, truth: number): boolean {
  return !isRefused(value) && value.low <= truth && truth <= value.high;
}

describe('arms that jump every 2 000 decisions', () => {
  test('the value of a policy that learns is that of the very path', async () => {
    for (const seed of [1, 2]) {
      const { judged: all } = await judged({
        law: 'jumps 2000',
        rows: ROWS,
        armCount: 3,
        seed,
        policies: [SW_UCB],
      });
      const [{ value, truth }] = all;
      expect(holds(value, truth), `${seed}: ${JSON.stringify(value)}, ${truth}`).toBe(true);
    }
  });

  test('classical replay says less than is true, and would be found out', () => {
    let off = 0;
    const seeds = Array.from({ length: 6 }, (_, i) => i + 1);
    for (const seed of seeds) {
      const means = jumps(2000, 3, ROWS, seed);
      const log = madeLog({ rows: ROWS, armCount: 3, means, seed });
      const truth = truthOf(SW_UCB, pathOf(means, ROWS, 3), seed);
      off += (replayValue(SW_UCB, log, seed) - truth) / seeds.length;
    }
    expect(off).toBeLessThan(-0.02);
  });

  test('what a greedy logger states pays for what a policy would have done', async () => {
    const { judged: all } = await judged({
      law: 'jumps 2000',
      rows: ROWS,
      armCount: 3,
      seed: 3,
      policies: [SW_UCB],
      logger: () => epsilonGreedy(0.1, 3),
      keepsPropensities: true,
    });
    const [{ value, truth }] = all;
    expect(value).toMatchObject({ how: 'doubly-robust' });
    expect(holds(value, truth), `${JSON.stringify(value)}, ${truth}`).toBe(true);
  });
});
