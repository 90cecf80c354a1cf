import { describe, expect, test } from 'vitest';
import { csvCell, csvCellText } from './csv-cell.ts';

/** Text of a cell as a reader of CSV takes it. */
function read(cell: string): string {
  const inside = /^"([\s\S]*)"$/.exec(cell)?.[1];
  return inside === undefined ? cell : inside.replaceAll('""', '"');
}

describe('a text as a cell', () => {
  test.each([
    [
      '=HYPERLINK("http://evil.example","click")',
      `"'=HYPERLINK(""http://evil.example"",""click"")"`,
    ],
    ['+1', "'+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['visitor;=1+1', "visitor;'=1+1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a=b-c', 'a=b-c'],
    ['it=1;scale=2', 'it=1;scale=2'],
    ['a,b', '"a,b"'],
    [' x', '" x"'],
    ['', ''],
  ])('%s is written %s', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
    expect(csvCellText(read(cell))).toBe(text);
  });

  test('begins no formula, and is read back, for all short texts of dangerous characters', () => {
    const characters = ['=', '-', "'", ';', '\t', 'a', '"', '\n', '＠'];
    let texts = [''];
    for (let length = 0; length < 4; length++) {
      texts = [...texts, ...texts.flatMap((text) => characters.map((each) => text + each))];
    }
    for (const text of new Set(texts)) {
      const cell = read(csvCell(text));
      expect(cell).not.toMatch(/(^|[;\t\r\n])[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      expect(csvCellText(cell)).toBe(text);
    }
  });
});
