import { type Comparison, type WatchedReplication, watchReplication } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import {
  type Bars,
  faintAge,
  lastUpTo,
  layStrip,
  nextReset,
  rewardRangeOf,
  type StripKind,
  sinceOf,
  stretchAt,
  stripKindOf,
  totalsOf,
} from './memory.ts';

function watch(spec: string, environment: Partial<Comparison['environment'] & object> = {}) {
  return watchReplication(
    {
      name: 'strip',
      environment: { kind: 'named', spec: 'paper-2', horizon: 1000, ...environment },
      policies: [spec],
      variation: 3,
      changes: 3,
      replications: 1,
      seed: 3,
      checkpoints: { count: 1, spacing: 'linear' },
    } as Comparison,
    0,
    0,
  );
}

function strip(watched: WatchedReplication, kind: StripKind, slot: number, width: number): Bars {
  return layStrip({
    watched,
    slot,
    stretch: stretchAt(kind, watched, slot, 10),
    width,
    range: rewardRangeOf(watched.rewards).range,
    totals: () => totalsOf(watched),
  });
}

test('the last of some numbers up to a limit', () => {
  const ascending = Int32Array.from([3, 5, 5, 9]);
  expect([2, 3, 5, 8, 9, 10].map((limit) => lastUpTo(ascending, limit))).toEqual([
    -1, 0, 2, 2, 3, 3,
  ]);
});

describe('a window', () => {
  const watched = watch('sw-moss:window=50');

  test('has its slots from the next to leave to the newest', () => {
    expect(stripKindOf('window', watched)).toBe('window');
    expect(stretchAt('window', watched, 300, 10)).toEqual({
      left: 250,
      right: 300,
      from: 250,
      to: 300,
    });
    const bars = strip(watched, 'window', 300, 500);
    expect(bars.count).toBe(50);
    expect(bars.width).toBe(10);
    expect([bars.x[0], bars.x[49]]).toEqual([0, 490]);
    for (let i = 0; i < 50; i++) {
      expect(bars.arm[i]).toBe(watched.arms[250 + i]);
      expect(bars.height[i]).toBe(watched.rewards[250 + i]);
    }
  });

  test('keeps room while it is not full, the newest at the right', () => {
    expect(stretchAt('window', watched, 20, 10)).toEqual({ left: -30, right: 20, from: 0, to: 20 });
    const bars = strip(watched, 'window', 20, 500);
    expect([bars.count, bars.x[0], bars.x[19]]).toEqual([20, 300, 490]);
  });

  test('longer than the horizon forgets nothing', () => {
    expect(stripKindOf('window', watch('sw-moss:window=2000'))).toBe('everything');
  });
});

test('bars of several slots keep their slots as a window moves on', () => {
  const watched = watch('sw-moss:window=400');
  const [one, next] = [700, 701].map((slot) => strip(watched, 'window', slot, 100));
  expect(one.slotsPerBar).toBe(4);
  // From slot 304 on, one pixel a bar: the next slot is a quarter of a pixel later.
  const barsAt = (bars: Bars, x: number) =>
    Array.from(bars.x.subarray(0, bars.count).entries()).filter(([, at]) => at === x);
  const heights = (bars: Bars, x: number) => barsAt(bars, x).map(([i]) => bars.height[i]);
  expect(heights(one, 50)).toEqual(heights(next, 49.75));
  expect(heights(one, 50).length).toBeGreaterThan(0);
});

test('a resetting memory has its slots since the reset, and room until the next', () => {
  const watched = watch('r-moss:window=300');
  expect(stripKindOf('resetting', watched)).toBe('resetting');
  expect(nextReset(watched, 0)).toBe(300);
  expect(nextReset(watched, 300)).toBe(600);
  expect(nextReset(watched, 950)).toBe(1200);
  expect(stretchAt('resetting', watched, 400, 10)).toEqual({
    left: 300,
    right: 600,
    from: 300,
    to: 400,
  });
  const bars = strip(watched, 'resetting', 400, 600);
  expect(bars.count).toBe(100);
  expect(bars.x[99]).toBe(198);
  expect(strip(watched, 'resetting', 300, 600).count).toBe(0);
});

test('a discounting memory fades from the newest on', () => {
  const watched = watch('d-ucb:discount=0.9');
  expect(stripKindOf('discounted', watched)).toBe('discount');
  // 0.9^43 is above a hundredth, 0.9^44 below.
  expect(faintAge(0.9)).toBe(44);
  const bars = strip(watched, 'discount', 500, 440);
  expect(bars.count).toBe(44);
  expect(bars.strength[43]).toBe(1);
  expect(bars.strength[42]).toBeCloseTo(0.9, 12);
  expect(bars.strength[0]).toBeCloseTo(0.9 ** 43, 12);
});

describe('a memory of everything', () => {
  const watched = watch('ucb1');

  test('has one bar per slot where they fit, and keeps bars narrow at first', () => {
    expect(stripKindOf('all-time', watched)).toBe('everything');
    expect(strip(watched, 'everything', 3, 100).width).toBe(10);
    expect(strip(watched, 'everything', 100, 100).count).toBe(100);
  });

  test('has one bar a pixel and arm where they do not, and no reward is lost', () => {
    const width = 150;
    const slot = 1000 - 1;
    const bars = strip(watched, 'everything', slot, width);
    // 999 slots on 150 pixels.
    expect(bars.slotsPerBar).toBe(7);
    let slots = 0;
    let sum = 0;
    for (let i = 0; i < bars.count; i++) {
      slots += bars.strength[i] * 7;
      sum += bars.height[i] * bars.strength[i] * 7;
    }
    expect(slots).toBeCloseTo(slot, 6);
    expect(sum).toBeCloseTo(
      watched.rewards.subarray(0, slot).reduce((a, b) => a + b),
      6,
    );
  });
});

