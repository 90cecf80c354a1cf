import { createDetector, type DetectorDefinition, detectorCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { detectorStudy, rateOf } from './study.ts';

const SMALL = { streams: 60, horizon: 300, before: 200, levels: [0.05, 0.5], sizes: [0.3, 0.8] };

/** Raises an alarm at the n-th reward, whatever it is. */
function alarmAt(n: number): DetectorDefinition {
  const [definition] = detectorCatalogue.list;
  let count = 0;
  return {
    ...definition,
    id: `after-${n}`,
    detectors: () => ({
      update: () => {
        count += 1;
        return count === n;
      },
      forget: () => {},
      reset: () => {
        count = 0;
      },
      transfer: () => {},
    }),
  };
}

describe('a study', () => {
  test('is the same again, plain data, and has every detector', () => {
    const study = detectorStudy(SMALL);
    expect(detectorStudy(SMALL)).toEqual(study);
    expect(JSON.parse(JSON.stringify(study))).toEqual(study);
    expect(study.detectors.map(({ id }) => id)).toEqual(detectorCatalogue.ids);
  });

  test('counts alarms and delays from the first reward, and from the change', () => {
    const detectors = [1, 200, 201, 250, 300, 301, 500, 501].map(alarmAt);
    const study = detectorStudy({ ...SMALL, detectors });
    const rates = study.detectors.map(({ falseAlarms }) => falseAlarms[0].rate);
    expect(rates).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    const delays = study.detectors.map(({ delays: [delay] }) => delay);
    expect(delays.map(({ early }) => early.rate)).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    expect(delays.slice(2).map(({ mean }) => mean)).toEqual([1, 50, 100, 101, 300, 300]);
    expect(delays.slice(2).map(({ missed }) => missed.rate)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  test('larger changes are found sooner, and proved levels kept', () => {
    for (const { id, proved, delays, falseAlarms } of detectorStudy(SMALL).detectors) {
      const [small, large] = delays;
      expect(large.high, id).toBeLessThan(small.low);
      if (!proved) continue;
      // Where the level holds, an interval of the rate reaches below it but once in 40.
      for (const { level, low } of falseAlarms) expect(low, id).toBeLessThanOrEqual(level);
    }
  });

  test.each([
    [{ streams: 0 }, 'streams must be an integer'],
    [{ horizon: 1.5 }, 'horizon must be an integer'],
    [{ levels: [0.1, 0] }, 'levels must be numbers > 0 and <= 1; got 0'],
    [{ delayLevel: 2 }, 'delayLevel must be'],
    [{ sizes: [] }, 'sizes must be numbers > 0 and <= 1; got none'],
  ])('refuses %j', (options, message) => {
    expect(() => detectorStudy(options)).toThrow(message);
  });

  test('streams are those of the seed', () => {
    const [first, second] = [1, 2].map((seed) => detectorStudy({ ...SMALL, seed }));
    expect(first.detectors[0].delays).not.toEqual(second.detectors[0].delays);
  });
});

describe('the interval of a rate', () => {
  test('is the one of Wilson', () => {
    // By hand for 5 of 50: centre (5 + 1.9207) / 53.8415, half 1.95996 √(4.5 + 0.9604) / 53.8415.
    const { rate, low, high } = rateOf(5, 50);
    expect(rate).toBe(0.1);
    expect(low).toBeCloseTo(0.12854 - 0.08506, 4);
    expect(high).toBeCloseTo(0.12854 + 0.08506, 4);
  });

  test('touches 0 and 1 where it has to, and is everything without a stream', () => {
    expect(rateOf(0, 100)).toMatchObject({ rate: 0, low: 0 });
    expect(rateOf(0, 100).high).toBeCloseTo(0.037, 3);
    expect(rateOf(100, 100)).toMatchObject({ rate: 1, high: 1 });
    expect(rateOf(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});

test('a detector for a level can be made for every definition', () => {
  for (const definition of detectorCatalogue.list) {
    const params = definition.forLevel(0.05, 1000);
    expect(createDetector(definition, params).params).toMatchObject(params);
  }
});
