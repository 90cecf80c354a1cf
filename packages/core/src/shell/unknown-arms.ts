import type { Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

/** The decisions that wait for a reward that will count. */
export interface Waiting {
  /** How many of one arm. */
  of(arm: number): number;
  /** How many of some arms together. */
  among(arms: Ints): number;
}

/** Whether nothing is remembered of an arm, so that its policy takes it before all others. */
function isUnknown(shows: Showing, kernel: Kernel, arm: number): boolean {
  if (shows.unknown !== undefined) return shows.unknown(kernel, arm);
  return shows.indexed?.(kernel).count(arm) === 0;
}

/**
 * Whether it is not an arm's turn while rewards are pending.
 *
 * An arm of which nothing is remembered goes before all others, and would take every slot until its first
 * reward is back. Where it has more than an equal share of what is pending among `arms`, it is left out.
 */
export function isLeftOut(
  shows: Showing,
  kernel: Kernel,
  arm: number,
  arms: Ints,
  waiting: Waiting,
): boolean {
  if (!isUnknown(shows, kernel, arm)) return false;
  return waiting.of(arm) * arms.length > waiting.among(arms);
}

/**
 * The arms that are not left out; `arms` themselves where none is. Never are all of them: they cannot all
 * exceed an equal share.
 */
export function armsInContest(shows: Showing, kernel: Kernel, arms: Ints, waiting: Waiting): Ints {
  // Mostly every arm is known, and nothing has to be counted.
  if (areKnown(shows, kernel, arms)) return arms;
  const all = waiting.among(arms);
  const isOut = (arm: number) =>
    waiting.of(arm) * arms.length > all && isUnknown(shows, kernel, arm);
  const contest = arms.filter((arm) => !isOut(arm));
  return contest.length < arms.length ? contest : arms;
}

/** Whether something is remembered of every arm. */
function areKnown(shows: Showing, kernel: Kernel, arms: Ints): boolean {
  const { unknown } = shows;
  const indexed = shows.indexed?.(kernel);
  for (let i = 0; i < arms.length; i++) {
    if (unknown === undefined ? indexed?.count(arms[i]) === 0 : unknown(kernel, arms[i])) {
      return false;
    }
  }
  return true;
}
