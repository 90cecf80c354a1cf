/**
 * `npm run test:fleet`: parts of a run by real schedulers on this machine, and what one process writes beside
 * it. Slurm plays an array whose tasks are more than fit at once, one of them is killed, and the array is
 * submitted again; GNU parallel plays all parts at once; folders of their own are merged. Each time `diff -r`
 * with the folder of one process has to find nothing. The figures go to docs/cluster-record.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages, Slurm } from './slurm.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const RECORD = join(REPOSITORY, 'docs', 'cluster-record.md');
const PARTS = 6;

const rewards = Array.from({ length: 500 }, (_, i) => `${i % 3},${(i * 7) % 4},${(i * 5) % 2}`);

/** Published and tuned, with a policy of a plugin and a table of rewards. */
const experiment = (tuning: string) => `environments:
  - {environment: 'brownian:variation=3', fresh: true, horizon: 5000}
  - {environment: switching, horizon: 5000}
  - {rewards: rewards.csv, name: recorded}
policies: [sw-moss, d-ucb, ts, greedy-window]
plugins: [${join(REPOSITORY, 'examples', 'plugin-policy.ts')}]
replications: 1500
${tuning}`;
const TUNING = 'tuning: {trials: 6, trainingReplications: 60}\n';

/** A folder to work in, in which `driftline` is this checkout's. */
class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'driftline-fleet-'));
  readonly env: NodeJS.ProcessEnv;

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
    this.write('published.yaml', experiment(''));
    this.write('tuned.yaml', experiment(TUNING));
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
      throw new Error(`${command} ${args.join(' ')}: exit code ${status}\n${stderr}`);
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

/** One line of the record. */
interface Finding {
  readonly what: string;
  readonly figures: string;
}

