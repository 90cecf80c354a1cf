import type { ExportLine } from '@driftline/client/wire';
import { csvCellText } from '@driftline/core/spec';
import { expect, test } from 'vitest';
import { configOf, KeptLog, START } from '../../test/kept-log.ts';
import { DecisionIds } from '../model/decision-ids.ts';
import { type ExportOptions, exportColumns, exportLines } from './export.ts';

const ids = new DecisionIds([new Uint8Array(32).fill(7)]);

async function exported(log: KeptLog, options?: ExportOptions): Promise<string> {
  let text = '';
  for await (const chunk of exportLines(log, 'checkout', ids, options)) text += chunk;
  return text;
}

function ndjson(text: string): ExportLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): ExportLine => JSON.parse(line));
}

/** A reader of CSV by RFC 4180, for what the export writes. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const NASTY = 'a,"b"\n\r\u2028 {}=1 ';

function mixed(): KeptLog {
  const log = new KeptLog();
  log.play(1, 0.5, { reason: 'explored', propensity: 0.01, slot: 4 });
  log.settle(
    log.decide(0, { unit: NASTY, context: JSON.stringify({ page: NASTY }) }),
    null,
    'cancel',
  );
  log.change('arm', { place: 1, arm: { key: 'green', payload: null, state: 'paused' } });
  log.settle(log.decide(0, { eligible: '[1,0]' }), 1, 'late');
  log.change('arm', { place: 2, arm: { key: 'red', payload: null, state: 'active' } });
  log.configure(
    configOf({ arms: [...configOf().arms, { key: 'red', payload: null, state: 'active' }] }),
  );
  log.decide(2);
  return log;
}

test('a line per decision says who was eligible then, and what came of it', async () => {
  const lines = ndjson(await exported(mixed()));
  expect(lines[0]).toEqual({
    decisionId: ids.write(1, 0, START + 2000),
    number: 0,
    slot: 4,
    time: new Date(START + 2000).toISOString(),
    arm: 'green',
    eligible: ['blue', 'green'],
    propensity: 0.01,
    reason: 'explored',
    unit: null,
    context: null,
    outcome: 'reward',
    reward: 0.5,
    arrival: new Date(START + 3000).toISOString(),
  });
  expect(lines.map(({ eligible }) => eligible)).toEqual([
    ['blue', 'green'],
    ['blue', 'green'],
    ['green', 'blue'],
    ['blue', 'red'],
  ]);
  expect(lines.map(({ outcome, reward }) => [outcome, reward])).toEqual([
    ['reward', 0.5],
    ['cancel', null],
    ['late', 1],
    [null, null],
  ]);
  expect(Object.keys(lines[0])).toEqual([...exportColumns]);
});

test('CSV says the same as NDJSON, whatever texts hold', async () => {
  const lines = ndjson(await exported(mixed()));
  const [header, ...rows] = csvRows(await exported(mixed(), { format: 'csv' }));
  expect(header).toEqual([...exportColumns]);
  const told = rows.map((row) => Object.fromEntries(row.map((field, i) => [header[i], field])));
  const wanted = lines.map((line) =>
    Object.fromEntries(
      Object.entries(line).map(([name, value]) => {
        if (value === null) return [name, ''];
        return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
      }),
    ),
  );
  expect(told).toEqual(wanted);
  expect(told[1].unit).toBe(NASTY);
});

test('an export goes on after a number', async () => {
  const lines = ndjson(await exported(mixed(), { after: 1 }));
  expect(lines.map(({ number }) => number)).toEqual([2, 3]);
  expect(lines[1].eligible).toEqual(['blue', 'red']);
});

test('an export ends with what was decided when it began, and reads page by page', async () => {
  const log = new KeptLog();
  for (let i = 0; i < 5000; i++) log.decide(0);
  let count = 0;
  for await (const chunk of exportLines(log, 'checkout', ids)) {
    count += chunk.split('\n').length - 1;
    for (let i = 0; i < 100; i++) log.decide(0);
  }
  expect(count).toBe(5000);
  expect(log.largestPage).toBeLessThanOrEqual(10_000);
});

test('who stops reading stops the export: no page is read that nobody waits for', async () => {
  const log = new KeptLog();
  for (let i = 0; i < 50_000; i++) log.decide(0);
  for await (const _ of exportLines(log, 'checkout', ids)) break;
  expect(log.pages).toBe(1);
});

test('an experiment without decisions exports nothing, or the header', async () => {
  expect(await exported(new KeptLog())).toBe('');
  expect(await exported(new KeptLog(), { format: 'csv' })).toBe(`${exportColumns.join(',')}\n`);
});

test('gives pieces of about 64 KB from pages of 250 rows, however long a line is', async () => {
  const log = new KeptLog();
  const context = JSON.stringify({ text: 'x'.repeat(2000) });
  for (let i = 0; i < 1000; i++) log.play(i % 2, 1, { context });
  const sizes: number[] = [];
  for await (const piece of exportLines(log, 'checkout', ids)) sizes.push(piece.length);
  expect(Math.max(...sizes)).toBeLessThan(68_000);
  expect(sizes.length).toBeLessThan(50);
  expect(log.largestPage).toBe(250);
});

test('no cell of CSV begins a formula, and the log reader of advise gives units back as they were sent', async () => {
  const log = new KeptLog();
  const units = [
    '=HYPERLINK("http://evil.example","x")',
    '+1',
    '-1',
    '@SUM(1)',
    "'=1",
    'v;=1',
    'plain',
  ];
  for (const unit of units) log.play(0, 1, { unit, context: '"=1"' });
  const text = await exported(log, { format: 'csv' });
  const rows = csvRows(text).slice(1);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/(^|;)[=+\-@]/);
  const unitColumn = exportColumns.indexOf('unit');
  expect(rows.map((row) => csvCellText(row[unitColumn]))).toEqual(units);
});
