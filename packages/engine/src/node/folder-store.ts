/** Chunks as files in a folder: each is written whole or not at all, and checked when it is read. */
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkRows, ChunkStore, PolicyRows } from '@driftline/engine';

/** Writes a file so that a reader sees the old one or the new one, never a part. */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const FIELDS = ['regret', 'onBest', 'armCounts', 'epochRegret', 'ribbon'] as const;

interface ChunkHeader {
  readonly from: number;
  readonly to: number;
  readonly epochs: number;
  /** Lengths of the arrays that follow, policy by policy. */
  readonly lengths: readonly (readonly number[])[];
  readonly digest: string;
}

function encode(rows: ChunkRows): Uint8Array {
  const arrays = rows.policies.flatMap((policy) => FIELDS.map((field) => policy[field]));
  const body = Buffer.concat(
    arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  );
  const header: ChunkHeader = {
    ...rows.chunk,
    epochs: rows.epochs,
    lengths: rows.policies.map((policy) => FIELDS.map((field) => policy[field].length)),
    digest: createHash('sha256').update(body).digest('hex'),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** Undefined for anything that is not a whole, undamaged chunk: it is then played again. */
function decode(data: Buffer): ChunkRows | undefined {
  const end = data.indexOf('\n');
  if (end < 0) return undefined;
  const body = data.subarray(end + 1);
  let header: ChunkHeader;
  try {
    header = JSON.parse(data.toString('utf8', 0, end));
  } catch {
    return undefined;
  }
  if (createHash('sha256').update(body).digest('hex') !== header.digest) return undefined;
  // A copy, because a view of doubles has to begin at a multiple of eight bytes.
  const values = new Float64Array(
    body.buffer.slice(body.byteOffset, body.byteOffset + body.length),
  );
  let place = 0;
  const take = (length: number) => {
    place += length;
    return values.slice(place - length, place);
  };
  // In the order of FIELDS, which is how they were written.
  const policies = header.lengths.map(
    ([regret, onBest, armCounts, epochRegret, ribbon]): PolicyRows => ({
      regret: take(regret),
      onBest: take(onBest),
      armCounts: take(armCounts),
      epochRegret: take(epochRegret),
      ribbon: take(ribbon),
    }),
  );
  return { chunk: { from: header.from, to: header.to }, epochs: header.epochs, policies };
}

/** Keeps the chunks of a run below its result folder. */
export class FolderStore implements ChunkStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async load(comparison: number, chunk: number): Promise<ChunkRows | undefined> {
    try {
      return decode(await readFile(this.#path(comparison, chunk)));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async has(comparison: number, chunk: number): Promise<boolean> {
    try {
      await access(this.#path(comparison, chunk));
      return true;
    } catch {
      // What can't be seen is not there to go on from; `load` says why, if there is more to say.
      return false;
    }
  }

  async save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeWhole(this.#path(comparison, chunk), encode(rows));
  }

  /** Once the result is written, its chunks are no longer needed. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #path(comparison: number, chunk: number): string {
    return join(this.#folder, `${comparison}-${chunk}.rows`);
  }
}
