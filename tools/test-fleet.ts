/**
 * `npm run test:fleet`: runs by real schedulers and through a real queue on this machine, and what one process
 * writes beside them. Slurm plays an array whose tasks are more than fit at once, one of them is killed, and
 * the array is submitted again; GNU parallel plays all parts at once; folders of their own are merged. The
 * queue has a file of its own. Each time `diff -r` with the folder of one process has to find nothing. The
 * results go to docs/records/cluster.json and docs/cluster-record.md.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordFleet } from './fleet-record.ts';
import { installSlurm, Slurm } from './slurm.ts';
import { testKills, testQueue } from './test-queue.ts';
import {
  type Add,
  alone,
  chunksIn,
  type Finding,
  REPOSITORY,
  timed,
  Workplace,
} from './workplace.ts';

const PARTS = 6;

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
    name: `Slurm, ${name}: an array of ${PARTS} tasks on ${slurm.cpus} cores, submitted twice, then the finish`,
    seconds: took,
    found: `shard 2 killed with SIGKILL at ${killedAt} chunks. Exit codes of the first array ${ends[0]}, of the second ${ends[1]}`,
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
  return { name: 'merge, published: three folders', seconds: took, found: `${chunks} chunks` };
}

async function byParallel(place: Workplace): Promise<Finding> {
  const script = join(REPOSITORY, 'examples', 'cluster', 'parallel.sh');
  const [, took] = await timed(() => place.run(script, 'tuned.yaml', 'parallel-tuned'));
  place.same('parallel-tuned', 'alone-tuned');
  return {
    name: 'GNU parallel, tuned: four shards at once, with --wait',
    seconds: took,
    found: 'no shard was killed',
  };
}

async function testSchedulers(place: Workplace, add: Add): Promise<string> {
  installSlurm();
  for (const name of ['published', 'tuned']) await add(alone(place, name));
  mkdirSync(place.path('slurm'));
  const slurm = await Slurm.start(place.path('slurm'));
  try {
    Object.assign(place.env, { SLURM_CONF: slurm.env.SLURM_CONF });
    for (const name of ['published', 'tuned']) await add(slurmArray(place, slurm, name));
    await add(byParallel(place));
    await add(merged(place));
    const version = slurm.command('sbatch', '--version').trim();
    return `${version}, controller and node on this machine`;
  } finally {
    await slurm.stop();
  }
}

/** Each returns what it was done with. */
const TESTS: Readonly<Record<string, (place: Workplace, add: Add) => Promise<string>>> = {
  schedulers: testSchedulers,
  kills: testKills,
  queue: testQueue,
};

/** @param asked - tests by name; without any all are done, and recorded */
async function main(asked: readonly string[]): Promise<void> {
  const names = Object.keys(TESTS);
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there are ${names.join(', ')}; got ${unknown}`);
  const place = new Workplace();
  const findings: Finding[] = [];
  const software = new Set<string>();
  const add = async (finding: Promise<Finding>) => {
    findings.push(await finding);
    const { name, found } = findings[findings.length - 1];
    process.stdout.write(`${name}: ${found}\n`);
  };
  try {
    for (const name of asked.length > 0 ? asked : names)
      software.add(await TESTS[name](place, add));
    if (asked.length === 0) recordFleet(findings, [...software].join('. '));
  } catch (error) {
    appendFileSync(process.stderr.fd, `kept for a look: ${place.folder}\n`);
    throw error;
  }
  rmSync(place.folder, { recursive: true, force: true });
}

await main(process.argv.slice(2));
