/** Means that move smoothly: lines fitted to what is near. */
import type { Points } from './points.ts';

/** So many rows are needed near a point; else one looks farther. */
const LEAST_ROWS = 5;

/** The value at a point of the line through what is nearer than `width`; NaN where too little is. */
function lineAt({ rows, sums }: Points, at: number, width: number): number {
  const from = Math.max(0, at - width + 1);
  const to = Math.min(rows.length, at + width);
  let [n, x, xx, y, xy, seen] = [0, 0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    const distance = i - at;
    const nearness = 1 - (distance / width) ** 2;
    const weight = nearness * rows[i];
    n += weight;
    x += weight * distance;
    xx += weight * distance * distance;
    y += nearness * sums[i];
    xy += nearness * sums[i] * distance;
    seen += rows[i];
  }
  if (seen < LEAST_ROWS) return Number.NaN;
  const spread = n * xx - x * x;
  // All rows at one point: no line, but their mean.
  return spread > 1e-9 * n * n ? (xx * y - x * xy) / spread : y / n;
}

/** Local lines at each point. */
export function smoothFit(points: Points, width: number): Float64Array {
  const count = points.rows.length;
  return Float64Array.from({ length: count }, (_, at) => {
    for (let wide = width; wide <= 2 * count; wide *= 2) {
      const value = lineAt(points, at, wide);
      if (!Number.isNaN(value)) return value;
    }
    return 0;
  });
}
