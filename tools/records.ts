/** Records of long tests: rows in a JSON file under docs/records, and pages with tables that are rendered from them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './workplace.ts';

/** Date, commit and machine of a measurement. */
export interface Circumstances {
  /** In UTC, to the minute. */
  readonly date: string;
  /** Short hash, followed by `and changes` if the packages had uncommitted changes. */
  readonly commit: string;
  readonly machine: string;
}

/** One result. A later result of the same name replaces it. */
export interface RecordRow {
  readonly name: string;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
}

/** The circumstances of this moment. */
export function circumstances(): Circumstances {
  const changed = git('status', '--porcelain', '--', 'packages') === '' ? '' : ' and changes';
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return {
    date: `${new Date().toISOString().slice(0, 16)}Z`,
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed}`,
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, ${memory} GB, Node ${process.versions.node}, load ${load}`,
  };
}

/** The rows of a data file, by its path in the repository; none if there is no such file yet. */
export function readRows<Row extends RecordRow>(file: string): readonly Row[] {
  const path = join(REPOSITORY, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** Rows in which new ones replace old ones of the same name, at the same place. Other new rows come last. */
export function mergeRows<Row extends RecordRow>(
  old: readonly Row[],
  added: readonly Row[],
): readonly Row[] {
  return [...new Map([...old, ...added].map((row) => [row.name, row])).values()];
}

/** Merges rows into a data file and returns all of them. */
export function keepRows<Row extends RecordRow>(
  file: string,
  added: readonly Row[],
): readonly Row[] {
  const rows = mergeRows(readRows<Row>(file), added);
  const path = join(REPOSITORY, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`);
  return rows;
}

/** A Markdown table. A title that ends in `:` belongs to a column of numbers, which is aligned to the right. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [
    line(titles.map((title) => title.replace(/:$/, ''))),
    `|${titles.map((title) => (title.endsWith(':') ? '--:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** A count with commas, such as 1,067,250. */
export function grouped(value: number): string {
  return value.toLocaleString('en');
}
