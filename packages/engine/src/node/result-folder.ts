/**
 * A result on disk: `spec.yaml`, `result.json`, `curves.csv`, `finals.csv`, `figures/`, `report.html`,
 * where they are asked for `guide.md`, `scores.csv` and `costs.json`, and while it is being made
 * `chunks/`. Every file is written whole or not at all; `result.json` comes
 * last and marks the folder as finished.
 */
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, type ErrorCode } from '@driftline/core';
import {
  csvOf,
  curvesColumns,
  type Figure,
  finalsColumns,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
} from '@driftline/engine';
import { writeFigures } from './figures.ts';
import { hasCode, makeFolder, textOf, writeWhole } from './files.ts';
import { FolderStore } from './folder-store.ts';
import { parquetOf } from './parquet.ts';

/** A folder can't be used as it is asked for; the message says what to do. */
export class ResultFolderError extends CodedError {
  override readonly name = 'ResultFolderError';

  constructor(message: string, code: ErrorCode = 'folder-not-accepted', options?: ErrorOptions) {
    super(message, code, options);
  }
}

/** What may be done with a folder that is not empty. */
export interface OpenOptions {
  /** Goes on with an unfinished run. */
  readonly resume?: boolean;
  /** Replaces what is there. */
  readonly force?: boolean;
}

/** What a result folder holds beside its numbers. */
export interface FinishOptions {
  /** The text of `report.html`. */
  readonly report?: string;
  /** Whether the two tables are written as Parquet too. */
  readonly parquet?: boolean;
  /** How policies were tuned, as plain data: `tuning.json`. */
  readonly tuning?: unknown;
  /** What policies cost on this machine, as plain data: `costs.json`. */
  readonly costs?: unknown;
  /** Further files by their names, such as `guide.md`. */
  readonly texts?: Readonly<Partial<Record<(typeof TEXTS)[number], string>>>;
}

/** Texts that are drawn from a result, like its report. */
const TEXTS = ['guide.md', 'scores.csv'] as const;

const SPEC = 'spec.yaml';
const RESULT = 'result.json';
const CHUNKS = 'chunks';
const FIGURES = 'figures';
const PLAN = 'plan.sha256';

/** Everything that this program ever puts there: nothing else is ever removed. */
const OURS: readonly string[] = [
  RESULT,
  SPEC,
  PLAN,
  'curves.csv',
  'finals.csv',
  'curves.parquet',
  'finals.parquet',
  'report.html',
  'claims.json',
  'tuning.json',
  'costs.json',
  ...TEXTS,
  FIGURES,
  CHUNKS,
];

async function entriesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * What a file of a result folder holds as JSON; undefined where there is no such file.
 *
 * @throws ResultFolderError when it is not JSON
 */
export async function readJson(path: string): Promise<unknown> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new ResultFolderError(`${path}: is not JSON: ${reason}`, 'result-unreadable');
  }
}

/** Plain data that says of itself what it is. */
interface Marked {
  readonly format: unknown;
  readonly version: unknown;
}

function isMarked(data: unknown): data is Marked {
  return typeof data === 'object' && data !== null && 'format' in data && 'version' in data;
}

/** Whether plain data is marked as a record of a format and a version; the rest is taken on trust. */
export function isRecordOf<R extends Marked>(
  data: unknown,
  format: R['format'],
  version: R['version'],
): data is R {
  return isMarked(data) && data.format === format && data.version === version;
}

/** Removes the files under other names that a killed run was about to rename. */
async function removeUnfinishedFiles(path: string): Promise<void> {
  for (const folder of [path, join(path, CHUNKS), join(path, FIGURES)]) {
    for (const entry of await entriesOf(folder)) {
      if (entry.endsWith('.tmp')) await rm(join(folder, entry), { force: true });
    }
  }
}

/** Writes as much as a small chunk: a disk that has no room for it is full. */
async function probe(path: string): Promise<void> {
  const file = join(path, 'probe.tmp');
  await writeWhole(file, new Uint8Array(4096));
  await rm(file);
}

