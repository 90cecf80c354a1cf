/** `driftline reproduce`: the paper's experiments again, its claims judged, one report. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine } from '@driftline/engine/display';
import {
  defaultWorkers,
  type ResultFolder,
  type RunPlan,
  softwareOf,
} from '@driftline/engine/node';
import {
  type ChunkStore,
  type Comparison,
  checkRunSize,
  NO_PLUGINS,
  type Part,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
} from '@driftline/engine/play';
import {
  judgeReproduction,
  PhaseStore,
  PUBLISHED_REPLICATIONS,
  type ReproductionRecord,
  reproductionPlan,
  splitRequests,
} from '@driftline/engine/reproduce';
import { FIELDS, flagWords } from '@driftline/engine/request';
import type { Command } from 'commander';
import { checkQueueFlags, QUEUE_FLAG, withQueue } from '../../queue/with-queue.ts';
import { datedFolder } from '../../shared/dated-folder.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { planDigest } from '../../shared/plan-digest.ts';
import {
  asExperimentFailure,
  type Elsewhere,
  playComparisons,
} from '../../shared/play-comparisons.ts';
import { playPart } from '../../shared/play-part.ts';
import { shownQueueUrl } from '../../shared/queue-url.ts';
import { drawReproduction } from '../../shared/reproduction-output.ts';
import { addFields } from '../../shared/request-flags.ts';
import { readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { addShardFlags, checkShardFlags, type ShardFlags } from '../../shared/shard-flags.ts';
import { Interrupted, stoppedForNothing, UsageError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { claimsText } from './text.ts';

interface ReproduceFlags extends ShardFlags {
  readonly replications: number;
  readonly seed: number;
  readonly workers?: number;
  readonly queue?: string;
  readonly json?: true;
}

/** Of its result. */
const NAME = 'reproduce';

const NOTHING_LOADED = { pluginFiles: [], plugins: NO_PLUGINS };

function workersOf({ workers }: ReproduceFlags): number {
  return workers ?? defaultWorkers();
}

/** Everything that is played. */
function comparisonsOf(flags: ReproduceFlags): Comparison[] {
  const comparisons = reproductionPlan(flags);
  checkRunSize(comparisons, { written: true });
  return comparisons;
}

/** What a reproduction is of. Its folder has no experiment file: the record of the result says what it is. */
async function planOf(comparisons: readonly Comparison[]): Promise<RunPlan> {
  const software = await softwareOf();
  const [{ seed, replications }] = comparisons;
  return {
    digest: await planDigest(comparisons, undefined, [], NO_PLUGINS),
    isOf: (result) =>
      result.name === NAME &&
      result.comparisons[0].seed === seed &&
      result.comparisons[0].replications === replications &&
      result.software.version === software.version &&
      result.software.commit === software.commit,
  };
}

/** Plays everything and judges it. */
async function playAndJudge(
  comparisons: readonly Comparison[],
  flags: ReproduceFlags,
  elsewhere: Elsewhere | undefined,
  kept?: ChunkStore,
): Promise<[Result, ReproductionRecord]> {
  const store = new PhaseStore(comparisons, splitRequests(comparisons), kept);
  const setting = { ...NOTHING_LOADED, elsewhere, workers: workersOf(flags) };
  const played = await playComparisons({ ...setting, comparisons, store });
  const result: Result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: NAME,
    software: await softwareOf(),
    comparisons: played,
  };
  return [result, judgeReproduction(played, store.splits())];
}

/** Whether what is played is kept as it comes: by parts, and by others elsewhere. */
function isKept({ resume, queue }: ReproduceFlags): boolean {
  return resume === true || queue !== undefined;
}

