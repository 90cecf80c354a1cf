/** Runs the real command in a directory of its own. Needs packages/core and packages/cli built. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Runs driftline with arguments; what it says of errors has their codes. */
export function driftlineWithCodes(
  args: readonly string[],
  { nodeFlags = [], ...rest }: DriftlineOptions = {},
): Outcome {
  return spawned(process.execPath, [...nodeFlags, launcher, ...args], rest);
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
  symlinkSync(launcher, join(bin, 'driftline'));
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  return uncoded(spawned('bash', ['-c', command], { cwd, env: { ...process.env, PATH: path } }));
}

/** The columns that the longest line takes in a terminal, where combining marks take none. */
export function widthOf(text: string): number {
  const widths = text.split('\n').map((line) => [...line.replace(/\p{M}/gu, '')].length);
  return Math.max(...widths);
}
