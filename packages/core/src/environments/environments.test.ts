import { describe, expect, test } from 'vitest';
import { MeanTable } from '../means/mean-table.ts';
import type { Means } from '../means/means.ts';
import { createEnvironment, type Environment } from '../shell/environment.ts';
import { environmentCatalogue } from './catalogue.ts';
import { fold } from './fold.ts';

/** The definition of total variation, written down again. */
function bruteForceVariation(means: Means): number {
  let sum = 0;
  for (let slot = 0; slot + 1 < means.horizon; slot++) {
    const changes = Array.from({ length: means.armCount }, (_, arm) =>
      Math.abs(means.mean(slot + 1, arm) - means.mean(slot, arm)),
    );
    sum += Math.max(...changes);
  }
  return sum;
}

function row(environment: Environment, slot: number): number[] {
  const { means } = environment;
  return Array.from({ length: means.armCount }, (_, arm) => means.mean(slot, arm));
}

describe.each(environmentCatalogue.ids)('%s', (id) => {
  test('its variation is the sum of the largest changes', () => {
    const { means } = createEnvironment(id);
    expect(means.totalVariation()).toBe(bruteForceVariation(means));
  });

  test('the same seed gives the same means', () => {
    const first = createEnvironment(id, { seed: 7 });
    const second = createEnvironment(id, { seed: 7, replication: first.fresh ? 0 : 3 });
    expect(second.means.table().values).toEqual(first.means.table().values);
  });

  test.each([
    [1, 1],
    [1, 50],
    [7, 120],
  ])('%d arms over %d slots', (armCount, horizon) => {
    // Short paths cannot vary much, a single slot not at all.
    const variation = horizon === 1 ? 0 : 0.1;
    const spec = /brownian|paper-1/.test(id) ? `${id}:variation=${variation}` : id;
    const { means } = createEnvironment(spec, { armCount, horizon });
    expect([means.armCount, means.horizon]).toEqual([armCount, horizon]);
  });
});

describe('brownian', () => {
  test.each([
    ['brownian:variation=8.09', 8.09],
    ['brownian:variation=8.09;knots=50', 8.09],
    ['brownian:variation=0.001', 0.001],
    ['brownian:variation=700', 700],
    ['brownian:variation=20;knots=7', 20],
    ['paper-1', 8.09],
    ['paper-1-knots', 8.09],
  ])('%s has that variation', (spec, variation) => {
    for (const seed of [1, 2, 3]) {
      const { means, statedVariation } = createEnvironment(spec, { seed });
      // 5000 additions of numbers with an error of 2^-53 each stay far below 1e-12 of the sum.
      expect(Math.abs(means.totalVariation() / variation - 1)).toBeLessThan(1e-12);
      expect(statedVariation).toBe(variation);
    }
  });

  test('all arms start at 0.5, stay within [0, 1], and differ', () => {
    const { means } = createEnvironment('brownian:variation=300', { seed: 5 });
    expect([0, 1, 2].map((arm) => means.mean(0, arm))).toEqual([0.5, 0.5, 0.5]);
    expect(means.table().values.every((mean) => mean >= 0 && mean <= 1)).toBe(true);
    expect(Math.max(...means.table().values)).toBeGreaterThan(0.99);
    expect(means.mean(100, 0)).not.toBe(means.mean(100, 1));
  });

  test('between knots the means lie on straight lines', () => {
    const { means } = createEnvironment('brownian:variation=8.09;knots=50', { horizon: 1030 });
    for (let slot = 1; slot < 1029; slot++) {
      const bend = means.mean(slot + 1, 0) - 2 * means.mean(slot, 0) + means.mean(slot - 1, 0);
      if (slot % 50 === 0) expect(Math.abs(bend)).toBeGreaterThan(1e-9);
      else expect(Math.abs(bend)).toBeLessThan(1e-14);
    }
  });

  test('knots=0 and knots=1 are the same', () => {
    const zero = createEnvironment('brownian:knots=0', { horizon: 200 });
    const one = createEnvironment('brownian:knots=1', { horizon: 200 });
    expect(one.means.table().values).toEqual(zero.means.table().values);
  });

  test('fresh means differ by replication, others do not', () => {
    const fresh = (replication: number) =>
      createEnvironment('paper-1:fresh=1', { horizon: 200, replication });
    expect(fresh(0).fresh).toBe(true);
    expect(fresh(1).means.table().values).not.toEqual(fresh(0).means.table().values);
    const shared = createEnvironment('paper-1', { horizon: 200 });
    expect(shared.fresh).toBe(false);
    expect(shared.means.table().values).toEqual(fresh(0).means.table().values);
    expect(
      createEnvironment('paper-1', { horizon: 200, seed: 2 }).means.table().values,
    ).not.toEqual(shared.means.table().values);
  });

  test('a variation out of reach is refused with what to do', () => {
    expect(() => createEnvironment('brownian:variation=200', { horizon: 100 })).toThrow(
      /^variation must be at most about \d+(\.\d+)? on this path of 100 slots and 3 arms; got 200; use more slots, closer knots or a smaller variation$/,
    );
    expect(() => createEnvironment('brownian:variation=1', { horizon: 1 })).toThrow(
      'variation must be at most about 0 on this path of 1 slots',
    );
    expect(createEnvironment('brownian:variation=0', { horizon: 9 }).means.totalVariation()).toBe(
      0,
    );
  });

  test('folding reflects at 0 and 1', () => {
    const points = [0, 0.25, 1, 1.25, 2, 2.5, -0.25, -1, -1.5, 7.25];
    expect(points.map(fold)).toEqual([0, 0.25, 1, 0.75, 0, 0.5, 0.25, 1, 0.5, 0.75]);
    expect(fold(-1e-20)).toBe(0);
  });
});

