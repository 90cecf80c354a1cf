/**
 * Chunks as files in a folder: each is written whole or not at all, says which plan it is of, and is
 * checked when it is read. A comparison has a folder of its own, and in it one for each thousand chunks:
 * there may be millions, and a folder of so many is slow on a disk that is shared.
 */
import { open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ChunkRows, ChunkStore } from '@driftline/engine/play';
import { beginningOfChunk, decodeChunk, encodeChunk } from '../wire/chunk-bytes.ts';
import { FewAtOnce } from './few-at-once.ts';
import { bytesOf, entriesOf, hasCode, makeBelow, makeFolder, writeWhole } from './files.ts';

/** Files that are open at a time: an executor may ask for thousands of chunks at once. */
const OPEN_FILES = 64;

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
  return decodeChunk(data, plan) !== undefined;
}

/** Keeps the chunks of a run, or of a stage of one, in a folder. */
export class FolderStore implements ChunkStore {
  readonly #folder: string;
  readonly #plan: string;
  readonly #guard: () => Promise<void>;
  readonly #root: string | undefined;
  readonly #few = new FewAtOnce(OPEN_FILES);

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
    const data = await this.#few.do(() => bytesOf(this.#path(comparison, chunk)));
    return data === undefined ? undefined : decodeChunk(data, this.#plan);
  }

  /** Whether there is a chunk of this plan; that it is undamaged, `load` finds out. */
  async has(comparison: number, chunk: number): Promise<boolean> {
    const expected = Buffer.from(beginningOfChunk(this.#plan));
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

  save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    return this.#few.do(() => this.#save(comparison, chunk, rows));
  }

  async #save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    await this.#guard();
    const path = this.#path(comparison, chunk);
    try {
      await this.#make(dirname(path));
      await writeWhole(path, encodeChunk(rows, this.#plan));
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
