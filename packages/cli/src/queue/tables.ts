/** What is asked of our tables, and of pg-boss's where it has no call for it. */
import { BOSS_SCHEMA } from './boss.ts';
import type { Statements } from './database.ts';
import type { Identity } from './identity.ts';
import { SCHEMA } from './schema.ts';

/** A batch that nobody has asked after for so long is not served. */
const FORGOTTEN = `interval '1 hour'`;
/** And after so long removed. */
const OUTDATED = `interval '7 days'`;
/** Submitters say that they wait every three seconds. */
const SILENT = `interval '20 seconds'`;
/** Workers say that they are there every two seconds; where there are more than a hundred, less often. */
const TELL_SECONDS = 2;
const TELL_SECONDS_PER_WORKER = 0.02;
/** Who has missed five times is gone. */
const GONE = `greatest(${5 * TELL_SECONDS}, ${5 * TELL_SECONDS_PER_WORKER} * (SELECT count(*) FROM ${SCHEMA}.worker)) * interval '1 second'`;

/** How long a worker waits before it says again what it does: all of them together make 50 statements per second. */
export function tellMilliseconds(workers: number): number {
  return 1000 * Math.max(TELL_SECONDS, TELL_SECONDS_PER_WORKER * workers);
}

/** A batch as its submitter puts it there. */
export interface NewBatch extends Identity {
  readonly digest: string;
  readonly experiment: string;
  readonly name: string;
  readonly owner: string;
  readonly body: Uint8Array;
}

/** Puts a batch there, or takes over the one that a run before has left. */
export async function putBatch(statements: Statements, batch: NewBatch): Promise<void> {
  const { digest, experiment, revision, plugins, name, owner, body } = batch;
  await statements.query(
    `INSERT INTO ${SCHEMA}.batch (digest, experiment, revision, plugins, name, owner, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (digest) DO UPDATE SET owner = excluded.owner, seen = now(), error = NULL`,
    [digest, experiment, revision, plugins, name, owner, body],
  );
}

/** Whose batch it must be to be removed: a submitter's own, one that was left, or anybody's. */
export type Removal = { readonly owner: string } | 'left' | 'any';

/** Of an experiment what nobody has asked after for a while, and of others what everybody has forgotten. */
const LEFT = `(seen < now() - ${OUTDATED} OR (seen < now() - ${SILENT} AND experiment = $2))`;

/** Batches but one that were left by an experiment before, or that everybody has forgotten. */
export async function leftBatches(
  statements: Statements,
  { experiment, digest }: NewBatch,
): Promise<string[]> {
  const rows = await statements.query<{ digest: string }>(
    `SELECT digest FROM ${SCHEMA}.batch WHERE digest <> $1 AND ${LEFT}`,
    [digest, experiment],
  );
  return rows.map(({ digest: left }) => left);
}

/**
 * Takes a batch away with its jobs and results, if it is whose it should be; to be called in a transaction, so
 * that nobody finds a part of it.
 */
export async function dropBatch(
  statements: Statements,
  digest: string,
  removal: Removal,
  experiment = '',
): Promise<void> {
  const [condition, values] =
    removal === 'any'
      ? ['', []]
      : removal === 'left'
        ? [`AND ${LEFT}`, [experiment]]
        : ['AND owner = $2', [removal.owner]];
  const gone = await statements.query(
    `DELETE FROM ${SCHEMA}.batch WHERE digest = $1 ${condition} RETURNING digest`,
    [digest, ...values],
  );
  if (gone.length > 0) await statements.query(`SELECT ${BOSS_SCHEMA}.delete_queue($1)`, [digest]);
}

/** Takes away queues of pg-boss whose batch was removed just before they were made. */
export async function dropQueuesOfNothing(statements: Statements): Promise<void> {
  await statements.query(
    `SELECT ${BOSS_SCHEMA}.delete_queue(name) FROM ${BOSS_SCHEMA}.queue
     WHERE name ~ '^[0-9a-f]{40}$' AND created_on < now() - interval '1 minute'
       AND NOT EXISTS (SELECT FROM ${SCHEMA}.batch WHERE batch.digest = queue.name)`,
  );
}

