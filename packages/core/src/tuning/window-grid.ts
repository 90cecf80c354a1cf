/** Parameters of policies that compare windows of all lengths on a geometric grid. */
import { ParameterError } from '../base/errors.ts';
import type { PolicyParameter } from '../definitions/policy.ts';
import { windowsOf } from '../portable/memory/window-grid.ts';

/** No policy has more slots. */
const MOST_SLOTS = 2 ** 31 - 1;
/** A window of an arm takes 24 bytes: with this many, 400 megabytes. */
const MOST_WINDOWS = 2 ** 24;

/** The ratio m of the grid. */
export const GRID: PolicyParameter<'grid'> = {
  kind: 'number',
  id: 'grid',
  symbol: 'm',
  summary: 'ratio of a window to the next shorter one; 1: all windows',
  default: 1.1,
  least: 1,
  most: 10,
};

/** The σ of rewards. */
export const SIGMA: PolicyParameter<'sigma'> = {
  kind: 'number',
  id: 'sigma',
  symbol: 'σ',
  summary: 'rewards are σ-sub-Gaussian after scale; 1/2 for those in [0, 1]',
  default: 0.5,
  above: 0,
};

/** The rewards that the longest window may have; refuses a grid with too many windows to store. */
export function longestWindow(armCount: number, grid: number, most = MOST_SLOTS): number {
  // Up to 1/(m − 1) rewards there is a window of each length.
  const least = Math.min(most, 1 / (grid - 1));
  const windows = armCount * (armCount * least > MOST_WINDOWS ? least : windowsOf(grid, most));
  if (windows > MOST_WINDOWS) {
    const longest = most === MOST_SLOTS ? 'without a horizon' : `with a horizon of ${most}`;
    throw new ParameterError(
      `grid must result in at most ${MOST_WINDOWS} windows over all arms; got ${grid} with ${armCount} arms ${longest}, which results in ${Math.floor(windows)}; use a larger grid, fewer arms or fewer slots`,
    );
  }
  return most;
}
