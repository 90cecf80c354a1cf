/** Processes that a test cannot leave behind: each has its own group, no input, and a limit after which it is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programEnvironment } from '../../core/test/workspace.ts';

/** Ends a process that hangs. Far above what any of them takes on a busy machine. */
const LIMIT_MS = 480_000;

/** Enough of a program's output to explain its failure. */
const SHOWN_CHARACTERS = 4000;

const running = new Set<ChildProcess>();

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has exited.
  }
}

process.once('exit', () => running.forEach(killGroup));

/** A started program, until `stop` or the limit kills it and everything that it started. */
export class BoundedProcess {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #limit: NodeJS.Timeout;
  #stdout = '';
  #output = '';
  #isOverdue = false;

  constructor(program: string, args: readonly string[], folder: string, limitMs = LIMIT_MS) {
    this.#command = [program, ...args].join(' ');
    this.#child = spawn(program, args, {
      cwd: folder,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(this.#child);
    this.#child.on('error', (error) => {
      this.#output += `${error.message}\n`;
    });
    this.#limit = setTimeout(() => {
      this.#isOverdue = true;
      killGroup(this.#child);
    }, limitMs);
    this.#child.stdout?.on('data', (text: Buffer) => {
      this.#stdout += text;
      this.#output += text;
    });
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#output += text;
    });
  }

  /** Waits for the first address that the program prints. */
  async address(): Promise<string> {
    const { stdout } = this.#child;
    if (stdout === null) throw this.#failure('has no output');
    for await (const line of createInterface({ input: stdout })) {
      const [address] = /http:\/\/[\d.:]+/.exec(line) ?? [];
      if (address === undefined) continue;
      // Later output must not fill the pipe.
      stdout.resume();
      return address;
    }
    throw this.#failure('ended without printing an address');
  }

  /** Waits for the end of a program that has to succeed, and returns its standard output. */
  async success(): Promise<string> {
    try {
      const [exitCode] = await once(this.#child, 'close');
      if (exitCode === 0) return this.#stdout;
      throw this.#failure(`ended with ${exitCode}`);
    } finally {
      this.#forget();
    }
  }

  /** Asks the program to end, as a supervisor does. */
  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    const ended = exitCode === null && signalCode === null ? once(this.#child, 'exit') : undefined;
    killGroup(this.#child);
    await ended;
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#limit);
    running.delete(this.#child);
  }

  #failure(reason: string): Error {
    const overdue = this.#isOverdue ? ' (killed at its limit of time)' : '';
    const shown = this.#output.slice(-SHOWN_CHARACTERS);
    return new Error(`${this.#command} ${reason}${overdue}:\n${shown}`);
  }
}

/** Runs a program that has to succeed, and returns its standard output. */
export function succeedBounded(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  return new BoundedProcess(program, args, folder).success();
}