/** Says that somebody waits for a batch, and how far it is. */
export async function renewBatch(
  statements: Statements,
  digest: string,
  owner: string,
  progress: unknown,
): Promise<void> {
  await statements.query(
    `UPDATE ${SCHEMA}.batch SET seen = now(), progress = $3 WHERE digest = $1 AND owner = $2`,
    [digest, owner, JSON.stringify(progress)],
  );
}

/** How a batch stands; undefined where it is gone. */
export async function batchState(
  statements: Statements,
  digest: string,
): Promise<{ owner: string; error: unknown; open: number } | undefined> {
  const rows = await statements.query<{ owner: string; error: unknown; open: string }>(
    `SELECT owner, error,
       (SELECT count(*) FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND state < 'completed') AS open
     FROM ${SCHEMA}.batch WHERE digest = $1`,
    [digest],
  );
  const [row] = rows;
  return row === undefined ? undefined : { ...row, open: Number(row.open) };
}

/** A job that was given up. */
interface FailedJob {
  readonly id: string;
  readonly data: unknown;
}

export function failedJobs(statements: Statements, digest: string): Promise<FailedJob[]> {
  return statements.query<{ id: string; data: unknown }>(
    `SELECT id, data FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND state = 'failed' LIMIT 100`,
    [digest],
  );
}

/** A chunk on its way back. */
export interface ResultRow {
  readonly comparison: number;
  readonly first: number;
  readonly nanoseconds: number;
  readonly rows: Buffer;
}

/** Of a megabyte each at most, as a rule. */
const RESULTS_AT_ONCE = 32;

/** Takes results out; whoever calls has them in hand before it is certain that they are gone. */
export async function takeResults(statements: Statements, digest: string): Promise<ResultRow[]> {
  const rows = await statements.query<{
    comparison: number;
    first: number;
    nanoseconds: string;
    rows: Buffer;
  }>(
    `DELETE FROM ${SCHEMA}.result WHERE (batch, comparison, first) IN
       (SELECT batch, comparison, first FROM ${SCHEMA}.result WHERE batch = $1
        LIMIT ${RESULTS_AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING comparison, first, nanoseconds, rows`,
    [digest],
  );
  return rows.map((row) => ({ ...row, nanoseconds: Number(row.nanoseconds) }));
}

/** Puts results there; one that is there already is the same. */
export async function putResults(
  statements: Statements,
  digest: string,
  comparison: number,
  results: readonly Omit<ResultRow, 'comparison'>[],
): Promise<void> {
  await statements.query(
    `INSERT INTO ${SCHEMA}.result (batch, comparison, first, nanoseconds, rows)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::bigint[], $5::bytea[])
     ON CONFLICT DO NOTHING`,
    [
      digest,
      comparison,
      results.map(({ first }) => first),
      results.map(({ nanoseconds }) => Math.round(nanoseconds)),
      results.map(({ rows }) => rows),
    ],
  );
}

/** Notes why a batch can't be played; the first reason stays. */
export async function putError(
  statements: Statements,
  digest: string,
  error: unknown,
): Promise<void> {
  await statements.query(
    `UPDATE ${SCHEMA}.batch SET error = $2 WHERE digest = $1 AND error IS NULL`,
    [digest, JSON.stringify(error)],
  );
}

/**
 * The batch whose turn it is among those that a worker may play: the one with the fewest jobs under way, so
 * that experiments share the workers; among equals the one it played last, for which it is set up.
 */
export async function nextBatch(
  statements: Statements,
  { revision, plugins }: Identity,
  last: string | undefined,
): Promise<string | undefined> {
  const rows = await statements.query<{ digest: string }>(
    `SELECT digest FROM ${SCHEMA}.batch
     WHERE revision = $1 AND plugins = $2 AND error IS NULL AND seen > now() - ${FORGOTTEN}
       AND EXISTS (SELECT FROM ${BOSS_SCHEMA}.job WHERE name = digest AND state < 'active')
     ORDER BY
       (SELECT count(*) FROM ${BOSS_SCHEMA}.job WHERE name = digest AND state = 'active'),
       digest = $3 DESC, random()
     LIMIT 1`,
    [revision, plugins, last ?? ''],
  );
  return rows[0]?.digest;
}

