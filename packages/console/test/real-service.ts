/** `driftline serve` in a process of its own, on a store of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launcher } from '../../lab/test/lab-server.ts';

export class RealService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'driftline-console-'));
  #process: ChildProcess | undefined;
  address = '';

  get #data(): string {
    return join(this.#folder, 'driftline.db');
  }

  /** Makes a key. */
  addKey(name: string, scopes: string): string {
    const printed = execFileSync(
      process.execPath,
      [launcher, 'keys', 'add', name, '--scopes', scopes, '--data', this.#data],
      { encoding: 'utf8' },
    );
    const key = /dl_\S+/.exec(printed)?.[0];
    if (key === undefined) throw new Error(`driftline keys add printed no key: ${printed}`);
    return key;
  }

  /** Starts it and waits for its line. */
  async start(flags: readonly string[]): Promise<void> {
    const started = spawn(
      process.execPath,
      [launcher, 'serve', '--port', '0', '--data', this.#data, '--log-level', 'warn', ...flags],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout })) {
      this.address = /http:\S+/.exec(line)?.[0] ?? '';
      if (this.address !== '') return;
    }
    throw new Error('driftline serve ended without printing its address');
  }

  /** Ends it, and waits until it has. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve());
      running.kill('SIGTERM');
    });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