async function timed<Value>(work: () => Value | Promise<Value>): Promise<[Value, number]> {
  const start = performance.now();
  const value = await work();
  return [value, (performance.now() - start) / 1000];
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** The process that plays a part, as the lock of its folder says; undefined before and after. */
function processOf(folder: string, part: string): number | undefined {
  const lock = join(folder, '.driftline-lock');
  if (!existsSync(lock)) return undefined;
  for (const name of readdirSync(lock)) {
    const text = readFileSync(join(lock, name), 'utf8');
    const holder: { readonly part?: string; readonly pid: number } = JSON.parse(text);
    if (holder.part === part) return holder.pid;
  }
  return undefined;
}

function chunksIn(folder: string): number {
  const root = join(folder, 'driftline-unfinished', 'chunks');
  if (!existsSync(root)) return 0;
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.rows')).length;
}

/** A part is killed in the midst of its work, not at its beginning. */
const SOME_CHUNKS = 5;

/** Kills a part once it is at work and something of the run is there. */
async function killPart(folder: string, part: string): Promise<number> {
  for (;;) {
    const pid = processOf(folder, part);
    if (pid !== undefined && chunksIn(folder) >= SOME_CHUNKS) {
      process.kill(pid, 'SIGKILL');
      return chunksIn(folder);
    }
    await sleep(20);
  }
}

/** Waits until Slurm has no jobs left. */
async function awaitJobs(slurm: Slurm): Promise<void> {
  while (slurm.command('squeue', '--noheader').trim() !== '') await sleep(300);
}

/** How the tasks of a job ended, such as `0:0` or `0:9`, by what Slurm still remembers of them. */
function endsOf(slurm: Slurm, job: string): string {
  const text = slurm.command('scontrol', 'show', 'job', job);
  const counts = new Map<string, number>();
  for (const [, code] of text.matchAll(/ExitCode=(\d+:\d+)/g)) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const parts = [...counts].map(([code, count]) => `${count} × ${code}`);
  return parts.sort().join(', ');
}

/** An array by examples/cluster/slurm-submit.sh, of which a task is killed; then all again, and the finish. */
async function slurmArray(place: Workplace, slurm: Slurm, name: string): Promise<Finding> {
  const out = `slurm-${name}`;
  const submit = join(REPOSITORY, 'examples', 'cluster', 'slurm-submit.sh');
  const array = [`--array=1-${PARTS}`, '--cpus-per-task=1'];
  let killedAt = 0;
  let ids: number[] = [];
  const [, took] = await timed(async () => {
    const finish = Number(place.run(submit, `${name}.yaml`, out, ...array));
    // The two arrays came just before it.
    const jobs = slurm.command('squeue', '--noheader', '--format=%F').trim().split(/\s+/);
    ids = [...new Set(jobs.map(Number))].filter((id) => id < finish).sort((a, b) => a - b);
    killedAt = await killPart(place.path(out), `2/${PARTS}`);
    await awaitJobs(slurm);
  });
  const ends = ids.map((id) => endsOf(slurm, String(id)));
  if (!ends[0].includes('0:9') && !ends[0].includes('137'))
    throw new Error(`no task was killed: ${ends[0]}`);
  place.same(out, `alone-${name}`);
  return {
    what: `Slurm, ${name}: an array of ${PARTS} tasks on ${slurm.cpus} cores, submitted twice, then the finish`,
    figures: `${seconds(took)}; part 2 killed with −9 when ${killedAt} chunks were there; exit codes of the first array ${ends[0]}, of the second ${ends[1]}`,
  };
}

/** Folders of their own, as machines without a shared disk have them. */
async function merged(place: Workplace): Promise<Finding> {
  const parts = Array.from({ length: 3 }, (_, i) => `part-${i + 1}`);
  const [chunks, took] = await timed(() => {
    parts.forEach((part, i) => {
      place.driftline('run', 'published.yaml', '--out', part, '--shard', `${i + 1}/3`);
    });
    const { added }: { added: number } = JSON.parse(
      place.driftline('merge', 'merged', ...parts, '--json'),
    );
    place.driftline('run', 'published.yaml', '--out', 'merged', '--resume');
    return added;
  });
  place.same('merged', 'alone-published');
  return { what: 'merge, published: three folders', figures: `${seconds(took)}; ${chunks} chunks` };
}

async function byParallel(place: Workplace): Promise<Finding> {
  const script = join(REPOSITORY, 'examples', 'cluster', 'parallel.sh');
  const [, took] = await timed(() => place.run(script, 'tuned.yaml', 'parallel-tuned'));
  place.same('parallel-tuned', 'alone-tuned');
  return { what: 'GNU parallel, tuned: four parts at once, with --wait', figures: seconds(took) };
}

async function alone(place: Workplace, name: string): Promise<Finding> {
  const out = `alone-${name}`;
  const [, took] = await timed(() => place.driftline('run', `${name}.yaml`, '--out', out));
  return { what: `one process, ${name}`, figures: seconds(took) };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
}

function recordText(findings: readonly Finding[], slurmVersion: string, before: number): string {
  const [{ model }] = cpus();
  const changed = git('status', '--porcelain', '--', 'packages', 'examples', 'tools') !== '';
  return `# Parts of a run by real schedulers: a record

\`npm run test:fleet\` wrote this. \`diff -r\` with the folder of one process found nothing in each case.

- Commit: ${git('rev-parse', 'HEAD')}${changed ? ', with changes that are not committed' : ''}
- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}
- Load of the machine before and after: ${before.toFixed(1)} and ${loadavg()[0].toFixed(1)}; times are those of one run, and no measure of speed
- Slurm: ${slurmVersion}, controller and node on this machine

| what was played | figures |
|---|---|
${findings.map(({ what, figures }) => `| ${what} | ${figures} |`).join('\n')}
`;
}

async function main(): Promise<void> {
  installPackages();
  const place = new Workplace();
  const findings: Finding[] = [];
  const [before] = loadavg();
  const add = async (finding: Promise<Finding>) => {
    findings.push(await finding);
    const { what, figures } = findings[findings.length - 1];
    process.stdout.write(`${what}: ${figures}\n`);
  };
  let slurm: Slurm | undefined;
  try {
    for (const name of ['published', 'tuned']) await add(alone(place, name));
    mkdirSync(place.path('slurm'));
    slurm = await Slurm.start(place.path('slurm'));
    Object.assign(place.env, { SLURM_CONF: slurm.env.SLURM_CONF });
    for (const name of ['published', 'tuned']) await add(slurmArray(place, slurm, name));
    await add(byParallel(place));
    await add(merged(place));
    writeFileSync(
      RECORD,
      recordText(findings, slurm.command('sbatch', '--version').trim(), before),
    );
  } catch (error) {
    appendFileSync(process.stderr.fd, `kept for a look: ${place.folder}\n`);
    throw error;
  } finally {
    await slurm?.stop();
  }
  rmSync(place.folder, { recursive: true, force: true });
}

await main();
