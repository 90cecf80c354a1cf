/** What each environment of drift promises beyond the contract: seasons, shared steps, returns, regimes. */
import { describe, expect, test } from 'vitest';
import type { Means } from '../means/means.ts';
import { createEnvironment, type EnvironmentOptions } from '../shell/environment.ts';

function meansOf(spec: string, options: EnvironmentOptions = {}): Means {
  return createEnvironment(spec, options).means;
}

function row(means: Means, slot: number): number[] {
  return Array.from({ length: means.armCount }, (_, arm) => means.mean(slot, arm));
}

function rows(means: Means): number[][] {
  return Array.from({ length: means.horizon }, (_, slot) => row(means, slot));
}

function column(means: Means, arm: number): number[] {
  return Array.from({ length: means.horizon }, (_, slot) => means.mean(slot, arm));
}

/** What follows minus what was. */
function steps(path: readonly number[]): number[] {
  return path.slice(1).map((value, i) => value - path[i]);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The average product of two lists, entry by entry. */
function moment(first: readonly number[], second: readonly number[]): number {
  return average(first.map((value, i) => value * second[i]));
}

/** Five standard errors of a mean square of `count` normal values, as a share of it. */
function fiveErrors(count: number): number {
  return 5 * Math.sqrt(2 / count);
}

/** The mean square of a step, times the slots: how far a walk goes over the horizon, squared. */
function walked(means: Means): number {
  const squares = Array.from({ length: means.armCount }, (_, arm) =>
    steps(column(means, arm)).map((step) => step ** 2),
  );
  return average(squares.flat()) * means.horizon;
}

const DRIFTING = [
  'seasonal:phases=drawn;volatility=0.1',
  'correlated:volatility=0.1',
  'autoregressive:volatility=0.3;revert=0.9',
  'recurring',
  'clicks:volatility=2',
  'together:volatility=0.1',
  'together:path=jumps;changes=9',
];

test.each(DRIFTING)('%s: probabilities, drawn by the seed', (spec) => {
  const table = (seed: number) => meansOf(spec, { horizon: 400, armCount: 7, seed }).table().values;
  for (const seed of [1, 2, 3]) {
    expect(table(seed).every((mean) => mean >= 0 && mean <= 1)).toBe(true);
    expect(table(seed)).toEqual(table(seed));
  }
  expect(table(1)).not.toEqual(table(2));
});

describe('seasonal', () => {
  test('without drift it is the sinusoid', () => {
    const season = meansOf('seasonal:volatility=0', { horizon: 600 });
    const sinusoid = meansOf('sinusoid:amplitude=0.2;period=150', { horizon: 600 });
    expect(season.table().values).toEqual(sinusoid.table().values);
  });

  test('seasons and trends by hand', () => {
    const spec = 'seasonal:center=0.5/0.3;amplitude=0.2/0.1;trend=0.3/0;period=4;phases=equal';
    const means = meansOf(`${spec};volatility=0`, { horizon: 4 });
    // Sines of a quarter, a half, three quarters and a whole turn: 1, 0, −1, 0.
    const expected = [
      [0.7, 0.4],
      [0.6, 0.3],
      [0.5, 0.2],
      [0.8, 0.3],
    ];
    expect(rows(means)).toEqual(expected.map((each) => each.map((x) => expect.closeTo(x, 14))));
  });

  test('an arm that rises slowly while the others stay', () => {
    const spec = 'seasonal:center=0.6/0.5/0.3;amplitude=0;trend=0/0/0.5;volatility=0';
    const means = meansOf(spec, { horizon: 1001 });
    expect(new Set(column(means, 0)).size).toBe(1);
    expect(new Set(column(means, 1)).size).toBe(1);
    expect(steps(column(means, 2)).every((step) => Math.abs(step - 0.0005) < 1e-12)).toBe(true);
    // 0.3 + 0.5 t/1000 is above 0.6 from t = 601 on.
    expect([0, 300, 599, 601, 1000].map((slot) => means.bestArm(slot))).toEqual([0, 0, 0, 2, 2]);
    expect(means.totalVariation()).toBeCloseTo(0.5, 12);
  });

  test('a walk goes 0.1 over the horizon, whatever that is', () => {
    for (const horizon of [25, 400]) {
      const means = meansOf('seasonal:amplitude=0', { horizon, armCount: 50 });
      const error = fiveErrors(50 * (horizon - 1));
      expect(Math.abs(walked(means) / 0.1 ** 2 - 1)).toBeLessThan(error);
    }
  });

  test('drawn phases lie anywhere', () => {
    const spec = 'seasonal:phases=drawn;volatility=0;amplitude=0.5;period=1000';
    const first = row(meansOf(spec, { horizon: 2, armCount: 300 }), 0);
    const sines = first.map((mean) => (mean - 0.5) / 0.5);
    // At a random angle a sine has the mean 0 and the variance 1/2, its square the variance 1/8.
    expect(Math.abs(average(sines))).toBeLessThan(5 * Math.sqrt(1 / 2 / 300));
    expect(Math.abs(moment(sines, sines) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 8 / 300));
    expect(new Set(first).size).toBe(300);
  });

  test('what leaves [0, 1] is reflected', () => {
    const means = meansOf('seasonal:center=0.5;amplitude=0;trend=1;volatility=0', { horizon: 5 });
    expect(column(means, 0)).toEqual([0.5, 0.75, 1, 0.75, 0.5]);
  });

  test('lists say how many arms there are, and must agree', () => {
    expect(meansOf('seasonal:trend=0/0/0/0.1').armCount).toBe(4);
    expect(meansOf('seasonal:trend=0.1', { armCount: 5 }).armCount).toBe(5);
    expect(() => meansOf('seasonal:center=0.4/0.5;trend=0/0/0.1')).toThrow(
      'trend must be one number, or one for each of the 2 arms; got 3',
    );
  });
});

describe('correlated', () => {
  // Steps so small that no path comes near a border.
  const small = 1e-6;

  test.each([0, 0.3, 0.9])('steps have the correlation %d', (correlation) => {
    const spec = `correlated:correlation=${correlation};volatility=${small}`;
    const means = meansOf(spec, { horizon: 4001 });
    const [first, second] = [0, 1].map((arm) => steps(column(means, arm)).map((s) => s / small));
    expect(Math.abs(moment(first, first) - 1)).toBeLessThan(fiveErrors(4000));
    expect(Math.abs(moment(second, second) - 1)).toBeLessThan(fiveErrors(4000));
    // The product of two such values has the variance 1 + ρ².
    const error = Math.sqrt((1 + correlation ** 2) / 4000);
    expect(Math.abs(moment(first, second) - correlation)).toBeLessThan(5 * error);
  });

  test('with correlation 1 all take the same steps', () => {
    const means = meansOf('correlated:correlation=1;volatility=0.001', {
      horizon: 300,
      armCount: 5,
    });
    const [first, ...others] = [0, 1, 2, 3, 4].map((arm) => steps(column(means, arm)));
    for (const other of others) {
      expect(Math.max(...other.map((step, i) => Math.abs(step - first[i])))).toBeLessThan(1e-15);
    }
    expect(means.bestArmSwitches()).toBe(0);
  });

  test('at a border an arm is reflected by itself', () => {
    const means = meansOf('correlated:correlation=1;volatility=0.05', { horizon: 300 });
    const [first, second] = [0, 1].map((arm) => steps(column(means, arm)));
    expect(first.some((step, i) => Math.abs(step + second[i]) < 1e-12)).toBe(true);
  });

  test('starts lie in [0.25, 0.75], evenly', () => {
    const starts = row(meansOf('correlated', { horizon: 1, armCount: 1000 }), 0);
    expect(starts.every((mean) => mean >= 0.25 && mean <= 0.75)).toBe(true);
    // Uniform on an interval of 1/2: deviation 1/√48.
    expect(Math.abs(average(starts) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 48 / 1000));
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(0.49);
  });

  test('a walk goes 0.3 over the horizon, whatever that is', () => {
    for (const horizon of [25, 400]) {
      const means = meansOf('correlated:correlation=0', { horizon, armCount: 100 });
      // Steps over a border are shortened by reflection: in the short run a few percent of them.
      const share = walked(means) / 0.3 ** 2;
      expect(share).toBeGreaterThan(0.95 - fiveErrors(100 * horizon));
      expect(share).toBeLessThan(1 + fiveErrors(100 * horizon));
    }
  });
});

describe('autoregressive', () => {
  test('the mean is pulled back by γ and pushed by σ', () => {
    const means = meansOf('autoregressive:revert=0.9;volatility=0.01;center=0.4', {
      horizon: 4001,
    });
    const path = column(means, 1).map((mean) => mean - 0.4);
    const [before, after] = [path.slice(0, -1), path.slice(1)];
    const slope = moment(before, after) / moment(before, before);
    // The least-squares slope has the standard error √((1 − γ²)/n).
    expect(Math.abs(slope - 0.9)).toBeLessThan(5 * Math.sqrt(0.19 / 4000));
    const pushes = after.map((value, i) => (value - 0.9 * before[i]) / 0.01);
    expect(Math.abs(moment(pushes, pushes) - 1)).toBeLessThan(fiveErrors(4000));
    expect(Math.abs(average(pushes))).toBeLessThan(5 / Math.sqrt(4000));
  });

  test('in the long run, from the first slot on, the deviation is 0.15', () => {
    for (const horizon of [30, 200]) {
      const means = meansOf('autoregressive', { horizon, armCount: 600 });
      for (const slot of [0, horizon - 1]) {
        const around = row(means, slot).map((mean) => (mean - 0.5) / 0.15);
        // Beyond 3.3 deviations it is reflected: a thousandth of them, of which little is lost.
        expect(Math.abs(moment(around, around) - 1)).toBeLessThan(fiveErrors(600));
      }
    }
  });

  test('means are forgotten twenty times within the horizon', () => {
    const means = meansOf('autoregressive', { horizon: 200, armCount: 600 });
    const at = (slot: number) => row(means, slot).map((mean) => (mean - 0.5) / 0.15);
    // After a twentieth of the horizon (1 − 20/T)^(T/20) = 0.9^10 = 0.3487 remains of a distance.
    const remaining = moment(at(60), at(70));
    expect(Math.abs(remaining - 0.3487)).toBeLessThan(5 * Math.sqrt((1 + 0.3487 ** 2) / 600));
  });

  test('revert=1 is a random walk from the center, and needs its volatility', () => {
    const means = meansOf('autoregressive:revert=1;volatility=0.001;center=0.3', { horizon: 2000 });
    expect(row(means, 0)).toEqual([0.3, 0.3, 0.3]);
    const taken = steps(column(means, 0)).map((step) => step / 0.001);
    expect(Math.abs(moment(taken, taken) - 1)).toBeLessThan(fiveErrors(1999));
    expect(() => meansOf('autoregressive:revert=1')).toThrow(
      'volatility must be given with revert=1, because a random walk has no long-run spread; add volatility, or use a smaller revert',
    );
  });
});

describe('recurring', () => {
  test('given regimes in their order, each equally long', () => {
    const spec = 'recurring:means=0.9/0.1|0.2/0.8|0.5/0.6;order=cyclic;lengths=fixed;stay=2';
    const means = meansOf(spec, { horizon: 8 });
    expect(column(means, 0)).toEqual([0.9, 0.9, 0.2, 0.2, 0.5, 0.5, 0.9, 0.9]);
    expect(column(means, 1)).toEqual([0.1, 0.1, 0.8, 0.8, 0.6, 0.6, 0.1, 0.1]);
    expect(means.totalVariation()).toBeCloseTo(0.7 + 0.3 + 0.5, 14);
  });

  test('drawn regimes are few, come back, and have best arms in turn', () => {
    const means = meansOf('recurring:regimes=4;stay=20;low=0.2;high=0.4', { horizon: 4000 });
    const played = rows(means).map(String);
    const kinds = [...new Set(played)];
    expect(kinds).toHaveLength(4);
    expect(means.table().values.every((mean) => mean >= 0.2 && mean <= 0.4)).toBe(true);
    // Arms 0, 1, 2 and 0 again are the best of the four regimes.
    const best = kinds.map((kind) => means.bestArm(played.indexOf(kind)));
    expect([...best].sort()).toEqual([0, 0, 1, 2]);
    const entries = played.filter((kind, slot) => slot > 0 && kind !== played[slot - 1]);
    // A chance of 1/20 in each of 3999 slots.
    const expected = 3999 / 20;
    expect(Math.abs(entries.length - expected)).toBeLessThan(5 * Math.sqrt(expected * 0.95));
    // Each regime is entered from the others alike: a quarter of the entries.
    for (const kind of kinds) {
      const share = entries.filter((entered) => entered === kind).length / entries.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(5 * Math.sqrt(0.1875 / entries.length));
    }
  });

  test('one regime stays for ever, and one arm is always best', () => {
    expect(meansOf('recurring:regimes=1;stay=1').totalVariation()).toBe(0);
    expect(meansOf('recurring', { armCount: 1 }).totalVariation()).toBeGreaterThan(0);
  });

  test('by default there are about twelve stays', () => {
    const leaves = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const means = meansOf('recurring', { horizon: 600, seed });
      return rows(means).filter((each, slot) => slot > 0 && each[0] !== means.mean(slot - 1, 0))
        .length;
    });
    expect(Math.abs(average(leaves) - 12)).toBeLessThan(5 * Math.sqrt(12 / 8));
  });

  test.each([
    [
      'recurring:means=0.1/0.2|0.2/0.1;regimes=2',
      'regimes must not be given with means, whose rows already set their number; drop one of them',
    ],
    ['recurring:low=0.5;high=0.4', 'high must be a number >= low, 0.5; got 0.4'],
  ])('%s is refused', (spec, message) => {
    expect(() => meansOf(spec)).toThrow(message);
  });
});

