/** Many slots on few pixels, so that nothing is lost: each column keeps its extremes. */

/** Slots in equal bins, one for a pixel column at most. */
export interface Bins {
  readonly count: number;
  /** The first slot of each bin, and the horizon. */
  readonly starts: Int32Array;
}

/** Cuts a horizon into bins. */
export function binsOf(horizon: number, columns: number): Bins {
  const count = Math.max(1, Math.min(horizon, Math.floor(columns)));
  const starts = Int32Array.from({ length: count + 1 }, (_, bin) =>
    Math.floor((bin * horizon) / count),
  );
  return { count, starts };
}

/** The column of a table that belongs to one arm. */
export interface Column {
  readonly table: Float64Array;
  readonly armCount: number;
  readonly arm: number;
  /** How many slots the table has. */
  readonly slots: number;
}

/** What a line passes through within each bin; NaN where there is no value. */
export interface Extremes {
  readonly first: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly last: Float64Array;
}

/** The first, least, most and last value in each bin. What is not a number is passed over. */
export function extremesOf({ table, armCount, arm, slots }: Column, bins: Bins): Extremes {
  const { count, starts } = bins;
  const make = () => new Float64Array(count).fill(Number.NaN);
  const found: Extremes = { first: make(), least: make(), most: make(), last: make() };
  for (let bin = 0; bin < count; bin++) {
    const end = Math.min(starts[bin + 1], slots);
    for (let slot = starts[bin]; slot < end; slot++) {
      const value = table[slot * armCount + arm];
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(found.first[bin])) found.first[bin] = value;
      if (!(value >= found.least[bin])) found.least[bin] = value;
      if (!(value <= found.most[bin])) found.most[bin] = value;
      found.last[bin] = value;
    }
  }
  return found;
}

/** What was found in some of the bins alone. */
export function onlyBins(found: Extremes, isHere: (bin: number) => boolean): Extremes {
  const keep = (values: Float64Array) =>
    values.map((value, bin) => (isHere(bin) ? value : Number.NaN));
  return {
    first: keep(found.first),
    least: keep(found.least),
    most: keep(found.most),
    last: keep(found.last),
  };
}

/** The lowest and the highest edge of a band in each bin. */
export interface Edges {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * How far a band around estimates reaches in each bin: up to the index, or as far to both sides where
 * widths are those of a belief. Of an arm that nothing is known of, an index is infinite, and the band
 * has no end; a belief has none then, and its edges are NaN.
 */
export function edgesOf(
  centres: Column,
  widths: Float64Array,
  bins: Bins,
  isIndex: boolean,
): Edges {
  const { table, armCount, arm, slots } = centres;
  const { count, starts } = bins;
  const low = new Float64Array(count).fill(Number.NaN);
  const high = new Float64Array(count).fill(Number.NaN);
  for (let bin = 0; bin < count; bin++) {
    const end = Math.min(starts[bin + 1], slots);
    for (let slot = starts[bin]; slot < end; slot++) {
      const place = slot * armCount + arm;
      const isKnown = !Number.isNaN(table[place]) && !Number.isNaN(widths[place]);
      if (!isKnown && !isIndex) continue;
      const down = isIndex ? 0 : widths[place];
      const below = isKnown ? table[place] - down : Number.NEGATIVE_INFINITY;
      const above = isKnown ? table[place] + widths[place] : Number.POSITIVE_INFINITY;
      if (!(below >= low[bin])) low[bin] = below;
      if (!(above <= high[bin])) high[bin] = above;
    }
  }
  return { low, high };
}

/** The share of each bin's slots in which an arm was picked. */
export function pickShares(arms: Int32Array, armCount: number, bins: Bins): Float64Array[] {
  const { count, starts } = bins;
  const shares = Array.from({ length: armCount }, () => new Float64Array(count));
  for (let bin = 0; bin < count; bin++) {
    const end = Math.min(starts[bin + 1], arms.length);
    const length = end - starts[bin];
    for (let slot = starts[bin]; slot < end; slot++) shares[arms[slot]][bin] += 1 / length;
  }
  return shares;
}
