/**
 * A checksum of a row, because SQLite has none: a bit that flips inside a value would be read as another value. Each
 * word is mixed in by a step that loses nothing, so a change within one word always changes the sum, and any other
 * does but once in 2³².
 */
import { ParameterError } from '@driftline/core';

export type Cell = number | string | null;

const real = new Float64Array(1);
const words = new Uint32Array(real.buffer);
const LONE_SURROGATE = /\p{Surrogate}/u;

function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function mixText(sum: number, text: string): number {
  let mixed = mix(sum, text.length);
  for (let place = 0; place < text.length; place++) mixed = mix(mixed, text.charCodeAt(place));
  return mixed;
}

/** The checksum of `count` cells from `from` on. */
export function checksum(cells: readonly Cell[], from: number, count: number): number {
  let sum = count;
  for (let place = from; place < from + count; place++) {
    const cell = cells[place];
    if (typeof cell === 'string') {
      sum = mixText(sum, cell);
      continue;
    }
    // SQLite keeps no -0, and no NaN but as null.
    real[0] = cell === null ? Number.NaN : cell + 0;
    sum = mix(mix(sum, words[0]), words[1]);
  }
  return sum;
}

/** Whether both engines keep it as it is: as UTF-8, and PostgreSQL keeps no NUL. */
export function isText(text: string): boolean {
  return !LONE_SURROGATE.test(text) && !text.includes('\0');
}

/** Refuses what would come back as something else. */
export function checkText(cells: readonly Cell[]): void {
  for (const cell of cells) {
    if (typeof cell === 'string' && !isText(cell))
      throw new ParameterError(
        `text must be well formed and hold no NUL; ${JSON.stringify(cell)} holds one, or half of a surrogate pair`,
      );
  }
}
