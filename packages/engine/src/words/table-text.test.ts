import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { TableReader, tableText } from './table-text.ts';

const finite = fc.double({ noNaN: true, min: -1e100, max: 1e100 });
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((columns) =>
    fc.tuple(
      fc.constant(columns),
      fc.array(fc.array(finite, { minLength: columns, maxLength: columns }), { minLength: 1 }),
    ),
  );

test('what is written is read again to the last bit, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 40 }), ([columns, rows], pieceLength) => {
      const values = Float64Array.from(rows.flat());
      const text = [...tableText(values, columns)].join('');
      const reader = new TableReader('table.csv');
      for (let start = 0; start < text.length; start += pieceLength) {
        reader.push(text.slice(start, start + pieceLength));
      }
      const table = reader.finish();
      expect(table.columnCount).toBe(columns);
      expect(table.header).toBeUndefined();
      // Object.is on every number: -0 is not 0.
      expect(table.rows()).toEqual(rows);
    }),
    { seed: 20, numRuns: 200 },
  );
});

test('a table longer than a piece of writing keeps all rows', () => {
  const values = Float64Array.from({ length: 3 * 10_000 }, (_, i) => i / 7);
  const reader = new TableReader('table.csv');
  for (const piece of tableText(values, 3)) reader.push(piece);
  expect(reader.finish().values).toEqual(values);
});

test('a line without end is given up', () => {
  const reader = new TableReader('endless.csv');
  const piece = '1'.repeat(2 ** 25);
  reader.push(piece);
  reader.push(piece);
  expect(() => reader.push(piece)).toThrow('endless.csv, line 1: longer than');
});

test('a table with other separators is refused with the remedy', () => {
  const read = (text: string) => () => {
    const reader = new TableReader('x.csv');
    reader.push(text);
    reader.finish();
  };
  const remedy = 'separate values with commas, and write decimals with a point';
  expect(read('0,5;0,7\n')).toThrow(
    `x.csv, line 1, column 2: a number expected, found '5;0'; ${remedy}`,
  );
  expect(read('a;b\n0,5;0,7\n')).toThrow(
    `x.csv, line 2, column 2: 1 value expected, 3 found; ${remedy}`,
  );
  expect(read('1\t2\n3\t4\n')).toThrow(remedy);
  // Blanks around a number are no separators.
  expect(read('1\t,\t2\nx,\t3\n')).toThrow(/found 'x'$/);
});

test('a comma between quotes is explained where it leads to a wrong number of cells', () => {
  const read = (text: string) => () => {
    const reader = new TableReader('x.csv');
    reader.push(text);
    reader.finish();
  };
  const hint = 'quotes are not supported, so leave commas out of names';
  expect(read('a,"b, c"\n1,2\n')).toThrow(
    `x.csv, line 2, column 3: 3 values expected, 2 found; ${hint}`,
  );
  expect(read('a,b\n1,"2,5"\n')).toThrow(
    `x.csv, line 2, column 3: 2 values expected, 3 found; ${hint}`,
  );
  expect(read('"a","b"\n1,2\n')).not.toThrow();
  expect(read('a,b\n1,2,3\n')).not.toThrow(hint);
});

test.each(['\n', '\r\n', '\r'])('lines may end in %j, in whatever pieces they come', (end) => {
  const text = ['a,b', '1,2', '3,4', ''].join(end);
  for (let pieceLength = 1; pieceLength <= text.length; pieceLength++) {
    const reader = new TableReader('x.csv');
    for (let start = 0; start < text.length; start += pieceLength) {
      reader.push(text.slice(start, start + pieceLength));
    }
    const table = reader.finish();
    expect([table.header, ...table.rows()]).toEqual([
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ]);
  }
});

test('a cell has a bounded length, and a number a bounded size', () => {
  const read = (text: string) => () => {
    const reader = new TableReader('x.csv');
    reader.push(text);
    reader.finish();
  };
  expect(read(`1,${'0'.repeat(1099)}2\n`)).not.toThrow();
  const shown = `'${'0'.repeat(39)}… (200001 characters; a number has at most 1100)'`;
  expect(read(`1,${'0'.repeat(200_000)}2\n`)).toThrow(
    `x.csv, line 1, column 2: a number expected, found ${shown}`,
  );
  expect(read('1,2\n3,1e308\n')).toThrow(
    "x.csv, line 2, column 2: a number of at most 1e+100 in size expected, found '1e308'",
  );
});

test('a line in very many pieces is put together once, not searched anew with each', () => {
  const searched = vi.spyOn(String.prototype, 'replace');
  const reader = new TableReader('x.csv');
  const pieces = 500;
  for (let i = 0; i < pieces; i++) reader.push('1,'.repeat(50));
  reader.push('1\n');
  const characters = searched.mock.contexts.reduce(
    (sum: number, text) => sum + String(text).length,
    0,
  );
  searched.mockRestore();
  expect(reader.finish().columnCount).toBe(50 * pieces + 1);
  expect(characters).toBeLessThanOrEqual(2 * 100 * pieces);
});

test('UTF-16 is named as the cause', () => {
  const bytes = Buffer.from('\uFEFF0.134,0.2\n', 'utf16le');
  expect(() => new TableReader('x.csv').push(bytes.toString('utf8'))).toThrow(
    'x.csv: is not UTF-8 text (perhaps UTF-16); save it as CSV in UTF-8',
  );
});
