import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { asUserError, UserError } from '../terminal/errors.ts';

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

/** Gives a whole file its name, unless that is taken meanwhile. */
function nameNew(temporary: string, path: string): void {
  try {
    // Unlike a rename, a link does not replace what is there.
    linkSync(temporary, path);
  } catch (error) {
    const isUnsupported =
      error instanceof Error &&
      'code' in error &&
      ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(error.code));
    if (!isUnsupported) throw error;
    checkFree(path, false);
    renameSync(temporary, path);
  }
}

/**
 * Writes a file whole or not at all: under another name beside it first. Makes its folder where there
 * is none.
 *
 * @param force - whether it may replace one that is there
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<string>,
  force: boolean,
): Promise<void> {
  const temporary = join(dirname(path), `.driftline-${randomUUID()}.tmp`);
  await makeFolderOf(path);
  try {
    writePieces(temporary, pieces);
    if (force) renameSync(temporary, path);
    else nameNew(temporary, path);
  } catch (error) {
    throw asUserError(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}
