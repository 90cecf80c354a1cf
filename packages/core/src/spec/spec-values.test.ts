import { describe, expect, test } from 'vitest';
import { acceptedNumbers, type SpecParameter, SpecValues } from './spec-values.ts';

const parameters: readonly SpecParameter[] = [
  { kind: 'number', id: 'period', summary: '', default: 2000, above: 0 },
  { kind: 'integer', id: 'knots', summary: '', least: 0 },
  { kind: 'choice', id: 'order', summary: '', default: 0, words: ['cyclic', 'random'] },
  { kind: 'list', id: 'breakpoints', summary: '' },
  { kind: 'table', id: 'means', summary: '' },
];

function read(given: ConstructorParameters<typeof SpecValues>[2]): SpecValues {
  return new SpecValues('sample', parameters, given);
}

describe('values', () => {
  test('from text', () => {
    const values = read({
      period: '1e3',
      knots: '50',
      order: 'random',
      breakpoints: '10/20',
      means: '.1/-2|3/4.',
    });
    expect(values.resolved()).toEqual({
      period: 1000,
      knots: 50,
      order: 1,
      breakpoints: [10, 20],
      means: [
        [0.1, -2],
        [3, 4],
      ],
    });
  });

  test('from numbers and arrays', () => {
    const values = read({ period: 0.5, order: 1, breakpoints: [1], means: [[1, 2]] });
    expect(values.number('period')).toBe(0.5);
    expect(values.number('order')).toBe(1);
    expect(values.list('breakpoints')).toEqual([1]);
    expect(values.table('means')).toEqual([[1, 2]]);
  });

  test('defaults, and what was given', () => {
    const values = read({});
    expect(values.number('period')).toBe(2000);
    expect(values.optionalNumber('knots')).toBeUndefined();
    expect(values.list('breakpoints')).toBeUndefined();
    expect(values.given('period')).toBe(false);
    expect(values.anyGiven()).toBe(false);
    expect(read({ period: 2000 }).given('period')).toBe(true);
    expect(() => values.number('knots')).toThrow('knots must be given');
  });
});

describe('refusals', () => {
  test.each<[ConstructorParameters<typeof SpecValues>[2], string]>([
    [{ period: '-3' }, 'period must be a number > 0; got -3'],
    [{ period: 0 }, 'period must be a number > 0; got 0'],
    [{ period: 'Infinity' }, 'period must be a number > 0; got Infinity'],
    [{ period: '0x10' }, 'period must be a number > 0; got 0x10'],
    [{ period: '1e999' }, 'period must be a number > 0; got 1e999'],
    [
      { period: `${'0'.repeat(2000)}1` },
      `period must be a number > 0; got ${'0'.repeat(59)}… (2001 characters; a number has at most 1100)`,
    ],
    [{ period: 1e155 }, 'period must be 0, or from 1e-100 to 1e+100 in size; got 1e+155'],
    [{ period: '1e-101' }, 'period must be 0, or from 1e-100 to 1e+100 in size; got 1e-101'],
    [{ means: '1/1e101' }, 'means must be numbers of at most 1e+100 in size; got 1e+101'],
    [{ period: [1, 2] }, 'period must be a number > 0; got 1/2'],
    [{ knots: 1.5 }, 'knots must be an integer >= 0; got 1.5'],
    [{ order: 'cyclical' }, 'order must be one of cyclic, random; got cyclical'],
    [{ order: 2 }, 'order must be one of cyclic, random; got 2'],
    [{ breakpoints: '10//20' }, "breakpoints must be numbers separated by '/'; got 10//20"],
    [
      { means: '1/2|3' },
      "means must be rows of equal length, with '/' between numbers and '|' between rows; got 1/2|3",
    ],
    [
      { perid: 3 },
      "sample has no parameter 'perid'; did you mean 'period'? Accepted: period, knots, order, breakpoints, means",
    ],
  ])('%j', (given, message) => {
    expect(() => read(given)).toThrow(message);
  });

  test('an owner without parameters says so', () => {
    expect(() => new SpecValues('bernoulli', [], { sd: 1 })).toThrow(
      "bernoulli takes no parameters; got 'sd'",
    );
  });
});

test('accepted numbers in words', () => {
  expect(acceptedNumbers({ kind: 'number', id: 'x', summary: '' })).toBe('a number');
  expect(acceptedNumbers({ kind: 'number', id: 'x', summary: '', least: 0, below: 1 })).toBe(
    'a number >= 0 and < 1',
  );
});
