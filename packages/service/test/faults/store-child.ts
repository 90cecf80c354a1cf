/**
 * Writes to a store and says what is acknowledged. After a commit that failed it waits for a line before it folds the
 * log again and goes on; after a broken store it ends.
 *
 * node store-child.ts FILE [MUTANT]: a mutant does what a store must not do, and exists here alone.
 */
import { createInterface } from 'node:readline';
import { CodedError } from '@driftline/core';
import Database from 'better-sqlite3';
import { BROKEN_STORE_EXIT, StoreBroken } from '../../src/store/errors.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { batchOf, foldLog, type Operation } from '../store/caller.ts';
import { newExperiment } from '../store/rows.ts';

const DECISIONS_PER_COMMIT = 64;
const [file, mutant] = process.argv.slice(2);

const { prepare } = Database.prototype;

/** After the store has read its setting back, another one is set behind its back. */
function weakenTo(synchronous: string): void {
  Database.prototype.prepare = function (this: Database.Database, source: string) {
    if (source.startsWith('INSERT INTO decision')) this.exec(`PRAGMA synchronous = ${synchronous}`);
    return prepare.call(this, source);
  } as typeof prepare;
}

/** A failed sync looks like a full disk, after which a store goes on. */
function goOnAfterFailedSync(): void {
  Database.prototype.prepare = function (this: Database.Database, source: string) {
    const statement = prepare.call(this, source) as Database.Statement<[]>;
    if (source !== 'COMMIT') return statement;
    return {
      run: () => {
        try {
          return statement.run();
        } catch (error) {
          throw new Database.SqliteError(String(error), 'SQLITE_FULL');
        }
      },
    };
  } as typeof prepare;
}

function play(role: string | undefined): void {
  if (role === 'NORMAL' || role === 'OFF') weakenTo(role);
  else if (role === 'go on') goOnAfterFailedSync();
  else if (role !== undefined) throw new Error(`there is no mutant '${role}'`);
}

const orders = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function writeFor(store: Store): Promise<never> {
  if ((await store.experiment('one')) === undefined) await store.create(newExperiment('one'));
  for (let ledger = await foldLog(store, 1); ; ) {
    const asked = Array.from({ length: DECISIONS_PER_COMMIT }, (_, place): Operation[] => [
      { type: 'decide', request: `request ${ledger.decisions + place}` },
      { type: 'reward', number: ledger.decisions + place, value: 1 },
    ]);
    const [end] = await store.commit([batchOf(1, ledger, asked.flat()).batch]);
    if (end.end === 'committed') {
      console.log(`acknowledged ${ledger.decisions}`);
      continue;
    }
    if (end.end === 'busy') throw new Error('a batch that is alone is never busy');
    if (end.error instanceof StoreBroken) throw end.error;
    console.log(`${end.end} ${end.error instanceof CodedError ? end.error.code : end.error}`);
    await orders.next();
    ledger = await foldLog(store, 1);
  }
}

try {
  play(mutant);
  const store = await openSqliteStore(file);
  console.log('open');
  await writeFor(store);
} catch (error) {
  console.log(`ended ${error instanceof CodedError ? error.code : String(error)}`);
  process.exit(error instanceof StoreBroken ? BROKEN_STORE_EXIT : 1);
}
