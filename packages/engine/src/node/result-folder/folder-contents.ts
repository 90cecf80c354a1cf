/** What a folder holds that a result is to be written to, and whether that may be. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resumeCommand } from '@driftline/engine/display';
import { CHUNKS, FILES, isOfUnrecordedResult, isOurs, UNFINISHED } from './file-names.ts';
import { type Digests, isOneOf, RECORD, readRecord } from './file-record.ts';
import { entriesOf, hasCode } from './files.ts';
import { isReady } from './publication.ts';
import { isWorstCase, jsonOrNothing, resultIn } from './records.ts';
import { ResultFolderError } from './result-folder-error.ts';

/** What may be done with a folder that is not empty. */
export interface OpenOptions {
  /** Goes on with an unfinished run. */
  readonly resume?: boolean;
  /** Replaces what is there, once there is something in its place. */
  readonly force?: boolean;
}

/** What a folder holds. */
export interface Contents {
  /** All that is neither ours for the time of a run nor of a result. */
  readonly foreign: readonly string[];
  /** What is of a result though no record says so: of version 0.1. */
  readonly unrecorded: readonly string[];
  /** A result as it was written, one that was changed since, or none. */
  readonly result: 'whole' | 'changed' | 'none';
  /** A run that can be gone on with, one of a build before chunks had plans, or none. */
  readonly run: 'unfinished' | 'outdated' | 'none';
}

/** Whether a folder without a record holds a result of version 0.1, as far as can be seen. */
async function holdsUnrecordedResult(path: string): Promise<boolean> {
  if (resultIn(await jsonOrNothing(join(path, FILES.result))) !== undefined) return true;
  return isWorstCase(await jsonOrNothing(join(path, FILES.worstCase)));
}

/** The file by which a record says that it is of a result. */
function markIn(record: Digests | undefined): string | undefined {
  const marks = [FILES.result, FILES.worstCase, FILES.advice];
  return marks.find((name) => record !== undefined && name in record);
}

/** Looks at a folder; one that is not there holds nothing. */
export async function contentsOf(path: string): Promise<Contents> {
  const entries = await entriesOf(path);
  const has = (name: string) => entries.includes(name);
  const record = await readRecord(path);
  const listed = new Set(Object.keys(record ?? {}).map((name) => name.split('/')[0]));
  const mark = markIn(record);
  const holdsUnrecorded = mark === undefined && (await holdsUnrecordedResult(path));
  const isOutdated =
    record === undefined && !holdsUnrecorded && has(FILES.spec) && (has(CHUNKS) || has(FILES.plan));
  const isUnrecorded = (name: string) =>
    (holdsUnrecorded || isOutdated) && isOfUnrecordedResult(name) && !listed.has(name);
  const isForeign = (name: string) =>
    !isOurs(name) &&
    !isUnrecorded(name) &&
    !listed.has(name) &&
    !(name === RECORD && record !== undefined);
  const isWhole =
    holdsUnrecorded ||
    (mark !== undefined && (await isOneOf(join(path, mark), [record?.[mark]]))) ||
    (await isReady(path));
  return {
    foreign: entries.filter(isForeign),
    unrecorded: entries.filter(isUnrecorded),
    result: isWhole ? 'whole' : mark === undefined ? 'none' : 'changed',
    run: has(UNFINISHED) ? 'unfinished' : isOutdated ? 'outdated' : 'none',
  };
}

/** Refuses what is not a folder. */
export async function refuseFile(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  throw new ResultFolderError(`${path}: is a file, not a folder`, 'folder-not-accepted');
}

/** Refuses a folder that holds something, unless it may be gone on with or replaced. */
export function refuseContents(path: string, contents: Contents, options: OpenOptions): void {
  const { foreign, result, run } = contents;
  if (options.force) return;
  if (options.resume && (run !== 'none' || result === 'whole')) return;
  if (options.resume && result === 'changed') {
    throw new ResultFolderError(
      `${path}: its result was changed after the run, and there is no run to continue; play it again with --force, which moves changed files to another folder`,
      'result-changed',
    );
  }
  if (run !== 'none') {
    throw new ResultFolderError(
      `${path}: holds an unfinished run; continue it with --resume, or replace it with --force`,
      'run-unfinished',
    );
  }
  if (result !== 'none') {
    throw new ResultFolderError(
      `${path}: already holds a result; choose another folder, or replace it with --force`,
      'folder-holds-result',
    );
  }
  if (foreign.length > 0) {
    throw new ResultFolderError(
      `${path}: holds '${foreign[0]}', which is not part of a result; choose another folder, or add to it with --force`,
      'folder-holds-other-files',
    );
  }
}

/** What goes on with what a folder holds. */
async function resumption(path: string, run: Contents['run']): Promise<string> {
  const from = run === 'unfinished' ? join(path, UNFINISHED) : path;
  const hasSpec = (await entriesOf(from)).includes(FILES.spec);
  if (!hasSpec) return 'the same command as before, with --resume';
  return resumeCommand(resolve(join(from, FILES.spec)), resolve(path));
}

/** Refuses a folder without a result to draw from, and says what to do with it. */
export async function refuseNoResult(path: string, contents: Contents): Promise<void> {
  if (isWorstCase(await jsonOrNothing(join(path, FILES.worstCase)))) {
    throw new ResultFolderError(
      `${path}: holds a worst-case study, whose report cannot be redrawn; the report names the command that plays the study again`,
      'folder-not-accepted',
    );
  }
  if ((await entriesOf(path)).includes(FILES.result) || contents.result === 'whole') return;
  if (contents.run === 'none') {
    throw new ResultFolderError(
      `${path}: holds no ${FILES.result}; name the folder that a run wrote to with --out`,
      'result-unreadable',
    );
  }
  const outdated = contents.run === 'outdated' ? '; it starts from the beginning' : '';
  throw new ResultFolderError(
    `${path}: holds an unfinished run. Continue it first${outdated}:\n  ${await resumption(path, contents.run)}`,
    'run-unfinished',
  );
}
