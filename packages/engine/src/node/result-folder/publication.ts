/**
 * New files in place of old ones, all or none: they are written beside them first, and put into place
 * once all are whole. A process that is killed before leaves the old files; one that is killed while
 * they are put into place leaves `ready.json`, by which whoever opens the folder next goes on.
 *
 * Only files that the folder's record lists, and that are as it says, are replaced or removed. What else
 * stands in the way is moved to a folder `kept-1`, `kept-2`, ….
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FIGURES, FILES, UNFINISHED } from './file-names.ts';
import {
  areDigests,
  type Digests,
  foldersAbove,
  isOneOf,
  kindAt,
  leadsWithin,
  liesWithin,
  RECORD,
  readRecord,
  recordText,
} from './file-record.ts';
import {
  digestOf,
  hasCode,
  makeFolder,
  removeEmpty,
  textOf,
  writeNew,
  writeWhole,
} from './files.ts';

const STAGE = '.driftline-new';
const READY = 'ready.json';

/** What becomes of what was there before. */
export interface Change {
  /** Whether files of the record that are not written again stay. If figures are written, other figures go. */
  readonly adds: boolean;
  /** Names of files and folders that are of the old result, though no record says so: they are kept. */
  readonly unrecorded: readonly string[];
  /** Whether a run is finished by it, so that nothing is left to go on with. */
  readonly finishes: boolean;
}

interface Ready extends Change {
  readonly files: Digests;
}

function isFigure(name: string): boolean {
  return name.startsWith(`${FIGURES}/`);
}

function writeReady(folder: string, ready: Ready): Promise<void> {
  return writeWhole(join(folder, STAGE, READY), `${JSON.stringify(ready)}\n`);
}

/** Before each step: refuses by throwing where the folder is no longer ours. */
type Guard = () => Promise<void>;

