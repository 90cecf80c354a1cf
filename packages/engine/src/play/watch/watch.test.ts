import { policyCatalogue } from '@driftline/core';
import { type Showing, showingOf } from '@driftline/core/showing';
import { parseSpec } from '@driftline/core/spec';
import { describe, expect, test } from 'vitest';
import { policiesAnywhere } from '../../../test/policies-anywhere.ts';
import type { Comparison } from '../comparison.ts';
import { ChunkPlayer } from '../play-chunk.ts';
import { WatchedSlot } from './seen.ts';
import { type WatchedReplication, watchReplication } from './watch.ts';

const base: Comparison = {
  name: 'watched',
  environment: { kind: 'named', spec: 'paper-2', horizon: 600 },
  policies: ['sw-moss'],
  variation: 3,
  changes: 2,
  replications: 3,
  seed: 7,
  checkpoints: { count: 1, spacing: 'linear' },
};

function regretOf(comparison: Comparison, place: number, replication: number): number {
  const { armCount, slots, means, arms, costs, bestArms } = watchReplication(
    comparison,
    place,
    replication,
  );
  let regret = 0;
  for (let slot = 0; slot < slots; slot++) {
    const row = means.subarray(slot * armCount, (slot + 1) * armCount);
    const cost = Math.max(...row) - row[arms[slot]];
    expect(costs[slot]).toBe(cost);
    expect(row[bestArms[slot]]).toBe(Math.max(...row));
    regret += cost;
  }
  return regret;
}

describe('what is watched is what was played', () => {
  test.each(policiesAnywhere)('%s', (id) => {
    const comparison = { ...base, policies: [id] };
    const { policies } = new ChunkPlayer(comparison).play({ from: 0, to: 3 });
    for (const replication of [0, 2]) {
      expect(regretOf(comparison, 0, replication)).toBe(policies[0].regret[replication]);
    }
  });

  test.each(['rotting', 'rotting:drift=sinusoid', 'rising'])('rested arms: %s', (spec) => {
    const environment = { kind: 'named', spec, horizon: 400 } as const;
    const comparison: Comparison = { ...base, environment, policies: ['sw-moss', 'oracle'] };
    const { policies } = new ChunkPlayer(comparison).play({ from: 0, to: 3 });
    for (const place of [0, 1]) {
      const { costs } = watchReplication(comparison, place, 2);
      const regret = costs.reduce((sum, cost) => sum + cost, 0);
      expect(regret).toBe(policies[place].regret[2]);
    }
    expect(policies[1].regret).toEqual(new Float64Array(3));
  });

  test('fresh means and heavy tails too', () => {
    const comparison: Comparison = {
      ...base,
      environment: { kind: 'named', spec: 'brownian:fresh=1', horizon: 300, rewards: 'pareto' },
      policies: ['sw-rmoss', 'ucb1'],
    };
    const { policies } = new ChunkPlayer(comparison).play({ from: 0, to: 3 });
    expect(regretOf(comparison, 0, 2)).toBe(policies[0].regret[2]);
    expect(regretOf(comparison, 1, 1)).toBe(policies[1].regret[1]);
  });
});

test('an index policy picks the largest index of what it is shown to know', () => {
  const { armCount, slots, arms, indices, estimates, widths, choice } = watchReplication(
    base,
    0,
    0,
  );
  expect(choice).toBe('index');
  for (let slot = 0; slot < slots; slot++) {
    const row = indices.subarray(slot * armCount, (slot + 1) * armCount);
    expect(row[arms[slot]]).toBe(Math.max(...row));
    const place = slot * armCount + arms[slot];
    if (Number.isFinite(indices[place])) {
      expect(estimates[place] + widths[place]).toBeCloseTo(indices[place], 12);
    }
  }
});

test('a window remembers τ slots, an epoch starts again, an alarm is shown', () => {
  const window = watchReplication({ ...base, policies: ['sw-moss:window=50'] }, 0, 0);
  expect(Array.from(window.earliest.subarray(48, 53))).toEqual([0, 0, 0, 1, 2]);
  const resetting = watchReplication({ ...base, policies: ['r-moss:window=50'] }, 0, 0);
  expect([49, 50, 99, 100].map((slot) => resetting.earliest[slot])).toEqual([0, 50, 50, 100]);
  const falling: Comparison = {
    ...base,
    environment: {
      kind: 'named',
      spec: 'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
      horizon: 2000,
    },
    policies: ['glr-klucb'],
  };
  const { alarms } = watchReplication(falling, 0, 0);
  expect(alarms.length).toBeGreaterThan(0);
  expect(alarms[0]).toBeGreaterThan(1000);
  expect(alarms[0]).toBeLessThan(1200);
});

