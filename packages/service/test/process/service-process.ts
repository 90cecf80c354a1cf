/** A service in a process of its own, as `driftline serve` starts it, to be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPostgres } from '../../src/store/location.ts';

export interface ProcessOptions {
  /** The store: a file, or the address of a PostgreSQL database. */
  readonly data: string;
  /** The command's file; the workspace's own unless given. */
  readonly program?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/driftline.js', import.meta.url));
const ADDRESS = /Driftline is running at (http:\S+)/;

function launch({ data, program = PROGRAM, flags = [], env = {} }: ProcessOptions): ChildProcess {
  const store = [isPostgres(data) ? '--postgres' : '--data', data];
  const args = [program, 'serve', '--dev', ...store, '--port', '0', '--log-level', 'error'];
  return spawn(process.execPath, [...args, ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export class ServiceProcess {
  readonly address: string;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #said: string[];

  private constructor(child: ChildProcess, exited: Promise<Exit>, said: string[], address: string) {
    this.#child = child;
    this.#said = said;
    this.exited = exited;
    this.address = address;
  }

  /** Starts a service; resolves when it is ready. Rejects with all that it said where it ends before. */
  static async start(options: ProcessOptions): Promise<ServiceProcess> {
    const service = await ServiceProcess.listening(options);
    const ended = service.exited.then(({ code, signal }): never => {
      throw new Error(`the service ended with ${code ?? signal}: ${service.said}`);
    });
    await Promise.race([service.#ready(), ended]);
    ended.catch(() => undefined);
    return service;
  }

  /** Starts a service; resolves when it listens, ready or not. */
  static async listening(options: ProcessOptions): Promise<ServiceProcess> {
    const child = launch(options);
    const said: string[] = [];
    const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code, signal }));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const address = new Promise<string>((resolve) => {
      let shown = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        shown += text;
        const found = ADDRESS.exec(shown);
        if (found !== null) resolve(found[1]);
      });
    });
    const ended = exited.then(({ code, signal }): never => {
      throw new Error(`the service ended with ${code ?? signal}: ${said.join('')}`);
    });
    const service = new ServiceProcess(child, exited, said, await Promise.race([address, ended]));
    ended.catch(() => undefined);
    return service;
  }

  async #ready(): Promise<void> {
    for (;;) {
      const { ok } = await fetch(`${this.address}readyz`);
      if (ok) return;
      await sleep(20);
    }
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the service could not be started');
    return this.#child.pid;
  }

  /** What it wrote to its standard error. */
  get said(): string {
    return this.#said.join('');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it, and waits until it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.#child.kill(signal);
    return this.exited;
  }
}