describe('sinusoid', () => {
  test("the paper's means at slots where the sine is known", () => {
    const paper = createEnvironment('paper-2');
    // t = 500: the angle is π/2 + 2kπ/3, with sines −1/2, −1/2, 1. Slots count from 0 in code.
    expect(row(paper, 499)).toEqual([
      expect.closeTo(0.35, 15),
      expect.closeTo(0.35, 15),
      expect.closeTo(0.8, 15),
    ]);
    // t = 2000: whole turns, with sines √3/2, −√3/2, 0.
    expect(row(paper, 1999)).toEqual([
      expect.closeTo(0.5 + 0.15 * Math.sqrt(3), 15),
      expect.closeTo(0.5 - 0.15 * Math.sqrt(3), 15),
      expect.closeTo(0.5, 15),
    ]);
    expect(paper.means.mean(0, 2)).toBeCloseTo(0.5 + 0.3 * 0.0031415874858795635, 15);
  });

  test('true variation 4.499, stated 3', () => {
    const paper = createEnvironment('paper-2');
    expect(paper.means.totalVariation()).toBeCloseTo(4.499, 3);
    expect(paper.statedVariation).toBe(3);
    const { means } = paper;
    const onlyArm = MeanTable.fromRows(
      Array.from({ length: means.horizon }, (_, slot) => [means.mean(slot, 2)]),
    );
    // One arm alone makes 2.5 swings of 4 · 0.3, from t = 1 rather than 0.
    expect(onlyArm.totalVariation()).toBeCloseTo(3 - 0.3 * 0.0031415874858795635, 5);
  });

  test('the stated variation holds for the preset as it stands only', () => {
    expect(createEnvironment('paper-2', { horizon: 1000 }).statedVariation).toBeUndefined();
    expect(createEnvironment('paper-2', { armCount: 4 }).statedVariation).toBeUndefined();
    expect(createEnvironment('paper-2:amplitude=0.1').statedVariation).toBeUndefined();
    expect(createEnvironment('sinusoid').statedVariation).toBeUndefined();
  });

  test('K arms have phases 2kπ/K', () => {
    const four = createEnvironment('sinusoid:center=0;amplitude=1;period=8', {
      armCount: 4,
      horizon: 8,
      rewards: 'gaussian',
    });
    // t = 2 is a quarter turn; with the phases 1/4, 2/4, 3/4 and 1 the sines are 0, −1, 0, 1.
    const expected = [0, -1, 0, 1];
    expect(row(four, 1)).toEqual(expected.map((value) => expect.closeTo(value, 15)));
  });
});

describe('paper-heavy', () => {
  test('its means, stated variation and second moment', () => {
    const heavy = createEnvironment('paper-heavy');
    expect(heavy.statedVariation).toBe(3);
    expect(heavy.law.id).toBe('pareto');
    expect(heavy.law.params).toEqual({ xi: 0.4, sigma: 0.23 });
    expect(heavy.means.mean(499, 2)).toBeCloseTo(0.3, 15);
    const largestMean = Math.max(...heavy.means.table().values.map(Math.abs));
    // E[X²] = μ² + 2σ²/((1−ξ)(1−2ξ)) = 0.09 + 0.1058/0.12
    const secondMoment = largestMean ** 2 + heavy.law.variance(largestMean);
    expect(secondMoment).toBeCloseTo(0.09 + 0.1058 / 0.12, 12);
    expect(secondMoment).toBeLessThanOrEqual(0.972);
  });
});

