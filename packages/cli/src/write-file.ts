import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asUserError, UserError } from './errors.ts';

/** Refuses a path that is taken, unless it may be replaced. */
export function checkFree(path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  throw new UserError(
    `${path}: exists already; choose another name, or replace it with --force`,
    'file-exists',
  );
}

async function makeFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw new UserError(`${folder}: is a file, not a folder`, 'folder-not-accepted');
  }
  // Loaded only where there is something to make.
  const { makeFolder } = await import('@driftline/engine/node');
  try {
    await makeFolder(folder);
  } catch (error) {
    throw asUserError(folder, error);
  }
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'wx');
  try {
    for (const piece of pieces) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a file whole or not at all: under another name beside it first, then renamed. Makes its
 * folder where there is none.
 */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  await makeFolderOf(path);
  try {
    writePieces(temporary, pieces);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw asUserError(path, error);
  }
}
