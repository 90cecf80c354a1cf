/** What a queue holds, as whoever looks at it sees it: experiments, how far they are, and who plays. */
import { counted } from '@driftline/engine/numbers';
import { clock } from '../terminal/progress.ts';
import { doingOf, doingText, isSame } from './doing.ts';
import { differenceText, type Identity, shortDigest } from './identity.ts';
import type { Queue } from './queue.ts';
import { QueueError } from './queue-error.ts';
import { type BatchRow, listBatches, listWorkers, type WorkerRow } from './tables.ts';

/** A submitter that said nothing for so long is gone, or has lost the database. */
const SUBMITTER_SECONDS = 30;
/** A batch that nobody asked after for so long is not served. */
const FORGOTTEN_SECONDS = 3600;

/** How far a submitter said that it is. */
interface Reached {
  readonly share: number;
  readonly slotsPerSecond: number;
  readonly secondsLeft: number | null;
}

function numberIn(data: unknown, name: string): number {
  if (typeof data !== 'object' || data === null) return 0;
  const value = (data as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function reachedOf(batch: BatchRow): Reached | null {
  const { progress } = batch;
  const total = numberIn(progress, 'totalSlots');
  if (total === 0) return null;
  const done = numberIn(progress, 'doneSlots');
  // Of a submitter that is gone it is what it said last: how far, but no longer how fast.
  const slotsPerSecond = stateOf(batch) === 'played' ? numberIn(progress, 'slotsPerSecond') : 0;
  return {
    share: done / total,
    slotsPerSecond,
    secondsLeft: slotsPerSecond > 0 ? (total - done) / slotsPerSecond : null,
  };
}

/** What an experiment is at. */
function stateOf({ error, unseen }: BatchRow): string {
  if (error !== null) return 'failed';
  if (unseen > FORGOTTEN_SECONDS) return 'forgotten';
  return unseen > SUBMITTER_SECONDS ? 'left' : 'played';
}

const STATES: Readonly<Record<string, string>> = {
  failed: 'a policy failed; the submitter gets the error now, or with --resume',
  forgotten:
    'its submitter has not asked for an hour, so workers have stopped; continue it with --resume',
  left: 'its submitter has exited or cannot reach the database; continue it with --resume',
  played: 'its submitter is waiting',
};

/** An experiment as data. */
export interface ExperimentRecord extends Identity {
  readonly id: string;
  readonly name: string;
  readonly submitter: string;
  readonly state: string;
  readonly since: string;
  readonly reached: Reached | null;
  readonly jobs: { readonly waiting: number; readonly active: number };
  readonly results: number;
  readonly workers: readonly {
    readonly name: string;
    readonly threads: number;
    readonly doing: readonly string[];
  }[];
  /** Workers that are there and may not play it, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

function recordOf(batch: BatchRow, workers: readonly WorkerRow[]): ExperimentRecord {
  const { experiment, name, owner, revision, plugins, created, waiting, active, results } = batch;
  return {
    id: experiment,
    name,
    submitter: owner.split(' ')[0],
    state: stateOf(batch),
    since: created.toISOString(),
    revision,
    plugins,
    reached: reachedOf(batch),
    jobs: { waiting, active },
    results,
    workers: workers
      .filter((worker) => isSame(worker, batch))
      .map((worker) => ({
        name: worker.name,
        threads: worker.places,
        doing: doingOf(worker)
          .filter(({ batch: digest }) => digest === batch.digest)
          .map(doingText),
      })),
    refused: workers
      .filter((worker) => !isSame(worker, batch))
      .map((worker) => ({ name: worker.name, reason: `it has ${differenceText(batch, worker)}` })),
  };
}

/** All experiments of a queue. */
export async function experimentsIn({ database }: Queue): Promise<ExperimentRecord[]> {
  const workers = await listWorkers(database);
  return (await listBatches(database)).map((batch) => recordOf(batch, workers));
}

/**
 * The batches of one experiment.
 *
 * @param asked - its id, the beginning of it, or its name where no other has it
 * @throws QueueError where there is none, or more than one
 */
export async function batchesOf({ database }: Queue, asked: string): Promise<BatchRow[]> {
  const all = await listBatches(database);
  const found = all.filter(
    ({ experiment, name }) => experiment.startsWith(asked) || name === asked,
  );
  const ids = [...new Set(found.map(({ experiment }) => experiment))];
  if (ids.length === 1) return found;
  const known = [...new Set(all.map(({ experiment, name }) => `${experiment} (${name})`))];
  const there = known.length === 0 ? 'the queue is empty' : `there are ${known.join(', ')}`;
  throw new QueueError(
    ids.length === 0
      ? `the queue holds no experiment '${asked}'; ${there}`
      : `'${asked}' is not one experiment but ${ids.length}; there are ${known.join(', ')}`,
    'unknown-experiment',
  );
}

/** One experiment, as it stands. */
export async function experimentIn(queue: Queue, asked: string): Promise<ExperimentRecord> {
  const batches = await batchesOf(queue, asked);
  const last = batches[batches.length - 1];
  return recordOf(last, await listWorkers(queue.database));
}

function reachedText(reached: Reached | null): string {
  if (reached === null) return 'not begun';
  const { share, slotsPerSecond, secondsLeft } = reached;
  const rate = slotsPerSecond > 0 ? `, ${(slotsPerSecond / 1e6).toFixed(1)} M slots/s` : '';
  const left = secondsLeft === null ? '' : `, ${clock(secondsLeft)} left`;
  return `${Math.floor(100 * share)}%${rate}${left}`;
}

/** One experiment in some lines. */
export function experimentLines(record: ExperimentRecord): string[] {
  const { id, name, state, submitter, since, revision, plugins, jobs, results } = record;
  return [
    `${id}  ${name}: ${reachedText(record.reached)}`,
    `  ${state}: ${STATES[state]}`,
    `  submitted by ${submitter} since ${since}`,
    `  needs driftline ${revision}${plugins === '' ? '' : ` with plugins ${shortDigest(plugins)}`}`,
    `  ${counted(jobs.active, 'job')} being played, ${jobs.waiting} waiting, ${counted(results, 'result')} waiting for the submitter`,
    ...record.workers.map(
      (worker) =>
        `  worker ${worker.name}, ${counted(worker.threads, 'thread')}: ${worker.doing.join(', ') || 'idle for this experiment'}`,
    ),
    ...(record.workers.length === 0 ? ['  no worker plays it'] : []),
    ...record.refused.map(({ name: other, reason }) => `  worker ${other} gets no work: ${reason}`),
  ];
}

/** All experiments, a line for each. */
export function listLines(records: readonly ExperimentRecord[]): string[] {
  if (records.length === 0) return ['The queue holds no experiments.'];
  return records.map(({ id, name, state, reached, workers, refused }) => {
    const who = `${counted(workers.length, 'worker')}${refused.length === 0 ? '' : `, ${refused.length} of another version or plugin`}`;
    return `${id}  ${name}  ${state}  ${reachedText(reached)}  ${who}`;
  });
}