test('policies that have no index say how they choose', () => {
  const choiceOf = (id: string) => watchReplication({ ...base, policies: [id] }, 0, 0).choice;
  expect(choiceOf('dts')).toBe('posterior');
  expect(choiceOf('exp3s')).toBe('probability');
});

/** A fact that a policy shows of a slot. */
function factOf(watched: WatchedReplication, slot: number, name: string): number {
  return new WatchedSlot(watched, slot).fact(name);
}

/** Rewards of the slots from `earliest` on that were counted, an arm at a time. */
function remembered(watched: WatchedReplication, slot: number, weight: (age: number) => number) {
  const { learners } = watched;
  const sums = new Float64Array(watched.armCount);
  const counts = new Float64Array(watched.armCount);
  for (let old = watched.earliest[slot]; old < slot; old++) {
    if (watched.counted[old] === 0 || learners[old] !== learners[slot]) continue;
    counts[watched.arms[old]] += weight(slot - 1 - old);
    sums[watched.arms[old]] += weight(slot - 1 - old) * watched.rewards[old];
  }
  return { counts, means: sums.map((sum, arm) => sum / counts[arm]) };
}

/** Whether what a policy is shown to know explains its pick. */
function explains(shows: Showing, watched: WatchedReplication, slot: number): boolean {
  const { choice, explains: own } = shows;
  const seen = new WatchedSlot(watched, slot);
  const { picked, armCount } = seen;
  const isLargest = (quantity: 'index' | 'draw' | 'mean') => {
    const row = Array.from({ length: armCount }, (_, arm) => seen.known(quantity, arm));
    const top = row.reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY);
    return row[picked] === top || row[picked] > top - 1e-9;
  };
  if (seen.isExplored) return true;
  switch (choice) {
    case 'index':
      return isLargest('index');
    case 'posterior':
      return isLargest('draw');
    case 'given':
      return isLargest('mean');
    case 'probability':
      return seen.known('probability', picked) > 0;
    case 'rule':
      return own?.follows?.(seen) === true;
    default:
      return false;
  }
}

describe('what is shown explains each pick', () => {
  const specs = policiesAnywhere;
  test.each([
    ...specs,
    'cts:local=1',
    'sw-ts:gaussian=1;g=4;window=50',
    'cusum-ucb:alpha=0.3',
    'master:factor=0.002',
  ])('%s', (spec) => {
    const watched = watchReplication({ ...base, policies: [spec] }, 0, 0);
    const shows = showingOf(policyCatalogue.find(parseSpec(spec).id));
    const slots = Array.from({ length: watched.slots }, (_, slot) => slot);
    expect(slots.filter((slot) => !explains(shows, watched, slot))).toEqual([]);
  });
});

test('slots of exploration are distinguished from picks by the index', () => {
  const byChance = watchReplication({ ...base, policies: ['cusum-ucb:alpha=0.3'] }, 0, 0);
  expect(byChance.explorationShare).toBe(0.3);
  const share = byChance.explored.reduce((sum, each) => sum + each, 0) / byChance.slots;
  // Four standard deviations of a share of 600 slots.
  expect(Math.abs(share - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / 600));
  const byPlan = watchReplication({ ...base, policies: ['m-ucb:g=0.1'] }, 0, 0);
  expect(byPlan.explorationShare).toBe(0);
  // Three arms in every thirty slots, as long as no alarm comes.
  expect(
    Array.from(byPlan.explored.subarray(0, 34).entries()).filter(([, on]) => on === 1),
  ).toEqual([0, 1, 2, 30, 31, 32].map((slot) => [slot, 1]));
  expect(watchReplication(base, 0, 0).explored).not.toContain(1);
});

