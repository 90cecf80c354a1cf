import { describe, expect, test } from 'vitest';
import { ParameterError, SnapshotError } from '../base/errors.ts';
import type { DetectorDefinition } from '../definitions/detector.ts';
import { detectorCatalogue } from '../detectors/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import { randomStream } from '../random/source.ts';
import { createDetector, type DetectorSnapshot } from './detector.ts';
import { sealed } from './snapshot-digest.ts';

const SEED = 20_260_103;

function bernoulli(random: Random, mean: number): number {
  return random.uniform() < mean ? 1 : 0;
}

/** Means of 1000 rewards, with two changes. */
function changing(place: number): number {
  return [0.2, 0.8, 0.3][Math.floor(place / 334)];
}

describe.each(detectorCatalogue.list)('$id', (definition) => {
  test('can be found, and says what it is', () => {
    expect(detectorCatalogue.find(definition.id)).toBe(definition);
    expect(definition.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [definition.summary, definition.level]) expect(text).toMatch(/^[A-Z].*\.$/);
    // Only what is proved may claim a level without a reservation.
    expect(/not (for|proved)|no proven/i.test(definition.level)).toBe(!definition.proved);
  });

  test('finds a change, and counts rewards since the last reset', () => {
    const detector = createDetector(definition);
    const random = randomStream(SEED);
    const alarms: number[] = [];
    for (let place = 0; place < 1000; place++) {
      if (!detector.update(bernoulli(random, changing(place)))) continue;
      alarms.push(place);
      detector.reset();
      expect(detector.count).toBe(0);
    }
    expect(alarms.length).toBeGreaterThan(0);
    expect(alarms[0]).toBeGreaterThanOrEqual(334);
    expect(alarms[0]).toBeLessThan(668);
    expect(detector.count).toBe(999 - alarms[alarms.length - 1]);
  });

  test('goes on from a snapshot, bit for bit', () => {
    const random = randomStream(SEED, 1);
    const detector = createDetector(definition);
    const copy = createDetector(definition);
    for (let place = 0; place < 1000; place++) {
      if (place % 97 === 0) {
        copy.restore(JSON.parse(JSON.stringify(detector.snapshot())));
        expect(copy.snapshot()).toEqual(detector.snapshot());
      }
      const reward = bernoulli(random, changing(place));
      expect(copy.update(reward)).toBe(detector.update(reward));
    }
    expect(copy.count).toBe(1000);
  });

  test('refuses a snapshot that is not its own, and stays as it was', () => {
    const detector = createDetector(definition);
    for (let i = 0; i < 50; i++) detector.update(i % 2);
    const snapshot = detector.snapshot();
    const resealed = (change: object) => sealed({ ...snapshot, ...change });
    const wrong: [unknown, string][] = [
      [JSON.stringify(snapshot), 'must be an object'],
      [null, 'must be an object'],
      [[snapshot], 'must be an object'],
      [resealed({ format: 'driftline-policy' }), 'format'],
      [resealed({ version: 3 }), 'version'],
      [resealed({ detector: 'other' }), 'detector'],
      [resealed({ params: {} }), 'params'],
      [resealed({ count: -1 }), 'count'],
      [resealed({ state: {} }), 'state'],
      [{ ...snapshot, count: 51 }, 'changed or damaged'],
    ];
    for (const [given, reason] of wrong) {
      const restore = () => detector.restore(given as DetectorSnapshot);
      expect(restore).toThrow(SnapshotError);
      expect(restore).toThrow(reason);
    }
    expect(detector.snapshot()).toEqual(snapshot);
  });

  test('refuses rewards that it is not made for', () => {
    const detector = createDetector(definition);
    for (const reward of [Number.NaN, Number.POSITIVE_INFINITY, '1', undefined]) {
      expect(() => detector.update(reward as number)).toThrow(ParameterError);
    }
    const outside = () => detector.update(1.5);
    if (definition.rewards === 'any') expect(outside()).toBe(false);
    else expect(outside).toThrow('reward must be a number from 0 to 1');
    expect(detector.count).toBe(definition.rewards === 'any' ? 1 : 0);
  });

  test('refuses parameters outside their domain', () => {
    for (const { id } of definition.parameters) {
      expect(() => createDetector(definition, { [id]: -1 })).toThrow(`${id} must be`);
      expect(() => createDetector(definition, { [id]: Number.NaN })).toThrow(ParameterError);
    }
    expect(() => createDetector(definition, { speed: 1 })).toThrow("has no parameter 'speed'");
  });

  test('parameters for a level are in their domain', () => {
    for (const level of [1e-6, 0.01, 1]) {
      for (const horizon of [1, 1000, 1e7]) {
        expect(() => createDetector(definition, definition.forLevel(level, horizon))).not.toThrow();
      }
    }
  });
});

