/** Where residuals of an arm lie, and by what size those of different arms are compared. */

function middle(values: Float64Array): number {
  return values.length > 0 ? values[values.length >> 1] : 0;
}

/** Of very many residuals, so many evenly spaced ones tell the median as well. */
const MOST_SORTED = 100_001;

function some(values: Float64Array): Float64Array {
  if (values.length <= MOST_SORTED) return values.slice();
  const step = values.length / MOST_SORTED;
  return Float64Array.from({ length: MOST_SORTED }, (_, i) => values[Math.floor(i * step)]);
}

/** The middle of an arm's residuals, and their usual distance from it. */
export interface Scale {
  /** The median: a mean would follow the very values that are looked for. */
  readonly center: number;
  /** The median distance, or, where more than half are alike, that of those that are not; 0 where all are. */
  readonly size: number;
  /** The share of residuals that are not all alike: 1 unless more than half are. */
  readonly apart: number;
}

/**
 * The scale of an arm. Residuals are rewards less a mean that moves, so that equal rewards hardly have equal residuals:
 * those that are much nearer to the median than the distance of others are alike.
 */
export function scaleOf(residuals: Float64Array): Scale {
  const sorted = some(residuals).sort();
  const center = middle(sorted);
  const distances = sorted.map((residual) => Math.abs(residual - center)).sort();
  const size = middle(distances);
  if (!isCrowded(distances)) return { center, size, apart: 1 };
  const limit = MUCH * size;
  const others = distances.filter((distance) => distance > limit);
  return { center, size: middle(others), apart: others.length / Math.max(1, distances.length) };
}

const MUCH = 3;
/** Of what is far away, the part that lies farther than this many usual distances: much more than of any smooth law. */
const FAR = 0.9;

/** Whether more than half of the values are in one place, and the others are not near it. */
function isCrowded(distances: Float64Array): boolean {
  const size = middle(distances);
  if (size === 0) return true;
  const [near, far] = [MUCH * size, MUCH * MUCH * size].map((limit) => countUpTo(distances, limit));
  const beyond = distances.length - near;
  return beyond > 0 && distances.length - far > FAR * beyond;
}

function countUpTo(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