describe('policies of several parts or phases', () => {
  test('a block has its window, and nothing older counts', () => {
    const watched = watchReplication({ ...base, policies: ['bob:block=50;g=0.5'] }, 0, 0);
    const windows = [1, 2, 7, 18, 50];
    for (const slot of [60, 99, 349, 599]) {
      const window = watched.windows[slot];
      expect(windows).toContain(window);
      expect(watched.earliest[slot]).toBe(Math.max(50 * Math.floor(slot / 50), slot - window));
      const chances = new WatchedSlot(watched, slot).list('chances');
      expect(chances).toHaveLength(windows.length);
      expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(chances[windows.indexOf(window)]).toBe(factOf(watched, slot, 'chance'));
    }
    expect(watched.windows[50]).toBeNaN();
    expect(watched.resets[0]).toBe(50);
  });

  test('an instance that begins knows nothing, whatever others know', () => {
    const watched = watchReplication({ ...base, policies: ['master'] }, 0, 0);
    const fresh = Array.from({ length: 600 }, (_, slot) => slot).filter(
      (slot) => factOf(watched, slot, 'fresh') === 1,
    );
    // Blocks begin with 0, 1, 3, 7 …, and each with an instance.
    for (const slot of [0, 1, 3, 7, 15, 31, 63, 127, 255, 511]) expect(fresh).toContain(slot);
    for (const slot of fresh) {
      expect(watched.earliest[slot]).toBe(slot);
      expect(watched.indices[slot * 3]).toBe(Number.POSITIVE_INFINITY);
    }
    expect(fresh.length).toBeLessThan(500);
  });

  test('an alarm begins a trial, and who wins it stays', () => {
    const falling: Comparison = {
      ...base,
      seed: 3,
      environment: {
        kind: 'named',
        spec: 'piecewise:breakpoints=1000;means=0.8/0.5/0.4|0.3/0.5/0.6',
        horizon: 2000,
      },
      policies: ['adapt-eve'],
    };
    const watched = watchReplication(falling, 0, 0);
    const [alarm] = watched.alarms;
    expect(alarm).toBeGreaterThan(1000);
    expect(watched.forgotten[0]).toBe(-2);
    expect(factOf(watched, alarm - 1, 'trial')).toBeNaN();
    expect(factOf(watched, alarm, 'trial')).toBe(alarm);
    // A trial has 100 rewards; the new learner is then all there is.
    expect(watched.resets[0]).toBe(alarm + 100);
    expect(watched.earliest[alarm + 100]).toBe(alarm);
    const rewards =
      factOf(watched, alarm + 60, 'oldCount') + factOf(watched, alarm + 60, 'newCount');
    expect(rewards).toBe(60);
  });

  test('guesses of the last change find it', () => {
    const falling: Comparison = {
      ...base,
      environment: {
        kind: 'named',
        spec: 'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
        horizon: 1500,
      },
      policies: ['cts'],
    };
    const watched = watchReplication(falling, 0, 0);
    const at = (slot: number) => Array.from(watched.reaches.subarray(20 * slot, 20 * (slot + 1)));
    expect(at(900)).toEqual([...at(900)].sort((a, b) => b - a));
    expect(Math.abs(at(1400)[10] - 400)).toBeLessThan(20);
    expect(Number.isInteger(factOf(watched, 1400, 'guess'))).toBe(true);
  });
});

describe('what is remembered gives the estimates', () => {
  test.each([
    ...['sw-moss', 'r-moss', 'ucb1', 'sw-ucb-sharp', 'd-ucb', 'dal', 'adswitch', 'bob', 'lm-dsee'],
    ...['master', 'adapt-eve:threshold=4;trial=20'],
  ])('%s', (id) => {
    const watched = watchReplication({ ...base, policies: [id] }, 0, 1);
    const { discount, armCount } = watched;
    expect(discount < 1).toBe(id === 'd-ucb');
    for (const slot of [3, 150, 151, 222, 301, 302, 303, 450, 599]) {
      const { counts, means } = remembered(watched, slot, (age) => discount ** age);
      for (let arm = 0; arm < armCount; arm++) {
        expect(watched.counts[slot * armCount + arm]).toBeCloseTo(counts[arm], 9);
        const estimate = watched.estimates[slot * armCount + arm];
        if (counts[arm] === 0) expect(estimate).toBeNaN();
        else expect(estimate).toBeCloseTo(means[arm], 9);
      }
    }
  });
});

