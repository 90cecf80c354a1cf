import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asUserError, UserError } from '../terminal/errors.ts';

/** Refuses a path that is taken, unless it may be replaced. */
export function checkFree(path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  throw new UserError(
    `${path}: already exists; choose another name, or replace it with --force`,
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

/**
 * Writes a file whole or not at all, and makes its folder where there is none.
 *
 * @param force - whether it may replace one that is there
 */
export async function writeFile(
  path: string,
  pieces: Iterable<string>,
  force: boolean,
): Promise<void> {
  await makeFolderOf(path);
  // Loaded only where there is something to write.
  const { writeWhole } = await import('@driftline/engine/node');
  try {
    await writeWhole(path, pieces, force);
  } catch (error) {
    throw asUserError(path, error);
  }
}
