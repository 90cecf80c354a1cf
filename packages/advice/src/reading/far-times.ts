/** Times that stand so far from all others that they are rather mistakes. */

/** Of fewer rows nobody can say what is far. */
const LEAST_ROWS = 100;

/** A stretch without decisions, before a row. */
export interface Gap {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** The stretch without decisions that takes up more than half of the time; undefined where there is none, or few rows. */
export function largeGap(time: Float64Array): Gap | undefined {
  if (time.length < LEAST_ROWS) return undefined;
  const half = (time[time.length - 1] - time[0]) / 2;
  for (let row = 1; row < time.length && half > 0; row++) {
    if (time[row] - time[row - 1] > half) return { row, from: time[row - 1], to: time[row] };
  }
  return undefined;
}

/**
 * The last moment that a log tells of. Rewards that came after all decisions count as long as they follow each other: one
 * that more than doubles the time of the log would make everything before it look settled long ago.
 */
export function endOf(time: Float64Array, arrival: Float64Array | undefined): number {
  const first = time[0];
  let end = time[time.length - 1];
  const isJudged = time.length >= LEAST_ROWS && end > first;
  const later = (arrival ?? new Float64Array()).filter((came) => came > end).sort();
  for (const came of later) {
    if (isJudged && came - end > end - first) break;
    end = came;
  }
  return end;
}

/** Takes rewards that came after the end as not come yet; returns how many there were. */
export function withoutLater(arrival: Float64Array | undefined, end: number): number {
  let later = 0;
  arrival?.forEach((came, row) => {
    if (!(came > end)) return;
    later += 1;
    arrival[row] = Number.NaN;
  });
  return later;
}