/** Moves what is not ours out of the way. */
class Keeper {
  readonly #folder: string;
  readonly kept: string[] = [];
  #place: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(name: string): Promise<void> {
    this.#place ??= await this.#newPlace();
    const to = join(this.#place, name);
    await makeFolder(join(this.#folder, dirname(to)));
    await rename(join(this.#folder, name), join(this.#folder, to));
    this.kept.push(to);
  }

  async #newPlace(): Promise<string> {
    for (let number = 1; ; number++) {
      const place = `kept-${number}`;
      if ((await kindAt(join(this.#folder, place))) === 'nothing') return place;
    }
  }
}

/** Into the same folder, which may yet be another device: a link or a mount in it. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await writeWhole(to, await readFile(from));
    await rm(from);
  }
}

/** Puts files into place that are ready, in steps of which each may be the last and be done again. */
class Settling {
  readonly #folder: string;
  readonly #ready: Ready;
  readonly #recorded: Digests;
  readonly #keeper: Keeper;
  readonly #guard: Guard;

  constructor(folder: string, ready: Ready, recorded: Digests, guard: Guard) {
    this.#folder = folder;
    this.#ready = ready;
    this.#recorded = recorded;
    this.#keeper = new Keeper(folder);
    this.#guard = guard;
  }

  async run(): Promise<readonly string[]> {
    const { files, adds, unrecorded, finishes } = this.#ready;
    const redraws = Object.keys(files).some(isFigure);
    const goes = (name: string) => !adds || (redraws && isFigure(name));
    const outgoing = Object.keys(this.#recorded).filter((name) => name in files || goes(name));
    // The mark of a finished result goes first and comes last: nobody reads half of two results.
    const resultFirst = (a: string, b: string) =>
      Number(b === FILES.result) - Number(a === FILES.result);
    for (const name of outgoing.sort(resultFirst)) await this.#clear(name);
    if (unrecorded.length > 0) await this.#keepUnrecorded(unrecorded.toSorted(resultFirst));
    const resultLast = (a: string, b: string) => resultFirst(b, a);
    for (const name of Object.keys(files).sort(resultLast)) await this.#place(name);
    await this.#guard();
    if (finishes) await this.#takeAwayUnfinished();
    const staying = Object.entries(this.#recorded).filter(([name]) => !goes(name));
    await this.#writeRecord({ ...Object.fromEntries(staying), ...files });
    return this.#keeper.kept;
  }

  /**
   * Takes the chunks away, all at once: a part that is still at work on another machine then finds its
   * place gone, and can't leave a chunk in a folder that is being removed.
   */
  async #takeAwayUnfinished(): Promise<void> {
    const unfinished = join(this.#folder, UNFINISHED);
    try {
      await rename(unfinished, join(this.#folder, STAGE, UNFINISHED));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      // A link or a mount, or these steps were done before.
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** Takes an old file away; one that was changed since is no longer ours. */
  async #clear(name: string): Promise<void> {
    const path = join(this.#folder, name);
    if ((await kindAt(path)) === 'nothing' || !(await liesWithin(this.#folder, name))) return;
    const { [name]: next } = this.#ready.files;
    await this.#guard();
    if (!(await isOneOf(path, [this.#recorded[name], next]))) return this.#keeper.keep(name);
    // What is replaced by a new one stays until then.
    if (next !== undefined && name !== FILES.result) return;
    if (next !== undefined && !(await this.#isStaged(name))) return;
    await rm(path);
    for (const above of foldersAbove(name)) await removeEmpty(join(this.#folder, above));
  }

  /** Once: after it, what has these names is what these very steps put there. */
  async #keepUnrecorded(names: readonly string[]): Promise<void> {
    for (const name of names) {
      if ((await kindAt(join(this.#folder, name))) === 'nothing') continue;
      await this.#guard();
      await this.#keeper.keep(name);
    }
    await this.#guard();
    await writeReady(this.#folder, { ...this.#ready, unrecorded: [] });
  }

  async #isStaged(name: string): Promise<boolean> {
    return (await kindAt(join(this.#folder, STAGE, name))) !== 'nothing';
  }

  async #place(name: string): Promise<void> {
    if (!(await this.#isStaged(name))) return;
    await this.#guard();
    for (const above of foldersAbove(name)) {
      const kind = await kindAt(join(this.#folder, above));
      if (kind === 'file' || kind === 'other') await this.#keeper.keep(above);
    }
    const path = join(this.#folder, name);
    const ours = [this.#recorded[name], this.#ready.files[name]];
    const free = (await kindAt(path)) === 'nothing' || (await isOneOf(path, ours));
    if (!free) await this.#keeper.keep(name);
    await makeFolder(dirname(path));
    await move(join(this.#folder, STAGE, name), path);
  }

  async #writeRecord(files: Digests): Promise<void> {
    const isRecord = (await readRecord(this.#folder)) !== undefined;
    const inTheWay = !isRecord && (await kindAt(join(this.#folder, RECORD))) !== 'nothing';
    await this.#guard();
    if (inTheWay) await this.#keeper.keep(RECORD);
    await writeWhole(join(this.#folder, RECORD), recordText(files));
  }
}

function isReadyMark(data: unknown): data is Ready {
  if (typeof data !== 'object' || data === null) return false;
  const { files, unrecorded } = data as Record<string, unknown>;
  const areNames =
    Array.isArray(unrecorded) &&
    unrecorded.every((name) => typeof name === 'string' && leadsWithin(name));
  return areDigests(files) && areNames;
}

/** What is ready; where that is damaged, what was played is still there to make it again from. */
async function readReady(folder: string): Promise<Ready | undefined> {
  const text = await textOf(join(folder, STAGE, READY));
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return isReadyMark(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a folder has new files that are whole and only have to be put into place. */
export async function isReady(folder: string): Promise<boolean> {
  return (await readReady(folder)) !== undefined;
}

/**
 * Puts files into place that are ready, and removes those that never were.
 *
 * @returns what was kept under other names
 */
export async function settle(folder: string, guard: Guard): Promise<readonly string[]> {
  const ready = await readReady(folder);
  const recorded = (await readRecord(folder)) ?? {};
  const kept = ready === undefined ? [] : await new Settling(folder, ready, recorded, guard).run();
  await guard();
  await rm(join(folder, STAGE), { recursive: true, force: true });
  return kept;
}

/** Files that are to appear together. */
export class Publication {
  readonly #folder: string;
  readonly #guard: Guard;
  readonly #files: Record<string, string> = {};

  private constructor(folder: string, guard: Guard) {
    this.#folder = folder;
    this.#guard = guard;
  }

  static async begin(folder: string, guard: Guard): Promise<Publication> {
    await guard();
    await mkdir(join(folder, STAGE));
    return new Publication(folder, guard);
  }

  /** @param name - the path of a file within the folder, with slashes */
  async add(name: string, data: string | Uint8Array): Promise<void> {
    const path = join(this.#folder, STAGE, name);
    await this.#guard();
    await makeFolder(dirname(path));
    await writeNew(path, data);
    this.#files[name] = digestOf(data);
  }

  /** @returns what was kept under other names */
  async publish(change: Change): Promise<readonly string[]> {
    const ready: Ready = { ...change, files: this.#files };
    await this.#guard();
    await writeReady(this.#folder, ready);
    return settle(this.#folder, this.#guard);
  }

  /** Removes what was written so far. */
  async abandon(): Promise<void> {
    await this.#guard();
    await rm(join(this.#folder, STAGE), { recursive: true, force: true });
  }
}

/** A name as long as any that a result needs. */
const LONGEST_NAME = `${'n'.repeat(140)}.png`;

/** Writes as much as a small chunk under the longest path that a result may need, and removes it. */
export async function probe(folder: string, guard: Guard): Promise<void> {
  const publication = await Publication.begin(folder, guard);
  try {
    await publication.add(`${FIGURES}/${LONGEST_NAME}`, new Uint8Array(4096));
  } finally {
    await publication.abandon();
  }
}