describe('clicks', () => {
  const logOdds = (rate: number) => Math.log(rate / (1 - rate));

  test('rates stay between the least and the largest, and reach both', () => {
    const means = meansOf('clicks', { horizon: 500, armCount: 40 });
    const [least, largest] = means.range();
    expect(least).toBeGreaterThanOrEqual(0.005);
    expect(least).toBeLessThan(0.0051);
    expect(largest).toBeLessThanOrEqual(0.05);
    expect(largest).toBeGreaterThan(0.049);
  });

  test('log-odds start anywhere in between and take steps of that size', () => {
    const volatility = 1e-4;
    const means = meansOf(`clicks:volatility=${volatility}`, { horizon: 3, armCount: 1000 });
    const [first, second] = [0, 1].map((slot) => row(means, slot).map(logOdds));
    const [low, high] = [0.005, 0.05].map(logOdds);
    const places = first.map((odds) => (odds - low) / (high - low));
    expect(Math.abs(average(places) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / 1000));
    const taken = second.map((odds, arm) => (odds - first[arm]) / volatility);
    expect(Math.abs(moment(taken, taken) - 1)).toBeLessThan(fiveErrors(1000));
  });

  test('the limits must leave room', () => {
    expect(() => meansOf('clicks:low=0.02;high=0.02')).toThrow(
      'high must be a number > low, 0.02; got 0.02',
    );
  });
});

