/**
 * A database that is filled with what another store held. All rows are written in one transaction. Before it the store
 * is marked, so that nobody takes it for an empty one meanwhile, or after a crash.
 */
import type { ExperimentRow, KeyRow, LogEvent, SnapshotRow } from '../../model/rows.ts';
import { StoreRefused } from '../errors.ts';
import {
  changeTable,
  decisionTable,
  idKeyTable,
  keyTable,
  outcomeTable,
  positionTable,
  sealed,
  settingsTable,
} from '../layout/tables.ts';
import { UNFINISHED } from '../layout/unfinished.ts';
import type { StoreFilling, StoreMoment } from '../store.ts';
import type { Database } from './database.ts';
import { stateOf } from './faults.ts';
import { HeldSession, patientDatabase } from './held-session.ts';
import { inserted, quoted, whole } from './literals.ts';
import { checkFormat, openingError, refuseServer, refuseTables } from './opening.ts';
import { momentOf } from './postgres-moment.ts';
import { FORMAT, NAMESPACE, RIGHTS } from './schema.ts';

/** What must have no row. */
const TABLES = Object.keys(RIGHTS).filter((table) => table !== 'store' && table !== 'pulse');

/** Opens a database that was migrated and holds nothing. Its owner does that. */
export async function openPostgresFilling(url: string): Promise<StoreFilling> {
  const database = patientDatabase(url);
  try {
    await refuseServer(database);
    await refuseTables(database, true, checkFillable);
    await refuseOthers(database);
    await mark(database);
    const session = await HeldSession.begin(database, 'READ COMMITTED READ WRITE');
    return await PostgresFilling.begin(database, session);
  } catch (error) {
    await database.close();
    throw openingError(inUse(error, database), database.shown);
  }
}

/** What an interrupted copy left is filled again. */
function checkFillable(format: number, shown: string): void {
  if (format !== UNFINISHED) checkFormat(format, shown);
}

async function refuseOthers(database: Database): Promise<void> {
  const [[[isOwner]]] = await database.ask(
    `SELECT has_table_privilege('${NAMESPACE}.store', 'UPDATE')`,
  );
  if (isOwner) return;
  throw new StoreRefused(
    `${database.shown}: this role cannot fill a store; copy as the owner of the database, as for 'driftline store migrate'`,
    'store-not-ready',
  );
}

/** Refuses what is not empty, and marks what is. */
async function mark(database: Database): Promise<void> {
  await database.transaction(async (session) => {
    const some = TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
    const [, [[isFilled]]] = await session.ask(
      `SELECT FROM store FOR UPDATE NOWAIT; SELECT ${some}`,
    );
    if (isFilled)
      throw new StoreRefused(
        `${database.shown} already has experiments or keys; a copy needs an empty database; create another one and migrate it`,
        'store-not-accepted',
      );
    await session.ask(`UPDATE store SET format = ${UNFINISHED}`);
  });
}

/** Somebody else has the row of the store. */
function inUse(error: unknown, { shown }: Database): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (stateOf(cause) !== '55P03') return error;
  return new StoreRefused(
    `${shown}: another copy or a migration is using this database; wait for it`,
    'store-in-use',
    { cause: error },
  );
}

class PostgresFilling implements StoreFilling {
  readonly #database: Database;
  readonly #session: HeldSession;

  private constructor(database: Database, session: HeldSession) {
    this.#database = database;
    this.#session = session;
  }

  /** Nobody else creates an experiment or a key until it is closed. */
  static async begin(database: Database, session: HeldSession): Promise<PostgresFilling> {
    try {
      await session.ask(
        'SELECT FROM store FOR UPDATE NOWAIT; LOCK TABLE experiment, api_key IN EXCLUSIVE MODE',
      );
      return new PostgresFilling(database, session);
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  filled(): Promise<StoreMoment> {
    return momentOf(this.#session);
  }

  async putIdKeys(keys: readonly Uint8Array[]): Promise<void> {
    const [, text, sum] = sealed(idKeyTable, 1, keys);
    await this.#session.ask(
      `UPDATE store SET id_keys = ${quoted(String(text))}, sum = ${whole(Number(sum))}`,
    );
  }

  async putKeys(keys: readonly KeyRow[]): Promise<void> {
    const rows = keys.map((key) => sealed(keyTable, key.id, key));
    await this.#session.ask(inserted(keyTable, rows));
  }

  async putExperiment(row: ExperimentRow): Promise<void> {
    await this.#session.ask(
      `${inserted(settingsTable, [sealed(settingsTable, row.id, row)])};
       ${inserted(positionTable, [sealed(positionTable, row.id, row)])}`,
    );
  }

  async putEvents(experiment: number, events: readonly LogEvent[]): Promise<void> {
    const [decisions, outcomes, changes] = [[], [], []] as ReturnType<typeof sealed>[][];
    for (const { type, row } of events) {
      if (type === 'decision') decisions.push(sealed(decisionTable, experiment, row));
      else if (type === 'outcome') outcomes.push(sealed(outcomeTable, experiment, row));
      else changes.push(sealed(changeTable, experiment, row));
    }
    await this.#session.ask(
      [
        inserted(decisionTable, decisions),
        inserted(outcomeTable, outcomes),
        inserted(changeTable, changes),
      ].join(';\n'),
    );
  }

  putSnapshot(experiment: number, row: SnapshotRow): Promise<void> {
    const { seq, next, numbers, version, hash, body } = row;
    return this.#session.send(
      `INSERT INTO snapshot(experiment, seq, next, numbers, version, hash, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [experiment, seq, next, numbers, version, Buffer.from(hash), Buffer.from(body)],
    );
  }

  /** The server is told how large the tables are: it would plan for empty ones until it looks by itself. */
  async finish(): Promise<void> {
    await this.#session.ask(`ANALYZE ${TABLES.join(', ')}; UPDATE store SET format = ${FORMAT}`);
    await this.#session.commit();
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#database.close();
  }
}