test('resets are shown, alarms say what they made forget', () => {
  const resetting = watchReplication({ ...base, policies: ['r-moss:window=250'] }, 0, 0);
  expect(Array.from(resetting.resets)).toEqual([250, 500]);
  expect(watchReplication(base, 0, 0).resets).toHaveLength(0);
  const falling: Comparison = {
    ...base,
    environment: {
      kind: 'named',
      spec: 'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
      horizon: 2000,
    },
    policies: ['glr-klucb', 'glr-klucb:local=0'],
  };
  const local = watchReplication(falling, 0, 0);
  const [slot] = local.alarms;
  const [arm] = local.forgotten;
  expect(arm).toBe(local.arms[slot - 1]);
  expect(local.counts[slot * 2 + arm]).toBe(0);
  expect(local.counts[slot * 2 + 1 - arm]).toBeGreaterThan(0);
  const global = watchReplication(falling, 1, 0);
  expect(global.forgotten[0]).toBe(-1);
  expect(global.resets).toHaveLength(0);
  expect(global.earliest[global.alarms[0]]).toBe(global.alarms[0]);
});

test('a policy of exploration phases does not count what it exploits', () => {
  const { counted } = watchReplication({ ...base, policies: ['lm-dsee'] }, 0, 0);
  expect(counted).toContain(0);
  expect(counted).toContain(1);
  expect(watchReplication(base, 0, 0).counted).not.toContain(0);
});

test('limits show what a robust policy takes of its rewards', () => {
  const watched = watchReplication(
    {
      ...base,
      environment: { kind: 'named', spec: 'paper-2', horizon: 600, rewards: 'student-t' },
      policies: ['rmoss', 'moss'],
    },
    0,
    0,
  );
  const { armCount, arms, rewards, limits, estimates } = watched;
  const slot = 500;
  const isClipped = (old: number) => Math.abs(rewards[old]) > limits[slot * armCount + arms[old]];
  expect(Array.from({ length: slot }, (_, old) => isClipped(old))).toContain(true);
  for (let arm = 0; arm < armCount; arm++) {
    const limit = limits[slot * armCount + arm];
    const own = Array.from(rewards.subarray(0, slot)).filter((_, old) => arms[old] === arm);
    const sum = own.reduce((total, x) => total + Math.min(Math.max(x, -limit), limit), 0);
    expect(estimates[slot * armCount + arm]).toBeCloseTo(sum / own.length, 9);
  }
  expect(watchReplication(base, 0, 0).limits).toHaveLength(0);
});

test('what a policy knows is shown in the units of rewards', () => {
  const plain = watchReplication({ ...base, policies: ['rmoss:scale=4;center=0.5'] }, 0, 0);
  const { armCount, arms, rewards, limits, center, bounds } = plain;
  const slot = 400;
  const row = slot * armCount;
  const own = Array.from(rewards.subarray(0, slot)).filter((_, old) => arms[old] === 0);
  expect(plain.estimates[row]).toBeCloseTo(own.reduce((a, b) => a + b) / own.length, 9);
  expect(plain.indices[row]).toBeCloseTo(plain.estimates[row] + plain.widths[row], 9);
  expect([center, ...bounds]).toEqual([0.5, -Infinity, Infinity]);
  expect(limits[row]).toBeGreaterThan(4);
  const clipped = watchReplication({ ...base, policies: ['kl-ucb'], rewardRange: [-1, 3] }, 0, 0);
  expect(clipped.bounds).toEqual([-1, 3]);
  const mine = Array.from(clipped.rewards.subarray(0, slot)).filter(
    (_, old) => clipped.arms[old] === 0,
  );
  expect(clipped.estimates[row]).toBeCloseTo(mine.reduce((a, b) => a + b) / mine.length, 9);
});

test('posteriors have a mean and two standard deviations, Beta or normal', () => {
  const beta = watchReplication({ ...base, policies: ['ts'] }, 0, 0);
  // Beta(1, 1): mean 1/2, variance 1/12.
  expect(beta.estimates[0]).toBe(0.5);
  expect(beta.widths[0]).toBeCloseTo(2 / Math.sqrt(12), 12);
  const normal = watchReplication({ ...base, policies: ['sw-ts:gaussian=1;g=4;window=50'] }, 0, 0);
  expect(normal.choice).toBe('posterior');
  const row = 300 * normal.armCount;
  expect(normal.counts.subarray(row, row + 3).reduce((a, b) => a + b)).toBe(50);
  expect(normal.widths[row]).toBeCloseTo(2 / Math.sqrt(4 * normal.counts[row]), 12);
  expect(normal.estimates[row]).toBeCloseTo(remembered(normal, 300, () => 1).means[0], 9);
});
