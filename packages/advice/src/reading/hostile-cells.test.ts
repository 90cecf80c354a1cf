/** Cells that strangers filled: guards against formulas, and JSON that nests without end. */
import { csvCell } from '@driftline/core/spec';
import { describe, expect, test } from 'vitest';
import { LogError } from '../contract/log-error.ts';
import { LogBuilder } from './log-builder.ts';
import type { ReadingOptions } from './options.ts';
import { CsvReader, JsonLinesReader } from './text-reader.ts';

describe('cells of CSV that were guarded against formulas', () => {
  const texts = ['=1+1', '-x', "'@y", 'z;=1', 'plain'];
  const text = `time,arm,reward,unit\n${texts.map((each, i) => `${i},${csvCell(each)},1,${csvCell(each)}\n`).join('')}`;
  const read = (options: ReadingOptions) => {
    const reader = new CsvReader(options);
    reader.push(text);
    return reader.end().finish(false);
  };

  test('are read without their guards', () => {
    expect(read({}).log.arms.toSorted()).toEqual(texts.toSorted());
  });

  test.each(texts)('are found by --where as %s', (value) => {
    const { log } = read({ where: [{ column: 'unit', value }] });
    expect(Array.from(log.arm, (arm) => log.arms[arm])).toEqual([value]);
  });
});

describe('a cell of nested lists', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const refusal = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (error instanceof LogError) return [error.code, error.place.line, error.message];
      throw error;
    }
    return [];
  };

  test.each(['arm', 'reward', 'time', 'eligible', 'context'])(
    'of 100,000 levels in the column %s is refused with its line',
    (column) => {
      const plain = { time: 1, arm: 'A', reward: 1, eligible: ['A'], context: {} };
      const deep = JSON.stringify({ ...plain, [column]: 'here' }).replace(
        '"here"',
        nested(100_000),
      );
      const reader = new JsonLinesReader('ndjson', {});
      const [code, place, message] = refusal(() => {
        reader.push(`${JSON.stringify(plain)}\n${deep}\n`);
        reader.end();
      });
      expect([code, place]).toEqual(['log-malformed', 2]);
      expect(message).toBe(
        `line 2: cells can nest at most 100 levels of lists and objects; column '${column}' has more; write a name or a number instead, or remove the column`,
      );
    },
  );

  test('of 100 levels is accepted in a column that is not used', () => {
    const reader = new JsonLinesReader('ndjson', {});
    reader.push(`{"arm":"A","reward":1,"context":${nested(100)}}\n`);
    expect(reader.end().finish(false).log.arms).toEqual(['A']);
  });

  test('is refused in rows of other formats', () => {
    const builder = new LogBuilder(['arm', 'reward'], { format: 'parquet', unit: 'row' }, {});
    const [code, place, message] = refusal(() =>
      builder.addValues([JSON.parse(nested(101)), 1], 7),
    );
    expect([code, place]).toEqual(['log-malformed', 7]);
    expect(message).toMatch(/^row 7: /);
  });
});
