/** Arms over time: what was seen in stretches of rows, what was fitted, and how often each was taken. */
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import type { ArmCourse, Courses, FittedPoint, SeenMean } from '../contract/pictures.ts';

/** Of so many rows of each arm, where there are enough: shorter stretches show noise. */
const ROWS_OF_ARM = 150;
/** More stretches than this can't be told apart in a figure; fewer show no course. */
const MOST_STRETCHES = 40;
const LEAST_STRETCHES = 24;
/** Points of a fitted line. */
const MOST_POINTS = 300;
/** An arm's mean is shown from so many rows on. */
const LEAST_ROWS = 10;
const NORMAL = 1.96;

/** Sums over the rows of one arm in one stretch. */
class Cell {
  rows = 0;
  rewarded = 0;
  #mean = 0;
  #squares = 0;

  add(reward: number): void {
    this.rows += 1;
    if (Number.isNaN(reward)) return;
    this.rewarded += 1;
    const before = reward - this.#mean;
    this.#mean += before / this.rewarded;
    this.#squares += before * (reward - this.#mean);
  }

  seen(time: number): SeenMean | undefined {
    if (this.rewarded < LEAST_ROWS) return undefined;
    const half =
      (NORMAL * Math.sqrt(this.#squares / (this.rewarded - 1))) / Math.sqrt(this.rewarded);
    return { time, mean: this.#mean, low: this.#mean - half, high: this.#mean + half };
  }
}

/** The fitted means of an arm, as a line that steps from bin to bin. */
function fittedLine(
  { time, rows }: Log,
  { armCount, bounds, means }: MeanPath,
  arm: number,
): FittedPoint[] {
  const points: FittedPoint[] = [];
  const bins = bounds.length - 1;
  const every = Math.max(1, Math.ceil((2 * bins) / MOST_POINTS));
  for (let bin = 0; bin < bins; bin += every) {
    const mean = means[bin * armCount + arm];
    const next = Math.min(rows - 1, bounds[Math.min(bins, bin + every)]);
    points.push({ time: time[Math.min(rows - 1, bounds[bin])], mean }, { time: time[next], mean });
  }
  return points;
}

function stretchCount(rows: number, armCount: number): number {
  const wanted = Math.floor(rows / (ROWS_OF_ARM * Math.max(1, armCount)));
  const most = Math.floor(rows / (2 * LEAST_ROWS * Math.max(1, armCount)));
  return Math.max(1, Math.min(MOST_STRETCHES, most, Math.max(LEAST_STRETCHES, wanted)));
}

/**
 * The courses of a log.
 *
 * @param log - without its pending end
 * @param path - fitted to it
 * @param whole - with it
 */
export function coursesOf(log: Log, path: MeanPath, whole: Log): Courses {
  const { armCount } = path;
  const count = stretchCount(log.rows, armCount);
  const cells = Array.from({ length: count * armCount }, () => new Cell());
  const sizes = new Float64Array(count);
  for (let row = 0; row < log.rows; row++) {
    const stretch = Math.floor((row * count) / log.rows);
    sizes[stretch] += 1;
    if (log.arm[row] < armCount) cells[stretch * armCount + log.arm[row]].add(log.reward[row]);
  }
  const middles = Array.from({ length: count }, (_, i) =>
    Math.min(log.rows - 1, Math.floor(((i + 0.5) * log.rows) / count)),
  );
  const times = middles.map((slot) => log.time[slot]);
  const armCourse = (arm: number): ArmCourse => ({
    key: log.arms[arm],
    seen: times.flatMap((time, i) => cells[i * armCount + arm].seen(time) ?? []),
    fitted: fittedLine(log, path, arm),
    shares: times.map((_, i) => cells[i * armCount + arm].rows / sizes[i]),
  });
  return {
    times,
    arms: Array.from({ length: armCount }, (_, arm) => armCourse(arm)),
    span: [whole.time[0], whole.time[whole.rows - 1]],
    ...(whole.rows > log.rows ? { pendingFrom: whole.time[log.rows] } : {}),
  };
}
