/**
 * Rewards that wait in a file: a line for each that comes and each that goes. What comes is on the disk before it is
 * said to be; all that come while one write is under way share the next. Now and then, and when it is opened, the
 * file is written anew beside itself and takes its own place.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RewardStorage } from '@driftline/client';
import { lockFile } from './file-lock.ts';

/** A line of the file: what came, with its value, or what went. */
type Line = readonly [key: string, value: string] | readonly [key: string];

/** What waits to be written, and who waits for that. */
interface Write {
  readonly text: string;
  readonly isNew: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/** With fewer lines than this the file is not worth writing anew. */
const FEW_LINES = 1000;

function textOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

function lineOf(text: string): Line | undefined {
  try {
    const data: unknown = JSON.parse(text);
    const isLine = Array.isArray(data) && (data.length === 1 || data.length === 2);
    return isLine && data.every((part) => typeof part === 'string')
      ? (data as unknown as Line)
      : undefined;
  } catch {
    return undefined;
  }
}

function contentsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** What the lines of a file leave. A line that was being written when the power went is the last, and no loss. */
function itemsOf(path: string): Map<string, string> {
  const items = new Map<string, string>();
  const texts = contentsOf(path).split('\n');
  // Behind the last end of a line is nothing, or what was not finished.
  texts.pop();
  const lines = texts.map(lineOf);
  const damaged = lines.filter((line) => line === undefined).length;
  for (const [key, value] of lines.filter((line) => line !== undefined)) {
    if (value === undefined) items.delete(key);
    else items.set(key, value);
  }
  if (damaged > 0) keepDamaged(path, damaged);
  return items;
}

function keepDamaged(path: string, count: number): void {
  const kept = `${path}.damaged`;
  writeFileSync(kept, readFileSync(path));
  process.emitWarning(
    `${path}: ${count} of its lines cannot be read and are skipped; the original file is kept as ${kept}`,
  );
}

function syncFolderOf(path: string): void {
  // Windows has no such thing, and keeps names safe by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function wholeText(items: ReadonlyMap<string, string>): string {
  return Array.from(items, textOf).join('');
}

/** A `RewardStorage` in a file. */
export class FileStorage implements RewardStorage {
  readonly #path: string;
  readonly #unlock: () => void;
  readonly #items: Map<string, string>;
  #keys: string[] | undefined;
  #handle: FileHandle | undefined;
  /** Lines in the file. */
  #lines: number;
  /** Whether the file may end in the middle of a line, or not be on the disk: then it is written anew. */
  #isDoubtful = false;
  #writes: Write[] = [];
  #underWay: Promise<void> | undefined;
  readonly #onExit = () => this.#unlock();

  constructor(path: string) {
    this.#path = path;
    this.#unlock = lockFile(path);
    try {
      this.#items = itemsOf(path);
      this.#lines = this.#items.size;
      this.#rewriteNow();
    } catch (error) {
      this.#unlock();
      throw error;
    }
    process.once('exit', this.#onExit);
  }

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    this.#keys ??= [...this.#items.keys()];
    return this.#keys[index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  /** Resolves when the item is on the disk. */
  setItem(key: string, value: string): Promise<void> {
    if (!this.#items.has(key)) this.#keys = undefined;
    this.#items.set(key, value);
    return this.#write([key, value]);
  }

  /** Resolves when that is written. Lost with the power, the reward is sent again and found to be a duplicate. */
  async removeItem(key: string): Promise<void> {
    if (!this.#items.delete(key)) return;
    this.#keys = undefined;
    await this.#write([key]);
  }

  /** Finishes what is under way and leaves the file to others. */
  async close(): Promise<void> {
    await this.#underWay;
    await this.#handle?.close();
    this.#handle = undefined;
    process.removeListener('exit', this.#onExit);
    this.#unlock();
  }

  #write(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#writes.push({ text: textOf(line), isNew: line.length === 2, resolve, reject });
      this.#underWay ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#writes.length > 0) {
      const writes = this.#writes.splice(0);
      try {
        if (this.#isDoubtful || this.#isLong()) await this.#rewrite();
        else await this.#append(writes);
        for (const { resolve } of writes) resolve();
      } catch (error) {
        this.#isDoubtful = true;
        for (const { reject } of writes) reject(error);
      }
    }
    this.#underWay = undefined;
  }

  #isLong(): boolean {
    return this.#lines > FEW_LINES && this.#lines > 2 * this.#items.size;
  }

  async #append(writes: readonly Write[]): Promise<void> {
    this.#handle ??= await open(this.#path, 'a');
    await this.#handle.appendFile(writes.map(({ text }) => text).join(''));
    this.#lines += writes.length;
    if (writes.some(({ isNew }) => isNew)) await this.#handle.datasync();
  }

  /** All items, those of waiting writes included, as they are in memory. */
  async #rewrite(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
    const lines = this.#items.size;
    const text = wholeText(this.#items);
    const beside = await open(`${this.#path}.new`, 'w');
    try {
      await beside.writeFile(text);
      await beside.sync();
    } finally {
      await beside.close();
    }
    await rename(`${this.#path}.new`, this.#path);
    syncFolderOf(this.#path);
    this.#lines = lines;
    this.#isDoubtful = false;
  }

  #rewriteNow(): void {
    const beside = openSync(`${this.#path}.new`, 'w');
    try {
      writeFileSync(beside, wholeText(this.#items));
      fsyncSync(beside);
    } finally {
      closeSync(beside);
    }
    renameSync(`${this.#path}.new`, this.#path);
    syncFolderOf(this.#path);
  }
}
