import { createReadStream } from 'node:fs';
import { type Table, TableReader } from '@driftline/engine/display';
import { asUserError } from '../terminal/errors.ts';

/** Reads a table from a file, or from stdin where the path is `-`. */
export async function readTable(path: string): Promise<Table> {
  const fromStdin = path === '-';
  const name = fromStdin ? 'standard input' : path;
  const stream = fromStdin ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 20 });
  const reader = new TableReader(name);
  try {
    for await (const piece of stream.setEncoding('utf8')) reader.push(piece);
  } catch (error) {
    throw asUserError(name, error);
  }
  return reader.finish();
}
