/** Runs the real command in a directory of its own. Needs packages/core and packages/cli built. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** The launcher. */
export const launcher = fileURLToPath(new URL('../bin/driftline.js', import.meta.url));

/** What a run left behind. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new directory with the given files, removed when the test ends. */
export function directoryWith(files: Readonly<Record<string, string>> = {}): string {
  // Without links, as a process started there sees it: on macOS the place for temporary files is one.
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'driftline-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

/** Messages without the code that stands behind each in brackets: tests of one have it apart. */
export function withoutCodes(stderr: string): string {
  return stderr.replace(/^(error: .*) \[[a-z-]+\]$/gm, '$1');
}

function spawned(command: string, args: readonly string[], options: object): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  });
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}

interface DriftlineOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly nodeFlags?: readonly string[];
  readonly stdio?: readonly ['ignore', number, 'pipe'];
}

function beside(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

const SCRIPT = /\.[cm]?[jt]s$/;

/**
 * Whether a call may load plugins into its process. Their code is loaded once in a process, and may end or change
 * it: such a call gets a process of its own. `check` loads a plugin into a new thread only.
 */
function mayLoadPlugins(args: readonly string[], cwd: string): boolean {
  if (args[0] === 'check') return false;
  if (args.some((arg) => arg.startsWith('--plugin') || SCRIPT.test(arg))) return true;
  return readdirSync(cwd, { withFileTypes: true }).some(
    (entry) =>
      SCRIPT.test(entry.name) ||
      (/\.(ya?ml|json)$/.test(entry.name) &&
        entry.isFile() &&
        readFileSync(join(cwd, entry.name), 'utf8').includes('plugins')),
  );
}

let socketPath: string | undefined;

/** Where the process with driftline loaded is asked; it is started with the first call. */
function residentSocket(): string {
  if (socketPath !== undefined) return socketPath;
  const folder = mkdtempSync(join(tmpdir(), 'driftline-resident-'));
  socketPath = join(folder, 'socket');
  const program = join(dirname(launcher), '../dist/main.js');
  // It ends when its standard input does, and so with this process.
  const resident = spawn(process.execPath, [beside('resident.ts'), socketPath, program], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  resident.unref();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return socketPath;
}

let caller: Worker | undefined;

/** Runs driftline where it is loaded already, and waits. */
function called(args: readonly string[], cwd: string): Outcome {
  if (caller === undefined) {
    caller = new Worker(beside('resident-caller.mjs'));
    caller.unref();
  }
  const call = { args, cwd: realpathSync(cwd), env: { ...process.env } };
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const task = { socketPath: residentSocket(), call, ended, answers: port2 };
  caller.postMessage(task, [port2]);
  Atomics.wait(ended, 0, 0);
  const answer: { readonly message: Outcome } | undefined = receiveMessageOnPort(port1);
  port1.close();
  if (answer === undefined) throw new Error('the command ended without an answer');
  return answer.message;
}

/**
 * Runs driftline with arguments; what it says of errors has their codes. A process of its own is taken
 * where it is what the call is about, as options that are given to a process show; else one where driftline is
 * loaded already.
 */
export function driftlineWithCodes(
  args: readonly string[],
  { nodeFlags, ...rest }: DriftlineOptions = {},
): Outcome {
  const { cwd = process.cwd(), input, stdio } = rest;
  const own = nodeFlags !== undefined || input !== undefined || stdio !== undefined;
  if (own || args[0] === 'lab' || mayLoadPlugins(args, cwd)) {
    return spawned(process.execPath, [...(nodeFlags ?? []), launcher, ...args], rest);
  }
  return called(args, cwd);
}

function uncoded(outcome: Outcome): Outcome {
  return { ...outcome, stderr: withoutCodes(outcome.stderr) };
}

/** Runs driftline with arguments. */
export function driftline(args: readonly string[], options?: DriftlineOptions): Outcome {
  return uncoded(driftlineWithCodes(args, options));
}

/** Runs a shell command that calls `driftline`, as a user would type it. */
export function shell(command: string, cwd: string): Outcome {
  const bin = directoryWith();
  // What has its own standard input or output in a pipe has a process of its own, too.
  const called = /[|<]|plugin|\bcheck\b|[.][cm]?[jt]s\b/.test(command)
    ? [launcher]
    : [beside('resident-client.mjs'), residentSocket()];
  const words = [process.execPath, ...called].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'driftline'), `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(join(bin, 'driftline'), 0o755);
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  return uncoded(spawned('bash', ['-c', command], { cwd, env: { ...process.env, PATH: path } }));
}

/** The columns that the longest line takes in a terminal, where combining marks take none. */
export function widthOf(text: string): number {
  const widths = text.split('\n').map((line) => [...line.replace(/\p{M}/gu, '')].length);
  return Math.max(...widths);
}
