/** A disk whose power can fail, for processes that tests start: `power-shim.c`, compiled and preloaded. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '@driftline/core';
import { onTestFinished } from 'vitest';

const SOURCE = fileURLToPath(new URL('power-shim.c', import.meta.url));
const BLOCK = 4096;

/** The compiled shim; of the same source it is compiled once per machine. */
function shim(): string {
  const digest = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 16);
  const library = join(tmpdir(), `driftline-power-shim-${digest}.so`);
  if (existsSync(library)) return library;
  // Several tests may compile it at once; whole, it takes its name.
  const fresh = join(mkdtempSync(`${library}-`), 'shim.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', fresh, SOURCE], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('the tests of power loss need a C compiler: apt-get install gcc libc6-dev', {
      cause,
    });
  }
  renameSync(fresh, library);
  return library;
}

export interface PowerOptions {
  /** Which sync fails, counted from 1. */
  readonly failAt?: number;
  /** Only syncs of the file of this name are counted. */
  readonly failName?: string;
}

/** A folder on a disk whose power can fail. */
export class PoweredFolder {
  /** Where the process that is tried keeps its files. */
  readonly folder = temporary('driftline-power-');
  readonly #kept = temporary('driftline-kept-');
  readonly #full = join(temporary('driftline-full-'), 'full');

  /** What a process needs in its environment to have this disk. */
  environment({ failAt, failName }: PowerOptions = {}): Record<string, string> {
    return {
      LD_PRELOAD: shim(),
      SHIM_FOLDER: this.folder,
      SHIM_KEPT: this.#kept,
      SHIM_FULL: this.#full,
      ...(failAt === undefined ? {} : { SHIM_FAIL_AT: String(failAt) }),
      ...(failName === undefined ? {} : { SHIM_FAIL_NAME: failName }),
    };
  }

  /** From now on, no file here can grow, until `makeRoom`. */
  fillUp(): void {
    writeFileSync(this.#full, '');
  }

  makeRoom(): void {
    unlinkSync(this.#full);
  }

  /**
   * Brings the files to what the disk held. The processes that used them have ended.
   *
   * @param random - where given, each block that was written but not synced is there or not, by chance
   */
  losePower(random?: Random): void {
    for (const name of readdirSync(this.folder)) {
      const file = join(this.folder, name);
      const kept = join(this.#kept, name);
      // Shared memory is no more, and of a file that was never synced nothing need be left.
      if (name.endsWith('-shm') || !existsSync(kept)) rmSync(file);
      else writeFileSync(file, after(readFileSync(kept), readFileSync(file), random));
    }
  }
}

/** What a disk may hold of a file whose last sync left `kept` and which was then written to be `now`. */
function after(kept: Buffer, now: Buffer, random: Random | undefined): Buffer {
  if (random === undefined) return kept;
  const length = random.below(2) === 0 ? kept.length : now.length;
  const found = Buffer.alloc(length);
  for (let at = 0; at < length; at += BLOCK) {
    const source = random.below(2) === 0 ? kept : now;
    source.subarray(at, at + BLOCK).copy(found, at);
  }
  return found;
}

/** A folder that goes when the test ends, by its real path. */
export function temporary(prefix: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
