/** What must hold before a database is worked with; each refusal says what to do. */
import { CodedError } from '@driftline/core';
import { StoreRefused } from '../errors.ts';
import { UNFINISHED } from '../layout/unfinished.ts';
import type { Queries } from './database.ts';
import { stateOf } from './faults.ts';
import { FORMAT, NAMESPACE, RIGHTS } from './schema.ts';

/** Newer servers than were tried are accepted: PostgreSQL keeps what we use. */
const LEAST_VERSION = 15;

/** A database that is being opened. */
interface Asked extends Queries {
  readonly shown: string;
}

/** The error to report for one that came while a database was opened. */
export function openingError(error: unknown, shown: string): unknown {
  const cause = error instanceof CodedError && error.cause !== undefined ? error.cause : error;
  const code = stateOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const isOfEntry =
    /^(28...|3D000)$/.test(code) || /SASL|SSL|certificate|self.signed/i.test(message);
  if (isOfEntry)
    return new StoreRefused(
      `${shown}: the database refuses the connection: ${message}; give user, password and database in the address (or PGPASSWORD), and for TLS sslmode=verify-full&sslrootcert=FILE, or sslmode=require&uselibpqcompat=true to skip the check of the certificate`,
      'store-not-reachable',
      { cause },
    );
  if (code === '42501')
    return new StoreRefused(
      `${shown}: this role is not allowed to do that: ${message}; migrate as the owner of the database`,
      'store-not-reachable',
      { cause },
    );
  return error;
}

/** Refuses a server that cannot keep what it acknowledges. */
export async function refuseServer(database: Asked): Promise<void> {
  const [[[version, isStandby, fsync, wholePages, encoding]]] = await database.ask(
    `SELECT current_setting('server_version_num')::int / 10000, pg_is_in_recovery(), current_setting('fsync'),
       current_setting('full_page_writes'), current_setting('server_encoding')`,
  );
  const refuse = (what: string) => {
    throw new StoreRefused(`${database.shown}: ${what}`);
  };
  if (Number(version) < LEAST_VERSION)
    refuse(`PostgreSQL must be ${LEAST_VERSION} or newer; this is ${version}`);
  if (isStandby)
    refuse(
      'this server is a standby, which is read-only and lags behind; use the address of the primary (lists of hosts with target_session_attrs are not supported)',
    );
  if (fsync !== 'on' || wholePages !== 'on')
    refuse(
      `the server must have fsync and full_page_writes on, otherwise a crash of its machine loses acknowledged data; they are ${fsync} and ${wholePages}`,
    );
  if (encoding !== 'UTF8')
    refuse(
      `the database must have the encoding UTF8; it has ${encoding}: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    );
}

const MIGRATE = "run 'driftline store migrate' as the owner of the database";
const MIGRATE_FOR_ROLE = `${MIGRATE}, with --role and this role's name`;

/** Refuses a database whose tables are not there, not ours to use, or of another format than `check` accepts. */
export async function refuseTables(
  database: Asked,
  isToWrite: boolean,
  check = checkFormat,
): Promise<void> {
  const [[[isThere, mayEnter]]] = await database.ask(
    `SELECT count(*) > 0, coalesce(bool_and(has_schema_privilege(oid, 'USAGE')), false)
     FROM pg_namespace WHERE nspname = '${NAMESPACE}'`,
  );
  demand(database, Boolean(isThere), `the database has no store yet; ${MIGRATE}`);
  const mayNot = `this role cannot use the tables of the schema ${NAMESPACE}; ${MIGRATE_FOR_ROLE}`;
  demand(database, Boolean(mayEnter), mayNot);
  const [[[hasStore]]] = await database.ask(`SELECT to_regclass('${NAMESPACE}.store') IS NOT NULL`);
  demand(database, Boolean(hasStore), `the database has no store yet; ${MIGRATE}`);
  demand(database, await isGranted(database, ['store'], false), mayNot);
  const [[[format]]] = await database.ask('SELECT format FROM store');
  check(Number(format), database.shown);
  demand(database, await isGranted(database, Object.keys(RIGHTS), isToWrite), mayNot);
}

function demand(database: Asked, holds: boolean, what: string): void {
  if (!holds) throw new StoreRefused(`${database.shown}: ${what}`, 'store-not-ready');
}

async function isGranted(
  database: Asked,
  tables: readonly string[],
  isToWrite: boolean,
): Promise<boolean> {
  const rights = tables.flatMap((table) =>
    (isToWrite ? RIGHTS[table] : ['SELECT']).map(
      (verb) => `has_table_privilege('${NAMESPACE}.${table}', '${verb}')`,
    ),
  );
  const [[[granted]]] = await database.ask(`SELECT ${rights.join(' AND ')}`);
  return Boolean(granted);
}

/** Also asked in each transaction that writes: the owner may migrate while the service runs. */
export function checkFormat(format: number, shown: string): void {
  if (format === FORMAT) return;
  if (format === UNFINISHED)
    throw new StoreRefused(
      `${shown}: a copy into this database was not finished; run 'driftline store copy' again`,
      'store-not-ready',
    );
  throw new StoreRefused(
    format > FORMAT
      ? `${shown} has the format ${format} of a newer version; this version supports ${FORMAT}; install the newer version`
      : `${shown} has the older format ${format}; run 'driftline store migrate' as the owner to upgrade it to format ${FORMAT}`,
    'store-not-ready',
  );
}
