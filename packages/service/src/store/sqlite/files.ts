/** Names of files, and making them durable. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreFull, StoreRefused } from '../errors.ts';

/** The file itself, so that one store has one lock, by whichever link it was named. */
export function realFile(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new StoreRefused(
      `there is no folder ${folder} for the store ${path}; create it`,
      'file-not-found',
    );
  return join(realpathSync(folder), basename(path));
}

/** The name, or with a number behind it if there is a file of that name. */
export function freeName(name: string): string {
  let free = name;
  for (let next = 2; existsSync(free); next++) free = `${name}.${next}`;
  return free;
}

/** Bytes that a commit with rows may add to the files of a store. */
const ROOM = 2 ** 20;

/** Throws `StoreFull` if a file beside the store cannot take what a commit with rows may need. */
export function demandRoom(file: string): void {
  const trial = `${file}.room`;
  const descriptor = openSync(trial, 'w', 0o600);
  try {
    if (writeSync(descriptor, Buffer.alloc(ROOM), 0, ROOM, 0) < ROOM) throw noRoom(file);
    fsyncSync(descriptor);
  } catch (error) {
    const code = codeOf(error);
    throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(file, { cause: error }) : error;
  } finally {
    closeSync(descriptor);
    rmSync(trial);
  }
}

export function noRoom(file: string, options?: ErrorOptions): StoreFull {
  return new StoreFull(
    `there is no disk space left for ${file}; free some space, and the service continues automatically`,
    options,
  );
}

/** Makes the names in a folder durable; Windows does that by itself, and opens no folders. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder);
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