describe('piecewise', () => {
  test('given breakpoints are the slots before each jump', () => {
    const environment = createEnvironment(
      'piecewise:breakpoints=2/3;means=0.9/0.5|0.1/0.5|0.25/0.75',
      { horizon: 5 },
    );
    const rows = [0, 1, 2, 3, 4].map((slot) => row(environment, slot));
    expect(rows).toEqual([
      [0.9, 0.5],
      [0.9, 0.5],
      [0.1, 0.5],
      [0.25, 0.75],
      [0.25, 0.75],
    ]);
    expect(environment.means.totalVariation()).toBeCloseTo(0.8 + 0.25, 15);
  });

  test('drawn: as many changes as asked, means within their limits', () => {
    const { means } = createEnvironment('piecewise:changes=6;low=0.2;high=0.3', { horizon: 500 });
    let jumps = 0;
    for (let slot = 1; slot < 500; slot++) {
      if (means.mean(slot, 0) !== means.mean(slot - 1, 0)) jumps++;
    }
    expect(jumps).toBe(6);
    expect(means.table().values.every((mean) => mean >= 0.2 && mean < 0.3)).toBe(true);
  });

  test('one arm moves alone at each breakpoint, any of them alike', () => {
    const changes = 600;
    const { means } = createEnvironment(`piecewise:changes=${changes};moves=one`, {
      horizon: 5000,
    });
    const moves = [0, 0, 0];
    let breakpoints = 0;
    for (let slot = 1; slot < 5000; slot++) {
      const movers = [0, 1, 2].filter((arm) => means.mean(slot, arm) !== means.mean(slot - 1, arm));
      expect(movers.length).toBeLessThanOrEqual(1);
      breakpoints += movers.length;
      for (const arm of movers) moves[arm] += 1;
    }
    expect(breakpoints).toBe(changes);
    // Binomial with 600 and 1/3: mean 200 and deviation √(600·2/9) = 11.5, five of which are 58.
    for (const count of moves) expect(Math.abs(count - 200)).toBeLessThan(58);
  });

  test('drawn breakpoints are spread over all slots', () => {
    const everySlot = createEnvironment('piecewise:changes=9', { horizon: 10 });
    expect(everySlot.means.bestArmSwitches()).toBeGreaterThan(0);
    // A single breakpoint is uniform on 1 … 99 with mean 50 and deviation √((99²−1)/12) = 28.6; over
    // 400 replications the standard error is 1.43, five of which are 7.2.
    let sum = 0;
    for (let replication = 0; replication < 400; replication++) {
      const { means } = createEnvironment('piecewise:changes=1;fresh=1', {
        horizon: 100,
        replication,
      });
      let slot = 1;
      while (means.mean(slot, 0) === means.mean(0, 0)) slot++;
      sum += slot;
    }
    expect(Math.abs(sum / 400 - 50)).toBeLessThan(7.2);
  });

  test('given rows without breakpoints: these are drawn', () => {
    const { means } = createEnvironment('piecewise:means=0.9/0.1|0.1/0.9', { horizon: 50 });
    expect(means.bestArmSwitches()).toBe(1);
  });

  test.each([
    [
      'piecewise:breakpoints=3/2',
      'breakpoints must be increasing integers from 1 to 9, the number of slots before each change; got 3/2',
    ],
    ['piecewise:breakpoints=0', 'breakpoints must be increasing integers from 1 to 9'],
    ['piecewise:breakpoints=10', 'breakpoints must be increasing integers from 1 to 9'],
    [
      'piecewise:breakpoints=5;means=0.1/0.2',
      'means must have one row for each of the 2 pieces between the breakpoints; got 1',
    ],
    ['piecewise:breakpoints=5;changes=1', 'changes must not be given with breakpoints'],
    [
      'piecewise:changes=10',
      'changes must be an integer from 0 to 9, because each change needs its own slot after the first; got 10',
    ],
    [
      'piecewise:means=0.1/0.2|0.2/0.1;moves=one',
      'moves must not be given with means, which already set the arms that change; drop one of them',
    ],
    ['piecewise:low=0.5;high=0.4', 'high must be a number >= low, 0.5; got 0.4'],
  ])('%s is refused', (spec, message) => {
    expect(() => createEnvironment(spec, { horizon: 10 })).toThrow(message);
  });
});

