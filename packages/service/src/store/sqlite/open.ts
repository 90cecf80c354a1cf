/** Opening a store: its lock, its version, what SQLite must promise, whether it is whole, and its format. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreDamaged, StoreRefused } from '../errors.ts';
import { idKeyTable, sealed } from '../layout/tables.ts';
import { UNFINISHED, unfinishedStore } from '../layout/unfinished.ts';
import { Connection } from './connection.ts';
import { hasCode, storeErrorOf } from './faults.ts';
import { syncFolder } from './files.ts';
import { checkLogFile } from './log-file.ts';
import { type Migration, migrate, migrations } from './migrations.ts';
import { APPLICATION_ID, FORMAT, SCHEMA } from './schema.ts';
import { StoreFiles } from './store-files.ts';

/** Before it, a log file that was started again could lose a transaction. */
const LEAST_SQLITE = '3.51.3';
/** How long to wait for another process that writes, such as one that adds a key. */
const BUSY_MS = 2000;
const ID_KEY_BYTES = 32;

/** Opens a store to write to it; makes it where there is none. The caller holds the lock. */
export async function openToWrite(
  file: string,
  target: Target = { format: FORMAT, migrations },
): Promise<Connection> {
  if (!existsSync(file)) makeStore(file);
  checkLogFile(file);
  return watched(file, async (database) => {
    checkKind(database, file, target.format);
    setForWriting(database, file);
    checkWhole(database, file);
    if (formatOf(database) < target.format) await migrate(database, file, target.migrations);
  });
}

/** Makes a store that is refused until `finishFilling`, and opens it. The caller holds the lock. */
export function openToFill(file: string): Promise<Connection> {
  if (existsSync(file)) throw takenTarget(file);
  makeStore(file, UNFINISHED);
  return watched(file, async (database) => setForWriting(database, file));
}

function takenTarget(file: string): StoreRefused {
  return new StoreRefused(
    `${file} already exists, and a copy needs a new file; choose another one, or remove it if it is left from an ` +
      'interrupted copy',
    'file-exists',
  );
}

/** From now on it is a store. Called within a transaction. */
export function finishFilling(database: Database.Database): void {
  database.prepare('UPDATE store SET format = ?').run(FORMAT);
}

/** Opens a store to write a line to it beside the process that is at work on it. */
export async function openBeside(file: string): Promise<Connection> {
  const database = await opened(file, { fileMustExist: true }, async (beside) => {
    checkCurrent(beside, file);
    setForWriting(beside, file);
  });
  return new Connection(database, file);
}

/** Opens a store to read from it. */
export function openToRead(file: string): Promise<Database.Database> {
  if (!existsSync(file))
    throw new StoreRefused(`there is no store ${file}; start the service once`, 'file-not-found');
  return opened(file, { readonly: true, fileMustExist: true }, async (database) => {
    checkCurrent(database, file);
    database.pragma('query_only = ON');
  });
}

interface Target {
  readonly format: number;
  readonly migrations: readonly Migration[];
}

/** Opens a store whose lock the caller holds, and watches its files from before that on. */
async function watched(
  file: string,
  prepare: (database: Database.Database) => Promise<void>,
): Promise<Connection> {
  const files = new StoreFiles(file);
  try {
    const database = await opened(file, { fileMustExist: true }, prepare);
    return new Connection(database, file, { files, keeper: keeperOf(file, database) });
  } catch (error) {
    files.close();
    throw error;
  }
}

/** A connection that has read once, so that it counts as a user of the log until it is closed. */
function keeperOf(file: string, database: Database.Database): Database.Database {
  try {
    const keeper = connect(file, { readonly: true, fileMustExist: true });
    formatOf(keeper);
    return keeper;
  } catch (error) {
    database.close();
    throw openingError(error, file);
  }
}

async function opened(
  file: string,
  options: Database.Options,
  prepare: (database: Database.Database) => Promise<void>,
): Promise<Database.Database> {
  const database = connect(file, options);
  try {
    checkVersion(database);
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    await prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw openingError(error, file);
  }
}

function connect(file: string, options: Database.Options): Database.Database {
  try {
    return new Database(file, { timeout: BUSY_MS, ...options });
  } catch (error) {
    throw openingError(error, file);
  }
}

