/** Movement that a fit leaves. */
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { structureOf } from './structure.ts';

/** Whether arms move faster than the fitted means: the shortest distances still show movement about them. */
export function isUnresolved(log: Log, path: MeanPath, weights: Float64Array | undefined): boolean {
  const rest = { ...log, reward: log.reward.slice(0, log.rows) };
  let bin = 0;
  for (let row = 0; row < log.rows; row++) {
    while (path.bounds[bin + 1] <= row) bin += 1;
    if (log.arm[row] < path.armCount) {
      rest.reward[row] -= path.means[bin * path.armCount + log.arm[row]];
    }
  }
  const shortest = structureOf(rest, weights)?.lags[0];
  return shortest !== undefined && shortest.low > 0;
}
