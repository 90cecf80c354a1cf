import { type Comparison, InlineExecutor, runComparisons } from '@driftline/engine/play';
import { describe, expect, it } from 'vitest';
import { EMPTY_RANGE, MOST_OUTLINES, neededRange, nextRange } from './range.ts';

describe('the regret axis', () => {
  it('ends at a round value above what is needed', () => {
    expect(nextRange(EMPTY_RANGE, [0, 547])).toEqual([0, 600]);
    expect(nextRange(EMPTY_RANGE, [0, 41])).toEqual([0, 50]);
    expect(nextRange(EMPTY_RANGE, [0, 600])).toEqual([0, 600]);
    expect(nextRange(EMPTY_RANGE, [0, 0.037])).toEqual([0, 0.04]);
  });

  it('grows when it must', () => {
    expect(nextRange([0, 600], [0, 601])).toEqual([0, 700]);
  });

  it('shrinks only below 70 %', () => {
    const before = [0, 600] as const;
    expect(nextRange(before, [0, 421])).toBe(before);
    expect(nextRange(before, [0, 419])).toEqual([0, 500]);
  });

  it('reaches below 0 as far as regret does', () => {
    expect(nextRange(EMPTY_RANGE, [-37, 80])).toEqual([-40, 80]);
    const before = [-40, 80] as const;
    expect(nextRange(before, [-30, 80])).toBe(before);
    expect(nextRange(before, [0, 80])).toEqual([0, 80]);
  });

  it('is there where nothing is lost', () => {
    expect(nextRange([0, 600], [0, 0])).toEqual(EMPTY_RANGE);
  });
});

async function played(policies: readonly string[]) {
  const comparison: Comparison = {
    name: 'paper-2',
    environment: { kind: 'named', spec: 'paper-2', horizon: 300 },
    policies,
    replications: 12,
    seed: 2,
    checkpoints: { count: 6, spacing: 'linear' },
  };
  const executor = new InlineExecutor();
  return (await runComparisons([comparison], { executor }))[0];
}

describe('what has to be seen', () => {
  it('is every final regret, from 0', async () => {
    const result = await played(['ucb1', 'uniform']);
    const most = Math.max(...result.policies.flatMap(({ finals }) => finals));
    expect(neededRange(result, 'interval')).toEqual([0, most]);
  });

  it('leaves an outlier out, which would flatten the rest', async () => {
    const result = await played(['ucb1', 'uniform']);
    const [first, ...others] = result.policies;
    const unlucky = { ...first, regret: { ...first.regret, max: 10_000 } };
    const usual = Math.max(...result.policies.map(({ regret }) => regret.q95));
    const needed = neededRange({ ...result, policies: [unlucky, ...others] }, 'interval');
    expect(needed[1]).toBeCloseTo(1.25 * usual, 10);
  });

  it('is 95 % of them where policies are too many to be outlined', async () => {
    const specs = Array.from({ length: MOST_OUTLINES + 1 }, (_, i) => `sw-moss:window=${20 + i}`);
    const result = await played(specs);
    const most = Math.max(...result.policies.flatMap(({ regret }) => [regret.q95, regret.high]));
    expect(neededRange(result, 'interval')[1]).toBeCloseTo(most, 10);
    expect(most).toBeLessThan(Math.max(...result.policies.map(({ regret }) => regret.max)));
  });
});
