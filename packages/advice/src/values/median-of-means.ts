/** The middle of many means, for sums whose variance is infinite. */

/** A middle, and what it lies between with 95 %, on both sides and on one. */
export interface Middle {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly atLeast: number;
}

/** How probable it is that at most `most` of `count` means lie below their median. */
function atMost(most: number, count: number): number {
  let [term, sum] = [0.5 ** count, 0];
  for (let below = 0; below <= most; below++) {
    sum += term;
    term *= (count - below) / (below + 1);
  }
  return sum;
}

/** The highest place, from 0, that lies below the median but for a chance of `miss`; 0 where none does. */
function placeFor(miss: number, count: number): number {
  let place = 0;
  while (atMost(place + 1, count) <= miss) place += 1;
  return place;
}

/** The median of means, with an interval by their order: nothing is assumed of tails. */
export function medianOfMeans(means: Float64Array): Middle {
  const sorted = means.slice().sort();
  const count = sorted.length;
  const place = placeFor(0.025, count);
  return {
    value: (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2,
    low: sorted[place],
    high: sorted[count - 1 - place],
    atLeast: sorted[placeFor(0.05, count)],
  };
}
