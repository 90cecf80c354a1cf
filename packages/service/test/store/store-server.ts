/** A real PostgreSQL that holds a store, for its owner and for a role that has the rights of the service alone. */
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

  static async start(options: PostgresOptions = {}): Promise<StoreServer> {
    const postgres = await startPostgres({ durable: true, ...options });
    const server = new StoreServer(postgres);
    await server.as('owner', `CREATE ROLE ${SERVICE.user} LOGIN PASSWORD '${SERVICE.password}'`);
    await migratePostgres(postgres.url, { role: SERVICE.user });
    return server;
  }

  private constructor(postgres: Postgres) {
    this.postgres = postgres;
    this.#owner = new Database(postgres.url, { connections: 1 });
  }

  /** For the service's role. */
  get url(): string {
    return this.postgres.urlOf(SERVICE);
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

  async empty(): Promise<void> {
    const tables = Object.keys(RIGHTS).filter((table) => !KEPT.includes(table));
    // Experiments last: rows refer to them.
    tables.sort((one, other) => Number(one === 'experiment') - Number(other === 'experiment'));
    await this.as('owner', tables.map((table) => `DELETE FROM ${table}`).join('; '));
  }

  async stop(): Promise<void> {
    await this.#owner.close();
    await this.postgres.stop();
  }
}
