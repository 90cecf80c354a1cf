/** The rows of each arm, for what looks at one arm after another. */
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** One arm's rows with a reward. */
export interface ArmRows {
  /** How many are in each bin, and their sums. */
  readonly rows: Float64Array;
  readonly sums: Float64Array;
  readonly moments: Moments;
  /** Undefined where they are many. */
  readonly rewards: Float64Array | undefined;
}

/** Rewards of an arm with more rows are not kept: their sums tell as much. */
const MOST_KEPT = 100_000;

/** All arms' rows in bins of equally many rows of the log. */
export function armRows(log: Log, bins: number): ArmRows[] {
  const armCount = armCountOf(log);
  const counts = new Array<number>(armCount).fill(0);
  for (const arm of log.arm) if (arm < armCount) counts[arm] += 1;
  const arms = counts.map((count) => ({
    rows: new Float64Array(bins),
    sums: new Float64Array(bins),
    moments: new Moments(),
    kept: count <= MOST_KEPT ? new Float64Array(count) : undefined,
  }));
  for (let row = 0; row < log.rows; row++) {
    const reward = log.reward[row];
    const arm = arms[log.arm[row]];
    if (arm === undefined || Number.isNaN(reward)) continue;
    const bin = Math.floor((row * bins) / log.rows);
    arm.rows[bin] += 1;
    arm.sums[bin] += reward;
    if (arm.kept !== undefined) arm.kept[arm.moments.count] = reward;
    arm.moments.add(reward);
  }
  return arms.map(({ kept, ...arm }) => ({
    ...arm,
    rewards: kept?.subarray(0, arm.moments.count),
  }));
}
