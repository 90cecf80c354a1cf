/**
 * Who works in a result folder. The lock is a folder `.driftline-lock` with one file in it that says
 * who holds it. It is made under another name and renamed into place, which fails where the place is
 * taken by one that is not empty; and only the file of a holder that has ended is ever removed, by its
 * own name. So of any number that find such a lock at once, one gets it (see docs/decisions/0019).
 *
 * Parts of one run share a folder: each puts its file into the same lock, and then looks who else is
 * there. Whoever wants the folder alone finds the lock not empty; a part that finds somebody who has it
 * alone takes its file away again, having written nothing else (see docs/decisions/0034).
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  entriesOf,
  hasCode,
  makeBelow,
  removeEmpty,
  textOf,
  writeNew,
  writeWhole,
} from './files.ts';
import { FolderLost, ResultFolderError } from './result-folder-error.ts';
import { lifeOf, type ProcessIdentity, thisProcess } from './this-process.ts';

const LOCK = '.driftline-lock';
const PREPARED = /^\.driftline-lock-[0-9a-f-]{36}$/;

/** What a lock says of its holder. */
export interface Holder extends ProcessIdentity {
  readonly token: string;
  /** The folder, so that a lock that was copied along with one is known. */
  readonly folder: string;
  /** As ISO 8601 writes it; to be read by people, nothing depends on it. */
  readonly since: string;
  readonly command: string;
  /** The digest of what is played; null where that is not kept. */
  readonly plan: string | null;
  /** Which part of the plan, such as `3/8`: other parts may share the folder. Absent where it is held alone. */
  readonly part?: string;
}

/** What is at work there. */
export type Work = Pick<Holder, 'command' | 'plan' | 'part'>;

/** Whether somebody may work where a part of a run does: another part, of the very same plan. */
function mayShare(work: Work, holder: Holder): boolean {
  return work.part !== undefined && holder.part !== undefined && isOfPlan(holder, work.plan);
}

function isOfPlan({ plan }: Holder, other: string | null): boolean {
  return plan !== null && plan === other;
}

/** Who comes, and what is at work there. */
interface Comer {
  readonly work: Work;
  /**
   * Whether it finishes the plan: then parts of it that can't be seen from here do not stop it. All that
   * they could still write are chunks that are there already; they find their file gone, and end.
   */
  readonly finishes?: boolean;
}

/** Somebody who only looks. */
const NOBODY: Comer = { work: { command: '', plan: null } };

const TOKEN = /^[0-9a-f-]{36}$/;

/** Who wrote a lock is not known: its token becomes the name of a file, its number that of a process. */
function isHolder(data: unknown): data is Holder {
  if (typeof data !== 'object' || data === null) return false;
  const holder = data as Record<string, unknown>;
  const texts = ['token', 'folder', 'since', 'command', 'host'];
  return (
    texts.every((key) => typeof holder[key] === 'string') &&
    TOKEN.test(String(holder.token)) &&
    (holder.part === undefined || typeof holder.part === 'string') &&
    Number.isInteger(holder.pid) &&
    Number(holder.pid) > 0
  );
}

function holderOf(text: string): Holder | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isHolder(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Whom a lock names: nobody where there is none, undefined for a holder that can't be read. */
async function holdersIn(lock: string): Promise<(Holder | undefined)[]> {
  const names = await entriesOf(lock);
  const texts = await Promise.all(names.map((name) => textOf(join(lock, name))));
  // One that is gone by now was given back in this moment.
  return texts.filter((text) => text !== undefined).map(holderOf);
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  if ((await realpath(one)) === (await realpath(other))) return true;
  const [first, second] = [await stat(one), await stat(other)];
  return first.dev === second.dev && first.ino === second.ino;
}

/** Whether a lock came here with a copy of the folder that it is of, which is still where it was. */
async function isCopied(holder: Holder, folder: string): Promise<boolean> {
  try {
    const originals = await holdersIn(join(holder.folder, LOCK));
    const isThere = originals.some((original) => original?.token === holder.token);
    return isThere && !(await sameFolder(holder.folder, folder));
  } catch {
    // What can't be looked at proves nothing.
    return false;
  }
}

/** A holder in one line; what a terminal would obey is not passed on to it. */
function nameOf({ pid, host, since, command }: Holder): string {
  return `process ${pid} on ${host}, since ${since}: ${command}`.replace(/\p{Cc}/gu, '?');
}

/**
 * Refuses a folder that somebody works in, or may; leaves one alone whose holder has ended.
 *
 * @returns the holder in words where it may still be at work
 */
async function refuseHeld(
  folder: string,
  holder: Holder | undefined,
  { work, finishes }: Comer,
): Promise<string | undefined> {
  const lock = join(folder, LOCK);
  if (holder === undefined) {
    throw new ResultFolderError(
      `${folder}: has a lock file that cannot be read; if no run uses the folder, remove ${lock}`,
      'folder-locked',
    );
  }
  const life = await lifeOf(holder);
  if (life === 'ended' || (await isCopied(holder, folder))) return undefined;
  const isPart = holder.part !== undefined && isOfPlan(holder, work.plan);
  if (life === 'unknown' && finishes && isPart) return nameOf(holder);
  if (life === 'unknown') {
    throw new ResultFolderError(
      `${folder}: is in use by ${nameOf(holder)}\nThis machine cannot see whether it still runs. If it does not, remove ${lock}`,
      'folder-locked',
    );
  }
  throw new ResultFolderError(
    `${folder}: is in use by ${nameOf(holder)}\nWait until it is done, stop it, or choose another folder`,
    'folder-locked',
  );
}

/**
 * Refuses a folder that somebody works in, or may, and changes nothing.
 *
 * @throws ResultFolderError that says who
 */
export async function refuseLocked(folder: string, comer = NOBODY): Promise<void> {
  for (const holder of await holdersIn(join(folder, LOCK))) {
    if (holder !== undefined && mayShare(comer.work, holder)) continue;
    await refuseHeld(folder, holder, comer);
  }
}

/** The file by which a holder is known. */
interface LockFile {
  readonly token: string;
  readonly text: string;
}

/** Every round but the first, somebody else came or went in between. */
const MOST_ROUNDS = 100;

/**
 * Puts a prepared lock into place, unless somebody holds the folder.
 *
 * @returns parts whose place it took, in words
 */
async function place(prepared: string, folder: string, comer: Comer): Promise<string[]> {
  const lock = join(folder, LOCK);
  const overtaken: string[] = [];
  for (let round = 1; ; round++) {
    for (const holder of await holdersIn(lock)) {
      const part = await refuseHeld(folder, holder, comer);
      if (part !== undefined) overtaken.push(part);
      await rm(join(lock, `${holder?.token}.json`), { force: true });
    }
    // Not every system renames to what is there, though it be empty.
    await removeEmpty(lock);
    try {
      await rename(prepared, lock);
      return overtaken;
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES') || round === MOST_ROUNDS) {
        throw error;
      }
    }
  }
}

