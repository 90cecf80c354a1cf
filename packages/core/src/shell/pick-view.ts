/** What chance did in a pick, found by drawing again from a copy of the random source. */

import type { Drawn, Showing } from '../definitions/showing.ts';
import type { ExploringKernel, Kernel } from '../portable/kernels/kernel.ts';
import { Random } from '../portable/random/generator.ts';

/** What decided a pick beside what is known of arms. */
export interface PickView {
  /** The arm that the slot was given to for exploration; -1 where it was not. */
  readonly explored: number;
  /** How likely a slot explores by chance; 0 where it never does, or by a plan. */
  readonly explorationShare: number;
  /** What was drawn; undefined where nothing is. */
  readonly drawn: Drawn | undefined;
}

const NOT_EXPLORED = { explored: -1, explorationShare: 0 };

/** What a kernel explores, with the random source that it would draw from. */
function explorationOf(
  kernel: ExploringKernel,
  random: Random,
  armCount: number,
): Pick<PickView, 'explored' | 'explorationShare'> {
  const arms = new Int32Array(armCount).map((_, arm) => arm);
  return {
    explored: kernel.explore(random, arms),
    explorationShare: kernel.explorationShare(),
  };
}

/** Of a kernel that no chance is known of. */
const NO_CHANCE: PickView = { ...NOT_EXPLORED, drawn: undefined };

/**
 * What decides a kernel's pick among all arms.
 *
 * @param random - as it is before the pick; it is left so
 */
export function viewPick(
  shows: Showing,
  kernel: Kernel,
  random: Random,
  armCount: number,
): PickView {
  const exploring = shows.exploring?.(kernel);
  if (exploring === undefined && shows.draw === undefined) return NO_CHANCE;
  const [a, b, c, d] = random.state;
  const copy = new Random(a, b, c, d);
  return {
    ...(exploring === undefined ? NOT_EXPLORED : explorationOf(exploring, copy, armCount)),
    drawn: shows.draw?.(kernel, copy, armCount),
  };
}
