/** Parts of a log, and which rows count. */
import type { Log } from '../contract/log.ts';

/** The first rows of a log, as views of its columns: what is pending at its end is left out so. */
export function firstRows(log: Log, rows: number): Log {
  if (rows >= log.rows) return log;
  return {
    ...log,
    rows,
    time: log.time.subarray(0, rows),
    arm: log.arm.subarray(0, rows),
    reward: log.reward.subarray(0, rows),
    propensity: log.propensity?.subarray(0, rows),
    arrival: log.arrival?.subarray(0, rows),
    eligible: log.eligible?.subarray(0, rows),
    fold: log.fold.subarray(0, rows),
  };
}

/** How many arms take part in advice: the one that holds all rare ones is the last, and does not. */
export function armCountOf({ arms, other }: Log): number {
  return other === undefined ? arms.length : arms.length - 1;
}
