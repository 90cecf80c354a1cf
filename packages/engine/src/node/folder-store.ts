/** Chunks as files in a folder: each is written whole or not at all, and checked when it is read. */
import { createHash } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkRows, ChunkStore, PolicyRows } from '@driftline/engine';
import { bytesOf, makeFolder, writeWhole } from './files.ts';

const FIELDS = ['regret', 'onBest', 'armCounts', 'epochRegret', 'ribbon'] as const;

/** What the numbers of a chunk are. */
interface ChunkShape {
  readonly from: number;
  readonly to: number;
  readonly epochs: number;
  /** Lengths of the arrays that follow, policy by policy. */
  readonly lengths: readonly (readonly number[])[];
}

interface ChunkHeader extends ChunkShape {
  /** Of the shape and the numbers: a wrong length would shift all that follow. */
  readonly digest: string;
}

function digestOf({ from, to, epochs, lengths }: ChunkShape, body: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify([from, to, epochs, lengths]));
  return hash.update(body).digest('hex');
}

function encode(rows: ChunkRows): Uint8Array {
  const arrays = rows.policies.flatMap((policy) => FIELDS.map((field) => policy[field]));
  const body = Buffer.concat(
    arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  );
  const shape: ChunkShape = {
    ...rows.chunk,
    epochs: rows.epochs,
    lengths: rows.policies.map((policy) => FIELDS.map((field) => policy[field].length)),
  };
  const header: ChunkHeader = { ...shape, digest: digestOf(shape, body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** The first line of a chunk; undefined where it is damaged. That its numbers are right, the digest says. */
function headerOf(line: string): ChunkHeader | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for anything that is not a whole, undamaged chunk: it is then played again. */
function decode(data: Buffer): ChunkRows | undefined {
  const end = data.indexOf('\n');
  if (end < 0) return undefined;
  const body = data.subarray(end + 1);
  const header = headerOf(data.toString('utf8', 0, end));
  if (header === undefined || digestOf(header, body) !== header.digest) return undefined;
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
    const data = await bytesOf(this.#path(comparison, chunk));
    return data === undefined ? undefined : decode(data);
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
    await makeFolder(this.#folder);
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
