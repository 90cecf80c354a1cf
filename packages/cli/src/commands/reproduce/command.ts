/** `driftline reproduce`: the paper's experiments again, its claims judged, one report. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultWorkers, type ResultFolder, softwareOf } from '@driftline/engine/node';
import {
  checkRunSize,
  NO_PLUGINS,
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
import { FIELDS } from '@driftline/engine/request';
import type { Command } from 'commander';
import { datedFolder } from '../../shared/dated-folder.ts';
import { inFolder } from '../../shared/in-folder.ts';
import { asExperimentFailure, playComparisons } from '../../shared/play-comparisons.ts';
import { drawReproduction } from '../../shared/reproduction-output.ts';
import { addFields } from '../../shared/request-flags.ts';
import { readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { Interrupted, stoppedForNothing, UsageError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { claimsText } from './text.ts';

interface ReproduceFlags {
  readonly out?: string;
  readonly replications: number;
  readonly seed: number;
  readonly workers?: number;
  readonly force?: true;
  readonly json?: true;
}

/** Plays everything and judges it. */
async function playAndJudge(flags: ReproduceFlags): Promise<[Result, ReproductionRecord]> {
  const comparisons = reproductionPlan(flags);
  checkRunSize(comparisons, { written: true });
  const store = new PhaseStore(comparisons, splitRequests(comparisons));
  const played = await playComparisons({
    comparisons,
    workers: flags.workers ?? defaultWorkers(),
    pluginFiles: [],
    plugins: NO_PLUGINS,
    store,
  });
  const result: Result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'reproduce',
    software: await softwareOf(),
    comparisons: played,
  };
  return [result, judgeReproduction(played, store.splits())];
}

async function reproduceInto(
  folder: ResultFolder,
  flags: ReproduceFlags,
): Promise<ReproductionRecord> {
  const [result, record] = await playAndJudge(flags);
  const { figures, report } = await drawReproduction(result, record);
  await folder.finish(result, figures, { report, claims: record });
  return record;
}

async function runReproduce(flags: ReproduceFlags): Promise<void> {
  if (flags.force && flags.out === undefined) throw new UsageError('--force goes with --out');
  const out = flags.out ?? datedFolder('reproduce', new Date(), existsSync);
  try {
    const record = await inFolder({ path: out, force: flags.force === true }, null, (folder) =>
      reproduceInto(folder, flags),
    );
    const report = join(out, 'report.html');
    if (flags.json) await printJson({ out, report, ...record });
    else await printLines([...claimsText(record.claims), '', `Report: ${report}`]);
  } catch (error) {
    if (error instanceof Interrupted) throw stoppedForNothing(error.message);
    throw asExperimentFailure(out, error);
  }
}

const help = `
Plays both light-tailed environments and the heavy-tailed one, and studies that
vary what the paper leaves open; judges each claim of the paper; writes
report.html, which opens offline, with figures as SVG and PNG, result.json,
claims.json, curves.csv and finals.csv.

Examples:
  driftline reproduce
  driftline reproduce --out results/paper --seed 7
  driftline reproduce --replications 50 --json`;

/** The flags of `driftline reproduce`. */
export function configureReproduce(command: Command): void {
  addFields(command, {
    replications: { summary: 'sample paths of each panel', default: PUBLISHED_REPLICATIONS },
    seed: { default: FIELDS.seed.default },
  })
    .option('--out <DIR>', 'result folder (default: a new one with the date in results/)', readOut)
    .option(...WORKERS_FLAG)
    .option('--force', 'let --out replace a result')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runReproduce);
}