/** What parts or others have played is gone on with; else nothing is kept until all is there. */
async function reproduceInto(
  folder: ResultFolder,
  flags: ReproduceFlags,
  elsewhere: Elsewhere | undefined,
): Promise<ReproductionRecord> {
  const comparisons = comparisonsOf(flags);
  if (isKept(flags)) await folder.begin(await planOf(comparisons));
  const before = folder.finished ? await folder.readClaims() : undefined;
  if (before !== undefined) return before;
  const kept = isKept(flags) ? folder.store() : undefined;
  const [result, record] = await playAndJudge(comparisons, flags, elsewhere, kept);
  const { figures, report } = await drawReproduction(result, record);
  await folder.finish(result, figures, { report, claims: record });
  return record;
}

/** The command that finishes what parts have played. */
function finishing({ replications, seed, queue }: ReproduceFlags, out: string): string {
  const asked = flagWords({ replications, seed });
  const where = queue === undefined ? [] : ['--queue', shownQueueUrl(queue)];
  return commandLine(['reproduce', ...asked, '--out', resolve(out), '--resume', ...where]);
}

async function reproducePart(part: Part, out: string, flags: ReproduceFlags): Promise<void> {
  const comparisons = comparisonsOf(flags);
  await playPart({
    part,
    out,
    plan: await planOf(comparisons),
    first: () => ({ name: 'playing', comparisons }),
    setting: { ...NOTHING_LOADED, workers: workersOf(flags) },
    wait: flags.wait === true,
    finishing: () => finishing(flags, out),
    json: flags.json === true,
  });
}

/** What failed; what was played is kept only where it was gone on with. */
function failure(error: unknown, out: string, flags: ReproduceFlags): Error {
  if (!(error instanceof Interrupted)) return asExperimentFailure(out, error);
  if (flags.shard !== undefined) return error;
  if (!isKept(flags)) return stoppedForNothing(error.message);
  return new Interrupted(
    `${error.message}; finished work is kept. Continue with:\n  ${finishing(flags, out)}`,
  );
}

async function runReproduce(flags: ReproduceFlags): Promise<void> {
  if (flags.force && flags.out === undefined)
    throw new UsageError('--force needs --out, the folder to replace');
  checkShardFlags(flags);
  checkQueueFlags(flags);
  const out = flags.out ?? datedFolder('reproduce', new Date(), existsSync);
  try {
    if (flags.shard !== undefined) return await reproducePart(flags.shard, out, flags);
    const place = { path: out, resume: flags.resume === true, force: flags.force === true };
    const digest = isKept(flags) ? (await planOf(comparisonsOf(flags))).digest : null;
    const request = { ...NOTHING_LOADED, name: NAME, folder: out };
    const record = await withQueue(flags.queue, request, (elsewhere) =>
      inFolder(place, digest, (folder) => reproduceInto(folder, flags, elsewhere)),
    );
    const report = join(out, 'report.html');
    if (flags.json) await printJson({ out, report, ...record });
    else await printLines([...claimsText(record.claims), '', `Report: ${report}`]);
  } catch (error) {
    throw failure(error, out, flags);
  }
}

const help = `
Plays the paper's three environments (two light-tailed, one heavy-tailed) and
studies that vary what the paper leaves open, then checks each of its claims.
The default takes about a minute on two cores. It writes report.html (opens
offline), figures as SVG and PNG, result.json, claims.json, curves.csv and
finals.csv.

Examples:
  driftline reproduce
  driftline reproduce --out results/paper --seed 7
  driftline reproduce --replications 50 --json
  driftline reproduce --out results/parts --shard 1/3
  driftline reproduce --out results/parts --resume`;

/** The flags of `driftline reproduce`. */
export function configureReproduce(command: Command): void {
  addFields(command, {
    replications: {
      summary: 'number of independent runs of each policy in each panel',
      default: PUBLISHED_REPLICATIONS,
    },
    seed: { default: FIELDS.seed.default },
  })
    .option('--out <DIR>', 'folder for the result (default: results/NAME-DATE, created)', readOut)
    .option(...QUEUE_FLAG)
    .option(...WORKERS_FLAG);
  addShardFlags(command)
    .option('--force', 'replace the result in --out once the new one is complete')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', help)
    .action(runReproduce);
}
