/**
 * Chunks as files in a folder: each is written whole or not at all, says which plan it is of, and is
 * checked when it is read. A comparison has a folder of its own, and in it one for each thousand chunks:
 * there may be millions, and a folder of so many is slow on a disk that is shared.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ChunkRows, ChunkStore, PolicyRows } from '@driftline/engine/play';
import { bytesOf, entriesOf, hasCode, makeBelow, makeFolder, writeWhole } from './files.ts';

const FIELDS = ['regret', 'onBest', 'armCounts', 'epochRegret', 'ribbon'] as const;

/** What the numbers of a chunk are. */
interface ChunkShape {
  /** The digest of all that the numbers depend on: under another plan they are useless. */
  readonly plan: string;
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

function digestOf({ plan, from, to, epochs, lengths }: ChunkShape, body: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify([plan, from, to, epochs, lengths]));
  return hash.update(body).digest('hex');
}

/** How the file of a chunk begins; the plan stands first, so that a little of it is enough. */
function beginning(plan: string): string {
  return JSON.stringify({ plan }).slice(0, -1);
}

function encode(rows: ChunkRows, plan: string): Uint8Array {
  const arrays = rows.policies.flatMap((policy) => FIELDS.map((field) => policy[field]));
  const body = Buffer.concat(
    arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  );
  const shape: ChunkShape = {
    plan,
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

/** Undefined for anything that is not a whole, undamaged chunk of the plan: it is then played again. */
function decode(data: Buffer, plan: string): ChunkRows | undefined {
  const end = data.indexOf('\n');
  if (end < 0) return undefined;
  const body = data.subarray(end + 1);
  const header = headerOf(data.toString('utf8', 0, end));
  if (header === undefined || header.plan !== plan) return undefined;
  if (digestOf(header, body) !== header.digest) return undefined;
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

const CHUNKS_PER_FOLDER = 1000;
const ENDING = '.rows';

/** A file of a chunk by its path below the folder of all chunks, whatever the stage is called. */
const CHUNK_FILE = /^[a-z]+\/\d+\/\d+\/\d+\.rows$/;

/** Whether a path below the folder of all chunks is that of a chunk. */
export function isChunkFile(path: string): boolean {
  return CHUNK_FILE.test(path);
}

/** Whether the bytes of a file are a whole, undamaged chunk of a plan. */
export function isWholeChunk(data: Buffer, plan: string): boolean {
  return decode(data, plan) !== undefined;
}

/** Keeps the chunks of a run, or of a stage of one, in a folder. */
export class FolderStore implements ChunkStore {
  readonly #folder: string;
  readonly #plan: string;
  readonly #guard: () => Promise<void>;
  readonly #root: string | undefined;

  /**
   * @param plan - the digest of all that the numbers depend on
   * @param guard - called before each write; refuses it by throwing
   * @param root - a folder above it that is there; should it be gone, nothing is made in its place
   */
  constructor(
    folder: string,
    plan: string,
    guard: () => Promise<void> = async () => {},
    root?: string,
  ) {
    this.#folder = folder;
    this.#plan = plan;
    this.#guard = guard;
    this.#root = root;
  }

  async load(comparison: number, chunk: number): Promise<ChunkRows | undefined> {
    const data = await bytesOf(this.#path(comparison, chunk));
    return data === undefined ? undefined : decode(data, this.#plan);
  }

  /** Whether there is a chunk of this plan; that it is undamaged, `load` finds out. */
  async has(comparison: number, chunk: number): Promise<boolean> {
    const expected = Buffer.from(beginning(this.#plan));
    const found = Buffer.alloc(expected.length);
    try {
      const file = await open(this.#path(comparison, chunk), 'r');
      try {
        await file.read(found, 0, found.length, 0);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    }
    return found.equals(expected);
  }

  async list(comparison: number): Promise<ReadonlySet<number>> {
    const folder = join(this.#folder, String(comparison));
    const names = await Promise.all(
      (await entriesOf(folder)).map((block) => entriesOf(join(folder, block))),
    );
    const chunks = names.flat().filter((name) => name.endsWith(ENDING));
    return new Set(chunks.map((name) => Number.parseInt(name, 10)));
  }

  async save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    await this.#guard();
    const path = this.#path(comparison, chunk);
    try {
      await this.#make(dirname(path));
      await writeWhole(path, encode(rows, this.#plan));
    } catch (error) {
      // Somebody may have finished the run, or taken the folder away, just now: that is the reason then.
      await this.#guard();
      throw error;
    }
  }

  async #make(folder: string): Promise<void> {
    const root = this.#root;
    if (root === undefined) await makeFolder(folder);
    else await makeBelow(root, relative(root, folder));
  }

  #path(comparison: number, chunk: number): string {
    const block = Math.floor(chunk / CHUNKS_PER_FOLDER);
    return join(this.#folder, String(comparison), String(block), `${chunk}${ENDING}`);
  }
}
