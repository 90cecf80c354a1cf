/** What is read in the same way from a store at work and beside it. */
import type Database from 'better-sqlite3';
import type { ChangeRow, ExperimentRow, KeyRow, SnapshotRow } from '../../model/rows.ts';
import {
  checkSnapshot,
  damagedExperiments,
  EXPERIMENT,
  experimentOf,
  PAIR,
  pairOf,
  UNIT_REACH,
  WITH_OUTCOME,
  wholeExperiments,
} from '../layout/assembled.ts';
import type { Cell } from '../layout/checksum.ts';
import { changeKinds } from '../layout/names.ts';
import {
  changeTable,
  columnsOf,
  decisionTable,
  idKeyTable,
  keyTable,
  outcomeTable,
  positionTable,
  settingsTable,
  unsealed,
} from '../layout/tables.ts';
import type { DamagedExperiment, DecisionPage, DecisionWithOutcome } from '../store.ts';

/** The most rows that one transaction reads, so that none is long: the log file cannot start again beneath it. */
const PAGE_ROWS = 10_000;

const DECISION = `SELECT ${columnsOf(decisionTable)} FROM decision WHERE experiment = ?`;
const OUTCOME = `SELECT ${columnsOf(outcomeTable)} FROM outcome WHERE experiment = ? AND number = ?`;
// For one row a join costs ten times the two questions; for thousands it costs half.
const PAGE = `SELECT ${PAIR} FROM decision ${WITH_OUTCOME}
  WHERE decision.experiment = ? AND decision.number >= ? ORDER BY decision.number LIMIT ?`;

type Rows<Parameters extends unknown[]> = Database.Statement<Parameters, Cell[]>;

interface SnapshotCells extends Omit<SnapshotRow, 'hash' | 'body'> {
  readonly hash: Buffer;
  readonly body: Buffer;
}

export class Reads {
  readonly #experiments: Rows<[]>;
  readonly #experiment: Rows<[string]>;
  readonly #experimentOfId: Rows<[number]>;
  readonly #settings: Rows<[number]>;
  readonly #position: Rows<[number]>;
  readonly #decision: Rows<[number, number]>;
  readonly #request: Rows<[number, string]>;
  readonly #unit: Rows<[number, string, number]>;
  readonly #outcome: Rows<[number, number]>;
  readonly #page: Rows<[number, number, number]>;
  readonly #changes: Rows<[number, number, number]>;
  readonly #idKeys: Rows<[]>;
  readonly #keys: Rows<[]>;
  readonly #snapshots: Database.Statement<[number], SnapshotCells>;
  readonly #snapshotSeqs: Database.Statement<[number], number>;

  constructor(database: Database.Database) {
    const rows = <Parameters extends unknown[]>(sql: string) =>
      database.prepare<Parameters, Cell[]>(sql).raw();
    this.#experiments = rows(`${EXPERIMENT} ORDER BY experiment.id`);
    this.#experiment = rows(`${EXPERIMENT} WHERE experiment.key = ?`);
    this.#experimentOfId = rows(`${EXPERIMENT} WHERE experiment.id = ?`);
    this.#settings = rows(`SELECT ${columnsOf(settingsTable)} FROM experiment WHERE id = ?`);
    this.#position = rows(`SELECT ${columnsOf(positionTable)} FROM position WHERE experiment = ?`);
    this.#decision = rows(`${DECISION} AND number = ?`);
    this.#request = rows(`${DECISION} AND request = ?`);
    this.#unit = rows(`${DECISION} AND unit = ? AND number < ? ORDER BY number DESC LIMIT 1`);
    this.#outcome = rows(OUTCOME);
    this.#page = rows(PAGE);
    this.#changes = rows(
      `SELECT ${columnsOf(changeTable)} FROM change
       WHERE experiment = ? AND seq > ? AND kind <> ${changeKinds.code('sweep')} ORDER BY seq LIMIT ?`,
    );
    this.#idKeys = rows(`SELECT ${columnsOf(idKeyTable)} FROM store`);
    this.#keys = rows(`SELECT ${columnsOf(keyTable)} FROM api_key ORDER BY made, id`);
    this.#snapshots = database.prepare(
      'SELECT seq, next, numbers, version, hash, body FROM snapshot WHERE experiment = ? ORDER BY seq DESC',
    );
    this.#snapshotSeqs = database
      .prepare<[number], number>('SELECT seq FROM snapshot WHERE experiment = ? ORDER BY seq DESC')
      .pluck();
  }

  /** The keys that sign decision ids, the newest last. */
  idKeys(): readonly Uint8Array[] {
    return this.#idKeys.all().flatMap((cells) => unsealed(idKeyTable, cells));
  }

  experiments(): ExperimentRow[] {
    return wholeExperiments(this.#experiments.all());
  }

  damagedExperiments(): DamagedExperiment[] {
    return damagedExperiments(this.#experiments.all());
  }

  experiment(key: string): ExperimentRow | undefined {
    return mapped(this.#experiment.get(key), experimentOf);
  }

  experimentOfId(id: number): ExperimentRow | undefined {
    return mapped(this.#experimentOfId.get(id), experimentOf);
  }

  settings(id: number) {
    return mapped(this.#settings.get(id), (cells) => ({ id, ...unsealed(settingsTable, cells) }));
  }

  position(id: number) {
    return mapped(this.#position.get(id), (cells) => unsealed(positionTable, cells));
  }

  decision(experiment: number, number: number): DecisionWithOutcome | undefined {
    return this.#withOutcome(experiment, this.#decision.get(experiment, number));
  }

  decisionOfRequest(experiment: number, request: string): DecisionWithOutcome | undefined {
    return this.#withOutcome(experiment, this.#request.get(experiment, request));
  }

  lastDecisionOfUnit(experiment: number, unit: string): DecisionWithOutcome | undefined {
    let before = Number.MAX_SAFE_INTEGER;
    for (let looked = 0; looked < UNIT_REACH; looked++) {
      const last = this.#withOutcome(experiment, this.#unit.get(experiment, unit, before));
      if (last?.outcome?.kind !== 'cancel') return last;
      before = last.decision.number;
    }
    return undefined;
  }

  decisions(experiment: number, page: DecisionPage): DecisionWithOutcome[] {
    const limit = Math.min(page.limit, PAGE_ROWS);
    return this.#page.all(experiment, page.from, limit).map(pairOf);
  }

  changes(experiment: number, afterSeq: number, limit: number): ChangeRow[] {
    const cells = this.#changes.all(experiment, afterSeq, Math.min(limit, PAGE_ROWS));
    return cells.map((each) => unsealed(changeTable, each));
  }

  keys(): KeyRow[] {
    return this.#keys
      .all()
      .map((cells) => ({ id: String(cells[0]), ...unsealed(keyTable, cells) }));
  }

  snapshotSeqs(experiment: number): number[] {
    return this.#snapshotSeqs.all(experiment);
  }

  snapshots(experiment: number): SnapshotRow[] {
    const rows = this.#snapshots.all(experiment);
    for (const row of rows) checkSnapshot(experiment, row);
    return rows;
  }

  #withOutcome(experiment: number, cells: Cell[] | undefined): DecisionWithOutcome | undefined {
    if (cells === undefined) return undefined;
    const decision = unsealed(decisionTable, cells);
    const outcome = this.#outcome.get(experiment, decision.number);
    return { decision, outcome: mapped(outcome, (found) => unsealed(outcomeTable, found)) };
  }
}

function mapped<From, To>(from: From | undefined, to: (from: From) => To): To | undefined {
  return from === undefined ? undefined : to(from);
}
