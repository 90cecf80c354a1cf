/** The store in a PostgreSQL database, which several processes may share. */
import { randomBytes } from 'node:crypto';
import type { ExperimentRow, KeyRow, LogEvent, SnapshotRow } from '../../model/rows.ts';
import { StoreRefused } from '../errors.ts';
import { changeTable, keyTable, positionTable, sealed, settingsTable } from '../layout/tables.ts';
import type {
  Batch,
  BatchEnd,
  CommitOptions,
  Erasure,
  NewExperimentRows,
  Pruning,
  Store,
} from '../store.ts';
import { Committing } from './committing.ts';
import { Database, type Session, TIMEOUTS, type Timeouts } from './database.ts';
import { inserted, quoted, upserted, whole } from './literals.ts';
import { readLog } from './log.ts';
import { checkFormat, openingError, refuseServer, refuseTables } from './opening.ts';
import { PostgresReader } from './postgres-reader.ts';
import { Reads } from './reads.ts';
import { eraseUnit, prune } from './removals.ts';

/** Commits of several experiments share the disk's writes; more of them at once gain little. */
const LANES = 4;
/** Who waits for a batch is waiting for an answer; nobody queues for its connection. */
const LANE_CONNECT = 2000;
/** For all that is no batch: it must not wait for batches, nor they for it. */
const OTHERS = 2;
/** A snapshot that turns out damaged has another one before it. */
const SNAPSHOTS_KEPT = 2;

/** No experiment has this id. */
const NOBODY = 0;
/** Bytes that a commit with rows may add. They are random, because the server compresses others. */
const ROOM = 2 ** 18;

function roomRow(): SnapshotRow {
  const none = new Uint8Array();
  return { seq: 0, next: 0, numbers: 0, version: '', hash: none, body: randomBytes(ROOM) };
}

export interface StoreOptions {
  readonly timeouts?: Timeouts;
}

/** Opens the store in a database, which its owner has migrated. */
export async function openPostgresStore(
  url: string,
  { timeouts = TIMEOUTS }: StoreOptions = {},
): Promise<PostgresStore> {
  const database = new Database(url, { connections: OTHERS, timeouts });
  try {
    await refuseServer(database);
    await refuseTables(database, true);
    const idKeys = await new Reads(database).idKeys();
    const lanes = new Database(url, {
      connections: LANES,
      timeouts: { ...timeouts, connect: Math.min(timeouts.connect, LANE_CONNECT) },
    });
    return new PostgresStore(database, lanes, idKeys);
  } catch (error) {
    await database.close();
    throw openingError(error, database.shown);
  }
}

export class PostgresStore extends PostgresReader implements Store {
  readonly isShared = true;
  readonly lanes = LANES;
  readonly idKeys: readonly Uint8Array[];
  readonly #lanes: Database;
  readonly #committing: Committing;

  /** @internal `openPostgresStore` makes it. */
  constructor(database: Database, lanes: Database, idKeys: readonly Uint8Array[]) {
    super(database);
    this.#lanes = lanes;
    this.idKeys = idKeys;
    this.#committing = new Committing(lanes);
  }

  commit(batches: readonly Batch[], options?: CommitOptions): Promise<readonly BatchEnd[]> {
    return this.#committing.commit(batches, options);
  }

  create(rows: NewExperimentRows): Promise<ExperimentRow | undefined> {
    return this.#transaction((session) => create(session, rows));
  }

  log(experiment: number, afterSeq: number, limit: number): Promise<readonly LogEvent[]> {
    return readLog(this.database, experiment, afterSeq, limit);
  }

  snapshots(experiment: number): Promise<readonly SnapshotRow[]> {
    return this.reads.snapshots(experiment);
  }

  snapshotSeqs(experiment: number): Promise<readonly number[]> {
    return this.reads.snapshotSeqs(experiment);
  }

