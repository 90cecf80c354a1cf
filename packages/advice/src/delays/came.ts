import type { Log } from '../contract/log.ts';

/** Rewards that came, and when. */
export interface Came {
  /** NaN where none came. */
  readonly arrival: Float64Array;
  /** Delays of all that came, ascending. One that came before its decision, by clocks that differ, came at once. */
  readonly delays: Float64Array;
}

export function cameOf(log: Log, arrival: Float64Array): Came {
  let count = 0;
  for (const moment of arrival) if (!Number.isNaN(moment)) count += 1;
  const delays = new Float64Array(count);
  let place = 0;
  for (let row = 0; row < log.rows; row++) {
    if (Number.isNaN(arrival[row])) continue;
    delays[place] = Math.max(0, arrival[row] - log.time[row]);
    place += 1;
  }
  return { arrival, delays: delays.sort() };
}
