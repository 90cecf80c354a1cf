/**
 * What the chart of the environment draws, computed once per environment: as many points as a screen shows, with the
 * least and the largest value of every column of pixels, so that no peak is lost.
 */

/** Means as they are drawn. Slots and arms count from 0. */
export interface DrawableMeans {
  readonly armCount: number;
  readonly horizon: number;
  value(slot: number, arm: number): number;
  bestArm(slot: number): number;
}

/** A line through places on the time axis: slot s reaches from s to s + 1. */
export interface Polyline {
  readonly places: readonly number[];
  readonly values: readonly number[];
}

/** Slots from `from` to before `to` in which one arm is best, and its means there. */
export interface BestStretch {
  readonly arm: number;
  readonly from: number;
  readonly to: number;
  readonly line: Polyline;
}

export interface EnvironmentDigest {
  /** One line per arm. */
  readonly lines: readonly Polyline[];
  /** The upper envelope, neighbours of the same arm merged. */
  readonly stretches: readonly BestStretch[];
  /** The least and the largest value drawn. */
  readonly range: readonly [number, number];
}

/** Pixels of a column: extremes stand where they are, so that one of two is as good as two of one. */
export const COLUMN_WIDTH = 2;
/** Slots that are at least this many pixels wide are drawn as what they are: level. */
const LEVEL_WIDTH = 3;
/** Points of all arms' lines together: more are slow to paint and cannot be distinguished. */
const MOST_POINTS = 24_000;
const LEAST_COLUMNS = 100;
/** Values that are looked at for the arms' lines; beyond, slots are skipped evenly. */
const MOST_LOOKS = 8_000_000;

/** Adds points to a line; of a level stretch only the ends are kept. */
class LineMaker implements Polyline {
  readonly places: number[] = [];
  readonly values: number[] = [];

  add(place: number, value: number): void {
    const { places, values } = this;
    const last = values.length - 1;
    if (last >= 1 && values[last] === value && values[last - 1] === value) places[last] = place;
    else if (last < 0 || values[last] !== value || places[last] !== place) {
      places.push(place);
      values.push(value);
    }
  }
}

/** Slots in columns of nearly equal width. */
class Grid {
  readonly horizon: number;
  readonly columns: number;
  readonly level: boolean;

  constructor(horizon: number, width: number) {
    this.horizon = horizon;
    this.columns = Math.max(1, Math.min(Math.floor(width / COLUMN_WIDTH), horizon));
    this.level = width >= LEVEL_WIDTH * horizon;
  }

  /** The first slot of a column. */
  edge(column: number): number {
    return Math.floor((column * this.horizon) / this.columns);
  }

  /** The column that a slot is in. */
  columnOf(slot: number): number {
    let column = Math.floor((slot * this.columns) / this.horizon);
    while (this.edge(column + 1) <= slot) column += 1;
    return column;
  }
}

/** The line of some slots: the extremes of each column, in the order in which they come. */
function lineOf(
  from: number,
  to: number,
  grid: Grid,
  valueAt: (slot: number) => number,
  stride = 1,
): Polyline {
  const line = new LineMaker();
  if (grid.level) {
    for (let slot = from; slot < to; slot++) {
      line.add(slot, valueAt(slot));
      line.add(slot + 1, valueAt(slot));
    }
    return line;
  }
  line.add(from, valueAt(from));
  let start = from;
  for (let column = grid.columnOf(from); start < to; column++) {
    const end = Math.min(to, grid.edge(column + 1));
    let [low, high] = [start, start];
    let [least, largest] = [valueAt(start), valueAt(start)];
    for (let slot = start + stride; slot < end; slot += stride) {
      const value = valueAt(slot);
      if (value < least) [low, least] = [slot, value];
      if (value > largest) [high, largest] = [slot, value];
    }
    if (low <= high) line.add(low + 0.5, least);
    if (low !== high) line.add(high + 0.5, largest);
    if (low > high) line.add(low + 0.5, least);
    start = end;
  }
  line.add(to, valueAt(to - 1));
  return line;
}

/** The arm that is best in most slots of each column, the lowest among equals. */
function mostlyBest(best: Int32Array, armCount: number, grid: Grid): Int32Array {
  const mostly = new Int32Array(grid.columns);
  const counts = new Int32Array(armCount);
  for (let column = 0; column < grid.columns; column++) {
    const slots = best.subarray(grid.edge(column), grid.edge(column + 1));
    for (const arm of slots) counts[arm] += 1;
    mostly[column] = slots.reduce((most, arm) =>
      counts[arm] > counts[most] || (counts[arm] === counts[most] && arm < most) ? arm : most,
    );
    for (const arm of slots) counts[arm] = 0;
  }
  return mostly;
}

/** Neighbours of the same arm, merged: where each stretch begins, and the arm. */
function merged(arms: Int32Array): { readonly from: number; readonly arm: number }[] {
  const stretches: { from: number; arm: number }[] = [];
  arms.forEach((arm, place) => {
    if (arm !== stretches.at(-1)?.arm) stretches.push({ from: place, arm });
  });
  return stretches;
}

function envelopeOf(means: DrawableMeans, grid: Grid): BestStretch[] {
  const best = Int32Array.from({ length: means.horizon }, (_, slot) => means.bestArm(slot));
  const exact = merged(best);
  // More changes than columns can't be shown one by one.
  const shown =
    exact.length <= grid.columns
      ? exact
      : merged(mostlyBest(best, means.armCount, grid)).map(({ from, arm }) => ({
          from: grid.edge(from),
          arm,
        }));
  return shown.map(({ from, arm }, i) => {
    const to = shown[i + 1]?.from ?? means.horizon;
    const line = lineOf(from, to, grid, (slot) => means.value(slot, best[slot]));
    return { arm, from, to, line };
  });
}

function rangeOf(lines: readonly Polyline[]): [number, number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of lines) {
    for (const value of values) {
      least = Math.min(least, value);
      largest = Math.max(largest, value);
    }
  }
  return [least, largest];
}

/** What is drawn of means on a chart that is `width` pixels wide. */
export function digestMeans(means: DrawableMeans, width: number): EnvironmentDigest {
  const { armCount, horizon } = means;
  const columns = Math.max(LEAST_COLUMNS, Math.floor(MOST_POINTS / (2 * armCount)));
  const grid = new Grid(horizon, Math.min(width, columns * COLUMN_WIDTH));
  const stride = Math.max(1, Math.ceil((armCount * horizon) / MOST_LOOKS));
  const lines = Array.from({ length: armCount }, (_, arm) =>
    lineOf(0, horizon, grid, (slot) => means.value(slot, arm), stride),
  );
  const stretches = envelopeOf(means, new Grid(horizon, width));
  return { lines, stretches, range: rangeOf([...lines, ...stretches.map(({ line }) => line)]) };
}
