/** `driftline serve` in a process of its own, which can be killed and started again on the same port and store. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ExperimentState, ExportLine, NewExperiment } from '../src/wire.ts';

const launcher = fileURLToPath(new URL('../../cli/bin/driftline.js', import.meta.url));

export class RealService {
  readonly folder = mkdtempSync(join(tmpdir(), 'driftline-client-'));
  readonly #data = join(this.folder, 'driftline.db');
  readonly #mode: readonly string[];
  #process: ChildProcess | undefined;
  #url = '';

  /** @param mode - how it is started beside its store and port: `--dev`, or nothing where there are keys */
  constructor(...mode: readonly string[]) {
    this.#mode = mode;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const args = ['serve', '--data', this.#data, '--port', port, '--log-level', 'error'];
    const started = spawn(process.execPath, [launcher, ...args, ...this.#mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const [address] = /http:\/\/[\d.:]+/.exec(line) ?? [];
      if (address === undefined) continue;
      this.#url = address;
      // What it prints later must not fill a pipe.
      started.stdout.resume();
      return;
    }
    throw new Error('driftline serve ended without printing its address');
  }

  /** Ends it so that it can do nothing more. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }

  /** Makes a key, and returns it. */
  key(...args: readonly string[]): string {
    const command = [launcher, 'keys', 'add', ...args, '--data', this.#data, '--json'];
    return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })).key;
  }

  async create(key: string, experiment: NewExperiment, apiKey?: string): Promise<void> {
    const response = await fetch(`${this.#url}/v1/experiments/${key}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...authorization(apiKey) },
      body: JSON.stringify(experiment),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async state(key: string): Promise<ExperimentState> {
    const response = await fetch(`${this.#url}/v1/experiments/${key}/state`);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as ExperimentState;
  }

  /** Every decision that was made, with what came of it. */
  async export(key: string): Promise<ExportLine[]> {
    const response = await fetch(`${this.#url}/v1/experiments/${key}/export`);
    if (!response.ok) throw new Error(await response.text());
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ExportLine);
  }
}

function authorization(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
