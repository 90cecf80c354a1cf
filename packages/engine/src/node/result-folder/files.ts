/** Files that are written whole or not at all, and read where they are there. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Whether a system call failed with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Makes a folder in one that is there; somebody else may be making it at the same time. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !(await stat(path)).isDirectory()) throw error;
  }
}

/**
 * Makes a folder and those above it, from the nearest one that is there; where that can't be, the
 * error is that of the place which refuses.
 *
 * Node makes several levels at once, too, but hides a read-only place behind one that isn't there,
 * and never ends where a place says of every new folder that there is no such one, as /proc does.
 *
 * @returns the folder and those above it that were not there, the deepest first
 */
export async function makeFolder(path: string): Promise<string[]> {
  const missing: string[] = [];
  let present = resolve(path);
  for (;;) {
    try {
      await access(present, constants.W_OK);
      break;
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || dirname(present) === present) throw error;
      missing.push(present);
      present = dirname(present);
    }
  }
  for (const folder of missing.toReversed()) await makeOne(folder);
  return missing;
}

/** Makes a folder and those above it below a root that is there; where the root is gone, that is an error. */
export async function makeBelow(root: string, path: string): Promise<void> {
  let folder = root;
  for (const name of path.split(/[\\/]/)) {
    folder = join(folder, name);
    await makeOne(folder);
  }
}

/** Removes a folder, unless there is something in it. */
export async function removeEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
  }
}

/** What a file is called until it is whole: short, whatever its own name, and unmistakably ours. */
const TEMPORARY = /^\.driftline-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

function temporaryName(): string {
  return `.driftline-${randomUUID()}.tmp`;
}

/** Removes from some folders the files that were never whole, as a killed process leaves them. */
export async function removeTemporary(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (const name of await entriesOf(folder)) {
      if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true });
    }
  }
}

/** What a file is to hold: whole, or piece by piece where that is much. */
type FileData = string | Uint8Array | Iterable<string>;

/** Writes to a new file, and to the disk. */
export async function writeNew(path: string, data: FileData): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a whole file its name, unless that is taken meanwhile. */
async function nameNew(temporary: string, path: string): Promise<void> {
  try {
    // Unlike a rename, a link does not replace what is there.
    await link(temporary, path);
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
    // Where there are no links, the name is taken first.
    await (await open(path, 'wx')).close();
    await rename(temporary, path);
    return;
  }
  await rm(temporary, { force: true });
}

/**
 * Writes a file so that a reader sees the old one or the new one, never a part.
 *
 * @param replaces - whether it may take the place of one that is there
 * @param beside - the folder that it lies in until it is whole; its own unless given
 */
export async function writeWhole(
  path: string,
  data: FileData,
  replaces = true,
  beside = dirname(path),
): Promise<void> {
  const temporary = join(beside, temporaryName());
  try {
    await writeNew(temporary, data);
    if (replaces) await rename(temporary, path);
    else await nameNew(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** What a folder holds; nothing where there is none. */
export async function entriesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** A folder and all folders below it; none where it is not there. */
export async function foldersBelow(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const below = entries.filter((entry) => entry.isDirectory());
    const deeper = await Promise.all(below.map(({ name }) => foldersBelow(join(path, name))));
    return [path, ...deeper.flat()];
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** The digest of data. */
export function digestOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The digest of a file, however long. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** What a file holds; undefined where there is none. */
export async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The text of a file; undefined where there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  return (await bytesOf(path))?.toString('utf8');
}
