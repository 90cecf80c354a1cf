/** What curves are fitted to: one arm's sums at points in a row. */

/** Points in order of time, or of phase. */
export interface Points {
  readonly rows: Float64Array;
  readonly sums: Float64Array;
}

/** The mean of all rows; 0 where there are none. */
export function meanOf({ rows, sums }: Points): number {
  let [count, total] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    count += rows[i];
    total += sums[i];
  }
  return count > 0 ? total / count : 0;
}
