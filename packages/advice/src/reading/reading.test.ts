/** Logs from texts: what is read, what is noted, and what is refused with which words. */

import { randomStream } from '@driftline/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogError } from '../contract/log-error.ts';
import { numberIn } from './cells.ts';
import { type CsvRow, CsvScanner, delimiterOf } from './csv.ts';
import type { ReadingOptions } from './options.ts';
import { sortedByTime } from './order.ts';
import { CsvReader, JsonLinesReader } from './text-reader.ts';
import { TimeColumn } from './times.ts';

function readCsv(text: string, options: ReadingOptions = {}) {
  const reader = new CsvReader(options);
  reader.push(text);
  return reader.end().finish(false);
}

function readLines(lines: readonly unknown[], options: ReadingOptions = {}) {
  const reader = new JsonLinesReader('ndjson', options);
  reader.push(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return reader.end().finish(false);
}

/** What a refused text says, and its code. */
function refusal(read: () => unknown): { code: string; message: string; line: number | undefined } {
  try {
    read();
  } catch (error) {
    if (error instanceof LogError)
      return { code: error.code, message: error.message, line: error.place.line };
    throw error;
  }
  throw new Error('it was read');
}

/** Rows of two arms by turns, `extra` being added to each. */
function rows(count: number, cells: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${cells(i)}\n`).join('');
}

const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

const PLAIN = `time,arm,reward\n${rows(80, (i) => `2025-03-01T00:00:${String(i % 60).padStart(2, '0')}Z,${'AB'[i % 2]},${i % 3 === 0 ? 1 : 0}`)}`;

describe('a text of columns', () => {
  test('is read into columns in the order of time', () => {
    const { log, reading } = readCsv('ts,variant,click\n3,A,1\n1,B,0\n2,A,0\n');
    expect(Array.from(log.time)).toEqual([1, 2, 3]);
    expect(Array.from(log.arm, (arm) => log.arms[arm])).toEqual(['B', 'A', 'A']);
    expect(Array.from(log.reward)).toEqual([0, 0, 1]);
    expect(log).toMatchObject({ clock: 'slots', rewards: { name: 'click', kind: 'binary' } });
    expect(reading.columns).toEqual({ time: 'ts', arm: 'variant', reward: 'click' });
    expect(reading.notes).toEqual([
      {
        code: 'times-unsorted',
        text: '2 rows followed a row with a later time. All rows were sorted by time. Check that the time column holds the time of the decision, or name another one with --time.',
        isWarning: true,
      },
      {
        code: 'time-slots',
        text: "Times in 'ts' are below 10⁸ and are read as slot numbers.",
        isWarning: false,
      },
    ]);
  });

  test.each([
    ['semicolons', PLAIN.replaceAll(',', ';')],
    ['tabs', PLAIN.replaceAll(',', '\t')],
    ['bars', PLAIN.replaceAll(',', '|')],
    ['carriage returns', PLAIN.replaceAll('\n', '\r\n')],
    ['carriage returns alone', PLAIN.replaceAll('\n', '\r')],
    ['a mark at the beginning', `\ufeff${PLAIN}`],
    ['a mark before quotes', `\ufeff${PLAIN.replace(/[^,\n]+/g, '"$&"')}`],
    ['quotes', PLAIN.replace(/[^,\n]+/g, '"$&"')],
    ['spaces', PLAIN.replaceAll(',', ' , ')],
    ['blank lines', PLAIN.replaceAll('\n', '\n\n')],
    ['no line end at the end', PLAIN.trimEnd()],
    ['another order of columns', PLAIN.replace(/^(.*),(.*),(.*)$/gm, '$3,$1,$2')],
    [
      'more columns',
      PLAIN.replace(/$/gm, ',x').replace('reward,x', 'reward,country').trim().replace(/,x$/, ''),
    ],
  ])('is the same log with %s', (_, text) => {
    const read = readCsv(text.replace(/\n,x$/, ''));
    expect(read.log).toEqual(readCsv(PLAIN).log);
  });

  test('is the same log however it comes in pieces', () => {
    const text = PLAIN.replaceAll('\n', '\r\n').replaceAll('A', '"A ""1"", or\nso"');
    const whole = readCsv(text).log;
    expect(whole.arms).toEqual(['A "1", or\nso', 'B']);
    for (let size = 1; size < 40; size++) {
      const reader = new CsvReader({});
      for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
      expect(reader.end().finish(false).log).toEqual(whole);
    }
  });

  test('has the delimiter that its first line has most of, outside of quotes', () => {
    expect(delimiterOf('a;b;c')).toBe(';');
    expect(delimiterOf('"a;;;;",b,c')).toBe(',');
    expect(delimiterOf('a')).toBe(',');
  });

  test('is scanned into the cells that were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (cells, size) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const head = cells[0].map(() => 'h').join(',');
        const text = [head, ...cells.map((row) => row.map(quoted).join(','))].join('\n');
        const found: string[][] = [];
        const scanner = new CsvScanner((row: CsvRow) =>
          found.push(
            Array.from(
              { length: row.count },
              (_, i) => row.unescaped[i] ?? row.text.slice(row.starts[i], row.ends[i]),
            ),
          ),
        );
        for (let at = 0; at < text.length; at += size) scanner.push(text.slice(at, at + size));
        scanner.end();
        expect(found.slice(1)).toEqual(cells);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('numbers and times', () => {
  test('a number is what JavaScript reads', () => {
    const decimal = fc.oneof(
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc
        .tuple(fc.integer({ min: -99999, max: 99999 }), fc.nat(99999999))
        .map(([a, b]) => `${a}.${b}`),
    );
    fc.assert(
      fc.property(decimal, (text) => {
        expect(numberIn(`x${text},`, 1, text.length + 1)).toBe(Number(text));
      }),
      { seed: 1, numRuns: 1000 },
    );
    expect(
      ['', '.', '-', '1,5', 'Infinity', '0x1', '1e', '1 2'].map((text) =>
        numberIn(text, 0, text.length),
      ),
    ).toEqual(new Array(8).fill(Number.NaN));
  });

  test('a date is what JavaScript reads', () => {
    const moments = fc.array(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      {
        minLength: 1,
      },
    );
    const forms: ((date: Date) => string)[] = [
      (date) => date.toISOString(),
      (date) => date.toISOString().replace('T', ' ').replace('Z', ''),
      (date) => `${date.toISOString().slice(0, 19)}Z`,
      (date) => `${new Date(date.getTime() + 5_400_000).toISOString().slice(0, 19)}+01:30`,
    ];
    fc.assert(
      fc.property(moments, fc.nat(forms.length - 1), (dates, number) => {
        const column = new TimeColumn('t', 'line');
        for (const date of dates) {
          const text = forms[number](date);
          const whole = number < 2 ? date.getTime() : Math.floor(date.getTime() / 1000) * 1000;
          expect(column.text(text, 0, text.length, 1)).toBe(whole);
        }
      }),
      { seed: 1 },
    );
  });

  test.each([
    ['1740787200', 1_740_787_200_000],
    ['1740787200.25', 1_740_787_200_250],
    ['1740787200000', 1_740_787_200_000],
    ['1740787200000000', 1_740_787_200_000],
    ['2025-03-01', 1_740_787_200_000],
    ['2025-03-01 00:00', 1_740_787_200_000],
    ['2025-03-01T01:00:00+0100', 1_740_787_200_000],
    ['99999999', 99_999_999],
  ])('%s is %d', (text, time) => {
    expect(new TimeColumn('t', 'line').text(text, 0, text.length, 1)).toBe(time);
  });

  test.each([
    '2025-02-30',
    '2025-13-01',
    '2025-03-01T24:30',
    '03/01/2025',
    'yesterday',
    '-5',
    '2025-03-01T00:00:00+99:00',
  ])('%s is refused', (text) => {
    expect(
      refusal(() => new TimeColumn('t', 'line').text(text, 0, text.length, 7)).message,
    ).toMatch(/^line 7: column 't' must hold times \(ISO 8601 such as/);
  });

  test.each([
    '2025-03-01x10:00:00Z',
    '2025-03-01T10-00-00Z',
    '2025-03-01T1a:00:00Z',
    '2025-03-01T25:00:00Z',
    '2025-03-01T10:00:00.0a0Z',
    '2025-03-01T10:00:00,5Z x',
  ])('%s is refused after a row of the same day, too', (text) => {
    const column = new TimeColumn('t', 'line');
    const before = '2025-03-01T10:00:00Z';
    column.text(before, 0, before.length, 1);
    expect(refusal(() => column.text(text, 0, text.length, 2)).message).toMatch(
      /^line 2: column 't'/,
    );
  });

  test('two forms in one column are refused, with both lines', () => {
    const text =
      'time,arm,reward\n2025-03-01T00:00:00Z,A,1\n2025-03-01T00:00:01Z,B,1\n2025-03-01T00:00:02,A,0\n';
    expect(refusal(() => readCsv(text))).toEqual({
      code: 'log-value-not-accepted',
      line: 4,
      message:
        "line 4: times in 'time' must all have the same form; line 2 has dates with a zone, this one dates without a zone; write all in one form",
    });
  });

  test('rows of one time stay in their order, as by a stable sort', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (times) => {
        const values = Float64Array.from(times);
        const order = sortedByTime(
          Uint32Array.from(times, (_, i) => i),
          values,
        );
        const naive = times.map((_, i) => i).sort((a, b) => times[a] - times[b]);
        expect(Array.from(order)).toEqual(naive);
      }),
      { seed: 1 },
    );
  });

  test.each([
    ['no zone', 'time,arm,reward\n2025-03-01T00:00:00,A,1\n', ['time-zone-assumed']],
    ['seconds', 'time,arm,reward\n1740787200,A,1\n', ['time-unit']],
    ['no time', 'arm,reward\nA,1\n', ['time-absent']],
    ['ties', `time,arm,reward\n${'2025-03-01T00:00:00Z,A,1\n'.repeat(9)}`, ['times-tied']],
  ])('%s is noted', (_, text, expected) => {
    expect(codes(readCsv(text).reading.notes)).toEqual(expected);
  });
});

describe('times that are far from all others', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `${1000 + i},${'AB'[i % 2]},1,${1010 + i}`);
  const read = (more: string) => readCsv(['time,arm,reward,arrival', ...rows, more].join('\n'));

  test('of decisions are told of', () => {
    const { reading } = read('90000,A,0,');
    expect(reading.notes.find(({ code }) => code === 'times-outlying')?.text).toBe(
      "There are no decisions from 1199 to 90000, more than half of the log's time (200 rows before, 1 row after). If a time is wrong, correct or remove its row.",
    );
  });

  test('of rewards count as not come, and are told of', () => {
    const { log, reading } = read('1200,A,1,90000');
    expect(log.end).toBe(1209);
    expect(log.arrival?.[200]).toBeNaN();
    expect(reading.notes.find(({ code }) => code === 'times-outlying')?.text).toBe(
      "1 arrival time in 'arrival' lies after all others by more than the length of the log. Its reward counts as not arrived yet.",
    );
  });
});

describe('columns', () => {
  test('two that may be meant are refused, and both are named', () => {
    expect(refusal(() => readCsv('arm,click,reward\nA,1,1\n'))).toMatchObject({
      code: 'log-column-unclear',
      message: "several columns could be the reward ('click', 'reward'); name one with --reward",
    });
    const { reading } = readCsv('arm,click,reward\nA,1,0\n', { columns: { reward: 'click' } });
    expect(reading.columns.reward).toBe('click');
  });

  test('one that is missing is named, with those that there are', () => {
    expect(refusal(() => readCsv('user,reward\nA,1\n'))).toMatchObject({
      code: 'log-column-missing',
      message: "cannot find the arm column (columns: 'user', 'reward'); name it with --arm",
    });
    expect(refusal(() => readCsv('1,A,0\n2,B,1\n')).message).toContain(
      'check that the first line holds column names',
    );
    expect(refusal(() => readCsv('arm,reward\n', { columns: { arm: 'arn' } })).message).toBe(
      "there is no column 'arn'; did you mean 'arm'? Accepted: arm, reward",
    );
  });

  test('one can be used for one thing only', () => {
    const columns = { arm: 'value', reward: 'value' };
    expect(refusal(() => readCsv('value\n1\n', { columns })).message).toBe(
      "column 'value' cannot be both the arm and the reward; name another one with --arm or --reward",
    );
  });

  test('costs are negated, and it is said', () => {
    const { log, reading } = readCsv('arm,cost\nA,2\nB,0\n');
    expect(Array.from(log.reward)).toEqual([-2, 0]);
    expect(reading.notes.map(({ text }) => text)).toContain(
      "Column 'cost' holds costs. Rewards are the negated costs.",
    );
  });

  test('rows are taken where a column says so', () => {
    const { log, reading } = readCsv('arm,click,position\nA,1,1\nB,1,2\nC,0,1\n', {
      where: [{ column: 'position', value: '1' }],
    });
    expect(log.arms).toEqual(['A', 'C']);
    expect(reading.dropped).toEqual([{ why: 'where', rows: 1 }]);
  });
});

describe('cells that a column cannot hold', () => {
  const bad = (cells: readonly string[]) =>
    refusal(() => readCsv(`arm;reward\n${cells.map((cell) => `A;${cell}\n`).join('')}`)).message;

  test('the first three are shown', () => {
    expect(bad(['1', '1,5', 'x', '0', 'NaN', 'Infinity'])).toBe(
      "line 3: column 'reward' must hold finite numbers, or true and false, yes and no; got '1,5', 'x' in line 4, 'NaN' in line 6; write numbers with a decimal point, and leave the cell empty if there is no reward",
    );
    expect(bad(['1', '∞'])).toMatch(/^line 3: .* got '∞'; /);
  });

  test('truth is accepted', () => {
    const { log } = readCsv('arm,reward\nA,true\nA,No\nA,YES\nA,False\n');
    expect(Array.from(log.reward)).toEqual([1, 0, 1, 0]);
    const values = readLines([
      { arm: 1, reward: true },
      { arm: 2, reward: 0.5 },
    ]).log;
    expect([Array.from(values.reward), values.arms]).toEqual([
      [1, 0.5],
      ['1', '2'],
    ]);
  });

  test.each([
    ['0', "'0'"],
    ['1.5', "'1.5'"],
    ['-0.1', "'-0.1'"],
  ])('a propensity of %s is refused', (cell, shown) => {
    expect(refusal(() => readCsv(`arm,reward,p\nA,1,${cell}\n`)).message).toBe(
      `line 2: column 'p' must hold probabilities above 0 and at most 1; got ${shown}; name another column with --propensity, or remove this one`,
    );
  });

  test('a row of another length is refused', () => {
    expect(refusal(() => readCsv('arm,reward\nA,1\nB,1,2\n'))).toEqual({
      code: 'log-malformed',
      line: 3,
      message:
        'line 3: each row must have as many cells as the first line, 2; got 3; check for unquoted separators',
    });
  });

  test('quotes that are not closed are refused', () => {
    expect(refusal(() => readCsv('arm,reward\n"A,1\nB,1\n'))).toMatchObject({
      code: 'log-malformed',
      line: 2,
    });
    expect(refusal(() => readCsv('arm,reward\n"A"x,1\n')).message).toBe(
      "line 2: a quoted cell must end with its quote; got 'x' after it; write a quote inside quotes twice",
    );
  });

  test('an arm may be called none, but not be left out', () => {
    expect(readCsv('arm,reward\nnone,1\nNA,0\n').log.arms).toEqual(['NA', 'none']);
    expect(refusal(() => readCsv('arm,reward\n,1\n')).message).toBe(
      "line 2: column 'arm' must name an arm in each row, as text or a number; got nothing; write the name of the arm, or remove the row",
    );
  });

  test('an arrival before its decision is refused', () => {
    const text = 'time,arm,reward,arrival\n5,A,1,4\n';
    expect(refusal(() => readCsv(text)).message).toMatch(
      /^line 2: column 'arrival' must hold times at or after/,
    );
  });

  test('a line that is no JSON object is refused', () => {
    const reader = new JsonLinesReader('ndjson', {});
    expect(refusal(() => reader.push('{"arm":1,"reward":0}\n[1]\n'))).toMatchObject({
      code: 'log-malformed',
      line: 2,
    });
  });
});

describe('rewards that are missing', () => {
  const text = (missing: number) =>
    `arm,reward\n${rows(1000, (i) => `${'AB'[i % 2]},${i < missing ? '' : i % 3}`)}`;

  test('are left out where they are few, and it is said', () => {
    const { log, reading } = readCsv(text(9));
    expect(log.rows).toBe(991);
    expect(reading.dropped).toEqual([{ why: 'missing-reward', rows: 9 }]);
    expect(reading.notes[0].text).toBe('9 rows without a reward were left out.');
  });

  test('are refused where they are many, unless it is said what they mean', () => {
    expect(refusal(() => readCsv(text(10))).message).toBe(
      "column 'reward' is empty in 10 of 1000 rows; state the meaning of an empty reward with --missing zero, drop or pending",
    );
    expect(readCsv(text(10), { missing: 'zero' }).log.reward[0]).toBe(0);
    expect(readCsv(text(10), { missing: 'drop' }).log.rows).toBe(990);
    expect(readCsv(text(10), { missing: 'pending' }).log.reward[0]).toBeNaN();
  });

  test('are still to come where the log has arrivals', () => {
    const { log, reading } = readCsv('time,arm,reward,arrival\n1,A,,\n2,B,1,7\n3,A,0,\n');
    expect(Array.from(log.reward)).toEqual([Number.NaN, 1, 0]);
    expect(Array.from(log.arrival ?? [])).toEqual([Number.NaN, 7, Number.NaN]);
    expect(log.end).toBe(7);
    expect(codes(reading.notes)).toEqual(['time-slots']);
  });

  test('say nothing where no time is given', () => {
    expect(refusal(() => readCsv('arm,reward,arrival\nA,1,5\n')).message).toContain(
      'name it with --time',
    );
  });
});

describe('arms', () => {
  test('that are rare are put together, and it is said', () => {
    const { log, reading } = readCsv(
      `arm,reward\n${rows(90, (i) => `${'AB'[i % 2]},1`)}C,1\nother,1\n`,
    );
    expect([log.arms, log.other]).toEqual([['A', 'B', 'other'], 2]);
    expect(Array.from(log.arm.slice(-2))).toEqual([2, 2]);
    expect(reading.notes[0].text).toBe(
      "2 rare arms with 2 rows in total are grouped as 'other', which the answers ignore.",
    );
  });

  test('are refused before the work if they are too many for so many rows', () => {
    const log = (arms: number) => `arm,reward\n${rows(60_000, (i) => `a${i % arms},${i % 2}`)}`;
    const { code, message } = refusal(() => readCsv(log(1000), { top: 1000 }));
    expect(code).toBe('log-not-accepted');
    expect(message).toBe(
      "column 'arm' names 1000 arms in 60000 decisions, which would take minutes and about 1.0 GB of memory; at most 333 arms are accepted for a log of this length; add --top 333, or read a part of the log with --where COLUMN=VALUE",
    );
    expect(refusal(() => readCsv(log(1000))).code).toBe('log-not-accepted');
    expect(readCsv(log(1000), { top: 333 }).log.arms).toHaveLength(334);
    expect(readCsv(log(333)).log.arms).toHaveLength(333);
  });

  test('keep their name where one is called other', () => {
    const { log } = readCsv(`arm,reward\n${rows(90, (i) => `${['other', 'B'][i % 2]},1`)}C,1\n`);
    expect([log.arms, log.other]).toEqual([['B', 'other', '(other)'], 2]);
  });

  test('are too many above a thousand, unless the most frequent ones are asked for', () => {
    const text = `arm,reward\n${rows(3000, (i) => `${i % 1500},1`)}${rows(60, (i) => `${i % 2},1`)}`;
    expect(refusal(() => readCsv(text)).message).toMatch(
      /^column 'arm' names 1500 arms; at most 1000/,
    );
    expect(readCsv(text, { top: 2 }).log.arms).toEqual(['0', '1', 'other']);
  });

  test('that come late or end early are eligible meanwhile only', () => {
    const { log, reading } = readCsv(
      `arm,reward\n${rows(900, (i) => `${i < 300 ? 'AB'[i % 2] : i < 600 ? 'ABC'[i % 3] : 'BC'[i % 2]},1`)}`,
    );
    expect(log.sets.map((set) => Array.from(set))).toEqual([
      [0, 1],
      [0, 1, 2],
      [1, 2],
    ]);
    expect([0, 299, 302, 597, 598, 899].map((row) => log.eligible?.[row])).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(codes(reading.notes)).toContain('arms-not-always-present');
  });

  test('that are tried less and less are not gone', () => {
    const isTried = (i: number) => Math.log2(i + 1) % 1 === 0;
    const { log } = readCsv(
      `arm,reward\n${rows(5000, (i) => `${isTried(i) || i < 200 ? 'AB'[i % 2] : 'A'},1`)}`,
    );
    expect(log.eligible).toBeUndefined();
  });

  test.each([
    ['bars', (arms: string[]) => arms.join('|')],
    ['JSON', (arms: string[]) => JSON.stringify(arms).replaceAll('"', '""')],
  ])('that are eligible are read from %s', (_, write) => {
    const cells = (i: number) => (i % 2 === 0 ? ['A', 'B'] : ['C', 'B', 'A']);
    const { log } = readCsv(
      `arm,reward,eligible\n${rows(90, (i) => `${'ABABAC'[i % 6]},1,"${write(cells(i))}"`)}`,
    );
    expect(log.sets.map((set) => Array.from(set))).toEqual([
      [0, 1],
      [0, 1, 2],
    ]);
    expect(Array.from(log.eligible ?? []).slice(0, 4)).toEqual([0, 1, 0, 1]);
  });

  test('must be among those that are eligible', () => {
    expect(refusal(() => readCsv('arm,reward,eligible\nA,1,B|C\n')).message).toBe(
      "line 2: column 'eligible' must contain the arm that was chosen; got 'B|C'; add it, or correct the arm",
    );
  });
});

describe('ids', () => {
  const text = (repeated: number) =>
    `decision_id,arm,reward\n${rows(1000, (i) => `${i < repeated ? 0 : i},A,${i}`)}`;

  test('that come again are left out, the first being kept', () => {
    const { log, reading } = readCsv(text(11));
    expect([log.rows, log.reward[0]]).toEqual([990, 0]);
    expect(reading.dropped).toEqual([{ why: 'duplicate-id', rows: 10 }]);
  });

  test('are refused where many come again', () => {
    expect(refusal(() => readCsv(text(12))).message).toMatch(
      /^column 'decision_id' must be different in each row; 11 of 1000/,
    );
  });
});

describe('propensities', () => {
  const log = (propensity: (i: number, arm: string) => string) =>
    readCsv(
      `arm,reward,propensity\n${rows(3000, (i) => {
        const arm = i % 10 === 0 ? 'B' : 'A';
        return `${arm},${i % 2},${propensity(i, arm)}`;
      })}`,
    );

  test('that are those of the arm are used', () => {
    const { log: right, reading } = log((_, arm) => (arm === 'A' ? '0.9' : '0.1'));
    expect(right.propensity?.[0]).toBe(0.1);
    expect(codes(reading.notes)).toEqual(['time-absent']);
  });

  test('that are those of another arm are not used', () => {
    const { log: read, reading } = log((_, arm) => (arm === 'A' ? '0.1' : '0.9'));
    expect(reading.notes[0]).toEqual({
      code: 'propensities-doubtful',
      text: 'Propensities are ignored: they cannot be the probabilities of the logged arms, because 1/(arms × propensity) averages 4.56 instead of 1. Check the column, or name another one with --propensity.',
      isWarning: true,
    });
    expect(read.propensity).toBeUndefined();
  });

  test.each([
    ['their inverses', 1 / 0.9, "'1.1111111111111112'"],
    ['per cent', 90, "'90'"],
    ['nothing', 0, "'0'"],
  ])('that are %s are refused', (_, propensity, shown) => {
    expect(() => log(() => String(propensity))).toThrow(
      `line 2: column 'propensity' must hold probabilities above 0 and at most 1; got ${shown}, ${shown} in line 3, ${shown} in line 4; name another column with --propensity, or remove this one`,
    );
  });

  test('that some rows lack are not used', () => {
    const { log: partial, reading } = log((i) => (i === 5 ? '' : '0.5'));
    expect(partial.propensity).toBeUndefined();
    expect(codes(reading.notes)).toContain('propensities-partial');
  });
});

describe('a long log', () => {
  test('is thinned out, the same however it comes', () => {
    const text = `arm,reward\n${rows(5000, (i) => `${'AB'[i % 2]},${i}`)}`;
    const whole = readCsv(text, { mostRows: 1000 });
    expect(whole.log.decisionsPerRow).toBe(8);
    expect(Math.abs(whole.log.rows - 625)).toBeLessThan(5 * Math.sqrt(625));
    expect(whole.reading.dropped).toEqual([{ why: 'thinned', rows: 5000 - whole.log.rows }]);
    const reader = new CsvReader({ mostRows: 1000 });
    for (let at = 0; at < text.length; at += 999) reader.push(text.slice(at, at + 999));
    expect(reader.end().finish(false).log).toEqual(whole.log);
    expect(readCsv(text, { mostRows: 5000 }).log.decisionsPerRow).toBe(1);
  });
});

describe('the decision service', () => {
  const line = (i: number, outcome: 'reward' | 'cancel' | 'late' | null) => ({
    decisionId: `d${i}`,
    number: i,
    slot: i,
    time: new Date(1_740_787_200_000 + 1000 * i).toISOString(),
    arm: 'AB'[i % 2],
    eligible: ['A', 'B'],
    propensity: 0.5,
    reason: 'policy',
    unit: null,
    context: null,
    outcome,
    reward: outcome === 'reward' ? i % 3 : null,
    arrival: outcome === null ? null : new Date(1_740_787_260_000 + 1000 * i).toISOString(),
  });

  test('its export is read without a word', () => {
    const lines = Array.from({ length: 90 }, (_, i) =>
      line(i, i < 80 ? 'reward' : i < 82 ? 'cancel' : null),
    );
    const { log, reading } = readLines(lines);
    expect(reading.columns).toMatchObject({
      reward: 'reward',
      id: 'decisionId',
      outcome: 'outcome',
    });
    expect(reading.dropped).toEqual([{ why: 'cancelled', rows: 2 }]);
    expect([log.rows, log.reward[1], log.reward[80]]).toEqual([88, 1, Number.NaN]);
    expect(log.arrival?.[1]).toBe(1_740_787_261_000);
    expect([log.propensity?.[0], log.eligible]).toEqual([0.5, undefined]);
    expect(reading.notes).toEqual([]);
  });
});

test('events of Vowpal Wabbit are read', () => {
  const reader = new JsonLinesReader('dsjson', { columns: { arm: undefined, time: undefined } });
  for (let i = 0; i < 80; i++) {
    const event = {
      _label_cost: -(i % 2),
      _label_probability: 0.5,
      _label_Action: (i % 2) + 1,
      Timestamp: `2025-03-01T00:00:${String(i % 60).padStart(2, '0')}.0000000Z`,
      EventId: `e${i}`,
      c: { user: 'x' },
    };
    reader.push(`${JSON.stringify(event)}\n`);
  }
  const { log, reading } = reader.end().finish(false);
  expect([log.arms, log.reward[79], log.reward[0]]).toEqual([['1', '2'], 1, 0]);
  expect(reading.columns.reward).toBe('_label_cost');
});

test('rows in another order make the same log', () => {
  const lines = PLAIN.trimEnd()
    .split('\n')
    .slice(1)
    .map((each, i) => each.replace(/:\d\dZ/, `:00.${String(i).padStart(3, '0')}Z`));
  const random = randomStream(1);
  const shuffled = lines
    .map((each) => [random.uniform(), each] as const)
    .sort((a, b) => a[0] - b[0]);
  const text = (rows: readonly string[]) => ['time,arm,reward', ...rows].join('\n');
  expect(readCsv(text(shuffled.map(([, each]) => each))).log).toEqual(readCsv(text(lines)).log);
});

describe('what can be taken for something else', () => {
  const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

  test("a line that tells Excel the delimiter is none of the log's", () => {
    const { log } = readCsv(textOf(['sep=;', 'ts;variant;click', '1;A;1', '2;"B,C";0']));
    expect(log.arms).toEqual(['A', 'B,C']);
    expect(readCsv(textOf(['arm,reward', 'sep=;,1', 'B,0'])).log.arms).toEqual(['B', 'sep=;']);
  });

  test('an arm is a text or a number, and no two numbers become one', () => {
    expect(refusal(() => readLines([{ arm: { name: 'A' }, reward: 1 }]))).toEqual({
      code: 'log-value-not-accepted',
      message: `line 1: column 'arm' must name an arm in each row, as text or a number; got {"name":"A"}; write the name of the arm, or remove the row`,
      line: 1,
    });
    const reader = new JsonLinesReader('ndjson', {});
    const long = '{"arm":12345678901234567890,"reward":1}\n';
    const refused = refusal(() => {
      reader.push(long);
      reader.end();
    });
    expect(refused.message).toBe(
      "line 1: column 'arm' must hold texts, or whole numbers up to 9007199254740991; got about 12345678901234567000, which is rounded; write it in quotes",
    );
    const id = { decision_id: 2 ** 53, arm: 'A', reward: 1 };
    expect(refusal(() => readLines([id])).message).toContain("column 'decision_id' must hold");
  });

  test.each(['1e308', '-1e51', '1e-51'])('a reward of %s is out of range', (reward) => {
    expect(refusal(() => readCsv(textOf(['arm,reward', 'A,0', `B,${reward}`])))).toEqual({
      code: 'log-value-not-accepted',
      message: `line 3: column 'reward' must hold 0 or numbers of size 1e-50 to 1e+50; got '${reward}'; use another unit`,
      line: 3,
    });
  });
});
