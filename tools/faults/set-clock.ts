/** Processes whose clock is another one, with libfaketime. */
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../../packages/service/test/debian.ts';
import { place } from './place.ts';

/** The library that plays another clock; undefined where it is not there. */
export function clockLibrary(): string | undefined {
  programOf('faketime', 'faketime');
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').at(0);
}

/** A clock that a running process reads anew. */
export class SetClock {
  readonly #file = join(place('clock'), 'offset');
  readonly env: Readonly<Record<string, string>>;

  constructor(preloaded: string, offset = '+0') {
    this.set(offset);
    this.env = {
      LD_PRELOAD: preloaded,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset - such as `+1d` */
  set(offset: string): void {
    writeFileSync(this.#file, `${offset}\n`);
  }
}
