/** What tests of result folders share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** How many chunks a run has saved. */
export function chunkCount(folder: string): number {
  const chunks = join(folder, 'chunks');
  if (!existsSync(chunks)) return 0;
  return readdirSync(chunks, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rows'),
  ).length;
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

/** Runs driftline and sends it a signal as soon as `when` holds; it may have ended before. */
export async function signalled(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  when: () => boolean,
): Promise<Outcome> {
  const child = spawn(process.execPath, [launcher, ...args], { cwd });
  const ended = ending(child);
  while (child.exitCode === null && child.signalCode === null) {
    if (when()) {
      child.kill(signal);
      break;
    }
    await sleep(1);
  }
  return ended;
}
