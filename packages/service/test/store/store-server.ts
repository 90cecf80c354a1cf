/** A real PostgreSQL that holds a store, for its owner and for a role that has the rights of the service alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PgBouncer, startPgBouncer } from '../../../../tools/pgbouncer.ts';
import { type Postgres, type PostgresOptions, startPostgres } from '../../../../tools/postgres.ts';
import { Database, type Rows } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { RIGHTS } from '../../src/store/postgres/schema.ts';

const SERVICE = { user: 'service', password: 'modest' };
/** What its owner has made once stays. */
const KEPT = ['store', 'pulse'];

export class StoreServer {
  readonly postgres: Postgres;
  readonly #owner: Database;
  #bouncer: PgBouncer | undefined;

  static async start(options: PostgresOptions = {}): Promise<StoreServer> {
    const postgres = await startPostgres({ durable: true, ...options });
    const server = new StoreServer(postgres);
    await server.as('owner', `CREATE ROLE ${SERVICE.user} LOGIN PASSWORD '${SERVICE.password}'`);
    await migratePostgres(postgres.url, { role: SERVICE.user });
    if (process.env.DRIFTLINE_PGBOUNCER !== undefined) await server.#bounce();
    return server;
  }

  /** From now on the service's role comes through a pooler with fewer sessions than a store has connections. */
  async #bounce(): Promise<void> {
    const users = { [SERVICE.user]: SERVICE.password };
    this.#bouncer = await startPgBouncer({ port: this.postgres.port, users, sessions: 2 });
  }

  private constructor(postgres: Postgres) {
    this.postgres = postgres;
    this.#owner = new Database(postgres.url, { connections: 1 });
  }

  /** For the service's role. */
  get url(): string {
    const { port } = this.#bouncer ?? this.postgres;
    return this.postgres.urlOf({ ...SERVICE, port });
  }

  /** The same through a proxy. */
  urlThrough(port: number): string {
    return this.postgres.urlOf({ ...SERVICE, port });
  }

  /** Runs statements in a transaction of their own. */
  async as(who: 'owner' | 'service', statements: string): Promise<readonly Rows[]> {
    if (who === 'owner') return this.#owner.transaction((session) => session.ask(statements));
    const database = new Database(this.url, { connections: 1 });
    try {
      return await database.transaction((session) => session.ask(statements));
    } finally {
      await database.close();
    }
  }

  /** Runs a statement of the owner without a transaction, in any database. */
  async outside(statement: string, database?: string): Promise<unknown[][]> {
    const name = database === undefined ? {} : { database };
    const client = new pg.Client(this.postgres.urlOf(name));
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  }

  /** Changes a setting of the server while it runs; empty for what it was. */
  async set(name: string, value: string): Promise<void> {
    await this.outside(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.outside('SELECT pg_reload_conf()');
    const isSet = async () => (await this.outside(`SHOW ${name}`))[0][0] === value;
    while (!(await isSet())) await sleep(10);
  }

  /** Cancels commits that wait for a standby; returns how many. */
  async cancelWaits(): Promise<number> {
    const [[[count]]] = await this.as(
      'owner',
      `SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    return Number(count);
  }

  async empty(): Promise<void> {
    const tables = Object.keys(RIGHTS).filter((table) => !KEPT.includes(table));
    // Experiments last: rows refer to them.
    tables.sort((one, other) => Number(one === 'experiment') - Number(other === 'experiment'));
    await this.as('owner', tables.map((table) => `DELETE FROM ${table}`).join('; '));
  }

  async stop(): Promise<void> {
    await this.#owner.close();
    await this.#bouncer?.stop();
    await this.postgres.stop();
  }
}
