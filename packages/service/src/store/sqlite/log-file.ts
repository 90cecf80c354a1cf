/**
 * Damage in the log file ahead of the data (`-wal`), which SQLite would take for its end: it would drop, without a
 * word, all that was acknowledged after it.
 *
 * A transaction is begun only when the one before is on the disk. So beyond a frame that does not have its checksum
 * there may be the rest of one transaction that was never acknowledged, with one commit at most. Two commits mean
 * damage. Damage within the last transaction looks like one that was never finished, and is not found.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { StoreDamaged } from '../errors.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
const COMMITS_OF_A_TORN_END = 1;

/** To be called before SQLite opens the store. */
export function checkLogFile(file: string): void {
  const path = `${file}-wal`;
  if (!existsSync(path)) return;
  const log = readFileSync(path);
  if (log.length > 0 && !hasLog(file))
    throw new StoreDamaged(
      `${path} is not the log file of ${file}, which has none; a backup was restored next to the files of the store ` +
        `before it; move ${path} and ${file}-shm away`,
    );
  if (!isDamagedLog(log)) return;
  throw new StoreDamaged(
    `${path} is damaged: it contains commits after a damaged place; move ${file} and ${path} ` +
      'away together, and restore a backup',
  );
}

/** Whether a data file says of itself that it has a log file. A backup has none; SQLite would read one all the same. */
function hasLog(file: string): boolean {
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  // A file without content has no header: that is said elsewhere.
  return header[18] !== 1;
}

export function isDamagedLog(log: Buffer): boolean {
  if (log.length <= HEADER) return false;
  const sums = new Sums((log.readUInt32BE(0) & 1) === 1);
  sums.add(log, 0, 24);
  if (!sums.equal(log, 24)) return true;
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let isWhole = true;
  let commitsBeyond = 0;
  for (let at = HEADER; at + frame <= log.length; at += frame) {
    // Frames of an earlier turn of the file: they are in the data file.
    if (!log.subarray(at + 8, at + 16).equals(salts)) isWhole = false;
    else if (isWhole) {
      sums.add(log, at, at + 8);
      sums.add(log, at + FRAME_HEADER, at + frame);
      isWhole = sums.equal(log, at + 16);
      if (!isWhole && isCommit(log, at)) commitsBeyond++;
    } else if (isCommit(log, at)) commitsBeyond++;
  }
  return commitsBeyond > COMMITS_OF_A_TORN_END;
}

/** The frame that ends a transaction says how many pages the data has then. */
function isCommit(log: Buffer, at: number): boolean {
  return log.readUInt32BE(at + 4) !== 0;
}

/** The running checksum of SQLite's log file (https://sqlite.org/fileformat2.html#checksum_algorithm). */
class Sums {
  readonly #isBigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  add(bytes: Buffer, from: number, end: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let at = from; at < end; at += 8) {
      const one = this.#isBigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at);
      const two = this.#isBigEndian ? bytes.readInt32BE(at + 4) : bytes.readInt32LE(at + 4);
      first = (first + one + second) | 0;
      second = (second + two + first) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  equal(bytes: Buffer, at: number): boolean {
    return bytes.readInt32BE(at) === this.#first && bytes.readInt32BE(at + 4) === this.#second;
  }
}
