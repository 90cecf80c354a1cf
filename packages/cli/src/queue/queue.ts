/** A queue that was found ready: its database, and pg-boss on it. */
import type { PgBoss } from 'pg-boss';
import { startBoss, stopBoss } from './boss.ts';
import { Database } from './database.ts';
import { checkQueue } from './schema.ts';
import { dropBatch, type Removal } from './tables.ts';

export class Queue {
  readonly database: Database;
  readonly boss: PgBoss;

  private constructor(database: Database, boss: PgBoss) {
    this.database = database;
    this.boss = boss;
  }

  /**
   * Connects. A database that does not answer at first is not waited for: the address may be wrong.
   *
   * @throws QueueError
   */
  static async open(url: string, connections: number, say: (text: string) => void): Promise<Queue> {
    const database = new Database(url, connections, say);
    try {
      await checkQueue(database);
      return new Queue(database, await startBoss(database));
    } catch (error) {
      await database.close();
      throw database.failure(error);
    }
  }

  /**
   * Takes a batch away with its jobs and results, all or nothing: whoever plays of it finds nothing to come back
   * to.
   *
   * @param removal - whose it must be; else it stays
   */
  remove(digest: string, removal: Removal, experiment?: string): Promise<void> {
    return this.database.transaction((each) => dropBatch(each, digest, removal, experiment));
  }

  async close(): Promise<void> {
    await stopBoss(this.boss);
    await this.database.close();
  }
}
