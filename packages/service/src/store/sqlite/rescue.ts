/** Copies a store whose files are open and no longer have their names. */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { makeCopy } from './backup.ts';
import { rescuedName } from './leftovers.ts';
import type { LoggedPage } from './log-copy.ts';

const CHUNK = 2 ** 22;

/**
 * Makes a store from the data file and the pages of the log. It reads neither through SQLite, which would take a hole
 * in the log file for pages.
 */
export async function rescueCopy(
  file: string,
  data: number,
  pages: Iterable<LoggedPage>,
): Promise<string> {
  const target = rescuedName(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await makeCopy(target, async (partial) => {
    const copy = openSync(partial, 'r+');
    try {
      await copyAll(data, copy);
      putPages(pages, copy);
      fsyncSync(copy);
    } finally {
      closeSync(copy);
    }
  });
  return target;
}

/** In pieces, between which those who wait are answered. */
async function copyAll(from: number, to: number): Promise<void> {
  const piece = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ; ) {
    const bytes = readSync(from, piece, 0, CHUNK, at);
    if (bytes === 0) return;
    writeWhole(to, piece.subarray(0, bytes), at);
    at += bytes;
    await setImmediate();
  }
}

function putPages(pages: Iterable<LoggedPage>, copy: number): void {
  let bytes = 0;
  for (const { number, page, pageCount } of pages) {
    writeWhole(copy, page, (number - 1) * page.length);
    if (pageCount > 0) bytes = pageCount * page.length;
  }
  if (bytes > 0) ftruncateSync(copy, bytes);
}

function writeWhole(to: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(to, bytes, done, bytes.length - done, at + done);
}
