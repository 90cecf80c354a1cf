/** The statements that write. Each is called within a transaction. */
import type Database from 'better-sqlite3';
import type { ExperimentRow, KeyRow, LogEvent, SnapshotRow } from '../../model/rows.ts';
import {
  changeTable,
  decisionTable,
  idKeyTable,
  insertInto,
  keyTable,
  outcomeTable,
  positionTable,
  sealed,
  settingsTable,
  updateOf,
  upsertInto,
} from '../layout/tables.ts';
import type { Erasure, NewExperimentRows, Writes } from '../store.ts';

/** A snapshot that turns out damaged has another one before it. */
const SNAPSHOTS_KEPT = 2;

export class Writing {
  readonly #decision: Database.Statement<unknown[]>;
  readonly #outcome: Database.Statement<unknown[]>;
  readonly #change: Database.Statement<unknown[]>;
  readonly #newSettings: Database.Statement<unknown[]>;
  readonly #newPosition: Database.Statement<unknown[]>;
  readonly #settings: Database.Statement<unknown[]>;
  readonly #position: Database.Statement<unknown[]>;
  readonly #taken: Database.Statement<[string]>;
  readonly #nextId: Database.Statement<[], number>;
  readonly #snapshot: Database.Statement<unknown[]>;
  readonly #oldSnapshots: Database.Statement<[number, number]>;
  readonly #allSnapshots: Database.Statement<[number]>;
  readonly #key: Database.Statement<unknown[]>;
  readonly #idKeys: Database.Statement<unknown[]>;
  readonly #nothing: Database.Statement;

  constructor(database: Database.Database) {
    this.#decision = database.prepare(insertInto(decisionTable));
    this.#outcome = database.prepare(insertInto(outcomeTable));
    this.#change = database.prepare(insertInto(changeTable));
    this.#newSettings = database.prepare(insertInto(settingsTable));
    this.#newPosition = database.prepare(insertInto(positionTable));
    this.#settings = database.prepare(updateOf(settingsTable));
    this.#position = database.prepare(updateOf(positionTable));
    this.#taken = database.prepare('SELECT 1 FROM experiment WHERE key = ?');
    this.#nextId = database
      .prepare<[], number>('SELECT coalesce(max(id), 0) + 1 FROM experiment')
      .pluck();
    this.#snapshot = database.prepare(
      'INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#oldSnapshots = database.prepare(
      `DELETE FROM snapshot WHERE experiment = ? AND seq NOT IN (
         SELECT seq FROM snapshot WHERE experiment = ? ORDER BY seq DESC LIMIT ${SNAPSHOTS_KEPT})`,
    );
    this.#allSnapshots = database.prepare('DELETE FROM snapshot WHERE experiment = ?');
    this.#key = database.prepare(upsertInto(keyTable));
    this.#idKeys = database.prepare(updateOf(idKeyTable));
    this.#nothing = database.prepare('UPDATE store SET format = format');
  }

  /** The row of the new experiment; undefined where its key is taken. */
  create({ experiment, change }: NewExperimentRows): ExperimentRow | undefined {
    if (this.#taken.get(experiment.key) !== undefined) return undefined;
    const id = this.#nextId.get() ?? 1;
    this.#newSettings.run(sealed(settingsTable, id, experiment));
    this.#newPosition.run(sealed(positionTable, id, experiment));
    this.#change.run(sealed(changeTable, id, change));
    return { ...experiment, id };
  }

  /** An experiment of another store, as it stood there. */
  putExperiment(row: ExperimentRow): void {
    this.#newSettings.run(sealed(settingsTable, row.id, row));
    this.#newPosition.run(sealed(positionTable, row.id, row));
  }

  putEvents(experiment: number, events: readonly LogEvent[]): void {
    for (const { type, row } of events) {
      if (type === 'decision') this.#decision.run(sealed(decisionTable, experiment, row));
      else if (type === 'outcome') this.#outcome.run(sealed(outcomeTable, experiment, row));
      else this.#change.run(sealed(changeTable, experiment, row));
    }
  }

  /** Returns whether the settings changed. */
  append(before: ExperimentRow, after: ExperimentRow, writes: Writes): boolean {
    for (const row of writes.decisions) this.#decision.run(sealed(decisionTable, after.id, row));
    for (const row of writes.outcomes) this.#outcome.run(sealed(outcomeTable, after.id, row));
    for (const row of writes.changes) this.#change.run(sealed(changeTable, after.id, row));
    this.#position.run([...sealed(positionTable, after.id, after), after.id]);
    const isSame =
      after.config === before.config &&
      after.revision === before.revision &&
      after.status === before.status;
    if (!isSame) this.#settings.run([...sealed(settingsTable, after.id, after), after.id]);
    return !isSame;
  }

  /** The unit itself stands in no log. */
  logErasure(before: ExperimentRow, { at, by, tombstone }: Erasure, decisions: number): void {
    const after = { ...before, head: before.head + 1, at: Math.max(before.at, at) };
    const body = JSON.stringify({ tombstone, decisions });
    const change = { seq: after.head, at: after.at, kind: 'erase', body, by } as const;
    this.append(before, after, { decisions: [], outcomes: [], changes: [change] });
  }

  saveSnapshot(experiment: number, row: SnapshotRow): void {
    const { seq, next, numbers, version, hash, body } = row;
    this.#snapshot.run(experiment, seq, next, numbers, version, hash, body);
    this.#oldSnapshots.run(experiment, experiment);
  }

  replaceSnapshots(experiment: number, row: SnapshotRow): void {
    this.#allSnapshots.run(experiment);
    this.saveSnapshot(experiment, row);
  }

  putKey(key: KeyRow): void {
    this.#key.run(sealed(keyTable, key.id, key));
  }

  putIdKeys(keys: readonly Uint8Array[]): void {
    this.#idKeys.run([...sealed(idKeyTable, 1, keys), 1]);
  }

  /** Writes a page without changing what it says. */
  nothing(): void {
    this.#nothing.run();
  }
}
