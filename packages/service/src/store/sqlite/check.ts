/** Everything that a store can say of itself: its structure, its indices, every checksum, and whether its parts fit. */
import type Database from 'better-sqlite3';
import { StoreDamaged } from '../errors.ts';
import type { Cell } from '../layout/checksum.ts';
import {
  changeTable,
  columnsOf,
  decisionTable,
  idKeyTable,
  keyTable,
  outcomeTable,
  positionTable,
  settingsTable,
  type Table,
  unsealed,
} from '../layout/tables.ts';
import { UNFIT } from '../layout/unfit.ts';
import { realFile } from './files.ts';
import { openToRead } from './open.ts';
import { Reads } from './reads.ts';

/** As many complaints as anyone reads. */
const MOST = 100;

/** Rejects with all that is wrong with the store in a file. */
export async function demandWhole(file: string): Promise<void> {
  const wrong = await checkSqlite(file);
  if (wrong.length === 0) return;
  throw new StoreDamaged(`${file} is damaged; restore a backup:\n${wrong.join('\n')}`);
}

/** What is wrong with the store in a file, as sentences; none where it is whole. */
export async function checkSqlite(file: string): Promise<readonly string[]> {
  const database = await openToRead(realFile(file));
  try {
    const structure = database.prepare<[], string>(`PRAGMA integrity_check(${MOST})`).pluck().all();
    const wrong = [
      structure.filter((line) => line !== 'ok'),
      damagedRows(database, decisionTable),
      damagedRows(database, outcomeTable),
      damagedRows(database, changeTable),
      damagedRows(database, settingsTable),
      damagedRows(database, positionTable),
      damagedRows(database, keyTable),
      damagedRows(database, idKeyTable),
      damagedSnapshots(database),
      ...UNFIT.map((sql) => database.prepare<[], string>(sql).pluck().all()),
    ];
    return wrong.flat().slice(0, MOST);
  } finally {
    database.close();
  }
}

function damagedRows<Row>(database: Database.Database, table: Table<Row>): string[] {
  const wrong: string[] = [];
  const rows = database.prepare<[], Cell[]>(`SELECT ${columnsOf(table)} FROM ${table.name}`).raw();
  for (const cells of rows.iterate()) {
    const message = complaint(() => unsealed(table, cells));
    if (message !== undefined) wrong.push(message);
    if (wrong.length >= MOST) break;
  }
  return wrong;
}

function damagedSnapshots(database: Database.Database): string[] {
  const reads = new Reads(database);
  const ids = database.prepare<[], number>('SELECT DISTINCT experiment FROM snapshot').pluck();
  const messages = ids.all().map((id) => complaint(() => reads.snapshots(id)));
  return messages.filter((message) => message !== undefined);
}

function complaint(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof StoreDamaged) return error.message;
    throw error;
  }
}
