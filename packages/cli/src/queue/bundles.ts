/** Puts chunks together to jobs: long enough that the queue costs little, short enough that all have work. */
import type { Chunk } from '@driftline/engine/play';
import type { JobData } from './job-data.ts';

/** A chunk that is to be played. */
export interface WantedChunk {
  /** The comparison's place in its batch. */
  readonly comparison: number;
  readonly chunk: Chunk;
  /** Slots of single policies. */
  readonly slots: number;
}

/** How long a job should last. */
const JOB_NANOSECONDS = 2e9;
/** Jobs for each place where one can be played, at least, so that nobody waits at the end. */
const JOBS_PER_PLACE = 2;

/** How long slots take, by what was seen of them: in each comparison, and in all. */
export class Pace {
  readonly #seen = new Map<number, { nanoseconds: number; slots: number }>();
  readonly #all = { nanoseconds: 0, slots: 0 };

  add({ comparison, slots }: WantedChunk, nanoseconds: number): void {
    const seen = this.#seen.get(comparison) ?? { nanoseconds: 0, slots: 0 };
    this.#seen.set(comparison, seen);
    for (const sum of [seen, this.#all]) {
      sum.nanoseconds += nanoseconds;
      sum.slots += slots;
    }
  }

  /** Undefined where nothing was seen yet. */
  nanosecondsOf({ comparison, slots }: WantedChunk): number | undefined {
    const seen = this.#seen.get(comparison) ?? this.#all;
    return seen.slots === 0 ? undefined : (slots * seen.nanoseconds) / seen.slots;
  }
}

/** In the order of comparisons, and of replications in each. */
function inOrder(wanted: readonly WantedChunk[]): WantedChunk[] {
  return wanted.toSorted((a, b) => a.comparison - b.comparison || a.chunk.from - b.chunk.from);
}

function areNeighbours(one: WantedChunk, next: WantedChunk): boolean {
  return one.comparison === next.comparison && one.chunk.to === next.chunk.from;
}

/** How long a job should last, given what is left to do and how many could do it. */
function jobLength(wanted: readonly WantedChunk[], pace: Pace, places: number): number {
  const left = wanted.reduce((sum, chunk) => sum + (pace.nanosecondsOf(chunk) ?? 0), 0);
  return Math.min(JOB_NANOSECONDS, left / (JOBS_PER_PLACE * Math.max(1, places)));
}

/** A job, and the chunks that it consists of. */
export interface Bundle<Wanted extends WantedChunk> {
  readonly data: JobData;
  readonly chunks: readonly Wanted[];
}

export function bundleOf<Wanted extends WantedChunk>(chunks: readonly Wanted[]): Bundle<Wanted> {
  const [{ comparison }] = chunks;
  return { data: { comparison, chunks: chunks.map(({ chunk }) => chunk) }, chunks };
}

/**
 * Makes jobs of neighbouring chunks of one comparison; as long as nothing is known of its pace, of one each.
 *
 * @param most - jobs, at most; what is left over is not in them
 * @param places - where jobs can be played at the same time
 */
export function bundled<Wanted extends WantedChunk>(
  wanted: readonly Wanted[],
  pace: Pace,
  most: number,
  places: number,
): Bundle<Wanted>[] {
  const length = jobLength(wanted, pace, places);
  const bundles: Wanted[][] = [];
  let [current, taken]: [Wanted[], number] = [[], 0];
  for (const chunk of inOrder(wanted) as Wanted[]) {
    const cost = pace.nanosecondsOf(chunk) ?? Number.POSITIVE_INFINITY;
    const last = current.at(-1);
    const fits = last !== undefined && areNeighbours(last, chunk) && taken + cost <= length;
    if (fits) {
      current.push(chunk);
      taken += cost;
      continue;
    }
    if (bundles.length === most) break;
    [current, taken] = [[chunk], cost];
    bundles.push(current);
  }
  return bundles.map((chunks) => bundleOf(chunks));
}
