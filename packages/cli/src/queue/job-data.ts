/** What a job says: neighbouring chunks of one comparison of a batch. */
import {
  type Chunk,
  type ChunkRows,
  COLUMN_NAMES,
  type Comparison,
  combineOf,
} from '@driftline/engine/play';
import { QueueError } from './queue-error.ts';

/** Chunks to play, in order. */
export interface JobData {
  /** The comparison's place in its batch. */
  readonly comparison: number;
  readonly chunks: readonly Chunk[];
}

/** A chunk that this many workers were lost with is not tried again. */
export const MOST_LOSSES = 3;

/**
 * How often a job is tried again when its worker is lost: one of several chunks not at all as it is, because
 * then they are tried one by one.
 */
export function retriesOf({ chunks }: JobData): number {
  return chunks.length > 1 ? 0 : MOST_LOSSES - 1;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isChunk(value: unknown): value is Chunk {
  if (typeof value !== 'object' || value === null) return false;
  if (!('from' in value) || !('to' in value)) return false;
  return isCount(value.from) && isCount(value.to) && value.from < value.to;
}

/**
 * A job that arrived.
 *
 * @throws QueueError where it is none
 */
export function readJob(data: unknown): JobData {
  if (typeof data === 'object' && data !== null && 'comparison' in data && 'chunks' in data) {
    const { comparison, chunks } = data;
    if (
      isCount(comparison) &&
      Array.isArray(chunks) &&
      chunks.length > 0 &&
      chunks.every(isChunk)
    ) {
      return { comparison, chunks: chunks.map(({ from, to }) => ({ from, to })) };
    }
  }
  throw new QueueError(
    'a job in the queue is malformed; cancel the experiment and submit it again',
    'queue-data-not-accepted',
  );
}

/** The comparison of a job, whose chunks must lie within it. */
export function comparisonOfJob(comparisons: readonly Comparison[], job: JobData): Comparison {
  const comparison = comparisons[job.comparison];
  if (comparison !== undefined && job.chunks.every(({ to }) => to <= comparison.replications)) {
    return comparison;
  }
  throw new QueueError(
    'a job in the queue asks for replications that its experiment does not have; cancel the experiment and submit it again',
    'queue-data-not-accepted',
  );
}

/** Whether rows can be those of a chunk of a comparison. */
export function areRowsOf(
  rows: ChunkRows | undefined,
  comparison: Comparison,
  { from, to }: Chunk,
): rows is ChunkRows {
  if (rows?.chunk.from !== from || rows.chunk.to !== to) return false;
  if (rows.policies.length !== comparison.policies.length) return false;
  const [first] = rows.policies;
  return rows.policies.every((policy) =>
    COLUMN_NAMES.every((name) => {
      const { length } = policy[name];
      const isWhole = combineOf(name) !== 'appended' || length % (to - from) === 0;
      return isWhole && length === first[name].length && (name !== 'regret' || length > 0);
    }),
  );
}