describe('together', () => {
  /** The arms of a slot from the worst to the best. */
  const orderAt = (means: Means, slot: number) =>
    row(means, slot)
      .map((mean, arm) => ({ mean, arm }))
      .sort((a, b) => a.mean - b.mean)
      .map(({ arm }) => arm)
      .join();

  test.each(['walk', 'season', 'jumps'])('on a %s the order and the gaps stay', (path) => {
    const means = meansOf(`together:path=${path};width=0.4`, {
      horizon: 500,
      armCount: 5,
      seed: 3,
    });
    const order = orderAt(means, 0);
    for (let slot = 0; slot < 500; slot++) {
      expect(orderAt(means, slot)).toBe(order);
      const sorted = row(means, slot).sort();
      for (const gap of steps(sorted)) expect(gap).toBeCloseTo(0.1, 12);
    }
    expect(means.totalVariation()).toBeGreaterThan(0.1);
    expect(means.bestArmSwitches()).toBe(0);
  });

  test('a walk goes 0.3 over the horizon, whatever that is', () => {
    for (const horizon of [100, 1000]) {
      const seeds = Array.from({ length: 2000 / horizon }, (_, seed) => seed);
      const all = seeds.map((seed) => walked(meansOf('together', { horizon, armCount: 1, seed })));
      expect(Math.abs(average(all) / 0.3 ** 2 - 1)).toBeLessThan(fiveErrors(2000));
    }
  });

  test('a season goes from one end to the other', () => {
    const means = meansOf('together:path=season', { horizon: 1000 });
    expect(means.range()).toEqual([expect.closeTo(0, 4), expect.closeTo(1, 4)]);
    // Five seasons of twice the room of 0.7, but for the way into the first slot.
    expect(means.totalVariation()).toBeCloseTo(7, 1);
    const short = meansOf('together:path=season;period=100', { horizon: 1000 });
    expect(short.totalVariation()).toBeCloseTo(14, 1);
  });

  test('jumps come once in a period, on average, and go anywhere', () => {
    const means = meansOf('together:path=jumps;period=10', { horizon: 5000, armCount: 1 });
    const levels = column(means, 0);
    const jumped = levels.filter((level, slot) => slot > 0 && level !== levels[slot - 1]);
    expect(Math.abs(jumped.length - 499.9)).toBeLessThan(5 * Math.sqrt(4999 * 0.09));
    const places = jumped.map((level) => level / 0.7);
    expect(Math.abs(average(places) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / jumped.length));
  });

  test('at each change the best arm and another change places', () => {
    const means = meansOf('together:changes=40', { horizon: 2000, armCount: 4 });
    expect(means.bestArmSwitches()).toBe(40);
    const others = [0, 0, 0];
    for (let slot = 1; slot < 2000; slot++) {
      const [before, after] = [slot - 1, slot].map((at) => orderAt(means, at).split(','));
      const moved = after.filter((arm, place) => arm !== before[place]);
      expect([0, 2]).toContain(moved.length);
      if (moved.length === 0) continue;
      expect(moved).toContain(before[3]);
      others[before.indexOf(after[3])] += 1;
    }
    // Any other alike: binomial with 40 and 1/3, whose deviation is 3; four are 12.
    for (const count of others) expect(Math.abs(count - 40 / 3)).toBeLessThan(12);
  });

  test('any arm can be the best', () => {
    const best = [...Array(40).keys()].map((seed) => meansOf('together', { seed }).bestArm(0));
    expect(new Set(best)).toEqual(new Set([0, 1, 2]));
  });

  test.each([
    [
      'together:period=9',
      'period must not be given with path=walk, which does not use it; drop one of them',
    ],
    [
      'together:path=jumps;volatility=1',
      'volatility must not be given with path=jumps, which does not use it; drop one of them',
    ],
    ['together:changes=10', 'changes must be an integer from 0 to 9'],
  ])('%s is refused', (spec, message) => {
    expect(() => meansOf(spec, { horizon: 10 })).toThrow(message);
  });
});
