/** Options that are strange values, or that somebody else has put on every object. */
import { afterEach, describe, expect, test } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import { createPolicy } from './create-policy.ts';
import { createDecider } from './decider.ts';
import { createDetector } from './detector.ts';

const polluted = Object.prototype as unknown as Record<string, unknown>;
const names = ['armCount', 'window', 'seed', 'floor', 'origin', 'samples'];

afterEach(() => {
  for (const name of names) delete polluted[name];
});

describe('an option that every object inherits', () => {
  test('does not count, whatever it is', () => {
    polluted.armCount = 3;
    expect(() => createPolicy<string>('ucb1', {} as never)).toThrow('armCount must be an integer');
    polluted.window = 5;
    expect(() => createPolicy('sw-ucb', { armCount: 2 })).toThrow(ParameterError);
    expect(createPolicy('sw-ucb', { armCount: 2, window: 9 }).params.window).toBe(9);
    const plain = createDecider('ucb1', { armCount: 2 }).snapshot();
    polluted.seed = 77;
    polluted.origin = 'other';
    expect(createDecider('ucb1', { armCount: 2 }).snapshot()).toEqual(plain);
  });

  test('does not count for a choice or a detector', () => {
    polluted.floor = 1;
    expect(createDecider('ucb1', { armCount: 2 }).decide({}).explored).toBeUndefined();
    const usual = createDetector('cusum').params;
    polluted.samples = 7;
    expect(createDetector('cusum').params).toEqual(usual);
  });
});

test('parameters of a policy are a plain object, which the console shows as such', () => {
  const { params } = createPolicy('sw-ucb', { armCount: 2, window: 9 });
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
  expect(Object.isFrozen(params)).toBe(true);
});

describe('a value that is no option', () => {
  const odd: readonly (readonly [string, unknown, string])[] = [
    ['a bigint', 1n, '1n'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    ['an object without toString', Object.create(null), '{}'],
    ['a bigint in a list', [1n], '1'],
    [
      'an object that throws',
      {
        toString() {
          throw new Error('from toString');
        },
        toJSON() {
          throw new Error('from toJSON');
        },
      },
      'a value of type object',
    ],
  ];

  test.each(odd)('is refused by name: %s', (_, value, shown) => {
    const given = value as never;
    expect(() => createPolicy('ucb1', { armCount: given })).toThrow(
      new ParameterError(`armCount must be an integer from 1 to 16777216; got ${shown}`),
    );
    for (const name of [
      'horizon',
      'rewardRange',
      'ties',
      'pendingInWidth',
      'maxPending',
      'origin',
    ]) {
      expect(() => createPolicy('ucb1', { armCount: 2, [name]: given }), name).toThrow(
        ParameterError,
      );
    }
    expect(() => createPolicy('sw-ucb', { armCount: 2, window: given })).toThrow(ParameterError);
    const decider = createDecider('ucb1', { armCount: 2 });
    expect(() => decider.decide({ floor: given })).toThrow(ParameterError);
    expect(() => decider.decide([given])).toThrow(ParameterError);
    expect(() => decider.skip(given)).toThrow(ParameterError);
    expect(() => decider.expireOlderThan(given)).toThrow(ParameterError);
    expect(() => decider.update(decider.decide(), given)).toThrow(ParameterError);
  });
});
