/** Reads a log of decisions from a file or from standard input. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  CsvReader,
  JsonLinesReader,
  type Log,
  type LogBuilder,
  LogError,
  type OnStep,
  type Reading,
  type ReadingOptions,
  type TextReader,
} from '@driftline/advice';
import type { AsyncBuffer } from 'hyparquet';
import { type Opened, openBytes } from './bytes.ts';
import { readParquet } from './parquet.ts';
import { textOf } from './texts.ts';

/** Forms of files; found from what they hold unless given. `dsjson` are events of Vowpal Wabbit. */
export const LOG_FORMATS = ['csv', 'ndjson', 'dsjson', 'parquet'] as const;

/** A form of files. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** How a file is to be read. */
export interface ReadLogOptions extends ReadingOptions {
  readonly format?: LogFormat | undefined;
  /** Told how far it is, in bytes. */
  readonly onStep?: OnStep | undefined;
}

/** A log, and what was done to it. */
export interface ReadLog {
  /** The name of the file. */
  readonly name: string;
  readonly log: Log;
  readonly reading: Reading;
}

const PARQUET = 'PAR1';
const ZIP = 'PK\u0003\u0004';

function startsAs(head: Uint8Array, text: string): boolean {
  return [...text].every((letter, i) => head[i] === letter.charCodeAt(0));
}

async function bufferOf({ bytes }: Opened): Promise<AsyncBuffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const whole = new Uint8Array(Buffer.concat(pieces));
  return { byteLength: whole.length, slice: (start, end) => whole.buffer.slice(start, end) };
}

/** A file of which parts are read where they are needed. */
async function readParquetFile(
  path: string,
  options: ReadingOptions,
  onRows: (rows: number, of: number) => void,
): Promise<LogBuilder> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const slice = async (start: number, end: number = size): Promise<ArrayBuffer> => {
      const from = start < 0 ? size + start : start;
      const part = new Uint8Array(end - from);
      await file.read(part, 0, part.length, from);
      return part.buffer;
    };
    return await readParquet({ byteLength: size, slice }, options, onRows);
  } finally {
    await file.close();
  }
}

/** A reader for what a text turns out to be. */
function readerOf(
  format: LogFormat | undefined,
  text: string,
  options: ReadingOptions,
): TextReader | undefined {
  const begun = text.trimStart();
  if (format === undefined && begun === '') return undefined;
  if (format === 'dsjson' || format === 'ndjson') return new JsonLinesReader(format, options);
  if (format === 'csv') return new CsvReader(options);
  if (begun.startsWith('['))
    throw new LogError(
      'a JSON log must have one object per line; got one array; write its elements as lines',
      'log-malformed',
      { line: 1 },
    );
  return begun.startsWith('{') ? new JsonLinesReader('ndjson', options) : new CsvReader(options);
}

async function readText({ bytes, head }: Opened, options: ReadLogOptions): Promise<LogBuilder> {
  let reader: TextReader | undefined;
  let text = '';
  for await (const piece of textOf(bytes, head)) {
    text += piece;
    reader ??= readerOf(options.format, text, options);
    if (reader === undefined) continue;
    reader.push(text);
    text = '';
  }
  return (reader ?? new CsvReader(options)).end();
}

async function builderOf(
  path: string,
  opened: Opened,
  options: ReadLogOptions,
): Promise<LogBuilder> {
  const isParquet = options.format === 'parquet' || startsAs(opened.head, PARQUET);
  if (startsAs(opened.head, ZIP))
    throw new LogError(
      'the log must be CSV, JSON lines or Parquet, plain or compressed with gzip; got a zip archive or a workbook; save it as CSV',
      'log-malformed',
    );
  if (!isParquet) return readText(opened, options);
  const onRows = (done: number, of: number) => options.onStep?.({ step: 'read', done, of });
  const isFile = path !== '-' && !opened.isCompressed;
  return isFile
    ? readParquetFile(path, options, onRows)
    : readParquet(await bufferOf(opened), options, onRows);
}

/**
 * Reads a log: CSV, lines of JSON or Parquet, compressed by gzip or not.
 *
 * @param path - a file, or `-` for standard input
 * @throws LogError where it can't be read as it is
 */
export async function readLog(path: string, options: ReadLogOptions = {}): Promise<ReadLog> {
  const size = path === '-' ? 0 : (await stat(path)).size;
  let done = 0;
  const opened = await openBytes(path, (bytes) => {
    done += bytes;
    options.onStep?.({ step: 'read', done, of: size });
  });
  try {
    const builder = await builderOf(path, opened, options);
    const name = path === '-' ? 'standard input' : basename(path);
    return { name, ...builder.finish(opened.isCompressed) };
  } finally {
    opened.close();
  }
}
