/** `driftline advise LOG`: five questions to a log of decisions, each answered with its certainty. */
import { type Advice, type Advised, advicePage, isRefused, LogError } from '@driftline/advice';
import type { ReadLog } from '@driftline/advice/node';
import { policyCatalogue } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import { defaultWorkers, type ResultFolder, softwareOf } from '@driftline/engine/node';
import type { Command } from 'commander';
import { inFolder } from '../../shared/in-folder.ts';
import { asExperimentFailure } from '../../shared/play-comparisons.ts';
import { asUserError, NotThereYet, UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { byClock } from './duration.ts';
import { type AdviseFlags, addAdviseFlags, type Requirable } from './flags.ts';
import { pageLines, writtenLines } from './text.ts';
import { AdviceWatch } from './work.ts';

function checkFlags(path: string, flags: AdviseFlags): void {
  if (path === '') throw new UsageError('LOG must be a file, or - for standard input; got nothing');
  if (flags.force && flags.out === undefined) throw new UsageError('--force goes with --out');
  for (const spec of [...(flags.policies ?? []), ...(flags.for ?? [])]) {
    policyCatalogue.find(parseSpec(spec).id);
  }
}

/** A file that can't be read, or not as it is, is an error for the user. */
function asLogFailure(path: string, error: unknown): Error {
  const name = path === '-' ? 'standard input' : path;
  if (error instanceof LogError) return new UserError(`${name}: ${error.message}`, error.code);
  return asUserError(name, error);
}

async function read(path: string, flags: AdviseFlags, watch: AdviceWatch): Promise<ReadLog> {
  const { readLog } = await import('@driftline/advice/node');
  const { time, arm, reward, propensity, eligible, arrival, id } = flags;
  try {
    return await readLog(path, {
      columns: { time, arm, reward, propensity, eligible, arrival, id },
      where: flags.where ?? [],
      missing: flags.missing,
      isCost: flags.cost,
      top: flags.top,
      seed: flags.seed,
      format: flags.format,
      isShared: true,
      onStep: watch.onStep,
    });
  } catch (error) {
    throw asLogFailure(path, error);
  }
}

async function adviceOf(path: string, flags: AdviseFlags, watch: AdviceWatch): Promise<Advised> {
  const { name, log, reading } = await read(path, flags, watch);
  await watch.pause();
  const { version } = await softwareOf();
  const request = {
    ...{ name, log, reading },
    software: version,
    seed: flags.seed,
    logging: flags.logging,
    attribution: byClock(flags.attribution, log.clock),
    batch: byClock(flags.batch, log.clock),
    horizon: flags.horizon,
    policies: flags.policies,
    kinds: flags.for,
    isQuick: flags.quick,
  };
  return watch.advise(request, flags.workers ?? defaultWorkers());
}

/** Whether a question was answered. */
function isTold(advice: Advice, what: Requirable): boolean {
  switch (what) {
    case 'drift':
      return advice.drift.verdict !== 'cannot-tell';
    case 'value': {
      const [head] = advice.values;
      return head !== undefined && !isRefused(head);
    }
    default:
      return !isRefused(advice[what]);
  }
}

/** What was required and is not told. */
function untold(advice: Advice, { require = [] }: AdviseFlags): Requirable[] {
  return require.filter((what) => !isTold(advice, what));
}

/** Advice, and the files that go on with it, where they were written. */
interface Shown {
  readonly advice: Advice;
  readonly files?: readonly string[];
}

async function show({ advice, files }: Shown, flags: AdviseFlags): Promise<void> {
  warn(advice.warnings);
  if (flags.json) await printJson(advice);
  else {
    const written = files === undefined ? [] : writtenLines(flags.out ?? '', files);
    await printLines([...pageLines(advicePage(advice)), ...written]);
  }
  const missing = untold(advice, flags);
  if (missing.length > 0) throw new NotThereYet(`this log cannot tell: ${missing.join(', ')}`);
}

/** Asks, and writes into a folder that is held from before the log is read. */
async function adviseInto(
  folder: ResultFolder,
  path: string,
  flags: AdviseFlags,
  watch: AdviceWatch,
): Promise<Shown> {
  const advised = await adviceOf(path, flags, watch);
  // Loaded when it is needed: advice that is only printed draws nothing.
  const { writeAdvice } = await import('./output.ts');
  const files = await writeAdvice(folder, advised, { path, flags });
  return { advice: advised.advice, files };
}

async function adviseFor(path: string, flags: AdviseFlags, watch: AdviceWatch): Promise<Shown> {
  const { out, force } = flags;
  if (out === undefined) return adviceOf(path, flags, watch);
  return inFolder({ path: out, force: force === true }, null, (folder) =>
    adviseInto(folder, path, flags, watch),
  );
}

async function runAdvise(path: string, flags: AdviseFlags): Promise<void> {
  checkFlags(path, flags);
  const watch = new AdviceWatch();
  let shown: Shown;
  try {
    shown = await adviseFor(path, flags, watch);
  } catch (error) {
    throw watch.isStopped ? watch.stopped() : asExperimentFailure(flags.out ?? path, error);
  } finally {
    watch.end();
  }
  await show(shown, flags);
}

const help = `
LOG is a file, or - for standard input: CSV, one JSON object per line, or
Parquet, with gzip or without, one row per decision. Columns are found by their
names (timestamp, variant, converted and the like), or given; what was read is
said first. An export of the decision service is read as it is.

Five questions are answered: is it drifting, what to use, what would it have
earned, how heavy are tails and how late are rewards, what does not adapting
cost. Where the log cannot tell, that is the answer, with what log could.

With --out DIR: report.html, advice.json, figures, world.csv with spec.yaml (for
'driftline compare --means' and 'driftline run') and service.json, the body that
creates the advised experiment in the decision service.

Exit codes: 0 answered, 'cannot tell' included; 1 the log can't be read; 2 wrong
usage; 3 with --require, where the log cannot tell.

Examples:
  driftline advise examples/advise/checkout.csv.gz
  driftline advise examples/advise/weather.csv --arm city --reward dry \\
    --out results/weather
  driftline advise examples/advise/checkout.csv.gz --json --require drift`;

/** The flags of `driftline advise`. */
export function configureAdvise(command: Command): void {
  command.argument('<LOG>', 'a log of decisions: a file, or - for standard input');
  addAdviseFlags(command).addHelpText('after', help).action(runAdvise);
}
