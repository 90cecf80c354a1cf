/** Retention, and erasing who a unit was. Called within a transaction. */
import type Database from 'better-sqlite3';
import type { Cell } from '../layout/checksum.ts';
import { withoutUnit } from '../layout/erasing.ts';
import { changeKinds } from '../layout/names.ts';
import { columnsOf, decisionTable, sealed, unsealed, updateOf } from '../layout/tables.ts';
import type { Erasure, Pruning } from '../store.ts';
import type { Log } from './log.ts';

interface Prunable {
  readonly number: number;
  readonly rows: number;
}

export class Removals {
  readonly #log: Log;
  readonly #prunable: Database.Statement<[number, number, number, number], Prunable>;
  readonly #revised: Database.Statement<[number, number]>;
  readonly #decision: Database.Statement<[number, number]>;
  readonly #outcome: Database.Statement<[number, number]>;
  readonly #sweeps: Database.Statement<[number, number, number, number]>;
  readonly #ofUnit: Database.Statement<[number, string], Cell[]>;
  readonly #update: Database.Statement<unknown[]>;

  constructor(database: Database.Database, log: Log) {
    this.#log = log;
    this.#prunable = database.prepare(
      `SELECT decision.number, 1 + (outcome.seq IS NOT NULL) AS rows
       FROM decision LEFT JOIN outcome
         ON outcome.experiment = decision.experiment AND outcome.number = decision.number
       WHERE decision.experiment = ? AND decision.number < ? AND coalesce(outcome.seq, 0) <= ?
       ORDER BY decision.number LIMIT ?`,
    );
    this.#revised = database.prepare(
      `SELECT 1 FROM change WHERE experiment = ? AND seq > ? AND kind = ${changeKinds.code('revise')} LIMIT 1`,
    );
    this.#decision = database.prepare('DELETE FROM decision WHERE experiment = ? AND number = ?');
    this.#outcome = database.prepare('DELETE FROM outcome WHERE experiment = ? AND number = ?');
    this.#sweeps = database.prepare(
      `DELETE FROM change WHERE experiment = ? AND seq IN (
         SELECT seq FROM change
         WHERE experiment = ? AND seq <= ? AND kind = ${changeKinds.code('sweep')} ORDER BY seq LIMIT ?)`,
    );
    this.#ofUnit = database
      .prepare<[number, string], Cell[]>(
        `SELECT ${columnsOf(decisionTable)} FROM decision WHERE experiment = ? AND unit = ?`,
      )
      .raw();
    this.#update = database.prepare(`${updateOf(decisionTable)} AND number = ?`);
  }

  prune(experiment: number, below: Pruning, limit: number): number {
    if (this.#revised.get(experiment, below.known) !== undefined) return 0;
    const end = Math.min(
      below.number,
      this.#log.firstNumber(experiment, 'at', below.before),
      this.#log.firstNumber(experiment, 'seq', below.seq + 1),
    );
    let deleted = 0;
    for (const { number, rows } of this.#prunable.all(experiment, end, below.seq, limit)) {
      if (deleted + rows > limit) return deleted;
      this.#decision.run(experiment, number);
      this.#outcome.run(experiment, number);
      deleted += rows;
    }
    return deleted + this.#pruneSweeps(experiment, below.seq, limit - deleted);
  }

  /** A sweep before the first decision that is left closed none that is left. */
  #pruneSweeps(experiment: number, seq: number, limit: number): number {
    const left = this.#log.seqFrom(experiment, 0);
    const last = left === undefined ? seq : Math.min(seq, left - 1);
    return this.#sweeps.run(experiment, experiment, last, limit).changes;
  }

  /** Returns how many decisions were the unit's. */
  erase(experiment: number, { unit, tombstone }: Erasure): number {
    const rows = this.#ofUnit.all(experiment, unit).map((cells) => unsealed(decisionTable, cells));
    for (const row of rows) {
      const erased = withoutUnit(row, tombstone);
      this.#update.run([...sealed(decisionTable, experiment, erased), experiment, row.number]);
    }
    return rows.length;
  }
}
