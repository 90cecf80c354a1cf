/**
 * pg-boss, which claims jobs, tries them again and gives up those whose worker is lost. It has a schema of its
 * own, sends its statements through our connections, and neither listens nor schedules: so it works behind a
 * pooler, and a worker needs no right but to read and write rows.
 */
import { PgBoss } from 'pg-boss';
import type { Database } from './database.ts';

/** Where pg-boss has its tables. */
export const BOSS_SCHEMA = 'driftline_boss';

/** A worker that is silent for so long is lost: its jobs go to others. The least that pg-boss accepts. */
export const HEARTBEAT_SECONDS = 10;
/** How often lost workers are looked for. */
export const SUPERVISE_SECONDS = 4;
/** Of what is done, nothing is needed. */
const KEEP_SECONDS = 60;
/** No job lasts longer; the most that pg-boss accepts. */
const LONGEST_SECONDS = 24 * 3600;

/** What all jobs of a batch have in common. */
export const QUEUE_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: LONGEST_SECONDS,
  retentionSeconds: 30 * 24 * 3600,
  deleteAfterSeconds: KEEP_SECONDS,
  retryDelay: 0,
  retryBackoff: false,
} as const;

/**
 * pg-boss on a database.
 *
 * @param creating - whether it makes its tables; else they must be there
 */
export async function startBoss(database: Database, creating = false): Promise<PgBoss> {
  const boss = new PgBoss({
    db: database.boss,
    schema: BOSS_SCHEMA,
    migrate: creating,
    createSchema: creating,
    supervise: false,
    schedule: false,
    useListenNotify: false,
    persistQueueStats: false,
    persistWarnings: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: SUPERVISE_SECONDS - 1,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: KEEP_SECONDS,
  });
  // What fails in the background fails again where somebody waits for it.
  boss.on('error', () => {});
  await boss.start();
  return boss;
}

/** Ends what pg-boss does in the background; the connections are ours. */
export async function stopBoss(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: false }).catch(() => {});
}
