/** A file that is open, and the name that has to lead to it for as long as it is. */
import { type Stats, statSync } from 'node:fs';
import { StoreBroken, StoreReplaced } from '../errors.ts';
import { codeOf } from './files.ts';

const MAY_BE_MISSING = { throwIfNoEntry: false } as const;

export class NamedFile {
  readonly path: string;
  readonly #device: number;
  readonly #inode: number;

  /** @param stats - of the open file; of the name as it is now unless given */
  constructor(path: string, stats: Stats = statSync(path)) {
    this.path = path;
    this.#device = stats.dev;
    this.#inode = stats.ino;
  }

  /** Whether the name leads to the file. */
  get isSame(): boolean {
    const found = this.#found();
    return found !== undefined && this.#is(found);
  }

  /** Throws `StoreReplaced` if the name leads elsewhere or nowhere. */
  demandSame(): Stats {
    const found = this.#found();
    if (found === undefined)
      throw new StoreReplaced(`${this.path} was removed or moved away while the store was open`);
    if (!this.#is(found))
      throw new StoreReplaced(`${this.path} was replaced by another file while the store was open`);
    return found;
  }

  #is({ dev, ino }: Stats): boolean {
    return ino === this.#inode && dev === this.#device;
  }

  #found(): Stats | undefined {
    try {
      return statSync(this.path, MAY_BE_MISSING);
    } catch (error) {
      throw new StoreBroken(
        `cannot check ${this.path} (${String(codeOf(error))}), so the last commit may be elsewhere; ` +
          'check its folder, then start again',
        { cause: error },
      );
    }
  }
}