/** Removes folders, unless somebody else put something there meanwhile. */
async function removeEmpty(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await rmdir(path);
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Refuses a folder that holds something, unless it may be gone on with or replaced. */
function checkEntries(path: string, entries: readonly string[], options: OpenOptions): void {
  const { resume = false, force = false } = options;
  if (force) return;
  const foreign = entries.filter((entry) => !OURS.includes(entry) && !entry.endsWith('.tmp'));
  if (entries.includes(RESULT)) {
    if (resume) return;
    throw new ResultFolderError(
      `${path}: holds a result already; choose another folder, or replace it with --force`,
      'folder-holds-result',
    );
  }
  if (entries.includes(CHUNKS) || entries.includes(SPEC)) {
    if (resume) return;
    throw new ResultFolderError(
      `${path}: holds an unfinished run; go on with it with --resume, or replace it with --force`,
      'run-unfinished',
    );
  }
  if (foreign.length > 0) {
    throw new ResultFolderError(
      `${path}: holds '${foreign[0]}', which is not part of a result; choose another folder, or add to it with --force`,
      'folder-holds-other-files',
    );
  }
}

/** What a folder holds, if anything; refuses one that can't be used. */
async function usableEntries(path: string, options: OpenOptions): Promise<string[]> {
  if (await isFile(path)) throw new ResultFolderError(`${path}: is a file, not a folder`);
  const entries = await entriesOf(path);
  checkEntries(path, entries, options);
  return entries;
}

/** The first line in which two texts differ, counted from 1. */
function firstDifference(first: string, second: string): number {
  const [a, b] = [first.split('\n'), second.split('\n')];
  let line = 0;
  while (line < a.length && a[line] === b[line]) line++;
  return line + 1;
}

/** A folder that a result is written to. */
export class ResultFolder {
  readonly path: string;
  /** Where a run keeps what it has finished. */
  readonly store: FolderStore;
  /** The folder of that store; it is removed when the result is written. */
  readonly chunks: string;
  /** Whether the folder holds a finished result, so that there is nothing left to play. */
  readonly finished: boolean;
  /** Whether the folder holds what a run before has left, finished or not, to go on with. */
  readonly resumed: boolean;

  private constructor(
    path: string,
    { finished, resumed }: { finished: boolean; resumed: boolean },
  ) {
    this.path = path;
    this.chunks = join(path, CHUNKS);
    this.store = new FolderStore(this.chunks);
    this.finished = finished;
    this.resumed = resumed;
  }

  /**
   * Tries that a folder can be opened later, and leaves everything as it was: for what is written only
   * once all is played.
   *
   * @throws ResultFolderError when it holds something that may not be replaced
   */
  static async tryOut(path: string, options: OpenOptions = {}): Promise<void> {
    await usableEntries(path, options);
    const made = await makeFolder(path);
    try {
      await probe(path);
    } finally {
      await removeEmpty(made);
    }
  }

  /**
   * Makes the folder where needed, and tries that it can be written to.
   *
   * @throws ResultFolderError when it holds something that may not be replaced
   */
  static async open(path: string, options: OpenOptions = {}): Promise<ResultFolder> {
    const entries = await usableEntries(path, options);
    await makeFolder(path);
    await probe(path);
    if (options.force && !options.resume) {
      for (const name of OURS) await rm(join(path, name), { recursive: true, force: true });
    }
    await removeUnfinishedFiles(path);
    const goesOnWith = (name: string) => options.resume === true && entries.includes(name);
    return new ResultFolder(path, {
      finished: goesOnWith(RESULT),
      resumed: [RESULT, SPEC, CHUNKS].some(goesOnWith),
    });
  }

  /**
   * Keeps the experiment as it was written.
   *
   * @throws ResultFolderError when a run that is gone on with was started from another one
   */
  async writeSpec(text: string): Promise<void> {
    const path = join(this.path, SPEC);
    const kept = await textOf(path);
    if (kept === undefined) return writeWhole(path, text);
    if (kept === text) return;
    throw new ResultFolderError(
      `${this.path}: was started from another experiment: its spec.yaml differs from line ${firstDifference(kept, text)} on; choose another folder, or replace it with --force`,
      'another-plan',
    );
  }

  /**
   * Keeps a digest of all that the numbers depend on, so that no run goes on with other means,
   * another plugin or another version, and no finished result passes for that of others.
   *
   * @throws ResultFolderError when the run was played with another one
   */
  async writePlan(digest: string): Promise<void> {
    const path = join(this.path, PLAN);
    const kept = await textOf(path);
    if (kept === digest) return;
    if (kept === undefined) {
      // A result from before digests were kept can't be vouched for, and is left as it is.
      if (!this.finished) await writeWhole(path, digest);
      return;
    }
    throw new ResultFolderError(
      `${this.path}: was ${this.finished ? 'played' : 'started'} with another table of means, another plugin or another version of driftline; choose another folder, or replace it with --force`,
      'another-plan',
    );
  }

  /** Writes everything, the mark of a finished result last, and removes the chunks. */
  async finish(
    result: Result,
    figures: readonly Figure[],
    options: FinishOptions = {},
  ): Promise<void> {
    const write = (name: string, data: string | Uint8Array) =>
      writeWhole(join(this.path, name), data);
    const [curves, finals] = [curvesColumns(result), finalsColumns(result)];
    await write('curves.csv', csvOf(curves));
    await write('finals.csv', csvOf(finals));
    if (options.parquet) {
      await write('curves.parquet', await parquetOf(curves));
      await write('finals.parquet', await parquetOf(finals));
    }
    if (options.tuning !== undefined) {
      await write('tuning.json', `${JSON.stringify(options.tuning)}\n`);
    }
    if (options.costs !== undefined) {
      await write('costs.json', `${JSON.stringify(options.costs)}\n`);
    }
    await this.writeFigures(figures);
    await this.writeTexts(options.texts ?? {});
    if (options.report !== undefined) await this.writeReport(options.report);
    await write(RESULT, `${JSON.stringify(result)}\n`);
    await this.store.clear();
  }

  /** Removes what a run that was killed at its very end has left. */
  async tidy(): Promise<void> {
    await this.store.clear();
  }

  /** Draws the figures anew. */
  async writeFigures(figures: readonly Figure[]): Promise<void> {
    if (figures.length > 0) await writeFigures(join(this.path, FIGURES), figures);
  }

  /** Writes the report anew. */
  async writeReport(html: string): Promise<void> {
    await writeWhole(join(this.path, 'report.html'), html);
  }

  /** Writes what is to be read beside the report anew. */
  async writeTexts(texts: NonNullable<FinishOptions['texts']>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) {
      await writeWhole(join(this.path, name), text);
    }
  }

  /**
   * A finished folder and its result, to draw from.
   *
   * @throws ResultFolderError when there is none, or none that this version reads
   */
  static async existing(path: string): Promise<{ folder: ResultFolder; result: Result }> {
    const result = await ResultFolder.read(path);
    return { folder: new ResultFolder(path, { finished: true, resumed: true }), result };
  }

  /** The text of the experiment; undefined where there is none. */
  readSpec(): Promise<string | undefined> {
    return textOf(join(this.path, SPEC));
  }

  /**
   * The result of a folder.
   *
   * @throws ResultFolderError when there is none, or none that this version reads
   */
  static async read(path: string): Promise<Result> {
    const file = join(path, RESULT);
    const result = await readJson(file);
    if (result === undefined) {
      const unfinished = (await entriesOf(path)).includes(CHUNKS);
      throw new ResultFolderError(
        unfinished
          ? `${path}: holds an unfinished run; go on with 'driftline run' and --resume first`
          : `${path}: holds no result.json; name the folder that a run wrote to with --out`,
        unfinished ? 'run-unfinished' : 'result-unreadable',
      );
    }
    if (isRecordOf<Result>(result, RESULT_FORMAT, RESULT_VERSION)) return result;
    if (!isMarked(result) || result.format !== RESULT_FORMAT) {
      throw new ResultFolderError(`${file}: is not a result of driftline`, 'result-unreadable');
    }
    throw new ResultFolderError(
      `${file}: has version ${result.version} of the format; this driftline reads version ${RESULT_VERSION}`,
      'result-unreadable',
    );
  }
}
