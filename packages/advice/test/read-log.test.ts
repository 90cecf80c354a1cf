/** Logs from real files, in every form that is read, and from standard input. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Log, LogError } from '@driftline/advice';
import { readLog } from '@driftline/advice/node';
import type { ExportLine } from '@driftline/client/wire';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'driftline-log-'));
afterAll(() => rmSync(place, { recursive: true }));

const ROWS = 300;
const START = 1_740_787_200_000;

interface Row {
  readonly time: string;
  readonly arm: string;
  readonly reward: number;
  readonly propensity: number;
}

const rows: Row[] = Array.from({ length: ROWS }, (_, i) => ({
  time: new Date(START + 61_001 * i).toISOString(),
  arm: ['plain', 'Größe "L", rot', '3'][i % 3],
  reward: (i * 7) % 11 === 0 ? 1.5 : 0.25,
  propensity: 1 / 3,
}));

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const csv = [
  'time,arm,reward,propensity',
  ...rows.map(({ time, arm, reward, propensity }) =>
    [time, quoted(arm), reward, propensity].join(','),
  ),
  '',
].join('\n');
const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function parquet(codec: 'SNAPPY' | 'UNCOMPRESSED'): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      codec,
      rowGroupSize: 70,
      columnData: [
        { name: 'time', data: rows.map(({ time }) => new Date(time)), type: 'TIMESTAMP' },
        { name: 'ignored', data: rows.map(() => 'x'), type: 'STRING' },
        { name: 'arm', data: rows.map(({ arm }) => arm), type: 'STRING' },
        { name: 'reward', data: rows.map(({ reward }) => reward), type: 'DOUBLE' },
        { name: 'propensity', data: rows.map(({ propensity }) => propensity), type: 'DOUBLE' },
      ],
    }),
  );
}

function utf16(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
}

/** A shuffle that is the same each time: 97 and 300 have no common factor. */
const shuffled = [
  'time,arm,reward,propensity',
  ...rows.map((_, i) => csv.split('\n')[1 + ((i * 97) % ROWS)]),
];

const files: Readonly<Record<string, string | Uint8Array>> = {
  'log.csv': csv,
  'log.csv.gz': gzipSync(csv),
  'without-a-name': csv,
  'crlf.csv': csv.replaceAll('\n', '\r\n'),
  'shuffled.csv': shuffled.join('\n'),
  'excel.txt': utf16(
    csv.replaceAll(',', '\t').replaceAll('L"",\t', 'L"", ').replace('Größe ""L""\t rot', 'x'),
  ),
  'log.ndjson': ndjson,
  'log.jsonl.gz': gzipSync(ndjson),
  'log.parquet': parquet('SNAPPY'),
  'plain.parquet': parquet('UNCOMPRESSED'),
  'log.parquet.gz': gzipSync(parquet('SNAPPY')),
};

let expected: Log;

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
  expected = (await readLog(join(place, 'log.csv'))).log;
});

test('a file is read with all that is in it', () => {
  expect(expected.rows).toBe(ROWS);
  expect(expected.arms).toEqual(['3', 'Größe "L", rot', 'plain']);
  expect(Array.from(expected.time)).toEqual(rows.map(({ time }) => Date.parse(time)));
  expect(Array.from(expected.reward)).toEqual(rows.map(({ reward }) => reward));
  expect(Array.from(expected.propensity ?? [])).toEqual(rows.map(({ propensity }) => propensity));
});

describe('the same log', () => {
  test.each(Object.keys(files).filter((name) => name !== 'excel.txt'))('from %s', async (name) => {
    expect((await readLog(join(place, name))).log).toEqual(expected);
  });

  test('from tabs in UTF-16, as spreadsheets write them', async () => {
    const text = csv.replaceAll('"Größe ""L"", rot"', 'red').replaceAll(',', '\t');
    const path = join(place, 'tabs.txt');
    writeFileSync(path, utf16(text));
    const { log } = await readLog(path);
    expect(log.arms).toEqual(['3', 'plain', 'red']);
    expect(log.reward).toEqual(expected.reward);
  });

  test.each(['log.csv', 'log.jsonl.gz', 'log.parquet'])('from standard input: %s', async (name) => {
    const program = `
      import { readLog } from '@driftline/advice/node';
      const { log, name } = await readLog('-');
      console.log(JSON.stringify([name, log.rows, log.arms, Array.from(log.reward)]));
    `;
    const said = await new Promise<string>((resolve, reject) => {
      const child = execFile(
        process.execPath,
        ['--input-type=module', '--eval', program],
        (error, output) => (error === null ? resolve(output) : reject(error)),
      );
      child.stdin?.end(files[name]);
    });
    expect(JSON.parse(said)).toEqual([
      'standard input',
      ROWS,
      expected.arms,
      Array.from(expected.reward),
    ]);
  });
});

