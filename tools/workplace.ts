/** What the parts of `npm run test:fleet` have in common: a place to work in, and lines of the record. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export const REPOSITORY = join(import.meta.dirname, '..');

export const rewards = Array.from(
  { length: 500 },
  (_, i) => `${i % 3},${(i * 7) % 4},${(i * 5) % 2}`,
);

/** A policy of a plugin, as whoever plays it has to name it. */
export const PLUGIN = join(REPOSITORY, 'examples', 'plugin-policy.ts');

/** Published and tuned, with a policy of a plugin and a table of rewards. */
export const experiment = (replications: number, tuning: string) => `environments:
  - {environment: 'brownian:variation=3', fresh: true, horizon: 5000}
  - {environment: switching, horizon: 5000}
  - {rewards: rewards.csv, name: recorded}
policies: [sw-moss, d-ucb, ts, greedy-window]
plugins: [${PLUGIN}]
replications: ${replications}
${tuning}`;
const TUNING = 'tuning: {trials: 6, trainingReplications: 60}\n';

/** A folder to work in, in which `driftline` is this checkout's. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'driftline-fleet-'));
  readonly env: NodeJS.ProcessEnv;
  /** How many chunks runs alone were seen to have, by name; the last few may be absent. */
  readonly chunks = new Map<string, number>();

  constructor() {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    const launcher = join(REPOSITORY, 'packages', 'cli', 'bin', 'driftline.js');
    writeFileSync(
      join(bin, 'driftline'),
      `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`,
    );
    chmodSync(join(bin, 'driftline'), 0o755);
    this.env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
    this.write('rewards.csv', `left,middle,right\n${rewards.join('\n')}\n`);
    this.write('published.yaml', experiment(1500, ''));
    this.write('tuned.yaml', experiment(1500, TUNING));
    this.write('long.yaml', experiment(3000, TUNING));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs a command to its end; one that fails ends the test. */
  run(command: string, ...args: string[]): string {
    const options = { cwd: this.folder, env: this.env, encoding: 'utf8' } as const;
    const { status, stdout, stderr, error } = spawnSync(command, args, options);
    if (error !== undefined) throw error;
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')}: exit code ${status}\n${stdout}${stderr}`);
    return stdout;
  }

  driftline(...args: string[]): string {
    return this.run('driftline', ...args);
  }

  /** Whether two folders hold the same bytes; `diff` says where they do not. */
  same(first: string, second: string): void {
    this.run('diff', '-r', first, second);
    if (!existsSync(this.path(`${first}/result.json`))) throw new Error(`${first} has no result`);
  }
}

/** The outcome of one run. */
export interface Finding {
  /** Of the run, the same each time. */
  readonly name: string;
  /** Absent if the run is not a matter of time. */
  readonly seconds?: number;
  /** Observations, in words. */
  readonly found: string;
}

/** Hears of a finding as it comes. */
export type Add = (finding: Promise<Finding>) => Promise<void>;

export async function timed<Value>(work: () => Value | Promise<Value>): Promise<[Value, number]> {
  const start = performance.now();
  const value = await work();
  return [value, (performance.now() - start) / 1000];
}

const WATCH_MILLISECONDS = 50;

export const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Chunks that a run has kept so far; none where it is finished, or being finished just now. */
export function chunksIn(folder: string): number {
  const root = join(folder, 'driftline-unfinished', 'chunks');
  try {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.rows')).length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** One process plays an experiment alone, into `alone-NAME`; how many chunks that took is remembered. */
export async function alone(place: Workplace, name: string): Promise<Finding> {
  const out = `alone-${name}`;
  const args = ['run', `${name}.yaml`, '--out', out];
  const [, took] = await timed(async () => {
    const { cwd, env } = { cwd: place.folder, env: place.env };
    const child = spawn('driftline', args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const watch = setInterval(() => {
      const chunks = chunksIn(place.path(out));
      place.chunks.set(name, Math.max(chunks, place.chunks.get(name) ?? 0));
    }, WATCH_MILLISECONDS);
    const [code] = await once(child, 'exit');
    clearInterval(watch);
    if (code !== 0) throw new Error(`driftline ${args.join(' ')}: exit code ${code}`);
  });
  return { name: `one process, ${name}`, seconds: took, found: 'reference for the runs below' };
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian's packages where programs are absent. */
export function installPackages(packages: readonly string[], programs: readonly string[]): void {
  if (programs.every(isThere)) return;
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    throw new Error(`this needs ${packages.join(', ')}: install them, or run it as root on Debian`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  // Somebody else may be installing something.
  const patient = ['-o', 'DPkg::Lock::Timeout=300'];
  execFileSync('apt-get', [...patient, 'update'], { env, stdio: [...stdio] });
  const install = [...patient, 'install', '--yes', '--no-install-recommends', ...packages];
  execFileSync('apt-get', install, { env, stdio: [...stdio] });
}
