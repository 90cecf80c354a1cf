/** What a play came to, in means. */
import type { PlayOutcome, WorldCourse } from '../contract/world.ts';
import { ownSets } from './path.ts';

/** The largest and the average mean among some arms of a bin. */
interface Standing {
  readonly best: number;
  readonly average: number;
}

function standing(means: Float64Array, row: number, arms: ArrayLike<number>): Standing {
  let [best, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < arms.length; i++) {
    const mean = means[row + arms[i]];
    best = Math.max(best, mean);
    sum += mean;
  }
  return { best, average: sum / arms.length };
}

/** Who may be taken in a slot. */
function eligibleArms({ path, eligible, sets }: WorldCourse): (slot: number) => number[] {
  const all = Array.from({ length: path.armCount }, (_, arm) => arm);
  if (eligible === undefined) return () => all;
  const own = ownSets(sets, path.armCount);
  return (slot) => own[eligible[slot]];
}

/** Calls with each slot, where its means begin, and how they stand. */
function eachSlot(
  course: WorldCourse,
  visit: (slot: number, row: number, now: Standing) => void,
): void {
  const { armCount, bounds, means } = course.path;
  const armsAt = eligibleArms(course);
  let [arms, now] = [armsAt(0), standing(means, 0, armsAt(0))];
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    const row = bin * armCount;
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) {
      const own = armsAt(slot);
      if (slot === bounds[bin] || own !== arms) now = standing(means, row, own);
      arms = own;
      visit(slot, row, now);
    }
  }
}

/** What the best eligible arm earns, and what choosing blindly among them does, summed over slots. */
export function roomOf(course: WorldCourse): { readonly best: number; readonly uniform: number } {
  let [best, uniform] = [0, 0];
  eachSlot(course, (_slot, _row, now) => {
    best += now.best;
    uniform += now.average;
  });
  return { best, uniform };
}

/** What arms lose against the best eligible one, summed slot by slot as kernels do. */
export function lostBy(course: WorldCourse, arms: ArrayLike<number>): number {
  const { means } = course.path;
  let lost = 0;
  eachSlot(course, (slot, row, now) => {
    lost += now.best - means[row + arms[slot]];
  });
  return lost;
}

/** What the best eligible arm, these arms, and choosing blindly earn, summed over slots. */
export function sumsOf(
  course: WorldCourse,
  arms: ArrayLike<number>,
): Pick<PlayOutcome, 'best' | 'earned' | 'uniform'> {
  const { best, uniform } = roomOf(course);
  return { best, earned: best - lostBy(course, arms), uniform };
}
