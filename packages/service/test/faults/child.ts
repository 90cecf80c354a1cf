/** A process that a test starts, talks to in lines, and kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Child {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<ChildEnd>;
  #errors = '';

  /** @param script - a TypeScript file for Node */
  constructor(script: string, args: readonly string[], environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#errors += text;
    });
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    onTestFinished(async () => {
      await this.kill();
    });
  }

  /** The next line that it prints; undefined after the last. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : value;
  }

  /** The lines up to one that begins so, which is the last of them. Throws where the process ends before it. */
  async until(beginning: string): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.line();
      if (line === undefined)
        throw new Error(`the process ended before it printed '${beginning}': ${this.#errors}`);
      lines.push(line);
      if (line.startsWith(beginning)) return lines;
    }
  }

  /** All lines that are still to come. */
  async rest(): Promise<string[]> {
    const lines: string[] = [];
    for (let line = await this.line(); line !== undefined; line = await this.line())
      lines.push(line);
    return lines;
  }

  say(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** kill -9; resolves when it is gone. What it had printed can still be read. */
  async kill(): Promise<ChildEnd> {
    this.#process.kill('SIGKILL');
    return this.ended;
  }

  get errors(): string {
    return this.#errors;
  }
}
