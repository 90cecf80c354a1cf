/** `files.json`: which files of a folder are ours, as we wrote them. Whatever else is there is not. */
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestOfFile, hasCode, textOf } from './files.ts';

/** The name of the record. */
export const RECORD = 'files.json';

const FORMAT = 'driftline-files';
const VERSION = 1;

/** Digests of files by their paths within the folder, with slashes. */
export type Digests = Readonly<Record<string, string>>;

/** A record as text, in the order of names. */
export function recordText(files: Digests): string {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, files: sorted }, null, 1)}\n`;
}

/** Whether a name leads to a place within the folder: who wrote a record is not known. */
export function leadsWithin(name: string): boolean {
  return name.split('/').every((part) => part !== '' && !/^\.{1,2}$|[\\\0]/.test(part));
}

/** Whether plain data is digests by names that lead to places within the folder. */
export function areDigests(data: unknown): data is Digests {
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).every(
    ([name, digest]) => leadsWithin(name) && typeof digest === 'string',
  );
}

function isRecord(data: unknown): data is { files: Digests } {
  if (typeof data !== 'object' || data === null) return false;
  const { format, version, files } = data as Record<string, unknown>;
  return format === FORMAT && version === VERSION && areDigests(files);
}

/** What plain text records; undefined for anything that is not a record: then no file is known for ours. */
function recordOf(text: string | undefined): Digests | undefined {
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) ? data.files : undefined;
  } catch {
    return undefined;
  }
}

/** What a folder records; undefined where it has no record. */
export async function readRecord(folder: string): Promise<Digests | undefined> {
  return recordOf(await textOf(join(folder, RECORD)));
}

/** What is at a path itself, not where a link leads. */
export async function kindAt(path: string): Promise<'nothing' | 'file' | 'folder' | 'other'> {
  try {
    const found = await lstat(path);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return 'nothing';
    throw error;
  }
}

/** The folders between the result folder and a file of it, the outermost first. */
export function foldersAbove(name: string): string[] {
  const parent = dirname(name);
  return parent === '.' ? [] : [...foldersAbove(parent), parent];
}

/** Whether a file lies in the folder itself, rather than elsewhere behind a link. */
export async function liesWithin(folder: string, name: string): Promise<boolean> {
  for (const above of foldersAbove(name)) {
    if ((await kindAt(join(folder, above))) !== 'folder') return false;
  }
  return true;
}

/** Whether a file is as one of some digests says. */
export async function isOneOf(
  path: string,
  digests: readonly (string | undefined)[],
): Promise<boolean> {
  if ((await kindAt(path)) !== 'file') return false;
  return digests.includes(await digestOfFile(path));
}
