import type { Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

/** Whether nothing is remembered of an arm, so that its policy takes it before all others. */
function isUnknown(shows: Showing, kernel: Kernel, arm: number): boolean {
  if (shows.unknown !== undefined) return shows.unknown(kernel, arm);
  return shows.indexed?.(kernel).count(arm) === 0;
}

/**
 * The arms whose turn it may be while rewards are pending; `arms` themselves where it may be everyone's.
 *
 * An arm of which nothing is remembered goes before all others, and would take every slot until its first
 * reward is back. Where it has more than an equal share of what is pending among `arms`, it is left out.
 * Never are all of them: not everyone has more than an equal share.
 *
 * @param pendingOf - how many decisions of an arm wait for a reward that will count
 */
export function armsInContest(
  shows: Showing,
  kernel: Kernel,
  arms: Ints,
  pendingOf: (arm: number) => number,
): Ints {
  // Mostly every arm is known, and nothing has to be counted.
  if (!arms.some((arm) => isUnknown(shows, kernel, arm))) return arms;
  const all = arms.reduce((sum, arm) => sum + pendingOf(arm), 0);
  const isOut = (arm: number) =>
    pendingOf(arm) * arms.length > all && isUnknown(shows, kernel, arm);
  const contest = arms.filter((arm) => !isOut(arm));
  return contest.length < arms.length ? contest : arms;
}
