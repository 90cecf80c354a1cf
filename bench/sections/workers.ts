/** What more threads gain: one comparison on 1, 2, … workers, which take turns. */
import { availableParallelism } from 'node:os';
import { NodeExecutor } from '@driftline/engine/node';
import { type Comparison, type Executor, runComparisons } from '@driftline/engine/play';
import { median } from '@driftline/engine/studies';
import { type Aim, aimCell, atLeast, medianRatio } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { BenchContext, Section, Table } from '../section.ts';

const POLICIES = ['r-moss', 'sw-moss', 'd-ucb', 'sw-rmoss', 'ucb1', 'sw-ucb'];
const LIMIT_OF_TWO = 1.85;

function comparisonOf(replications: number): Comparison {
  return {
    name: 'workers',
    environment: { kind: 'named', spec: 'paper-2' },
    policies: POLICIES,
    replications,
    seed: 1,
    checkpoints: { count: 100, spacing: 'linear' },
  };
}

async function secondsOf(comparison: Comparison, executor: Executor): Promise<number> {
  const start = now();
  await runComparisons([comparison], { executor });
  return (now() - start) / 1000;
}

interface Started {
  readonly executor: Executor;
  readonly startMilliseconds: number;
}

/** Workers that have played something: started, kernels compiled to their final form. */
async function startedExecutor(comparison: Comparison, workers: number): Promise<Started> {
  const start = now();
  const executor = new NodeExecutor(workers);
  const chunk = { from: 0, to: 1 };
  const onEach = () =>
    Promise.all(Array.from({ length: workers }, () => executor.play(comparison, chunk)));
  await onEach();
  const startMilliseconds = now() - start;
  await secondsOf({ ...comparison, replications: 200 * workers }, executor);
  return { executor, startMilliseconds };
}

/** As many replications as one worker plays in this many seconds. */
async function replicationsFor(seconds: number): Promise<number> {
  const comparison = comparisonOf(400);
  const { executor } = await startedExecutor(comparison, 1);
  const needed = await secondsOf(comparison, executor);
  await executor.close();
  return Math.ceil((comparison.replications * seconds) / needed / 100) * 100;
}

function workerCounts(): number[] {
  const cores = availableParallelism();
  const powers = [1, 2, 4, 8, 16, 32, 64].filter((workers) => workers < cores);
  // Two are always tried: that they gain nothing on one core is worth seeing too.
  return [...new Set([...powers, Math.max(2, cores)])];
}

/** Rounds in which every executor plays the whole comparison once. */
async function playRounds(
  comparison: Comparison,
  executors: readonly Executor[],
  { status, quick }: BenchContext,
): Promise<number[][]> {
  const rounds = quick ? 1 : 5;
  const seconds = executors.map((): number[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [i, executor] of executors.entries()) {
      status(`${executor.size} workers: round ${round} of ${rounds}`);
      seconds[i].push(await secondsOf(comparison, executor));
    }
  }
  return seconds;
}

/** What this many workers took. */
interface Row {
  readonly workers: number;
  readonly replications: number;
  readonly startMilliseconds: number;
  /** One a round. */
  readonly seconds: readonly number[];
  /** Times faster than one worker. */
  readonly gain: number;
}

async function measure(context: BenchContext): Promise<Row[]> {
  context.status('workers: set-up');
  const replications = await replicationsFor(context.quick ? 1 : 4);
  const comparison = comparisonOf(replications);
  const counts = workerCounts();
  const started: Started[] = [];
  try {
    for (const workers of counts) started.push(await startedExecutor(comparison, workers));
    const executors = started.map(({ executor }) => executor);
    const seconds = await playRounds(comparison, executors, context);
    return counts.map((workers, i) => ({
      workers,
      replications,
      startMilliseconds: started[i].startMilliseconds,
      seconds: seconds[i],
      gain: medianRatio(seconds[0], seconds[i]),
    }));
  } finally {
    await Promise.all(started.map(({ executor }) => executor.close()));
  }
}

function aimOf({ workers, gain }: Row): Aim | undefined {
  return workers === 2 ? atLeast('two workers over one', gain, LIMIT_OF_TWO) : undefined;
}

function tableOf(rows: readonly Row[]): Table {
  const [{ replications }] = rows;
  return {
    caption: `${POLICIES.length} policies × ${count(replications)} replications of paper-2`,
    rows: [
      ['workers', 'seconds', 'gain', 'aim', 'start-up in ms'],
      ...rows.map((row) => [
        String(row.workers),
        shortNumber(median(row.seconds)),
        ratioText(row.gain),
        aimCell(aimOf(row)),
        shortNumber(row.startMilliseconds),
      ]),
    ],
  };
}

/** More workers. */
export const workersSection: Section = {
  id: 'workers',
  title: 'Workers',
  async run(context) {
    const rows = await measure(context);
    return {
      tables: [tableOf(rows)],
      notes: [
        'Gain: seconds of one worker over seconds of several, the median over rounds. Start-up, from nothing to the first answer of every worker, is not part of the seconds; aggregating in the main thread is.',
        'If other programs use the cores, or if two of them are threads of one core, two workers cannot gain 2.',
      ],
      aims: rows.map(aimOf).filter((aim) => aim !== undefined),
      data: rows,
    };
  },
};
