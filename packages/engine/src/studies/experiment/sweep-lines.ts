/** Lines of regret against a parameter, as sweeps within and across comparisons collect them. */
import type { Sweep, SweepPoint } from '../../drawing/figures/types.ts';
import type { PolicyResult } from '../../play/result.ts';

/** With fewer points a line shows nothing that the table doesn't. */
export const FEWEST_POINTS = 3;

/** Above this ratio of its ends a parameter is drawn on a logarithmic axis. */
const LOG_RATIO = 6;

/** A line being collected. */
export interface Line {
  readonly label: string;
  readonly points: Map<number, SweepPoint>;
}

export function pointOf(x: number, { regret: { mean, low, high } }: PolicyResult): SweepPoint {
  return { x, mean, low, high };
}

export function isLogarithmic(lines: readonly Line[]): boolean {
  const values = lines.flatMap(({ points }) => [...points.keys()]);
  const least = Math.min(...values);
  return least > 0 && Math.max(...values) / least > LOG_RATIO;
}

/** Lines with their points from left to right. */
export function drawnLines(lines: readonly Line[]): Sweep['lines'] {
  return lines.map(({ label, points }) => ({
    label,
    points: [...points.values()].sort((first, second) => first.x - second.x),
  }));
}
