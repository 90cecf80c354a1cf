/** Records of a result folder: plain data that says of itself what it is, as JSON. */
import { join } from 'node:path';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '@driftline/engine/play';
import type { ReproductionRecord } from '@driftline/engine/reproduce';
import type { ComparisonTuning, Costs } from '@driftline/engine/studies';
import { FILES } from './file-names.ts';
import { hasCode, textOf } from './files.ts';
import { ResultFolderError } from './result-folder-error.ts';
import { type ResultVersion1, upgradedResult } from './upgrade-result.ts';

/** What says of itself what it is. */
interface Marked {
  readonly format: unknown;
  readonly version: unknown;
}

// The types of the records see to it that these are the marks that they are written with.
const COSTS: Pick<Costs, 'format' | 'version'> = { format: 'driftline-costs', version: 1 };
const CLAIMS: Pick<ReproductionRecord, 'format' | 'version'> = {
  format: 'driftline-claims',
  version: 1,
};

function isMarked(data: unknown): data is Marked {
  return typeof data === 'object' && data !== null && 'format' in data && 'version' in data;
}

/** Whether data is marked as a record; the rest is taken on trust. */
function isRecordOf<R extends Marked>(
  data: unknown,
  { format, version }: Pick<R, 'format' | 'version'>,
): data is R {
  return isMarked(data) && data.format === format && data.version === version;
}

/** The result in data, in the form of this version; undefined unless it is one that this version reads. */
export function resultIn(data: unknown): Result | undefined {
  const format = RESULT_FORMAT;
  if (isRecordOf<Result>(data, { format, version: RESULT_VERSION })) return data;
  return isRecordOf<ResultVersion1>(data, { format, version: 1 })
    ? upgradedResult(data)
    : undefined;
}

/** Whether data is a study of worst cases. */
export function isWorstCase(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'study' in data;
}

/**
 * What a file holds as JSON; undefined where there is no such file.
 *
 * @throws ResultFolderError when it is not JSON
 */
async function readJson(path: string): Promise<unknown> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new ResultFolderError(`${path}: is not JSON: ${reason}`, 'result-unreadable');
  }
}

/** What a file holds as JSON; undefined where that is nothing, for whatever reason. */
export async function jsonOrNothing(path: string): Promise<unknown> {
  try {
    return await readJson(path);
  } catch (error) {
    if (error instanceof ResultFolderError || hasCode(error, 'EISDIR')) return undefined;
    throw error;
  }
}

/**
 * The result of a folder.
 *
 * @throws ResultFolderError when there is none, or none that this version reads
 */
export async function readResult(folder: string): Promise<Result> {
  const file = join(folder, FILES.result);
  const data = await readJson(file);
  const result = resultIn(data);
  if (result !== undefined) return result;
  if (!isMarked(data) || data.format !== RESULT_FORMAT) {
    throw new ResultFolderError(
      `${file}: is not a result of driftline; name a folder that was written with --out`,
      'result-unreadable',
    );
  }
  throw new ResultFolderError(
    `${file}: has version ${data.version} of the result format; this driftline reads versions 1 to ${RESULT_VERSION}`,
    'result-unreadable',
  );
}

/**
 * How the tuned comparisons of a folder came about; nothing where none were tuned.
 *
 * @throws ResultFolderError when the file holds anything else
 */
export async function readTuning(folder: string): Promise<readonly ComparisonTuning[]> {
  const path = join(folder, FILES.tuning);
  const records = (await readJson(path)) ?? [];
  if (Array.isArray(records)) return records;
  throw new ResultFolderError(
    `${path}: must hold a list; remove the file to draw without it`,
    'result-unreadable',
  );
}

/**
 * What policies cost on some machine; undefined where none were measured.
 *
 * @throws ResultFolderError when the file is none that this version reads
 */
export async function readCosts(folder: string): Promise<Costs | undefined> {
  const path = join(folder, FILES.costs);
  const costs = await readJson(path);
  if (costs === undefined || isRecordOf<Costs>(costs, COSTS)) return costs;
  throw new ResultFolderError(
    `${path}: must hold costs of version ${COSTS.version}; remove the file to draw without them`,
    'result-unreadable',
  );
}

/**
 * The judged claims of a folder; undefined where it is not of a reproduction.
 *
 * @throws ResultFolderError when the file is none that this version reads
 */
export async function readClaims(folder: string): Promise<ReproductionRecord | undefined> {
  const path = join(folder, FILES.claims);
  const claims = await readJson(path);
  if (claims === undefined || isRecordOf<ReproductionRecord>(claims, CLAIMS)) return claims;
  throw new ResultFolderError(
    `${path}: is not a file of claims that this version of driftline can read; run 'driftline reproduce' again`,
    'result-unreadable',
  );
}
