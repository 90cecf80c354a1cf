/** PgBouncer in transaction mode, which gives each transaction another session. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { programOf } from '../../packages/service/test/debian.ts';
import { freePort, type Postgres } from '../postgres.ts';
import { place } from './place.ts';

/** Fewer than two services open, so that they must share. */
const SESSIONS = 4;

export interface Bouncer {
  readonly url: string;
  readonly version: string;
  readonly sessions: number;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts it before a database; undefined where it is not there. It ends with the test. */
export async function startedBouncer(postgres: Postgres): Promise<Bouncer | undefined> {
  const program = programOf('pgbouncer', 'pgbouncer');
  if (program === undefined) return undefined;
  const port = await freePort();
  const folder = place('pgbouncer');
  const { username, password, pathname } = new URL(postgres.url);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
${pathname.slice(1)} = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SESSIONS}
`,
  );
  for (const path of [folder, users, settings]) chmodSync(path, 0o755);
  const own = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const bouncer = spawn(program, [...own, settings], { stdio: 'ignore' });
  onTestFinished(() => void bouncer.kill());
  while (!(await listens(port))) await sleep(50);
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  return { url: postgres.urlOf({ port }), version, sessions: SESSIONS };
}