/** Puts the file of a part beside those of other parts, unless somebody has the folder alone. */
async function placeBeside(folder: string, { token, text }: LockFile, comer: Comer): Promise<void> {
  const lock = join(folder, LOCK);
  const file = join(lock, `${token}.json`);
  for (let round = 1; ; round++) {
    await refuseLocked(folder, comer);
    try {
      await makeBelow(folder, LOCK);
      // Not in the lock until it is whole: there it would be a holder that can't be read.
      await writeWhole(file, text, true, folder);
      break;
    } catch (error) {
      // The last of those who were there has just gone, and the lock with it.
      if (!hasCode(error, 'ENOENT', 'EPERM', 'EACCES') || round === MOST_ROUNDS) throw error;
    }
  }
  try {
    // Somebody may have taken the folder alone between the look and the move, and not seen us.
    await refuseLocked(folder, comer);
  } catch (error) {
    await rm(file, { force: true });
    await removeEmpty(lock);
    throw error;
  }
}

/** What those leave who were killed in the moment before they had the lock. */
async function removePrepared(folder: string): Promise<void> {
  for (const name of (await entriesOf(folder)).filter((entry) => PREPARED.test(entry))) {
    const path = join(folder, name);
    const [holder] = await holdersIn(path);
    if (holder === undefined || (await lifeOf(holder)) !== 'ended') continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** @returns parts whose place it took, in words */
async function takeAlone(
  folder: string,
  { token, text }: LockFile,
  comer: Comer,
): Promise<string[]> {
  const prepared = join(folder, `${LOCK}-${token}`);
  await mkdir(prepared);
  try {
    await writeNew(join(prepared, `${token}.json`), text);
    const overtaken = await place(prepared, folder, comer);
    await removePrepared(folder);
    return overtaken;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    throw error;
  }
}

/** A folder that nobody else works in, but for parts of the same plan, until it is given back. */
export class FolderLock {
  readonly #folder: string;
  readonly #file: string;
  /** Open, so that a file by the same name elsewhere, as in a copy, is known for another one. */
  readonly #handle: FileHandle;

  /** Parts that may still be at work somewhere, in words: they end when they find their place taken. */
  readonly overtaken: readonly string[];

  private constructor(
    folder: string,
    file: string,
    handle: FileHandle,
    overtaken: readonly string[],
  ) {
    this.overtaken = overtaken;
    this.#folder = folder;
    this.#file = file;
    this.#handle = handle;
  }

  /**
   * Takes a folder that is there: alone, or where the work is a part of a plan, beside other parts of it.
   *
   * @param finishes - whether the plan is to be finished, whatever becomes of parts that can't be seen
   * @throws ResultFolderError when somebody else works there; it says who
   */
  static async take(folder: string, work: Work, finishes = false): Promise<FolderLock> {
    const token = randomUUID();
    const holder: Holder = {
      ...(await thisProcess()),
      ...work,
      token,
      folder: await realpath(folder),
      since: new Date().toISOString(),
    };
    const text = `${JSON.stringify(holder, null, 1)}\n`;
    const comer = { work, finishes };
    let overtaken: string[] = [];
    if (work.part === undefined) overtaken = await takeAlone(folder, { token, text }, comer);
    else await placeBeside(folder, { token, text }, comer);
    const path = join(folder, LOCK, `${token}.json`);
    return new FolderLock(folder, path, await open(path, 'r'), overtaken);
  }

  /**
   * Makes sure that the folder is still the one that was taken, and still ours.
   *
   * @throws FolderLost when it was removed, moved, replaced or taken over
   */
  async check(): Promise<void> {
    if (await this.#holds()) return;
    throw new FolderLost(
      `${this.#folder}: was removed, moved, replaced or taken over during this run; the run has stopped and writes nothing more`,
    );
  }

  async #holds(): Promise<boolean> {
    try {
      const [taken, found] = [await this.#handle.stat(), await stat(this.#file)];
      return taken.ino === found.ino && taken.dev === found.dev;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ESTALE')) return false;
      throw error;
    }
  }

  /** Gives the folder back; one that was lost is somebody else's, and left alone. */
  async release(): Promise<void> {
    const holds = await this.#holds();
    await this.#handle.close();
    if (!holds) return;
    await rm(this.#file, { force: true });
    await removeEmpty(dirname(this.#file));
  }
}
