/** `driftline advise LOG`: answers five questions about a log of decisions. */
import {
  type Advice,
  type Advised,
  advicePage,
  isRefused,
  type Log,
  LogError,
  USUAL_FOR,
} from '@driftline/advice';
import type { ReadLog } from '@driftline/advice/node';
import { createPolicyFromSpec, ParameterError, policyCatalogue } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import { defaultWorkers, type ResultFolder, softwareOf } from '@driftline/engine/node';
import type { Command } from 'commander';
import { inFolder } from '../../shared/in-folder.ts';
import { asExperimentFailure } from '../../shared/play-comparisons.ts';
import { asUserError, NotThereYet, UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { byClock } from './duration.ts';
import { type AdviseFlags, addAdviseFlags, type Requirable } from './flags.ts';
import type { WrittenAdvice } from './output.ts';
import { pageLines, writtenLines } from './text.ts';
import { AdviceWatch } from './work.ts';

function checkFlags(path: string, flags: AdviseFlags): void {
  if (path === '')
    throw new UsageError('LOG must be a file, or - for standard input; got an empty name');
  if (flags.force && flags.out === undefined) throw new UsageError('--force needs --out');
  for (const kind of flags.for ?? []) policyCatalogue.find(parseSpec(kind).id);
  checkPolicies('--policies', flags.policies ?? []);
  const kinds = flags.for ?? USUAL_FOR;
  checkPolicies(
    '--values',
    (flags.values ?? []).filter((name) => name !== 'advice' && !kinds.includes(name)),
  );
  if (flags.values?.length === 0 && flags.require?.includes('value')) {
    throw new UsageError('--require value contradicts --values none; remove one of them');
  }
}

/** Policies that can be played as they are written; else it would be known only after a while. */
function checkPolicies(flag: string, specs: readonly string[]): void {
  const options = { armCount: 2, horizon: 1000, rewardRange: [0, 1] as const };
  for (const spec of specs) {
    try {
      createPolicyFromSpec(spec, options);
    } catch (error) {
      if (!(error instanceof ParameterError) || error.code === 'unknown-policy') throw error;
      throw new UsageError(
        `${flag}: ${error.message}; write for example '${parseSpec(spec).id}:window=800'`,
        error.code,
      );
    }
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

/** Some decisions have to be older than rewards are waited for. */
function demandRipe({ time, end }: Log, attribution: number | undefined, flags: AdviseFlags): void {
  if (attribution === undefined || time[0] + attribution <= end) return;
  throw new UsageError(
    `--attribution must be shorter than the log, so that some decisions are old enough; got '${flags.attribution?.text}'`,
  );
}

async function adviceOf(path: string, flags: AdviseFlags, watch: AdviceWatch): Promise<Advised> {
  const { name, log, reading } = await read(path, flags, watch);
  await watch.pause();
  const attribution = byClock(flags.attribution, log.clock);
  demandRipe(log, attribution, flags);
  const { version } = await softwareOf();
  const request = {
    ...{ name, log, reading },
    software: version,
    seed: flags.seed,
    logging: flags.logging,
    attribution,
    batch: byClock(flags.batch, log.clock),
    horizon: flags.horizon,
    policies: flags.policies,
    kinds: flags.for,
    values: flags.values,
    hasVariation: flags.variation,
    isQuick: flags.quick,
  };
  return watch.advise(request, flags.workers ?? defaultWorkers());
}

/** Whether a question was answered. */
function isAnswered(advice: Advice, what: Requirable): boolean {
  switch (what) {
    case 'drift':
      return advice.drift.verdict !== 'unknown';
    case 'value': {
      const [head] = advice.values;
      return head !== undefined && !isRefused(head);
    }
    default:
      return !isRefused(advice[what]);
  }
}

/** Required questions without an answer. */
function unanswered(advice: Advice, { require = [] }: AdviseFlags): Requirable[] {
  return require.filter((what) => !isAnswered(advice, what));
}

/** Advice, and what was written of it, where it was. */
interface Shown extends Partial<WrittenAdvice> {
  readonly advice: Advice;
}

async function show({ advice, files, instead }: Shown, flags: AdviseFlags): Promise<void> {
  warn(advice.warnings);
  if (flags.json) await printJson(advice);
  else {
    const written = files === undefined ? [] : writtenLines(flags.out ?? '', files);
    await printLines([...pageLines(advicePage(advice, instead)), ...written]);
  }
  const missing = unanswered(advice, flags);
  if (missing.length > 0)
    throw new NotThereYet(`the log gives no answer for: ${missing.join(', ')}`);
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
  const written = await writeAdvice(folder, advised, { path, flags });
  return { advice: advised.advice, ...written };
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
LOG has one row per decision, as CSV, JSON lines or Parquet, plain or gzip.
Columns are found by their names (timestamp, variant, converted, …). Logs
exported by the decision service need no flags.

advise prints whether rewards drift, which policy to use, what it would have
earned, how large and how late rewards are, and what adapting is worth. If the
log cannot answer a question, the page states what data would.

A log of 10,000 rows takes one to two minutes of CPU time, or a sixth of that
with --quick. --values none saves most of the time on long logs.
Exit status: 0 done; 1 unreadable log; 2 wrong usage; 3 no answer (--require).

Examples:
  driftline advise examples/advise/checkout.csv.gz
  driftline advise examples/advise/checkout.csv.gz --quick
  driftline advise examples/advise/weather.csv --arm city --reward dry \\
    --out results/weather
  driftline advise examples/advise/checkout.csv.gz --json --require drift`;

/** The flags of `driftline advise`. */
export function configureAdvise(command: Command): void {
  command.argument('<LOG>', 'a log of decisions: a file, or - for standard input');
  addAdviseFlags(command).addHelpText('after', help).action(runAdvise);
}
