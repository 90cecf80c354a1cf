import type { Log } from '../contract/log.ts';
import type { Came } from './came.ts';

/** Of many rewards, so many say where an arm's are divided. */
const MOST_LOOKED_AT = 10_001;

/** Where an arm's rewards that came are divided in two: at a middle one, or above it if none is larger. */
function dividedAt(rewards: readonly number[]): number {
  const sorted = rewards.toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  if (sorted[sorted.length - 1] > middle) return middle;
  const below = sorted.findLast((reward) => reward < middle);
  return below ?? Number.NaN;
}

/** 1 for the larger rewards of an arm, 0 for the others, −1 where there is none or all are alike. */
export function rewardHalves(log: Log, { arrival }: Came): (row: number) => number {
  const seen: number[][] = log.arms.map(() => []);
  for (let row = 0; row < log.rows; row++) {
    const known = seen[log.arm[row]];
    if (Number.isNaN(arrival[row]) || Number.isNaN(log.reward[row])) continue;
    if (known.length < MOST_LOOKED_AT) known.push(log.reward[row]);
  }
  const limits = seen.map(dividedAt);
  return (row) => {
    const [limit, reward] = [limits[log.arm[row]], log.reward[row]];
    if (Number.isNaN(limit) || Number.isNaN(reward)) return -1;
    return reward > limit ? 1 : 0;
  };
}