function openingError(error: unknown, file: string): unknown {
  if (hasCode(error, 'SQLITE_NOTADB') || hasCode(error, 'SQLITE_CORRUPT'))
    return damagedFile(file, error.message, { cause: error });
  if (hasCode(error, 'SQLITE_CANTOPEN') || hasCode(error, 'SQLITE_READONLY'))
    return new StoreRefused(
      `${file} cannot be opened (${error.message}): the service needs to read and write it and its folder`,
      'file-not-accessible',
      { cause: error },
    );
  return storeErrorOf(error, file);
}

function damagedFile(file: string, what: string, options?: ErrorOptions): StoreDamaged {
  return new StoreDamaged(
    `${file} is damaged or not a store (${what}); move it away together with ${file}-wal, and restore a backup`,
    options,
  );
}

/** Makes an empty store. It has its name when it is whole: a file without content was cut, and is no new store. */
function makeStore(file: string, format = FORMAT): void {
  if (existsSync(`${file}-wal`))
    throw damagedFile(file, `it is missing, but its log file ${file}-wal exists`);
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  // It holds the keys that sign ids: it is its owner's alone. SQLite gives its other files the same mode.
  closeSync(openSync(fresh, 'wx', 0o600));
  const database = connect(fresh, {});
  try {
    createTables(database, format);
  } catch (error) {
    throw openingError(error, file);
  } finally {
    database.close();
  }
  renameSync(fresh, file);
  syncFolder(dirname(file));
}

function checkVersion(database: Database.Database): void {
  const version = database.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  if (version.localeCompare(LEAST_SQLITE, 'en', { numeric: true }) < 0)
    throw new StoreRefused(
      `SQLite must be ${LEAST_SQLITE} or newer, which better-sqlite3 brings along; got ${version}; run npm install`,
      'cannot-start',
    );
}

function checkKind(database: Database.Database, file: string, newest: number): void {
  if (database.pragma('page_count', { simple: true }) === 0) throw damagedFile(file, 'it is empty');
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new StoreRefused(
      `${file} is a SQLite database, but not a Driftline store; choose another file`,
    );
  const format = formatOf(database);
  if (format === UNFINISHED) throw unfinishedStore(file);
  if (format > newest)
    throw new StoreRefused(
      `${file} has the format ${format} of a newer version; this version supports up to ${newest}; install the newer ` +
        'version again, or restore an older backup',
    );
}

function checkCurrent(database: Database.Database, file: string): void {
  checkKind(database, file, FORMAT);
  const format = formatOf(database);
  if (format < FORMAT)
    throw new StoreRefused(
      `${file} has the older format ${format}; start the service once to upgrade it to format ${FORMAT}`,
    );
}

function formatOf(database: Database.Database): number {
  return database.prepare<[], number>('SELECT format FROM store').pluck().get() ?? 0;
}

/** What must hold for an acknowledged write to last, read back, because SQLite ignores what it does not know. */
function setForWriting(database: Database.Database, file: string): void {
  const demands: readonly [name: string, value: string, readBack: unknown][] = [
    ['journal_mode', 'WAL', 'wal'],
    ['synchronous', 'FULL', 2],
    // Where the operating system has more than one kind of fsync, the one that reaches the disk.
    ['fullfsync', 'ON', 1],
    ['checkpoint_fullfsync', 'ON', 1],
    ['foreign_keys', 'ON', 1],
    // What was erased is overwritten.
    ['secure_delete', 'ON', 1],
    // `Connection` does it, and sees its errors.
    ['wal_autocheckpoint', '0', 0],
  ];
  for (const [name, value, readBack] of demands) {
    database.pragma(`${name} = ${value}`);
    const got = database.pragma(name, { simple: true });
    if (got !== readBack)
      throw new StoreRefused(
        `${file}: SQLite must accept ${name} = ${value}; it answers ${String(got)}; is the file on a local disk?`,
      );
  }
}

function createTables(database: Database.Database, format: number): void {
  const idKeys = sealed(idKeyTable, 1, [randomBytes(ID_KEY_BYTES)]);
  database.transaction(() => {
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.exec(SCHEMA);
    database
      .prepare('INSERT INTO store(one, id_keys, sum, format) VALUES (?, ?, ?, ?)')
      .run(...idKeys, format);
  })();
}

function checkWhole(database: Database.Database, file: string): void {
  const found = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw damagedFile(file, String(found));
}
