/** What tests of result folders share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { launcher, type Outcome } from './driftline.ts';

/** Every file below a folder by its path, whole. */
export function filesIn(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), readFileSync(path));
  }
  return files;
}

/** The names of files that differ between two folders, or are in one only. */
export function differingFiles(first: string, second: string): string[] {
  const [a, b] = [filesIn(first), filesIn(second)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((name) => !a.get(name)?.equals(b.get(name) ?? Buffer.alloc(0)))
    .sort();
}

/** How many threads of a run are held by {@link troublePlugin}, each within its second chunk. */
export function heldCount(cwd: string): number {
  return readdirSync(cwd).filter((name) => name.startsWith('held-')).length;
}

/** Number of chunks that a run has saved. Folders may come and go meanwhile. */
export function chunkCount(folder: string): number {
  return globSync('**/*.rows', { cwd: join(folder, 'driftline-unfinished', 'chunks') }).length;
}

async function ending(child: ChildProcess): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs driftline in a process of its own, beside others. */
export function started(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const own = { ...process.env, ...env };
  return ending(spawn(process.execPath, [launcher, ...args], { cwd, env: own }));
}

/** When a run is killed: as a file is put in its place, which is the only way that any is written. */
export interface Moment {
  /** How the path of the file ends. */
  readonly file: string;
  /** Which of such files, counted from 1; the first if absent. */
  readonly count?: number;
  /** Whether it is killed when the file is there, or while it still has another name. */
  readonly placed: boolean;
}

/** Loaded before driftline: kills it at a moment, on any machine the same one. */
const killAt = ({ file, count = 1, placed }: Moment) => `
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { rename } = files;
  let seen = 0;
  files.rename = async (from, to) => {
    const due = to.endsWith(${JSON.stringify(file)}) && ++seen === ${count};
    if (!due || ${placed}) await rename(from, to);
    if (due) process.kill(process.pid, 'SIGKILL');
  };
  syncBuiltinESMExports();`;

function preloaded(text: string): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(text)}`];
}

/** Runs driftline and kills it at a moment. */
export function killed(args: readonly string[], cwd: string, moment: Moment): Promise<Outcome> {
  const child = spawn(process.execPath, [...preloaded(killAt(moment)), launcher, ...args], { cwd });
  return ending(child);
}

/** Loaded before driftline: says on a pipe of its own when Ctrl-C is awaited, and when it came. */
const watchCtrlC = `
  import { writeSync } from 'node:fs';
  process.once('newListener', function watch(event) {
    if (event !== 'SIGINT') return process.once('newListener', watch);
    setImmediate(() => {
      process.on('SIGINT', () => writeSync(3, 'came,'));
      writeSync(3, 'awaited,');
    });
  });`;

/**
 * Runs driftline and presses Ctrl-C once it listens for it and `when` holds. What is played must
 * last until then, however slow or fast the machine: see {@link troublePlugin}.
 *
 * @param onPressed - called when the program has noticed
 */
export async function interrupted(
  args: readonly string[],
  cwd: string,
  when: () => boolean = () => true,
  onPressed: () => void = () => {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [...preloaded(watchCtrlC), launcher, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const ended = ending(child);
  let heard = '';
  child.stdio[3]?.on('data', (data: Buffer) => {
    heard += data.toString();
    if (heard.includes('came')) onPressed();
  });
  while (child.exitCode === null && !(heard.includes('awaited') && when())) await sleep(1);
  child.kill('SIGINT');
  return ended;
}

/** A run that is under way. */
export interface Held {
  readonly pid: number;
  readonly ended: Promise<Outcome>;
  kill(): void;
}

/** Starts driftline with a plugin that waits for a file `go`, and waits until `when` holds. */
export async function held(
  args: readonly string[],
  cwd: string,
  when: () => boolean,
): Promise<Held> {
  // However long it is held, nothing is said of it.
  const env = { ...process.env, TROUBLE: 'hold', DRIFTLINE_PATIENCE: '1000000' };
  const child = spawn(process.execPath, [launcher, ...args], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = ending(child);
  while (child.exitCode === null && !when()) await sleep(1);
  return { pid: child.pid ?? 0, ended, kill: () => void child.kill('SIGKILL') };
}

/**
 * A plugin with the policy `troubled`: UCB1, whose thread may exit, throw, or be held until there
 * is a file `go`, as the variable TROUBLE says; each after a chunk and a half of 5000 slots.
 */
export const troublePlugin = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { threadId } from 'node:worker_threads';
  import { ucb1 } from '${fileURLToPath(new URL('../../core/dist/policies/list.js', import.meta.url))}';
  let picks = 0;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const waitForGo = () => {
    writeFileSync('held-' + threadId, '');
    while (!existsSync('go')) Atomics.wait(clock, 0, 0, 5);
  };
  const trouble = (kernel) => {
    const pick = kernel.pick.bind(kernel);
    kernel.pick = (random) => {
      if (++picks > 150_000) {
        if (process.env.TROUBLE === 'exit') process.exit(9);
        if (process.env.TROUBLE === 'lost') process.reallyExit(9);
        if (process.env.TROUBLE === 'throw') throw new Error('no more slots');
        if (process.env.TROUBLE === 'hold' && picks === 150_001) waitForGo();
      }
      return pick(random);
    };
    return kernel;
  };
  export const policies = [
    { ...ucb1, id: 'troubled', name: 'Troubled', kernel: (settings) => trouble(ucb1.kernel(settings)) },
  ];`;
