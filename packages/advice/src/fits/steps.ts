/** Means that stay until they jump: the partition of least squares, with a penalty for each part. */
import type { Points } from './points.ts';

/** Where parts begin, the first at 0. */
export function partition({ rows, sums }: Points, penalty: number): number[] {
  const count = rows.length;
  const [rowsUpTo, sumsUpTo] = [rows, sums].map((values) => {
    const upTo = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) upTo[i + 1] = upTo[i] + values[i];
    return upTo;
  });
  // Squares about a part's mean are those of the rewards, which are the same for all partitions, less S²/N.
  const least = new Float64Array(count + 1);
  const from = new Int32Array(count + 1);
  for (let end = 1; end <= count; end++) {
    least[end] = Number.POSITIVE_INFINITY;
    for (let start = 0; start < end; start++) {
      const [n, s] = [rowsUpTo[end] - rowsUpTo[start], sumsUpTo[end] - sumsUpTo[start]];
      const cost = least[start] + penalty - (n > 0 ? (s * s) / n : 0);
      if (cost >= least[end]) continue;
      least[end] = cost;
      from[end] = start;
    }
  }
  const starts: number[] = [];
  for (let end = count; end > 0; end = from[end]) starts.unshift(from[end]);
  return starts;
}

/** The mean of each part, at each point. */
export function stepFit(points: Points, penalty: number): Float64Array {
  const { rows, sums } = points;
  const starts = partition(points, penalty);
  const fit = new Float64Array(rows.length);
  let before = 0;
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? rows.length;
    let [n, s] = [0, 0];
    for (let at = start; at < end; at++) {
      n += rows[at];
      s += sums[at];
    }
    before = n > 0 ? s / n : before;
    fit.fill(before, start, end);
  });
  return fit;
}
