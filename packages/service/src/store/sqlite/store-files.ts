/**
 * The files of an open store. SQLite goes on writing to a file that was moved, replaced or removed, so each commit is
 * followed by a look at what the names lead to (docs/decisions/0048-a-store-keeps-its-place.md).
 */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { StoreRefused, StoreReplaced } from '../errors.ts';
import { overwrittenLogName, useOfLog } from './leftovers.ts';
import { LogCopy, type LogSize } from './log-copy.ts';
import { NamedFile } from './named-file.ts';
import { rescueCopy } from './rescue.ts';

const DATA_HEADER = 100;

/** Under another name the same store would have another lock and another log file. */
function otherName(file: string): StoreRefused {
  return new StoreRefused(
    `${file} has a second name (a hard link), but a store must have only one; find it with  find DIR -samefile ${file}  ` +
      'and remove it, or copy the store with  driftline store backup',
  );
}

export class StoreFiles {
  readonly file: string;
  readonly #descriptor: number;
  readonly #data: NamedFile;
  #index: NamedFile | undefined;
  #log: LogCopy | undefined;
  /** When the data file was last written to, as far as is known, and its header then. */
  #writtenAt = 0;
  #header: Buffer = Buffer.alloc(DATA_HEADER);
  #size: LogSize = { frames: 0, checkpointed: 0 };
  #isOverwritten = false;
  /** The name of the log file since the data file was overwritten. */
  #keptLog: string | undefined;

  /**
   * To be called before SQLite opens the file, by the process that has the store's lock. Its own descriptor stays open
   * until SQLite has closed the file: closing one earlier would free SQLite's locks.
   */
  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, 'r');
    const stats = fstatSync(this.#descriptor);
    this.#data = new NamedFile(file, stats);
    if (stats.isFile() && stats.nlink > 1) {
      closeSync(this.#descriptor);
      throw otherName(file);
    }
  }

  /** To be called when SQLite has opened all files. */
  begin(pageSize: number, size: LogSize): void {
    this.#log = new LogCopy(`${this.file}-wal`, pageSize);
    this.#index = new NamedFile(`${this.file}-shm`);
    this.noteCheckpoint(size);
  }

  /** After each commit, and before it is acknowledged: throws `StoreReplaced` if the commit is not in the store. */
  confirm(size: LogSize): void {
    this.#demandOwnContent(this.#confirmedStats(size), size);
    this.#size = size;
  }

  #confirmedStats(size: LogSize): Stats {
    try {
      return this.confirmNames(size);
    } catch (error) {
      // A file that was overwritten must not be copied, whatever happened to the names.
      this.#demandOwnContent(fstatSync(this.#descriptor), size);
      throw error;
    }
  }

  /** The same without a look at the content of the data file, to which a checkpoint may have written in part. */
  confirmNames(size: LogSize): Stats {
    // First, so that a copy has this commit as well.
    this.#log?.follow(size);
    return this.#data.demandSame();
  }

  /** Once a second: the file of shared memory as well, without which two processes would not see each other's locks. */
  confirmAll(size: LogSize): void {
    this.confirm(size);
    this.#index?.demandSame();
  }

  /** The data file is all there is: SQLite has closed it. */
  confirmClosed(): void {
    this.#data.demandSame();
  }

  /** To be called after each checkpoint of this process, which alone writes to the data file. */
  noteCheckpoint(size: LogSize): void {
    this.#remember(this.confirmNames(size), size);
  }

  /** Copies everything that was committed from the open files to a new file beside the store; returns its name. */
  async rescue(): Promise<string> {
    if (this.#isOverwritten) throw this.#nothingToCopy();
    return rescueCopy(this.file, this.#descriptor, this.#log?.pages() ?? []);
  }

  close(): void {
    this.#log?.close();
    closeSync(this.#descriptor);
  }

  /** A next process would play the log into a file that is not its own, so it gets another name. */
  #nothingToCopy(): StoreReplaced {
    this.#keptLog ??= this.#log?.setAside(overwrittenLogName(this.file));
    const kept = this.#keptLog ?? `${this.file}-wal`;
    return new StoreReplaced(
      `there is nothing to copy, because its content is lost; ${useOfLog(this.file, kept)}`,
    );
  }

  /** The time of the data file changes with checkpoints, which other processes may make, too. */
  #demandOwnContent(stats: Stats, size: LogSize): void {
    if (stats.mtimeMs === this.#writtenAt) return;
    const { frames, checkpointed } = this.#size;
    const isCheckpointed = size.checkpointed !== checkpointed || size.frames < frames;
    if (!isCheckpointed && !this.#readHeader().equals(this.#header)) {
      this.#isOverwritten = true;
      throw new StoreReplaced(`${this.file} was overwritten while the store was open`);
    }
    this.#remember(stats, size);
  }

  #remember({ mtimeMs }: Stats, size: LogSize): void {
    this.#writtenAt = mtimeMs;
    this.#header = this.#readHeader();
    this.#size = size;
  }

  #readHeader(): Buffer {
    const header = Buffer.alloc(DATA_HEADER);
    readSync(this.#descriptor, header, 0, DATA_HEADER, 0);
    return header;
  }
}
