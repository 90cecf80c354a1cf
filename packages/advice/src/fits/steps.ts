/** Means that stay until they jump: the partition of least squares, with a penalty for each part. */
import type { Points } from './points.ts';

/** Rows and sums up to each point, and what their squares are divided by. */
interface UpTo {
  readonly rows: Float64Array;
  readonly sums: Float64Array;
  readonly noise: number;
}

function upTo({ rows, sums }: Points, noise: number): UpTo {
  const [rowsUpTo, sumsUpTo] = [rows, sums].map((values) => {
    const total = new Float64Array(values.length + 1);
    for (let i = 0; i < values.length; i++) total[i + 1] = total[i] + values[i];
    return total;
  });
  return { rows: rowsUpTo, sums: sumsUpTo, noise };
}

/** Squares about a part's mean are those of the rewards, which are the same for all partitions, less S²/N. */
function explained(series: readonly UpTo[], start: number, end: number): number {
  let sum = 0;
  for (let i = 0; i < series.length; i++) {
    const { rows, sums, noise } = series[i];
    const n = rows[end] - rows[start];
    const s = sums[end] - sums[start];
    if (n > 0) sum += (s * s) / n / noise;
  }
  return sum;
}

/**
 * The best partition that is common to some series. A start that is no better than the best partition up to an end,
 * without the penalty of one more part, can't be the last one of any later end.
 */
function bestPartition(series: readonly UpTo[], count: number, penalty: number): number[] {
  const least = new Float64Array(count + 1);
  const from = new Int32Array(count + 1);
  let starts = [0];
  for (let end = 1; end <= count; end++) {
    const costs = starts.map((start) => least[start] - explained(series, start, end));
    let best = 0;
    for (let i = 1; i < costs.length; i++) if (costs[i] < costs[best]) best = i;
    least[end] = costs[best] + penalty;
    from[end] = starts[best];
    starts = starts.filter((_, i) => costs[i] <= least[end]);
    starts.push(end);
  }
  const parts: number[] = [];
  for (let end = count; end > 0; end = from[end]) parts.unshift(from[end]);
  return parts;
}

/** Where parts begin, the first at 0. */
export function partition(points: Points, penalty: number): number[] {
  return bestPartition([upTo(points, 1)], points.rows.length, penalty);
}

/**
 * Where parts of several series begin, all at the same points.
 *
 * @param noise - of each series; the penalty is in units of it
 */
export function jointPartition(
  series: readonly Points[],
  noise: readonly number[],
  penalty: number,
): number[] {
  const count = series[0]?.rows.length ?? 0;
  return bestPartition(
    series.map((points, i) => upTo(points, noise[i])),
    count,
    penalty,
  );
}

/** Where parts of a series begin, if that may only be at some points. */
export function partitionAmong(
  points: Points,
  among: readonly number[],
  penalty: number,
): number[] {
  const summed = (values: Float64Array) =>
    Float64Array.from(among, (start, i) => {
      let sum = 0;
      for (let at = start; at < (among[i + 1] ?? values.length); at++) sum += values[at];
      return sum;
    });
  const parts = partition({ rows: summed(points.rows), sums: summed(points.sums) }, penalty);
  return parts.map((part) => among[part]);
}

/** The mean of each part, at each point. */
export function partMeans({ rows, sums }: Points, starts: readonly number[]): Float64Array {
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
