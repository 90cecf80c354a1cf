/** Makes the tables of a store, or brings them to the present format. The owner does that; the service may not. */
import { randomBytes } from 'node:crypto';
import { StoreRefused } from '../errors.ts';
import { idKeyTable, sealed } from '../layout/tables.ts';
import { UNFINISHED } from '../layout/unfinished.ts';
import { Database, type Session, TIMEOUTS } from './database.ts';
import { name, quoted, whole } from './literals.ts';
import { openingError, refuseServer } from './opening.ts';
import { FORMAT, NAMESPACE, RIGHTS, SCHEMA } from './schema.ts';

/** Brings the tables from the format before to `to`. */
export interface Migration {
  readonly to: number;
  readonly sql: string;
}

const migrations: readonly Migration[] = [
  { to: 2, sql: 'ALTER TABLE decision ADD COLUMN digest text' },
];

export interface MigrateOptions {
  /** The role of the service, which is given the right to work with the tables and no other. */
  readonly role?: string;
  /** The keys that sign decision ids in a new store; fresh ones unless given. */
  readonly idKeys?: readonly Uint8Array[];
}

export interface Migrated {
  /** The format before; null where there was no store. */
  readonly from: number | null;
  readonly to: number;
  readonly grantedTo: string | null;
}

/** The format to reach, and the way. */
export interface Target {
  readonly format: number;
  readonly migrations: readonly Migration[];
}

const ID_KEY_BYTES = 32;
/** Any number that others hardly take: "drft". */
const LOCK = 0x64726674;
/** Others that migrate, and transactions that are under way, are waited for. */
const PATIENCE = { ...TIMEOUTS, lock: 60_000, statement: 600_000, answer: 660_000 };

/** Safe to call again, and by several at once: all of it is one transaction, under a lock. */
export async function migratePostgres(
  url: string,
  options: MigrateOptions = {},
  target: Target = { format: FORMAT, migrations },
): Promise<Migrated> {
  const database = new Database(url, { connections: 1, timeouts: PATIENCE });
  try {
    await refuseServer(database);
    return await database.transaction((session) => migrate(session, options, target));
  } catch (error) {
    throw openingError(error, database.shown);
  } finally {
    await database.close();
  }
}

async function migrate(
  session: Session,
  { role, idKeys }: MigrateOptions,
  target: Target,
): Promise<Migrated> {
  await session.ask(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const from = await formatNow(session);
  if (from === UNFINISHED)
    throw new StoreRefused(
      "a copy into this database was not finished; run 'driftline store copy' again, which starts over",
      'store-not-ready',
    );
  if (from !== null && from > target.format)
    throw new StoreRefused(
      `the database has the format ${from} of a newer version; this version supports up to ${target.format}; install the newer version again`,
    );
  if (from === null) await make(session, idKeys ?? [randomBytes(ID_KEY_BYTES)]);
  for (const { to, sql } of target.migrations.filter((step) => step.to > (from ?? FORMAT)))
    await session.ask(`${sql}; UPDATE store SET format = ${whole(to)}`);
  if (role !== undefined) await grant(session, role);
  return { from, to: target.format, grantedTo: role ?? null };
}

/** Waits for whoever works with the tables: nobody writes in an older format afterwards. */
async function formatNow(session: Session): Promise<number | null> {
  const [[[isThere]]] = await session.ask(`SELECT to_regclass('${NAMESPACE}.store') IS NOT NULL`);
  if (!isThere) return null;
  const [, [[format]]] = await session.ask(
    'LOCK TABLE position IN ACCESS EXCLUSIVE MODE; SELECT format FROM store',
  );
  return Number(format);
}

async function make(session: Session, idKeys: readonly Uint8Array[]): Promise<void> {
  const [one, keys, sum] = sealed(idKeyTable, 1, idKeys);
  await session.ask(`CREATE SCHEMA IF NOT EXISTS ${NAMESPACE}; ${SCHEMA}
    INSERT INTO store(one, format, id_keys, sum) VALUES (${one}, ${FORMAT}, ${quoted(String(keys))}, ${sum})`);
}

async function grant(session: Session, role: string): Promise<void> {
  const [[[isThere]]] = await session.ask(
    `SELECT count(*) > 0 FROM pg_roles WHERE rolname = ${quoted(role)}`,
  );
  if (!isThere)
    throw new StoreRefused(
      `there is no role ${role}; create it first, for example with CREATE ROLE ${name(role)} LOGIN PASSWORD '…'`,
      'store-not-reachable',
    );
  const rights = Object.entries(RIGHTS).map(
    ([table, verbs]) => `GRANT ${verbs.join(', ')} ON ${table} TO ${name(role)}`,
  );
  await session.ask(`GRANT USAGE ON SCHEMA ${NAMESPACE} TO ${name(role)}; ${rights.join('; ')}`);
}
