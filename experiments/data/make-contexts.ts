/**
 * Makes the tables of contexts: when each row of `flights-5hubs.csv` and of `weather-dry.csv` was.
 *
 *     npm pack vega-datasets@3.2.1 && tar xzf vega-datasets-3.2.1.tgz
 *     npx node experiments/data/make-contexts.ts package/data
 *
 * It first rebuilds the delays and the dry days, and writes nothing if a cell differs from the table. About 10 seconds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A row of a table, and when it was. */
interface Row {
  readonly time: number;
  readonly cells: (number | undefined)[];
}

/** A row for each bin in which all arms have a value: the first of each arm, in the order of the file. */
class Bins {
  readonly #rows = new Map<number, Row>();
  readonly #arms: readonly string[];
  readonly #width: number;

  constructor(arms: readonly string[], width: number) {
    this.#arms = arms;
    this.#width = width;
  }

  add(time: number, name: unknown, value: number): void {
    const arm = this.#arms.indexOf(String(name));
    if (arm < 0) return;
    const start = time - (time % this.#width);
    const row = this.#rows.get(start) ?? { time: start, cells: this.#arms.map(() => undefined) };
    row.cells[arm] ??= value;
    this.#rows.set(start, row);
  }

  complete(): Row[] {
    return [...this.#rows.values()]
      .filter(({ cells }) => !cells.includes(undefined))
      .sort((a, b) => a.time - b.time);
  }
}

async function flights(folder: string): Promise<Row[]> {
  const bins = new Bins(['ORD', 'DFW', 'ATL', 'LAX', 'PHX'], 5 * 60_000);
  const found = await parquetReadObjects({
    file: await asyncBufferFromFile(join(folder, 'flights-3m.parquet')),
    columns: ['date', 'delay', 'origin'],
    compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
  });
  for (const { date, delay, origin } of found) {
    if (delay !== null) bins.add(Number(date), origin, Number(delay));
  }
  return bins.complete();
}

function dryDays(folder: string): Row[] {
  const bins = new Bins(['Seattle', 'New York'], DAY);
  const [, ...lines] = readFileSync(join(folder, 'weather.csv'), 'utf8').trim().split('\n');
  for (const line of lines) {
    const [city, date, precipitation] = line.split(',');
    bins.add(Date.parse(date), city, Number(precipitation) === 0 ? 1 : 0);
  }
  return bins.complete();
}

/** Writes the contexts of a table, if the rows are those of the table. */
function write(table: string, rows: readonly Row[], to: string, lines: readonly string[]): void {
  const expected = readFileSync(new URL(`${table}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const differing = rows.findIndex(({ cells }, i) => cells.join(',') !== expected[i + 1]);
  if (differing >= 0 || rows.length !== expected.length - 1) {
    throw new Error(`${table}.csv has other rewards in row ${differing + 2} of ${rows.length + 1}`);
  }
  writeFileSync(new URL(`${to}.csv`, import.meta.url), `${lines.join('\n')}\n`);
  console.log(`${to}.csv: ${rows.length} rows, in the order of ${table}.csv`);
}

const [folder = 'package/data'] = process.argv.slice(2);

const hubs = await flights(folder);
write('flights-5hubs', hubs, 'flights-5hubs-contexts', [
  'hour,weekday',
  // January 1, 1970 was a Thursday. Monday is 0.
  ...hubs.map(({ time }) => {
    const hour = Math.round(((time % DAY) / HOUR) * 100) / 100;
    return `${hour},${(Math.floor(time / DAY) + 3) % 7}`;
  }),
]);

const days = dryDays(folder);
write('weather-dry', days, 'weather-contexts', [
  'day',
  ...days.map(({ time }) => {
    const newYear = Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
    return String((time - newYear) / DAY);
  }),
]);
