import { describe, expect, test, vi } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import { Wave } from '../portable/means/wave.ts';
import { createEnvironment } from '../shell/environment.ts';
import { MeanTable } from './mean-table.ts';
import { WaveMeans, type WaveShape } from './wave-means.ts';

const PAPER: WaveShape = { center: 0.5, amplitude: 0.3, period: 2000 };

/** Arms, slots, and the shape: longer and shorter than a swing, odd and even, in step and out of it. */
const CASES: [number, number, WaveShape][] = [
  [1, 50, PAPER],
  [2, 300, { ...PAPER, period: 100 }],
  [3, 5000, PAPER],
  [4, 400, { ...PAPER, period: 8 }],
  [5, 200, { ...PAPER, period: 1 }],
  [7, 500, { ...PAPER, period: 33.7 }],
  [64, 1000, { ...PAPER, period: 64 }],
  [64, 1000, { ...PAPER, period: 0.3 }],
  [101, 700, { center: -3, amplitude: 20, period: 1e6 }],
  [1000, 300, { ...PAPER, period: 777 }],
  [3, 100, { ...PAPER, amplitude: 0 }],
  [200, 100, { ...PAPER, amplitude: 0 }],
];

describe.each(CASES)('%i arms, %i slots, %o', (armCount, horizon, shape) => {
  const means = new WaveMeans(armCount, horizon, shape);
  const table = means.table();
  const slots = Array.from({ length: horizon }, (_, slot) => slot);

  test('its table has the same means', () => {
    expect(table).toBeInstanceOf(MeanTable);
    expect([means.armCount, means.horizon]).toEqual([armCount, horizon]);
    expect([table.armCount, table.horizon]).toEqual([armCount, horizon]);
    for (const slot of slots) {
      for (let arm = 0; arm < armCount; arm++) {
        if (!Object.is(means.mean(slot, arm), table.mean(slot, arm))) {
          expect([slot, arm]).toBe('the same on both sides');
        }
      }
    }
  });

  test('its best arms are found without looking at all', () => {
    expect(slots.map((slot) => means.bestArm(slot))).toEqual(
      slots.map((slot) => table.bestArm(slot)),
    );
    expect(slots.map((slot) => means.bestMean(slot))).toEqual(
      slots.map((slot) => table.bestMean(slot)),
    );
    expect(means.bestArmSwitches()).toBe(table.bestArmSwitches());
    expect([...means.course().best]).toEqual([...table.course().best]);
  });

  test('its variation is that of the table', () => {
    // The largest of the changes may be another one among those that differ by rounding: by 2^-50 of
    // the height, a few units in the last place, in each slot.
    const rounding = 2 ** -50 * (Math.abs(shape.center) + shape.amplitude);
    for (const count of [1, 2, Math.ceil(horizon / 2), horizon]) {
      const error = Math.abs(means.totalVariation(count) - table.totalVariation(count));
      expect(error).toBeLessThanOrEqual(count * rounding);
    }
    expect(means.totalVariation()).toBe(means.totalVariation(horizon));
  });

  test('its range holds all means', () => {
    const [least, largest] = means.range();
    const [tableLeast, tableLargest] = table.range();
    // Rounding may lift a mean over the crest by a few units in the last place.
    const rounding = 2 ** -50 * (Math.abs(shape.center) + shape.amplitude);
    expect(tableLeast).toBeGreaterThanOrEqual(least - rounding);
    expect(tableLargest).toBeLessThanOrEqual(largest + rounding);
  });
});

test('few arms have the variation of a table to the last bit', () => {
  const means = new WaveMeans(3, 5000, PAPER);
  expect(means.totalVariation()).toBe(means.table().totalVariation());
  expect(means.totalVariation(777)).toBe(means.table().totalVariation(777));
});

test.each([
  [3, 1000],
  [40, 200],
])('what takes a walk over %i arms and %i slots is computed once', (armCount, horizon) => {
  const means = new WaveMeans(armCount, horizon, PAPER);
  const computed = vi.spyOn(Wave.prototype, 'mean');
  // As often as thirty-six policies of a comparison do.
  for (let policy = 0; policy < 36; policy++) {
    means.totalVariation();
    means.course();
    means.bestArmSwitches();
  }
  // All arms or ten pairs of neighbours for the variation, all or six for the best arm, and its mean.
  expect(computed.mock.calls.length).toBeLessThanOrEqual(27 * horizon);
  computed.mockRestore();
});

test('more slots than there are have no variation', () => {
  expect(() => new WaveMeans(3, 10, PAPER).totalVariation(11)).toThrow(
    'horizon must be an integer from 1 to 10',
  );
});

describe('a sinusoid', () => {
  const small = createEnvironment('sinusoid', { armCount: 800, horizon: 5000 }).means;
  const large = createEnvironment('sinusoid', { armCount: 1000, horizon: 5000 }).means;

  test('is a table up to 2^22 means, and computed on demand beyond', () => {
    expect(800 * 5000).toBeLessThan(2 ** 22);
    expect(1000 * 5000).toBeGreaterThan(2 ** 22);
    expect(small).toBeInstanceOf(MeanTable);
    expect(small.course().tabled).toBe(true);
    expect(large).toBeInstanceOf(WaveMeans);
    expect(large.course().tabled).toBe(false);
    expect(large.course().means.length).toBe(0);
  });

  test.each([
    ['a table', small],
    ['computed on demand', large],
  ])('has the means of its formula: %s', (_, means) => {
    const { armCount } = means;
    for (const slot of [0, 1, 499, 1999, 2000, 4999]) {
      for (const arm of [0, 1, Math.floor(armCount / 2), armCount - 1]) {
        const angle = (2 * Math.PI * (slot + 1)) / 2000 + (2 * Math.PI * (arm + 1)) / armCount;
        // An angle of at most 20 has an error of 2^-49, and its sine no more than that.
        const error = Math.abs(means.mean(slot, arm) - (0.5 + 0.3 * Math.sin(angle)));
        expect(error).toBeLessThan(2 ** -48);
      }
    }
  });

  test('has no seam where tables end: the same numbers to the last bit', () => {
    const { armCount, horizon } = small;
    const longer = createEnvironment('sinusoid', { armCount, horizon: horizon + 1000 }).means;
    expect(longer).toBeInstanceOf(WaveMeans);
    let different = 0;
    for (let slot = 0; slot < horizon; slot += 7) {
      for (let arm = 0; arm < armCount; arm += 3) {
        if (!Object.is(longer.mean(slot, arm), small.mean(slot, arm))) different += 1;
      }
      if (!Object.is(longer.bestMean(slot), small.bestMean(slot))) different += 1;
    }
    expect(different).toBe(0);
  });

  test('gives a table where one fits, and refuses one that does not', () => {
    expect(large.table()).toBeInstanceOf(MeanTable);
    const huge = createEnvironment('sinusoid', { armCount: 100_000, horizon: 5000 }).means;
    expect(huge).toBeInstanceOf(WaveMeans);
    expect(() => huge.table()).toThrow(ParameterError);
    expect(() => huge.table()).toThrow(
      'arms times horizon must be at most 134217728; got 100000 times 5000; use a shorter horizon or fewer arms',
    );
    expect(huge.bestMean(499)).toBeCloseTo(0.8, 8);
  });
});