  async saveSnapshot(experiment: number, row: SnapshotRow): Promise<void> {
    await this.#transaction(async (session) => {
      await putSnapshot(session, experiment, row);
      const of = `FROM snapshot WHERE experiment = ${whole(experiment)}`;
      await session.ask(
        `DELETE ${of} AND seq NOT IN (SELECT seq ${of} ORDER BY seq DESC LIMIT ${SNAPSHOTS_KEPT})`,
      );
    });
  }

  async replaceSnapshots(experiment: number, row: SnapshotRow): Promise<void> {
    await this.#transaction(async (session) => {
      await session.ask(`DELETE FROM snapshot WHERE experiment = ${whole(experiment)}`);
      await putSnapshot(session, experiment, row);
    });
  }

  prune(experiment: number, below: Pruning, limit: number): Promise<number> {
    return this.#transaction((session) => prune(session, experiment, below, limit));
  }

  /** The server keeps old versions of rows until it vacuums them. */
  eraseUnit(experiment: number, erasure: Erasure): Promise<number> {
    return this.#transaction((session) => eraseUnit(session, experiment, erasure));
  }

  async putKey(key: KeyRow): Promise<void> {
    await this.#write(upserted(keyTable, [sealed(keyTable, key.id, key)]));
  }

  /** The place of `pulse` is used again and again, so room is asked for by a row that is not kept. */
  async probe(needsRoom = false): Promise<void> {
    await this.#transaction(async (session) => {
      await session.ask('UPDATE pulse SET beat = beat + 1');
      if (!needsRoom) return;
      await putSnapshot(session, NOBODY, roomRow());
      await session.ask(`DELETE FROM snapshot WHERE experiment = ${whole(NOBODY)}`);
    });
  }

  /** A database has no place of its own. */
  async confirmPlace(): Promise<void> {}

  async rescue(): Promise<string> {
    throw new StoreRefused('a database is copied by its own tools');
  }

  /** As of the middle of the way to the server and back. */
  clock(): Promise<number> {
    return this.database.session(async (session) => {
      const sent = performance.now();
      const [[[time]]] = await session.ask('SELECT extract(epoch FROM clock_timestamp())::float8');
      return Number(time) * 1000 + (performance.now() - sent) / 2;
    });
  }

  override async close(): Promise<void> {
    await Promise.all([this.#lanes.close(), super.close()]);
  }

  /** As a commit does: whoever migrates is waited for, and nothing is written in an older format. */
  #transaction<T>(act: (session: Session) => Promise<T>): Promise<T> {
    return this.database.transaction(async (session) => {
      const [, [[format]]] = await session.ask(
        'LOCK TABLE position IN ROW SHARE MODE; SELECT format FROM store',
      );
      checkFormat(Number(format), this.database.shown);
      return act(session);
    });
  }

  async #write(statement: string): Promise<void> {
    await this.#transaction((session) => session.ask(statement));
  }
}

async function putSnapshot(session: Session, experiment: number, row: SnapshotRow): Promise<void> {
  const { seq, next, numbers, version, hash, body } = row;
  await session.send(
    `INSERT INTO snapshot(experiment, seq, next, numbers, version, hash, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (experiment, seq) DO UPDATE SET next = excluded.next,
       numbers = excluded.numbers, version = excluded.version, hash = excluded.hash, body = excluded.body`,
    [experiment, seq, next, numbers, version, Buffer.from(hash), Buffer.from(body)],
  );
}

/** Those who create wait for each other, so that ids follow one another. */
async function create(
  session: Session,
  { experiment, change }: NewExperimentRows,
): Promise<ExperimentRow | undefined> {
  const [, [[isTaken, next]]] = await session.ask(
    `SELECT FROM pulse FOR UPDATE;
     SELECT EXISTS (SELECT FROM experiment WHERE key = ${quoted(experiment.key)}),
       (SELECT coalesce(max(id), 0) + 1 FROM experiment)`,
  );
  if (isTaken) return undefined;
  const id = Number(next);
  await session.ask(
    [
      inserted(settingsTable, [sealed(settingsTable, id, experiment)]),
      inserted(positionTable, [sealed(positionTable, id, experiment)]),
      inserted(changeTable, [sealed(changeTable, id, change)]),
    ].join(';\n'),
  );
  return { ...experiment, id };
}
