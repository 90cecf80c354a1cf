import { CodedError } from '@driftline/core/play';
import { describe, expect, test } from 'vitest';
import { readRecordedContexts } from './recorded-contexts.ts';

const FEATURES = JSON.stringify([
  { kind: 'cycle', name: 'hour', period: 24 },
  { kind: 'category', name: 'country', values: ['DE', 'FR'] },
]);

function read(text: string, features?: string) {
  return readRecordedContexts({
    contexts: { name: 'c.csv', text },
    features: features === undefined ? undefined : { name: 'f.json', text: features },
  });
}

/** The code and the message of an error. */
function problem(text: string, features?: string): string {
  try {
    read(text, features);
  } catch (error) {
    if (error instanceof CodedError) return `${error.message} [${error.code}]`;
    throw error;
  }
  return 'nothing';
}

describe('recorded contexts', () => {
  test('become vectors with an intercept, by declared features', () => {
    const { columns, values } = read('country,hour,unused\n"DE",0,x\nFR,6,y\n,12,z\n', FEATURES);
    expect(columns.length).toBe(values.length / 3);
    expect(columns[0]).toBe('intercept');
    const rows = [0, 1, 2].map((i) => values.slice(i * columns.length, (i + 1) * columns.length));
    expect(rows.map(([intercept]) => intercept)).toEqual([1, 1, 1]);
    const [de, fr] = ['DE', 'FR'].map((value) => columns.findIndex((name) => name.includes(value)));
    expect(rows.map((row) => [row[de], row[fr]])).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
  });

  test('have features inferred from their cells: numbers, flags and categories', () => {
    const { columns } = read('a,b,c,same\n1,true,x\u00e4,5\n3.5,false,"y,z",5\n');
    const text = columns.join(' ');
    for (const name of ['intercept', 'a', 'b', 'y,z']) expect(text).toContain(name);
    expect(text).not.toContain('same');
  });

  const many = Array.from({ length: 21 }, (_, i) => `text ${i}`).join('\n');

  test.each([
    ['', undefined, 'row of names'],
    ['a\n', undefined, 'at least one row'],
    ['a,b\n1,2\n3\n', undefined, 'row 3 must have 2 cells'],
    ['a,a\n1,2\n', undefined, 'row 1, column 2 has a name twice'],
    ['a\n7\n7\n', undefined, 'whose values differ'],
    [`a\n${many}\n`, undefined, 'column a has 21 different texts'],
    ['hour\n1\n', FEATURES, 'has no column country'],
    ['hour,country\n1,DE\nnoon,FR\n', FEATURES, 'c.csv, row 3: feature hour'],
    ['hour,country\n1,DE\n', '{', 'f.json: must be JSON'],
    ['hour,country\n1,DE\n', '3', 'f.json: must be a list'],
    ['hour,country\n1,DE\n', '[{"kind":"colour","name":"hour"}]', 'f.json: '],
  ])('%j with %j are refused with the place and a code', (text, features, message) => {
    expect(problem(text, features)).toContain(message);
    expect(problem(text, features)).toMatch(/ \[[a-z-]+\]$/);
  });
});
