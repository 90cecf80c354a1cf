/**
 * The end of the log file (`-wal`) in memory: every commit that is not in the data file yet.
 *
 * SQLite appends to the log file at a place that it remembers. If the file is cut meanwhile, the next commit leaves a
 * hole before itself, and a new process would take that hole for the end. A cut always destroys the frame before the
 * new ones, so each reading begins with that frame and compares it. SQLite itself cuts the file only when it says that
 * the log is empty (`wal_checkpoint(TRUNCATE)`), and writes a new header when it starts the file again from the front.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import { StoreReplaced } from '../errors.ts';
import { NamedFile } from './named-file.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
/** The first 31 bits of a log file. The last bit is the byte order of its checksums. */
const MAGIC = 0x377f0682 >>> 1;
/** Bytes that are held at first, and the most that are. A checkpoint is due after 4 MB. */
const FIRST_BYTES = 2 ** 23;
const MOST_BYTES = 2 ** 26;

/** The size of the log, as SQLite knows it. */
export interface LogSize {
  readonly frames: number;
  /** Frames that are in the data file. */
  readonly checkpointed: number;
}

/** A page as a commit left it. */
export interface LoggedPage {
  readonly number: number;
  readonly page: Buffer;
  /** Pages that the data file has after the commit that ends here; 0 within a commit. */
  readonly pageCount: number;
}

export class LogCopy {
  readonly #named: NamedFile;
  readonly #descriptor: number;
  readonly #frame: number;
  readonly #most: number;
  #header: Buffer = Buffer.alloc(HEADER);
  #held = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Bytes held. Readings overlap by a frame, which is held twice. */
  #length = 0;
  /** Whether all frames that are not in the data file are held. */
  #isWhole = true;
  #frames = 0;

  /** @param most - bytes that are held in memory at most */
  constructor(path: string, pageSize: number, most = MOST_BYTES) {
    this.#most = most;
    this.#descriptor = openSync(path, 'r');
    this.#named = new NamedFile(path, fstatSync(this.#descriptor));
    this.#frame = FRAME_HEADER + pageSize;
  }

  /** Takes over what was appended; throws `StoreReplaced` if the file is not the one that SQLite wrote. */
  follow({ frames, checkpointed }: LogSize): void {
    if (frames === 0) this.#length = 0;
    else if (!this.#append(frames)) this.#startAgain(frames);
    this.#frames = frames;
    if (checkpointed === frames) this.#release();
    else if (this.#length > this.#most) this.#giveUp();
    this.#named.demandSame();
  }

  /** Renames the file if its name still leads to it; returns the new name. */
  setAside(name: string): string | undefined {
    if (!this.#named.isSame) return undefined;
    renameSync(this.#named.path, name);
    return name;
  }

  /** The pages of all commits that may not be in the data file, in their order. */
  *pages(): Generator<LoggedPage> {
    const bytes = this.#isWhole ? this.#held.subarray(0, this.#length) : this.#allFrames();
    for (let at = 0; at < bytes.length; at += this.#frame) {
      yield {
        number: bytes.readUInt32BE(at),
        page: bytes.subarray(at + FRAME_HEADER, at + this.#frame),
        pageCount: bytes.readUInt32BE(at + 4),
      };
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #offset(frames: number): number {
    return HEADER + frames * this.#frame;
  }

  /** Whether the file goes on from the last frame that is known. */
  #append(frames: number): boolean {
    if (this.#frames === 0 || frames < this.#frames) return false;
    const from = this.#length;
    this.#hold(this.#frames - 1, frames);
    const known = this.#held.subarray(from - this.#frame, from);
    const again = this.#held.subarray(from, from + this.#frame);
    if (again.equals(known)) {
      if (frames === this.#frames) this.#length = from;
      return true;
    }
    this.#length = from;
    return false;
  }

  /** Reads a file that SQLite started again from the front, which it does when all of it is in the data file. */
  #startAgain(frames: number): void {
    const header = Buffer.alloc(HEADER);
    this.#read(header, 0, HEADER, 0);
    const isNew = !header.equals(this.#header) && header.readUInt32BE(0) >>> 1 === MAGIC;
    if (!isNew) throw this.#cut();
    this.#length = 0;
    this.#isWhole = true;
    this.#hold(0, frames);
    this.#demandSalts(this.#held.subarray(0, this.#length), header);
    this.#header = header;
  }

  /** Every frame of one turn of the file carries the salts of its header. */
  #demandSalts(frames: Buffer, header: Buffer): void {
    const salts = header.subarray(16, 24);
    for (let at = 0; at < frames.length; at += this.#frame)
      if (!frames.subarray(at + 8, at + 16).equals(salts)) throw this.#cut();
  }

  #hold(from: number, to: number): void {
    const bytes = (to - from) * this.#frame;
    if (this.#length + bytes > this.#held.length) this.#grow(this.#length + bytes);
    this.#read(this.#held, this.#length, bytes, this.#offset(from));
    this.#length += bytes;
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * bytes);
    this.#held.copy(larger, 0, 0, this.#length);
    this.#held = larger;
  }

  /** While a reader keeps SQLite from emptying the log, memory must not grow without end: the file has to do. */
  #giveUp(): void {
    this.#isWhole = false;
    this.#keepLast();
  }

  /** All frames are in the data file. The last one stays, to compare. */
  #release(): void {
    if (this.#length > this.#frame) this.#keepLast();
    this.#isWhole = true;
  }

  #keepLast(): void {
    const last = this.#held.subarray(this.#length - this.#frame, this.#length);
    if (this.#held.length > FIRST_BYTES) {
      this.#held = Buffer.allocUnsafeSlow(FIRST_BYTES);
      last.copy(this.#held);
    } else this.#held.copyWithin(0, this.#length - this.#frame, this.#length);
    this.#length = this.#frame;
  }

  #allFrames(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#frames * this.#frame);
    this.#read(bytes, 0, bytes.length, HEADER);
    this.#demandSalts(bytes, this.#header);
    return bytes;
  }

  #read(into: Buffer, at: number, bytes: number, from: number): void {
    if (readSync(this.#descriptor, into, at, bytes, from) < bytes) throw this.#cut();
  }

  #cut(): StoreReplaced {
    return new StoreReplaced(`${this.#named.path} was cut or overwritten while the store was open`);
  }
}
