/**
 * Parts of one run that were played in folders of their own, on machines without a shared disk, put
 * together in one folder. Chunks are copied and nothing is played; which run it is, the plan's digest says.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { sameExperiment } from '@driftline/engine/experiment';
import { CHUNKS, FILES, UNFINISHED } from './file-names.ts';
import { bytesOf, hasCode, makeBelow, textOf, writeWhole } from './files.ts';
import type { Work } from './folder-lock.ts';
import { isChunkFile, isWholeChunk } from './folder-store.ts';
import { ResultFolder } from './result-folder.ts';
import { ResultFolderError } from './result-folder-error.ts';
import { OTHERS } from './run-plan.ts';

/** What was put together. */
export interface Merged {
  /** Chunks that were copied. */
  readonly added: number;
  /** Chunks that were there already. */
  readonly present: number;
  /** Files that are no whole chunks of the plan, by their paths: they stay where they are. */
  readonly damaged: readonly string[];
}

/** What a part is of. */
interface PartPlan {
  readonly path: string;
  readonly digest: string;
  /** Absent where the run is not one of an experiment file. */
  readonly spec: string | undefined;
}

async function planOf(path: string): Promise<PartPlan> {
  const unfinished = join(path, UNFINISHED);
  const digest = await textOf(join(unfinished, FILES.plan));
  if (digest === undefined) {
    throw new ResultFolderError(
      `${path}: holds no shard of a run; name folders that 'driftline run --shard' wrote`,
      'folder-not-accepted',
    );
  }
  return { path, digest, spec: await textOf(join(unfinished, FILES.spec)) };
}

/** The plan that all parts are of. */
async function sharedPlan(parts: readonly string[]): Promise<PartPlan> {
  const plans: PartPlan[] = [];
  for (const part of parts) plans.push(await planOf(part));
  const [first] = plans;
  const other = plans.find(({ digest }) => digest !== first.digest);
  if (other === undefined) return first;
  throw new ResultFolderError(
    `${other.path}: belongs to another run than ${first.path}: another experiment, or ${OTHERS}; merge shards of one run only`,
    'another-plan',
  );
}

/** The chunks of a part, by their paths below its folder of chunks. */
async function chunksIn(part: string): Promise<string[]> {
  const root = join(part, UNFINISHED, CHUNKS);
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    return paths.filter((path) => isChunkFile(path.split(sep).join('/'))).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Copies the chunks of a part that are not there. */
async function copyPart(part: string, folder: ResultFolder, digest: string): Promise<Merged> {
  const damaged: string[] = [];
  let [added, present] = [0, 0];
  for (const name of await chunksIn(part)) {
    const [from, to] = [part, folder.path].map((each) => join(each, UNFINISHED, CHUNKS, name));
    const known = await bytesOf(to);
    if (known !== undefined && isWholeChunk(known, digest)) {
      present += 1;
      continue;
    }
    const data = await bytesOf(from);
    if (data === undefined || !isWholeChunk(data, digest)) {
      damaged.push(from);
      continue;
    }
    await folder.check();
    await makeBelow(folder.unfinished, join(CHUNKS, dirname(name)));
    await writeWhole(to, data);
    added += 1;
  }
  return { added, present, damaged };
}

/**
 * Puts parts of one run together in a folder, which is made where needed and may hold some of it.
 *
 * @throws ResultFolderError where parts are not of the same plan, or the folder holds something else
 */
export async function mergeParts(
  path: string,
  parts: readonly string[],
  work: Pick<Work, 'command'>,
): Promise<Merged> {
  const { digest, spec } = await sharedPlan(parts);
  // Parts name their tables and plugins by paths of their own machines.
  const isSame = (kept: string) => spec !== undefined && sameExperiment(kept, spec);
  const plan = { digest, isSame, ...(spec === undefined ? {} : { spec }) };
  const folder = await ResultFolder.open(path, { resume: true }, { ...work, plan: digest.trim() });
  try {
    if (folder.finished) {
      throw new ResultFolderError(
        `${path}: already holds a result; merge into another folder`,
        'folder-holds-result',
      );
    }
    await folder.begin(plan);
    const merged: Merged[] = [];
    for (const part of parts) merged.push(await copyPart(part, folder, digest.trim()));
    const sum = (of: (each: Merged) => number) => merged.reduce((all, each) => all + of(each), 0);
    return {
      added: sum(({ added }) => added),
      present: sum(({ present }) => present),
      damaged: merged.flatMap(({ damaged }) => damaged),
    };
  } finally {
    await folder.close();
  }
}
