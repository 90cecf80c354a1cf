/** Servers in processes of their own, as in real life: whoever measures does not share a thread with what is measured. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './load.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');

/** The command of a checkout. */
const launcherOf = (checkout: string) => join(checkout, 'packages', 'cli', 'bin', 'driftline.js');

/** A process that serves. */
export interface Served {
  readonly process: ChildProcess;
  readonly port: number;
}

/** The first match in what a process prints. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (part: Buffer) => {
      text += part.toString();
      const found = pattern.exec(text);
      if (found !== null) resolve(found[1]);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => reject(new Error(`ended with code ${code}:\n${text}`)));
  });
}

/** Ends a process and waits until it has. */
export async function ended({ process }: Served, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = new Promise((resolve) => process.once('exit', resolve));
  process.kill(signal);
  await gone;
}

export async function startBaseline(kind: 'empty' | 'checked', key: string): Promise<Served> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline-server.ts'), kind], {
    env: { ...process.env, BENCH_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { process: child, port: Number(await printed(child, /^(\d+)$/m)) };
}

/** The flag for a store: a file, or the address of a database. */
function storeFlag(location: string): string[] {
  return [location.startsWith('postgres://') ? '--postgres' : '--data', location];
}

function driftline(checkout: string, ...args: string[]): string {
  return execFileSync(process.execPath, [launcherOf(checkout), ...args], { encoding: 'utf8' });
}

/** Makes the tables of a store in a database. */
export function migrate(url: string): void {
  driftline(REPOSITORY, 'store', 'migrate', ...storeFlag(url));
}

/** A key for everything in a store, which is made where there is none and it is a file. */
export function makeKey(location: string, checkout = REPOSITORY): string {
  const args = ['keys', 'add', 'bench', '--scopes', 'admin', ...storeFlag(location)];
  const text = driftline(checkout, ...args);
  const found = /dl_[A-Za-z0-9]{8}_[\w-]{43}/.exec(text);
  if (found === null) throw new Error(`keys add printed no key:\n${text}`);
  return found[0];
}

/** The service on a store, as `driftline serve` starts it, without a limit to what one key may ask for. */
export async function startService(location: string, checkout = REPOSITORY): Promise<Served> {
  const args = ['serve', ...storeFlag(location), '--port', '0', '--rate', '1000000'];
  const child = spawn(process.execPath, [launcherOf(checkout), ...args, '--log-level', 'warn'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { process: child, port: Number(await printed(child, /http:\/\/127\.0\.0\.1:(\d+)/)) };
}

/** Asks a server; throws for anything but success. */
export async function ask(
  { port }: Served,
  method: string,
  path: string,
  key: string,
  body?: unknown,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

/** Waits until the service takes operations. */
export async function ready(served: Served, key: string): Promise<void> {
  for (;;) {
    if (served.process.exitCode !== null) throw new Error('the service has ended');
    const isReady = await ask(served, 'GET', '/readyz', key).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(10);
  }
}

/** Megabytes of memory that a process holds now. */
export function residentMegabytes({ process }: Served): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Milliseconds per tick of the kernel's clock, in which it counts a process's CPU time. */
const TICK_MILLISECONDS = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of CPU that a process has used, all of its threads together. */
export function cpuMilliseconds({ process }: Served): number {
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * TICK_MILLISECONDS;
}

export function baselineTarget(name: string, { port }: Served, key: string): Target {
  return {
    name,
    host: '127.0.0.1',
    ports: [port],
    decidePath: () => '/decide',
    rewardPath: (id) => `/reward/${id}`,
    headers: { authorization: `Bearer ${key}` },
  };
}

/** Processes that serve one store; experiments take turns. */
export function serviceTarget(
  name: string,
  served: readonly Served[],
  key: string,
  experiments: readonly string[],
): Target {
  return {
    name,
    host: '127.0.0.1',
    ports: served.map(({ port }) => port),
    decidePath: (turn) => `/v1/experiments/${experiments[turn % experiments.length]}/decisions`,
    rewardPath: (id) => `/v1/decisions/${id}/reward`,
    headers: { authorization: `Bearer ${key}` },
  };
}

/** An experiment with so many arms, of which nothing expires while it is measured. */
export async function createExperiment(
  served: Served,
  key: string,
  name: string,
  arms: number,
): Promise<void> {
  await ask(served, 'PUT', `/v1/experiments/${name}`, key, {
    arms: Array.from({ length: arms }, (_, arm) => ({ key: `arm-${arm}` })),
    reward: { min: 0, max: 1, timeout: '1h' },
  });
}
