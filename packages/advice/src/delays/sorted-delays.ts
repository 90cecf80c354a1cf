import type { Log } from '../contract/log.ts';

/** Delays of all rewards that came, ascending. One that came before its decision, by clocks that differ, is at once. */
export function sortedDelays(log: Log, arrival: Float64Array): Float64Array {
  let count = 0;
  for (const came of arrival) if (!Number.isNaN(came)) count += 1;
  const delays = new Float64Array(count);
  let place = 0;
  for (let row = 0; row < log.rows; row++) {
    if (Number.isNaN(arrival[row])) continue;
    delays[place] = Math.max(0, arrival[row] - log.time[row]);
    place += 1;
  }
  return delays.sort();
}
