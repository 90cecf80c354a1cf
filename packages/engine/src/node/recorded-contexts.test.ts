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
    const { columns, values } = read('country,hour,unused\n"DE",0,x\nFR,6,\nDE,12,z\n', FEATURES);
    expect(columns.length).toBe(values.length / 3);
    expect(columns[0]).toBe('intercept');
    const rows = [0, 1, 2].map((i) => values.slice(i * columns.length, (i + 1) * columns.length));
    expect(rows.map(([intercept]) => intercept)).toEqual([1, 1, 1]);
    const [de, fr] = ['DE', 'FR'].map((value) => columns.findIndex((name) => name.includes(value)));
    expect(rows.map((row) => [row[de], row[fr]])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  test('have features inferred from their cells: numbers, flags and categories', () => {
    const { columns } = read('a,b,c,same\n1,true,x\u00e4,5\n3.5,false,"y,z",5\n');
    const text = columns.join(' ');
    for (const name of ['intercept', 'a', 'b', 'y,z']) expect(text).toContain(name);
    expect(text).not.toContain('same');
  });

  test('may begin with a byte order mark and end lines as Windows and old Macs do', () => {
    const plain = read('hour,country\n1,DE\n2,FR\n', FEATURES);
    expect(read('\uFEFFhour,country\r\n1,DE\r\n2,FR\r\n', `\uFEFF${FEATURES}`)).toEqual(plain);
    expect(read('hour,country\r1,DE\r2,FR\r', FEATURES)).toEqual(plain);
  });

  const many = Array.from({ length: 21 }, (_, i) => `text ${i}`).join('\n');

  test.each([
    ['', undefined, 'row of names'],
    ['a\n', undefined, 'at least one row'],
    ['a,b\n1,2\n3\n', undefined, 'row 3 must have as many cells as row 1, 2; got 1'],
    ['a,b\n1,2\n\n3,4\n', undefined, 'row 3 is blank'],
    ['a,b\n1,"x\n2,y\n', undefined, 'row 2 has a quote that is not closed'],
    [
      'a;b\n1;2\n3;4\n',
      undefined,
      'row 1 must have names with commas between them; got semicolons',
    ],
    ['a\tb\n1\t2\n3\t4\n', undefined, 'got tabs'],
    [
      '1,5\n2,6\n3,7\n',
      undefined,
      'row 1, column 1 must be a name, such as hour; got the number 1',
    ],
    ['a,\n1,2\n', undefined, 'row 1, column 2 has an empty name'],
    ['a\n1\nNaN\n2\n', undefined, "row 3, column a must be a number, as in other rows; got 'NaN'"],
    ['my day\n1\n2\n', undefined, "column 'my day' must have a name of a letter"],
    [
      'a,b\n1,1\n2,\n3,3\n',
      undefined,
      'c.csv, row 3: feature b must have a value; got an empty cell',
    ],
    ['hour,country\n1,DE\n,FR\n', FEATURES, 'row 3: feature hour must have a value'],
    ['hour,country\n1,DE\nNaN,FR\n', FEATURES, 'row 3: feature hour must be a finite number'],
    [
      'x\n1\n200\n',
      '[{"kind":"number","name":"x","min":0,"max":10}]',
      'row 3: feature x must be from 0 to 10; got 200; correct the cell, or declare a wider range',
    ],
    ['a,a\n1,2\n', undefined, 'row 1, column 2 has a name twice'],
    ['a\n7\n7\n', undefined, 'whose values differ'],
    [`a\n${many}\n`, undefined, 'column a has 21 different texts'],
    [
      'hour\n1\n',
      FEATURES,
      'has no column country, which f.json declares as a feature; its columns are hour; use',
    ],
    ['hour,country\n1,DE\nnoon,FR\n', FEATURES, 'c.csv, row 3: feature hour'],
    ['hour,country\n1,DE\n', '{', 'f.json: must be a JSON list of features, such as'],
    ['hour,country\n1,DE\n', '3', '[{"kind":"cycle","name":"hour","period":24}]; got number'],
    ['hour,country\n1,DE\n', 'null', 'got null'],
    ['hour,country\n1,DE\n', '[]', 'f.json: features must be an array of 1 to 32'],
    ['hour,country\n1,DE\n', '[{"kind":"colour","name":"hour"}]', 'f.json: '],
  ])('%j with %j are refused with the place and a code', (text, features, message) => {
    expect(problem(text, features)).toContain(message);
    expect(problem(text, features)).toMatch(/ \[[a-z-]+\]$/);
  });
});