describe('switching', () => {
  test('epochs, gap and order from the budget', () => {
    const { means, statedVariation } = createEnvironment('switching');
    expect(statedVariation).toBe(3);
    const gap = Math.sqrt(3 / 203);
    for (const [slot, best] of [
      [0, 0],
      [202, 0],
      [203, 1],
      [405, 1],
      [406, 2],
      [609, 0],
    ]) {
      expect(means.bestArm(slot)).toBe(best);
      expect(means.bestMean(slot)).toBe(0.5 + gap);
      expect(means.mean(slot, (best + 1) % 3)).toBe(0.5);
    }
    expect(means.bestArmSwitches()).toBe(24);
  });

  test('the variation stays within the budget, whatever the offset', () => {
    for (const variation of [0, 0.2, 1, 3, 10, 100]) {
      for (const offset of [0, 0.1, 0.5, 0.9, 0.999]) {
        for (const order of ['cyclic', 'random']) {
          const spec = `switching:variation=${variation};offset=${offset};order=${order}`;
          const { means } = createEnvironment(spec, { horizon: 1000, armCount: 4 });
          // The slack is that of the sum's rounding.
          expect(means.totalVariation()).toBeLessThanOrEqual(variation * (1 + 1e-12));
        }
      }
    }
  });

  test('an offset moves the first switch, and all others with it', () => {
    const switchSlots = (spec: string) => {
      const { means } = createEnvironment(spec, { horizon: 100 });
      const slots = Array.from({ length: 99 }, (_, i) => i + 1);
      return slots.filter((slot) => means.bestArm(slot) !== means.bestArm(slot - 1));
    };
    expect(switchSlots('switching:epoch=20')).toEqual([20, 40, 60, 80]);
    expect(switchSlots('switching:epoch=20;offset=0.5')).toEqual([10, 30, 50, 70, 90]);
    expect(switchSlots('switching:epoch=20;offset=0.25;order=random')).toEqual([5, 25, 45, 65, 85]);
    expect(switchSlots('switching:epoch=20;offset=0.99')).toEqual([20, 40, 60, 80]);
  });

  test('epoch, gap and base can be given; then nothing is stated', () => {
    const given = createEnvironment('switching:epoch=10;gap=0.2;base=0.3', { horizon: 30 });
    expect(given.means.bestMean(0)).toBe(0.5);
    expect(given.statedVariation).toBeUndefined();
    expect(given.means.totalVariation()).toBeCloseTo(0.4, 15);
  });

  test('a gap that is not given leaves probabilities', () => {
    const { means } = createEnvironment('switching:epoch=2', { horizon: 20 });
    expect(means.bestMean(0)).toBe(1);
  });

  test('a drawn order never repeats an arm and reaches all', () => {
    const { means } = createEnvironment('switching:epoch=1;order=random;gap=0.1', {
      horizon: 200,
      armCount: 5,
    });
    expect(means.bestArmSwitches()).toBe(199);
    const seen = new Set(Array.from({ length: 200 }, (_, slot) => means.bestArm(slot)));
    expect(seen.size).toBe(5);
  });
});

test('ramp goes from its first to its last means on straight lines', () => {
  const environment = createEnvironment('ramp:from=0.2/0.8;to=0.8/0.6', { horizon: 5 });
  expect(row(environment, 0)).toEqual([0.2, 0.8]);
  expect(row(environment, 2)).toEqual([0.5, expect.closeTo(0.7, 15)]);
  expect(row(environment, 4)).toEqual([0.8, 0.6]);
  expect(environment.means.totalVariation()).toBeCloseTo(0.6, 14);
  expect(() => createEnvironment('ramp:from=0.2/0.8;to=0.8')).toThrow(
    'to must have one number for each of the 2 arms; got 1',
  );
});

test('stationary means stay', () => {
  const environment = createEnvironment('stationary', { horizon: 4 });
  expect(row(environment, 3)).toEqual([0.9, 0.5, expect.closeTo(0.1, 15)]);
  expect(environment.means.totalVariation()).toBe(0);
  expect(row(createEnvironment('stationary:means=0.3/0.4'), 0)).toEqual([0.3, 0.4]);
});

test.each([
  [
    'lb-sda-bernoulli',
    [2999, 3000, 4999, 5000],
    [
      [0.5, 0.3, 0.4],
      [0.3, 0.7, 0.2],
      [0.3, 0.7, 0.2],
      [0.5, 0.3, 0.6],
    ],
    0.8,
  ],
  [
    'lb-sda-gaussian',
    [2499, 2500, 4500, 7000],
    [
      [0.9, 0.5, 0.4],
      [0.4, 0.8, 0.5],
      [0.3, 0.2, 0.7],
      [0.9, 0.8, 0.4],
    ],
    1.7,
  ],
])('%s jumps where its authors say, and states how often', (id, slots, rows, variation) => {
  const environment = createEnvironment(id);
  expect(slots.map((slot) => row(environment, slot))).toEqual(rows);
  expect(environment.means.horizon).toBe(10_000);
  expect(environment.means.totalVariation()).toBeCloseTo(variation, 12);
  expect(environment.statedChanges).toBe(environment.means.bestArmSwitches());
  expect(createEnvironment(id, { horizon: 2600 }).statedChanges).toBe(
    id === 'lb-sda-gaussian' ? 1 : 0,
  );
  expect(createEnvironment('piecewise').statedChanges).toBeUndefined();
});
