/** A file system in a file, whose power can fail. It takes root. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { place } from './place.ts';

export class LoopDisk {
  /** Where it is mounted, for everybody. */
  readonly folder: string;
  readonly #place: string;
  #images = 0;

  constructor(megabytes: number) {
    this.#place = place('ext4');
    chmodSync(this.#place, 0o755);
    this.folder = join(this.#place, 'mounted');
    mkdirSync(this.folder);
    execFileSync('truncate', [`--size=${megabytes}M`, this.#image]);
    execFileSync('mkfs.ext4', ['-q', this.#image]);
    this.#mount();
    onTestFinished(() => void execFileSync('umount', [this.folder]));
  }

  get #image(): string {
    return join(this.#place, `image-${this.#images}`);
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.folder]);
  }

  /** Brings all that was written so far to the disk. */
  sync(): void {
    execFileSync('sync', ['--file-system', this.folder]);
  }

  /** What the disk holds at this moment is all that is left; those who write have no time to end. */
  async losePower(writers: { pause(): void; kill(): Promise<unknown> }): Promise<void> {
    writers.pause();
    const before = this.#image;
    this.#images += 1;
    execFileSync('cp', ['--sparse=always', before, this.#image]);
    await writers.kill();
    execFileSync('umount', [this.folder]);
    execFileSync('rm', [before]);
    this.#mount();
  }
}
