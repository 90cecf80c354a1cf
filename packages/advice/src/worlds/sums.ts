/** What a play came to, in means. Means stand still within bins, so that counts of arms in bins tell it. */
import type { MeanPath } from '../contract/path.ts';
import type { WorldCourse } from '../contract/world.ts';
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

/** Calls with how often each set comes in a bin, bin by bin; where all arms may be taken there is one set. */
function eachSet(
  { path: { bounds }, eligible }: WorldCourse,
  setCount: number,
  visit: (bin: number, set: number, slots: number) => void,
): void {
  const slots = new Int32Array(setCount);
  const met: number[] = [];
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    if (eligible === undefined) {
      visit(bin, 0, bounds[bin + 1] - bounds[bin]);
      continue;
    }
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) {
      const set = eligible[slot];
      if (slots[set] === 0) met.push(set);
      slots[set] += 1;
    }
    for (const set of met) visit(bin, set, slots[set]);
    for (const set of met.splice(0)) slots[set] = 0;
  }
}

/** What the best eligible arm earns, and what choosing blindly among them does, summed over slots. */
export function roomOf(course: WorldCourse): { readonly best: number; readonly uniform: number } {
  const { path, eligible, sets } = course;
  const all = Array.from({ length: path.armCount }, (_, arm) => arm);
  const own = eligible === undefined ? [all] : ownSets(sets, path.armCount);
  let [best, uniform] = [0, 0];
  eachSet(course, own.length, (bin, set, slots) => {
    const now = standing(path.means, bin * path.armCount, own[set]);
    best += slots * now.best;
    uniform += slots * now.average;
  });
  return { best, uniform };
}

/** What arms earn, summed over slots. */
export function earnedBy(
  { armCount, bounds, means }: MeanPath,
  arms: Uint16Array | Int32Array,
): number {
  const counts = new Int32Array(armCount);
  let earned = 0;
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    counts.fill(0);
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) counts[arms[slot]] += 1;
    for (let arm = 0; arm < armCount; arm++) earned += counts[arm] * means[bin * armCount + arm];
  }
  return earned;
}
