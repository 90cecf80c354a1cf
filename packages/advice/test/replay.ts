/**
 * Classical replay, as a warning: a policy is shown the rows of a log one by one, learns from those whose arm it would
 * have taken, and its value is the mean of these. It learns from one row of K, so that to it the world drifts K times as
 * fast. Nothing of the package does this.
 */
import type { Log } from '@driftline/advice';
import { createPolicyFromSpec, randomStream } from '@driftline/core';

export function replayValue(policy: string, log: Log, seed: number): number {
  const armCount = log.arms.length;
  const options = { armCount, horizon: log.rows, rewardRange: [0, 1] as const };
  const playing = createPolicyFromSpec(policy, options);
  const random = randomStream(seed, 4, 20);
  let [sum, rows] = [0, 0];
  for (let row = 0; row < log.rows; row++) {
    const selection = playing.select(random);
    if (selection.arm !== log.arm[row]) continue;
    playing.update(selection, log.reward[row]);
    sum += log.reward[row];
    rows += 1;
  }
  return sum / rows;
}
