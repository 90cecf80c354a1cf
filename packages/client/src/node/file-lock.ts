/**
 * Keeps a file for one process. The lock is a folder beside it, `FILE.lock`, with one file in it that says who holds
 * it. It is made under another name and renamed into place, which fails where a lock is that is not empty; and only
 * the file of a holder that has ended is ever removed, by its own name. So of any number that find such a lock at
 * once, one gets it.
 */
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ClientError } from '@driftline/client';
import { mayRun, type ProcessIdentity, thisProcess } from './process-life.ts';

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function isIdentity(data: unknown): data is ProcessIdentity {
  if (typeof data !== 'object' || data === null) return false;
  const { host, pid } = data as Partial<Record<keyof ProcessIdentity, unknown>>;
  return typeof host === 'string' && Number.isInteger(pid) && Number(pid) > 0;
}

/** Who holds a lock: `gone` where it was given back in this moment, undefined where that can't be read. */
function holderIn(file: string): ProcessIdentity | 'gone' | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isIdentity(data) ? data : undefined;
  } catch (error) {
    return hasCode(error, 'ENOENT') ? 'gone' : undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Refuses a lock whose holder may be at work; empties one whose holder has ended. */
function emptyOrRefuse(path: string, lock: string): void {
  for (const name of namesIn(lock)) {
    const file = join(lock, name);
    const holder = holderIn(file);
    if (holder === 'gone') continue;
    if (holder === undefined || mayRun(holder)) {
      const who = holder === undefined ? 'somebody' : `process ${holder.pid} on ${holder.host}`;
      throw new ClientError(
        `${path} is in use by ${who}; give each process its own file; if that process has ended, remove ${lock}`,
        'storage-in-use',
      );
    }
    rmSync(file, { force: true });
  }
}

/** Every round but the first, somebody else came or went in between. */
const MOST_ROUNDS = 100;

/**
 * Takes the lock of a file.
 *
 * @returns what gives it back
 * @throws ClientError where another process has it, or this one
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const token = randomUUID();
  const prepared = `${lock}-${token}`;
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(prepared);
  try {
    writeFileSync(join(prepared, `${token}.json`), JSON.stringify(thisProcess()));
    for (let round = 1; ; round++) {
      emptyOrRefuse(path, lock);
      try {
        renameSync(prepared, lock);
        break;
      } catch (error) {
        const isTaken = hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES');
        if (!isTaken || round === MOST_ROUNDS) throw error;
        removeEmpty(lock);
      }
    }
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw error;
  }
  return () => {
    rmSync(join(lock, `${token}.json`), { force: true });
    removeEmpty(lock);
  };
}

/** Not every system renames to what is there, though it be empty. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}
