/** Sorting rows by time. */

/** How far a column is from being sorted. */
interface Disorder {
  /** Rows that come after one of a later time. */
  readonly late: number;
  /** Rows of the same time as another. */
  readonly tied: number;
}

/** Counts rows out of order in a column of so many rows. */
export function disorderOf(rows: number, timeAt: (row: number) => number): Disorder {
  let latest = Number.NEGATIVE_INFINITY;
  let late = 0;
  let tied = 0;
  let wasTied = false;
  for (let row = 0; row < rows; row++) {
    const time = timeAt(row);
    if (time < latest) late += 1;
    if (time === latest) tied += wasTied ? 1 : 2;
    wasTied = time === latest;
    if (time > latest) latest = time;
  }
  return { late, tied };
}

/** Merges two runs that follow one another in `from` into `to`; of equal times those of the first come first. */
function merge(
  from: Uint32Array,
  to: Uint32Array,
  times: Float64Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let i = start; i < end; i++) {
    const takesLeft = left < middle && (right >= end || times[from[left]] <= times[from[right]]);
    to[i] = takesLeft ? from[left++] : from[right++];
  }
}

/** Where runs of times that do not descend begin, and the end. */
function runsOf(times: Float64Array, order: Uint32Array): number[] {
  const bounds = [0];
  for (let i = 1; i < order.length; i++) {
    if (times[order[i]] < times[order[i - 1]]) bounds.push(i);
  }
  bounds.push(order.length);
  return bounds;
}

/**
 * Rows in the order of their times, those of one time in the order in which they came: merges the runs that are
 * sorted already, so that a log with few rows out of order takes little.
 *
 * @param order - rows as they came; not used afterwards
 */
export function sortedByTime(order: Uint32Array, times: Float64Array): Uint32Array {
  let bounds = runsOf(times, order);
  let from = order;
  let to: Uint32Array = new Uint32Array(order.length);
  while (bounds.length > 2) {
    const merged = [0];
    for (let i = 0; i + 1 < bounds.length; i += 2) {
      const end = bounds[Math.min(i + 2, bounds.length - 1)];
      merge(from, to, times, bounds[i], bounds[i + 1], end);
      merged.push(end);
    }
    [from, to] = [to, from];
    bounds = merged;
  }
  return from;
}