describe('an alarm', () => {
  const environment = { spec: 'piecewise:breakpoints=400;means=0.9/0.1|0.1/0.9' };

  test('of one arm forgets that arm alone', () => {
    const watched = watch('glr-klucb', environment);
    expect(stripKindOf('alarm', watched)).toBe('alarm');
    const [alarm] = watched.alarms;
    const [arm] = watched.forgotten;
    expect(Array.from(sinceOf(watched, alarm - 1))).toEqual([0, 0]);
    const since = sinceOf(watched, alarm);
    expect(since[arm]).toBe(alarm);
    expect(since[1 - arm]).toBe(0);
    const bars = strip(watched, 'alarm', alarm, 2000);
    expect(bars.arm.subarray(0, bars.count)).not.toContain(arm);
    for (const slot of [alarm + 5, 999]) {
      const shown = strip(watched, 'alarm', slot, 2000);
      for (const each of [0, 1]) {
        const own = shown.arm.subarray(0, shown.count).filter((of) => of === each);
        expect(own).toHaveLength(watched.counts[slot * 2 + each]);
      }
    }
  });

  test('of all arms forgets everything', () => {
    const watched = watch('glr-klucb:local=0', environment);
    const [alarm] = watched.alarms;
    expect(Array.from(sinceOf(watched, alarm))).toEqual([alarm, alarm]);
    expect(strip(watched, 'alarm', alarm, 2000).count).toBe(0);
  });
});

test('what a policy does not count is not shown', () => {
  const watched = watch('lm-dsee');
  const bars = strip(watched, 'resetting', 700, 2000);
  const counted = watched.counted.subarray(watched.earliest[700], 700);
  expect(bars.count).toBe(counted.reduce((a, b) => a + b, 0));
  expect(bars.count).toBeLessThan(counted.length);
});

test('rewards that a robust policy cuts are marked, and as tall as what counts', () => {
  const watched = watch('sw-rmoss:window=200;scale=0.2', { rewards: 'student-t' });
  const { isBinary, range } = rewardRangeOf(watched.rewards);
  expect(isBinary).toBe(false);
  let marked = 0;
  for (const slot of [150, 400, 650, 900]) {
    const bars = strip(watched, 'window', slot, 2000);
    const from = watched.earliest[slot];
    for (let i = 0; i < bars.count; i++) {
      const reward = watched.rewards[from + i];
      const limit = watched.limits[slot * 3 + watched.arms[from + i]];
      expect(bars.cut[i]).toBe(Math.abs(reward) > limit ? 1 : 0);
      const value = Math.min(Math.max(reward, -limit), limit);
      const height = Math.min(Math.max((value - range[0]) / (range[1] - range[0]), 0), 1);
      expect(bars.height[i]).toBeCloseTo(height, 12);
      marked += bars.cut[i];
    }
  }
  expect(marked).toBeGreaterThan(0);
});

test('rewards of 0 and 1 have that range, equal ones some range', () => {
  expect(rewardRangeOf(Float64Array.from([0, 1, 1]))).toEqual({ isBinary: true, range: [0, 1] });
  expect(rewardRangeOf(Float64Array.from([3, 3])).range).toEqual([2.5, 3.5]);
});

describe('memories of several parts', () => {
  test('a window drawn for a block', () => {
    const watched = watch('bob:block=100;g=0.5');
    const kind = stripKindOf('chosen-window', watched);
    expect(kind).toBe('chosen');
    const window = watched.windows[350];
    const bars = strip(watched, kind, 350, 1000);
    expect(bars.count).toBe(Math.min(window, 50));
    expect(bars.arm[bars.count - 1]).toBe(watched.arms[349]);
  });

  test('what an instance took itself, one by one and many to a bar', () => {
    const watched = watch('master');
    const kind = stripKindOf('instances', watched);
    expect(kind).toBe('learner');
    const slot = 900;
    const mine = Array.from(watched.learners.subarray(0, slot)).filter(
      (learner) => learner === watched.learners[slot],
    ).length;
    expect(mine).toBeGreaterThan(0);
    expect(strip(watched, kind, slot, 2000).count).toBe(mine);
    const few = strip(watched, kind, slot, 40);
    const shares = few.strength.subarray(0, few.count).reduce((sum, each) => sum + each, 0);
    expect(shares * few.slotsPerBar).toBeCloseTo(mine, 9);
  });

  test('guesses: the older a reward, the less of the weight counts it', () => {
    const watched = watch('cts');
    const kind = stripKindOf('run-lengths', watched);
    expect(kind).toBe('guesses');
    const bars = strip(watched, kind, 700, 2000);
    const strengths = Array.from(bars.strength.subarray(0, bars.count));
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b));
    expect(strengths.at(-1)).toBeGreaterThan(0.9);
    expect(strengths[0]).toBeLessThan(0.5);
  });
});