test('columns lie in shared memory where it is asked for', async () => {
  const { log } = await readLog(join(place, 'log.csv'), { isShared: true });
  for (const column of [log.time, log.arm, log.reward, log.propensity, log.fold])
    expect(column?.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Array.from(log.reward)).toEqual(Array.from(expected.reward));
});

test('it is told how far reading has come', async () => {
  const told: number[] = [];
  await readLog(join(place, 'log.csv'), { onStep: ({ done, of }) => told.push(done / of) });
  expect(told.at(-1)).toBe(1);
});

describe('the export of the decision service', () => {
  const lines = rows.map(
    ({ time, arm, reward }, i): ExportLine => ({
      decisionId: `id-${i}`,
      number: i,
      slot: i,
      time,
      arm,
      eligible: ['plain', 'Größe "L", rot', '3'],
      propensity: null,
      reason: 'policy',
      unit: 'user, 1',
      context: { a: [1, 'x'] },
      outcome: i % 50 === 7 ? 'cancel' : i > 280 ? null : 'reward',
      reward: i % 50 === 7 || i > 280 ? null : reward,
      arrival: i > 280 ? null : new Date(Date.parse(time) + 5000).toISOString(),
    }),
  );
  const cell = (value: unknown): string => {
    if (value === null) return '';
    return typeof value === 'number'
      ? String(value)
      : quoted(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const texts = {
    'export.ndjson': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'export.csv': [
      Object.keys(lines[0]).join(','),
      ...lines.map((line) => Object.values(line).map(cell).join(',')),
    ].join('\n'),
  };

  test.each(Object.entries(texts))('%s', async (name, text) => {
    writeFileSync(join(place, name), text);
    const { log, reading } = await readLog(join(place, name));
    expect(reading.dropped).toEqual([{ why: 'cancelled', rows: 6 }]);
    expect(reading.notes).toEqual([]);
    expect([log.rows, log.eligible, log.propensity]).toEqual([294, undefined, undefined]);
    expect([log.reward[0], log.arrival?.[0], log.reward[293]]).toEqual([
      1.5,
      START + 5000,
      Number.NaN,
    ]);
  });
});

describe('what cannot be read', () => {
  const refused = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(place, name);
    writeFileSync(path, content);
    const error = await readLog(path).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof LogError)) throw new Error(`not refused: ${String(error)}`);
    return `${error.code}: ${error.message}`;
  };

  test.each([
    [
      'nothing',
      '',
      'log-malformed: the log must begin with a line of column names; got an empty file',
    ],
    [
      'no rows',
      'arm,reward\n',
      'log-not-accepted: the log must have rows; got none; add at least one row',
    ],
    [
      'an array',
      '[{"arm":"A","reward":1}]',
      'log-malformed: a JSON log must have one object per line; got one array; write its elements as lines',
    ],
    [
      'other letters',
      new Uint8Array([...Buffer.from('arm,reward\nGr'), 0xf6, ...Buffer.from('sse,1\n')]),
      'log-malformed: the log must be UTF-8 text; got other bytes after the first 0; save it as UTF-8',
    ],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004, and so on'),
      'log-malformed: the log must be CSV, JSON lines or Parquet, plain or compressed with gzip; got a zip archive or a workbook; save it as CSV',
    ],
    [
      'no text',
      'arm,reward\nA,1\n\0',
      'log-malformed: the log must be UTF-8 text; got zero bytes, which no text contains; save it as UTF-8',
    ],
    [
      'a Parquet file that is nothing but its mark',
      'PAR1',
      'log-malformed: cannot read the log as Parquet (it is damaged or incomplete); write or copy it again, or use CSV',
    ],
    [
      'half of a compressed file',
      gzipSync(csv).subarray(0, 500),
      'log-malformed: the compressed log is damaged or incomplete (unexpected end of file); write or copy it again',
    ],
  ])('%s', async (name, content, message) => {
    expect(await refused(name, content)).toBe(message);
  });

  test('a damaged Parquet file', async () => {
    const whole = parquet('SNAPPY');
    whole.fill(7, whole.length - 200, whole.length - 50);
    expect(await refused('damaged.parquet', whole)).toMatch(
      /^log-malformed: cannot read the log as Parquet \(/,
    );
    expect(await refused('cut.parquet', whole.subarray(0, 100))).toMatch(/^log-malformed: /);
  });
});
