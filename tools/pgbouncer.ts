/** PgBouncer in transaction mode before a server: it gives each transaction another session. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './postgres.ts';

export interface PgBouncer {
  readonly port: number;
  readonly version: string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** The server's. */
  readonly port: number;
  /** Passwords by user. */
  readonly users: Readonly<Record<string, string>>;
  /** Sessions of the server, for each user. */
  readonly sessions: number;
}

/** Starts a PgBouncer that is installed. As root it runs as the user `postgres`: it refuses that one. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'driftline-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  const users = Object.entries(options.users).map(([user, word]) => `"${user}" "${word}"\n`);
  writeFileSync(join(folder, 'users.txt'), users.join(''));
  writeFileSync(settings, settingsOf(options, port, folder));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder]);
  const user = isRoot ? ['-u', 'postgres'] : [];
  const bouncer = spawn('pgbouncer', [...user, settings], { stdio: 'ignore' });
  const gone = new Promise((resolve) => bouncer.once('exit', resolve));
  while (bouncer.exitCode === null && !(await answers(port))) await sleep(20);
  const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return {
    port,
    version: version.split('\n')[0],
    stop: async () => {
      bouncer.kill('SIGINT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf({ port: server, sessions }: PgBouncerOptions, port: number, folder: string) {
  return `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${sessions}
logfile = ${join(folder, 'log')}
`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