test.each([
  { detectorSizes: [1e9, 1e9] },
  { detectorSizes: [1] },
  { detectorVertices: [1, 1, 0] },
  { detectorCounts: [-1] },
  { detectorSums: [Number.NaN] },
])('a state that does not fit is refused: %j', (wrong) => {
  const detector = createDetector('glr');
  for (let i = 0; i < 50; i++) detector.update(i % 2);
  const snapshot = detector.snapshot();
  const spoilt = { ...snapshot, state: { ...snapshot.state, ...wrong } };
  expect(() => detector.restore(spoilt)).toThrow(SnapshotError);
  expect(detector.snapshot()).toEqual(snapshot);
});

test('an unknown detector is refused with the nearest name', () => {
  expect(() => createDetector('page-hinkly')).toThrow("did you mean 'page-hinkley'");
});

/** The share of streams with an alarm among `horizon` rewards of one mean. */
function falseAlarms(
  definition: DetectorDefinition,
  level: number,
  mean: number,
  { horizon, streams }: { readonly horizon: number; readonly streams: number },
): number {
  const detector = createDetector(definition, definition.forLevel(level, horizon));
  let alarmed = 0;
  for (let i = 0; i < streams; i++) {
    const random = randomStream(SEED, i);
    detector.reset();
    let alarm = false;
    for (let n = 0; n < horizon && !alarm; n++) alarm = detector.update(bernoulli(random, mean));
    if (alarm) alarmed += 1;
  }
  return alarmed;
}

describe('false alarms on stationary rewards', () => {
  const size = { horizon: 1000, streams: 400 };
  const LEVEL = 0.05;
  /**
   * At a rate of 0.05 the alarmed among 400 streams are at most binomial: 20 on average, sd 4.36. By
   * Chernoff's bound, exp(−400 kl(39/400, 0.05)) = 0.0006, 39 or more are that rare: a test that is at its
   * level or below passes, at twice the level (40 on average) it fails more often than not.
   */
  const MOST = 38;

  test.each(detectorCatalogue.list.filter(({ proved }) => proved))('$id, proved', (definition) => {
    for (const mean of [0.1, 0.5]) {
      expect(falseAlarms(definition, LEVEL, mean, size)).toBeLessThanOrEqual(MOST);
    }
  });

  test.each(detectorCatalogue.list.filter(({ id }) => id === 'glr' || id === 'gaussian-glr'))(
    '$id: not proved, yet within its level here',
    (definition) => {
      for (const mean of [0.1, 0.5]) {
        expect(falseAlarms(definition, LEVEL, mean, size)).toBeLessThanOrEqual(MOST);
      }
    },
  );

  test('the count is not vacuous: a threshold far too low alarms', () => {
    const loose = { ...detectorCatalogue.find('glr'), forLevel: () => ({ delta: 1, c: 0.01 }) };
    expect(falseAlarms(loose, LEVEL, 0.5, size)).toBeGreaterThan(MOST);
  });

  test('trap: a window that has just filled is no alarm', () => {
    const detector = createDetector('half-difference', { half: 50, delta: 0.01 });
    for (let n = 0; n < 1000; n++) expect(detector.update(n % 2)).toBe(false);
  });
});