/** The packet of a batch's comparisons; undefined where it is gone. */
export async function bodyOf(statements: Statements, digest: string): Promise<Buffer | undefined> {
  const rows = await statements.query<{ body: Buffer }>(
    `SELECT body FROM ${SCHEMA}.batch WHERE digest = $1`,
    [digest],
  );
  return rows[0]?.body;
}

/** Batches that a worker may not play. */
export function foreignBatches(
  statements: Statements,
  { revision, plugins }: Identity,
): Promise<Pick<BatchRow, 'digest' | 'experiment' | 'name' | 'revision' | 'plugins'>[]> {
  return statements.query(
    `SELECT digest, experiment, name, revision, plugins FROM ${SCHEMA}.batch
     WHERE revision <> $1 OR plugins <> $2`,
    [revision, plugins],
  );
}

/** A batch as it is listed. */
export interface BatchRow extends Identity {
  readonly digest: string;
  readonly experiment: string;
  readonly name: string;
  readonly owner: string;
  readonly created: Date;
  /** Seconds since somebody asked after it. */
  readonly unseen: number;
  readonly progress: unknown;
  readonly error: unknown;
  readonly waiting: number;
  readonly active: number;
  readonly results: number;
}

/** All batches, oldest first. */
export async function listBatches(statements: Statements): Promise<BatchRow[]> {
  const rows = await statements.query<
    Omit<BatchRow, 'unseen' | 'waiting' | 'active' | 'results'> &
      Record<'unseen' | 'waiting' | 'active' | 'results', string>
  >(
    `SELECT digest, experiment, revision, plugins, name, owner, created, progress, error,
       extract(epoch FROM now() - seen) AS unseen,
       (SELECT count(*) FROM ${BOSS_SCHEMA}.job WHERE job.name = digest AND state < 'active') AS waiting,
       (SELECT count(*) FROM ${BOSS_SCHEMA}.job WHERE job.name = digest AND state = 'active') AS active,
       (SELECT count(*) FROM ${SCHEMA}.result WHERE batch = digest) AS results
     FROM ${SCHEMA}.batch ORDER BY created, digest`,
  );
  return rows.map((row) => ({
    ...row,
    unseen: Number(row.unseen),
    waiting: Number(row.waiting),
    active: Number(row.active),
    results: Number(row.results),
  }));
}

/** A worker as it is listed. */
export interface WorkerRow extends Identity {
  readonly name: string;
  readonly places: number;
  readonly doing: unknown;
}

/** Workers that are there. */
export function listWorkers(statements: Statements): Promise<WorkerRow[]> {
  return statements.query<WorkerRow & Record<string, unknown>>(
    `SELECT name, revision, plugins, places, doing FROM ${SCHEMA}.worker
     WHERE seen > now() - ${GONE} ORDER BY name`,
  );
}

/**
 * Says that a worker is there, and what it does; those that are long gone go from the list.
 *
 * @returns how many there were just before
 */
export async function putWorker(statements: Statements, worker: WorkerRow): Promise<number> {
  const { name, revision, plugins, places, doing } = worker;
  const rows = await statements.query<{ workers: string }>(
    `WITH gone AS (DELETE FROM ${SCHEMA}.worker WHERE seen < now() - 10 * ${GONE} AND name <> $1)
     INSERT INTO ${SCHEMA}.worker (name, revision, plugins, places, doing)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET revision = $2, plugins = $3, places = $4, doing = $5, seen = now()
     RETURNING (SELECT count(*) FROM ${SCHEMA}.worker) AS workers`,
    [name, revision, plugins, places, JSON.stringify(doing)],
  );
  return Number(rows[0]?.workers ?? 0);
}

export async function dropWorker(statements: Statements, name: string): Promise<void> {
  await statements.query(`DELETE FROM ${SCHEMA}.worker WHERE name = $1`, [name]);
}
