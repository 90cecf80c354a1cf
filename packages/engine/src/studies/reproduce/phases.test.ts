import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import type { ChunkRows } from '../../play/play-chunk.ts';
import { runComparisons } from '../../play/run.ts';
import type { ChunkStore } from '../../play/scheduler.ts';
import { afterSwitch, PhaseStore } from './phases.ts';

describe('afterSwitch', () => {
  const checkpoints = [10, 20, 30, 40, 50];

  it('marks what touches the slots after a switch', () => {
    // Slots 21 to 35 follow the switch: they touch 21–30 and 31–40.
    expect(afterSwitch(checkpoints, [21], 15)).toEqual([false, false, true, true, false]);
    expect(afterSwitch(checkpoints, [30], 1)).toEqual([false, false, true, false, false]);
  });

  it('does not take the start for a switch', () => {
    expect(afterSwitch(checkpoints, [], 100)).toEqual([false, false, false, false, false]);
  });

  it('joins switches that follow one another closely', () => {
    expect(afterSwitch(checkpoints, [5, 15], 10)).toEqual([true, true, true, false, false]);
  });
});

/** Arm 0 is best for 50 slots, then arm 1; uniform play loses 0.5 per slot on average. */
function switchingOnce(fresh: boolean): Comparison {
  const environment = fresh
    ? ({ kind: 'named', spec: 'brownian:variation=2;fresh=1', horizon: 100 } as const)
    : ({
        kind: 'named',
        spec: 'piecewise:breakpoints=50;means=1/0|0/1',
        horizon: 100,
      } as const);
  return {
    name: 'once',
    environment,
    policies: ['uniform', 'r-moss:window=25'],
    replications: 7,
    seed: 3,
    checkpoints: { count: 20, spacing: 'linear' },
  };
}

async function played(comparison: Comparison) {
  const store = new PhaseStore([comparison], [{ comparison: 0, delays: [20] }]);
  const executor = new InlineExecutor();
  const [result] = await runComparisons([comparison], { executor, store });
  const [split] = store.splits();
  return { result, split };
}

describe('PhaseStore', () => {
  it('splits the regret of every replication without losing any', async () => {
    for (const fresh of [false, true]) {
      const { result, split } = await played(switchingOnce(fresh));
      result.policies.forEach(({ finals }, policy) => {
        finals.forEach((final, replication) => {
          const after = split.finals['after a switch'][policy][replication];
          const between = split.finals['between switches'][policy][replication];
          // Sums of 20 differences of numbers below 100: rounding stays far below 1e-9.
          expect(after + between).toBeCloseTo(final, 9);
        });
      });
    }
  });

  it('counts the slots of each phase', async () => {
    const { split } = await played(switchingOnce(false));
    expect(split.slots).toEqual({ 'after a switch': 20, 'between switches': 80 });
  });

  it('passes on what another store keeps', async () => {
    const comparison = switchingOnce(false);
    const kept = new Map<number, ChunkRows>();
    const inner: ChunkStore = {
      load: async (_, chunk) => kept.get(chunk),
      save: async (_, chunk, rows) => {
        kept.set(chunk, rows);
      },
    };
    const requests = [{ comparison: 0, delays: [20] }];
    const executor = new InlineExecutor();
    const first = new PhaseStore([comparison], requests, inner);
    await runComparisons([comparison], { executor, store: first });
    const resumed = new PhaseStore([comparison], requests, inner);
    await runComparisons([comparison], { executor, store: resumed });
    expect(kept.size).toBeGreaterThan(0);
    expect(resumed.splits()).toEqual(first.splits());
  });
});
