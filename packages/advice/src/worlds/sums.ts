/** What a play came to, in means. */
import type { PlayOutcome, WorldCourse } from '../contract/world.ts';
import { ownSets, slotsOf } from './path.ts';

/** The largest and the average mean among some arms of a bin. */
function standing(
  means: Float64Array,
  row: number,
  arms: ArrayLike<number>,
): { readonly best: number; readonly average: number } {
  let [best, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < arms.length; i++) {
    const mean = means[row + arms[i]];
    best = Math.max(best, mean);
    sum += mean;
  }
  return { best, average: sum / arms.length };
}

type Sums = Pick<PlayOutcome, 'best' | 'earned' | 'uniform'>;

/** Sums over slots where all arms may be taken: bin by bin. */
function sumsOfAll({ path }: WorldCourse, arms: Uint16Array): Sums {
  const { armCount, bounds, means } = path;
  const all = Array.from({ length: armCount }, (_, arm) => arm);
  const counts = new Float64Array(armCount);
  let [best, earned, uniform] = [0, 0, 0];
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    const slots = bounds[bin + 1] - bounds[bin];
    const now = standing(means, bin * armCount, all);
    best += slots * now.best;
    uniform += slots * now.average;
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) counts[arms[slot]] += 1;
    for (let arm = 0; arm < armCount; arm++) {
      earned += counts[arm] * means[bin * armCount + arm];
      counts[arm] = 0;
    }
  }
  return { best, earned, uniform };
}

/** The best, what was earned, and what choosing blindly earns, summed over slots. */
export function sumsOf(course: WorldCourse, arms: Uint16Array): Sums {
  const { path, eligible, sets } = course;
  if (eligible === undefined) return sumsOfAll(course, arms);
  const { armCount, bounds, means } = path;
  const own = ownSets(sets, armCount);
  let [best, earned, uniform, bin] = [0, 0, 0, 0];
  for (let slot = 0; slot < slotsOf(path); slot++) {
    while (slot >= bounds[bin + 1]) bin += 1;
    const now = standing(means, bin * armCount, own[eligible[slot]]);
    best += now.best;
    uniform += now.average;
    earned += means[bin * armCount + arms[slot]];
  }
  return { best, earned, uniform };
}
