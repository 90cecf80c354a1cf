/** The store in a SQLite file: one process, one connection that writes, everything synchronous inside. */
import { ContractError } from '@driftline/core';
import type Database from 'better-sqlite3';
import type { ExperimentRow, KeyRow, LogEvent, SnapshotRow } from '../../model/rows.ts';
import { StoreBroken } from '../errors.ts';
import { checkWrites } from '../layout/appending.ts';
import type { Settings } from '../layout/tables.ts';
import type {
  Batch,
  BatchEnd,
  DamagedExperiment,
  DecisionPage,
  DecisionWithOutcome,
  Erasure,
  NewExperimentRows,
  Pruning,
  Seen,
  Store,
  Wanted,
} from '../store.ts';
import type { Connection } from './connection.ts';
import { demandRoom, realFile } from './files.ts';
import { type Lock, takeLock } from './lock.ts';
import { Log } from './log.ts';
import { openToWrite } from './open.ts';
import { Reads } from './reads.ts';
import { Removals } from './removals.ts';
import { Writing } from './writing.ts';

/** Opens the store in a file, and makes it where there is none. Rejects where another process is at work on it. */
export async function openSqliteStore(file: string): Promise<SqliteStore> {
  const path = realFile(file);
  const lock = takeLock(path);
  try {
    return new SqliteStore(await openToWrite(path), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

export class SqliteStore implements Store {
  readonly isShared = false;
  readonly lanes = 1;
  readonly idKeys: readonly Uint8Array[];
  readonly #connection: Connection;
  readonly #lock: Lock;
  readonly #reads: Reads;
  readonly #log: Log;
  readonly #writing: Writing;
  readonly #removals: Removals;
  readonly #savepoint: Database.Statement;
  readonly #release: Database.Statement;
  readonly #undo: Database.Statement;
  /** A configuration may be large, and nobody else changes it. */
  readonly #settings = new Map<number, Settings>();

  /** @internal `openSqliteStore` makes it. */
  constructor(connection: Connection, lock: Lock) {
    const { database } = connection;
    this.#connection = connection;
    this.#lock = lock;
    this.#reads = new Reads(database);
    this.#log = new Log(database);
    this.#writing = new Writing(database);
    this.#removals = new Removals(database, this.#log);
    this.#savepoint = database.prepare('SAVEPOINT batch');
    this.#release = database.prepare('RELEASE batch');
    this.#undo = database.prepare('ROLLBACK TO batch');
    this.idKeys = this.#reads.idKeys();
  }

  async create(rows: NewExperimentRows): Promise<ExperimentRow | undefined> {
    return this.#connection.transaction(() => this.#writing.create(rows));
  }

  async commit(batches: readonly Batch[]): Promise<readonly BatchEnd[]> {
    try {
      return this.#connection.transaction(() => batches.map((batch) => this.#runAlone(batch)));
    } catch (error) {
      this.#settings.clear();
      const end = error instanceof StoreBroken ? 'unknown' : 'failed';
      return batches.map(() => ({ end, error }));
    }
  }

  async log(experiment: number, afterSeq: number, limit: number): Promise<readonly LogEvent[]> {
    return this.#connection.read(() => this.#log.read(experiment, afterSeq, limit));
  }

  async snapshots(experiment: number): Promise<readonly SnapshotRow[]> {
    return this.#connection.read(() => this.#reads.snapshots(experiment));
  }

  async snapshotSeqs(experiment: number): Promise<readonly number[]> {
    return this.#connection.read(() => this.#reads.snapshotSeqs(experiment));
  }

  async saveSnapshot(experiment: number, snapshot: SnapshotRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.saveSnapshot(experiment, snapshot));
  }

  async replaceSnapshots(experiment: number, snapshot: SnapshotRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.replaceSnapshots(experiment, snapshot));
  }

  async prune(experiment: number, below: Pruning, limit: number): Promise<number> {
    return this.#connection.transaction(() => this.#removals.prune(experiment, below, limit));
  }

  async eraseUnit(experiment: number, erasure: Erasure): Promise<number> {
    const erased = this.#connection.transaction(() => {
      const row = this.#experimentRow(experiment);
      const count = this.#removals.erase(experiment, erasure);
      this.#writing.logErasure(row, erasure, count);
      return count;
    });
    // The log file held the unit, too.
    this.#connection.emptyLog();
    return erased;
  }

  async putKey(key: KeyRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.putKey(key));
  }

  /** One process has the file for itself, and its clock is the only one. */
  async clock(): Promise<undefined> {
    return undefined;
  }

  async probe(needsRoom = false): Promise<void> {
    if (needsRoom) demandRoom(this.#connection.file);
    this.#connection.transaction(() => this.#writing.nothing());
  }

  async confirmPlace(): Promise<void> {
    this.#connection.confirmPlace();
    this.#lock.confirm();
  }

  rescue(): Promise<string> {
    return this.#connection.rescue();
  }

  async experiments(): Promise<readonly ExperimentRow[]> {
    return this.#connection.read(() => this.#reads.experiments());
  }

  async damagedExperiments(): Promise<readonly DamagedExperiment[]> {
    return this.#connection.read(() => this.#reads.damagedExperiments());
  }

  async experiment(key: string): Promise<ExperimentRow | undefined> {
    return this.#connection.read(() => this.#reads.experiment(key));
  }

  async experimentOfId(id: number): Promise<ExperimentRow | undefined> {
    return this.#connection.read(() => this.#reads.experimentOfId(id));
  }

  async decisions(experiment: number, page: DecisionPage): Promise<readonly DecisionWithOutcome[]> {
    return this.#connection.read(() => this.#reads.decisions(experiment, page));
  }

  async changes(experiment: number, afterSeq: number, limit: number) {
    return this.#connection.read(() => this.#reads.changes(experiment, afterSeq, limit));
  }

  async keys(): Promise<readonly KeyRow[]> {
    return this.#connection.read(() => this.#reads.keys());
  }

  async close(): Promise<void> {
    try {
      this.#connection.closeAsOneFile();
    } finally {
      this.#lock.release();
    }
  }

  /** A batch whose work throws, or that breaks a rule of the tables, is undone alone. */
  #runAlone(batch: Batch): BatchEnd {
    this.#savepoint.run();
    try {
      this.#run(batch);
      this.#release.run();
      return { end: 'committed' };
    } catch (error) {
      // Without a transaction SQLite has undone all of it already: then it is not this batch's own fault.
      if (!this.#connection.canUndo(error)) throw error;
      this.#undo.run();
      this.#release.run();
      return { end: 'failed', error };
    }
  }

  #run({ experiment, known, wanted, work }: Batch): void {
    const before = this.#experimentRow(experiment);
    if (known > before.head)
      throw new ContractError(
        `experiment ${experiment} ends with event ${before.head}; the caller knows ${known}: fold its log again`,
      );
    const tail = known < before.head ? this.#log.read(experiment, known, before.head - known) : [];
    const writes = work({ experiment: before, tail, ...this.#wanted(experiment, wanted) });
    const after = checkWrites(before, writes);
    if (after === undefined) return;
    if (this.#writing.append(before, after, writes)) this.#settings.delete(experiment);
  }

  #experimentRow(id: number): ExperimentRow {
    const settings = this.#settings.get(id) ?? this.#reads.settings(id);
    const position = this.#reads.position(id);
    if (settings === undefined || position === undefined)
      throw new ContractError(`the store holds no experiment of the id ${id}`);
    this.#settings.set(id, settings);
    return { ...settings, ...position };
  }

  #wanted(experiment: number, wanted: Wanted): Pick<Seen, 'numbers' | 'requests' | 'units'> {
    const reads = this.#reads;
    return {
      numbers: found(wanted.numbers, (number) => reads.decision(experiment, number)),
      requests: found(wanted.requests, (request) => reads.decisionOfRequest(experiment, request)),
      units: found(wanted.units, (unit) => reads.lastDecisionOfUnit(experiment, unit)),
    };
  }
}

function found<Name, Row>(
  names: readonly Name[],
  find: (name: Name) => Row | undefined,
): Map<Name, Row> {
  const rows = new Map<Name, Row>();
  for (const name of names) {
    const row = find(name);
    if (row !== undefined) rows.set(name, row);
  }
  return rows;
}
