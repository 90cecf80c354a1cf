/**
 * The tables of a queue beside pg-boss's, made by the database's owner and by nobody else. A batch is a list
 * of comparisons that somebody plays; a result is a chunk on its way back to them; a worker says that it is
 * there and what it does. All of it is on its way: the record of a run is its folder.
 */
import { BOSS_SCHEMA, startBoss, stopBoss } from './boss.ts';
import { Database, type Statements } from './database.ts';
import { QueueError } from './queue-error.ts';

/** Where our tables are. */
export const SCHEMA = 'driftline';

/** Whoever has this role may submit and work. */
export const ROLE = 'driftline_worker';

/** Any number that no other program is likely to lock. */
const LOCK = 7_255_106_714;

/** What leads from each version of the tables to the next. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE ${SCHEMA}.batch (
     digest text PRIMARY KEY,
     experiment text NOT NULL,
     revision text NOT NULL,
     plugins text NOT NULL,
     name text NOT NULL,
     owner text NOT NULL,
     created timestamptz NOT NULL DEFAULT now(),
     seen timestamptz NOT NULL DEFAULT now(),
     body bytea NOT NULL,
     progress jsonb,
     error jsonb
   );
   CREATE INDEX batch_experiment ON ${SCHEMA}.batch (experiment);
   CREATE TABLE ${SCHEMA}.result (
     batch text NOT NULL REFERENCES ${SCHEMA}.batch ON DELETE CASCADE,
     comparison integer NOT NULL,
     first integer NOT NULL,
     nanoseconds bigint NOT NULL,
     rows bytea NOT NULL,
     PRIMARY KEY (batch, comparison, first)
   );
   ALTER TABLE ${SCHEMA}.result ALTER rows SET STORAGE EXTERNAL;
   CREATE TABLE ${SCHEMA}.worker (
     name text PRIMARY KEY,
     revision text NOT NULL,
     plugins text NOT NULL,
     places integer NOT NULL,
     seen timestamptz NOT NULL DEFAULT now(),
     doing jsonb NOT NULL
   );`,
];

const VERSION = MIGRATIONS.length;

async function versionIn(statements: Statements): Promise<number> {
  const rows = await statements.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`);
  return rows[0]?.version ?? 0;
}

/** Brings the tables to this version; several that do so at once come one after another. */
async function migrate(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await transaction.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await transaction.query(
      `CREATE TABLE IF NOT EXISTS ${SCHEMA}.version (version integer NOT NULL)`,
    );
    const version = await versionIn(transaction);
    if (version > VERSION) throw newerQueue(database, version);
    for (const migration of MIGRATIONS.slice(version)) await transaction.query(migration);
    await transaction.query(`DELETE FROM ${SCHEMA}.version`);
    await transaction.query(`INSERT INTO ${SCHEMA}.version VALUES ($1)`, [VERSION]);
  });
}

/** What submitters and workers may do: read and write rows of what is on its way, and own nothing. */
const GRANTS: readonly string[] = [
  `GRANT USAGE ON SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} TO ${ROLE}`,
  `GRANT SELECT ON ${SCHEMA}.version TO ${ROLE}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${SCHEMA}.batch, ${SCHEMA}.result, ${SCHEMA}.worker TO ${ROLE}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA ${BOSS_SCHEMA} TO ${ROLE}`,
  `GRANT INSERT, UPDATE, DELETE ON ${BOSS_SCHEMA}.job, ${BOSS_SCHEMA}.job_common, ${BOSS_SCHEMA}.queue, ${BOSS_SCHEMA}.job_dependency TO ${ROLE}`,
  // pg-boss notes there when it last looked after its queues.
  `GRANT UPDATE ON ${BOSS_SCHEMA}.version TO ${ROLE}`,
];

async function makeRole(database: Database): Promise<void> {
  const known = await database.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
  if (known.length > 0) return;
  try {
    await database.query(`CREATE ROLE ${ROLE} NOLOGIN`);
  } catch (error) {
    // Another init may have made it just now.
    const made = await database.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (made.length > 0) return;
    throw new QueueError(
      `${database.shown}: the role ${ROLE} does not exist, and this user may not create it: ${error instanceof Error ? error.message : error}; ask an administrator to run CREATE ROLE ${ROLE} NOLOGIN, then run init again`,
      'queue-not-ready',
    );
  }
}

/** Makes the tables of a queue, or brings them to this version, and says who may use them. */
export async function initialise(database: Database): Promise<void> {
  try {
    await stopBoss(await startBoss(database, true));
    await migrate(database);
    await makeRole(database);
    await database.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      for (const grant of GRANTS) await transaction.query(grant);
    });
  } catch (error) {
    throw database.failure(error);
  }
}

function newerQueue(database: Database, version: number): QueueError {
  return new QueueError(
    `${database.shown}: its queue has version ${version}, and this driftline reads ${VERSION}; use a newer driftline`,
    'queue-not-ready',
  );
}

/**
 * Makes sure that the database holds a queue of this version.
 *
 * @throws QueueError where it does not, or does not answer
 */
export async function checkQueue(database: Database): Promise<void> {
  const init = `ask its owner to run 'driftline jobs --queue … init'`;
  let version: number;
  try {
    version = await versionIn(database);
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === '42P01';
    if (!absent) throw database.failure(error);
    throw new QueueError(`${database.shown}: has no queue yet; ${init}`, 'queue-not-ready');
  }
  if (version > VERSION) throw newerQueue(database, version);
  if (version < VERSION) {
    throw new QueueError(
      `${database.shown}: its queue has version ${version}, and this driftline needs ${VERSION}; ${init}`,
      'queue-not-ready',
    );
  }
}
