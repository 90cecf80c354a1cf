/** Paths of one arm's row, at the resolution of the screen. */
import type { Bins, Edges, Extremes } from './envelope.ts';

/** Where bins stand, in pixels. */
interface Across {
  readonly left: number;
  readonly right: number;
}

/** Maps a value to a height in pixels, whatever is beyond the row being cut near its edges. */
type Height = (value: number) => number;

function short(value: number): number {
  return Math.round(value * 10) / 10;
}

function middles({ count }: Bins, { left, right }: Across): (bin: number) => number {
  const width = (right - left) / count;
  return (bin) => short(left + (bin + 0.5) * width);
}

/** A line that touches the extremes of each bin; it breaks where nothing is known. */
export function linePath(found: Extremes, bins: Bins, across: Across, y: Height): string {
  const x = middles(bins, across);
  const parts: string[] = [];
  let isDrawing = false;
  for (let bin = 0; bin < bins.count; bin++) {
    if (Number.isNaN(found.first[bin])) {
      isDrawing = false;
      continue;
    }
    const at = x(bin);
    parts.push(`${isDrawing ? 'L' : 'M'}${at},${short(y(found.first[bin]))}`);
    if (found.least[bin] !== found.most[bin]) {
      parts.push(`V${short(y(found.least[bin]))}V${short(y(found.most[bin]))}`);
      parts.push(`V${short(y(found.last[bin]))}`);
    } else if (!isDrawing) {
      // A lone bin is still seen.
      parts.push('h0.1');
    }
    isDrawing = true;
  }
  return parts.join('');
}

/** A band in steps of one bin; it breaks where there is none. */
export function bandPath({ low, high }: Edges, bins: Bins, across: Across, y: Height): string {
  const width = (across.right - across.left) / bins.count;
  const at = (bin: number) => short(across.left + bin * width);
  const parts: string[] = [];
  let bin = 0;
  while (bin < bins.count) {
    const from = bin;
    while (bin < bins.count && !Number.isNaN(high[bin])) bin += 1;
    if (bin === from) {
      bin += 1;
      continue;
    }
    parts.push(`M${at(from)},${short(y(low[from]))}`);
    for (let there = from; there < bin; there++) {
      parts.push(`V${short(y(high[there]))}H${at(there + 1)}`);
    }
    for (let back = bin - 1; back >= from; back--) {
      parts.push(`V${short(y(low[back]))}H${at(back)}`);
    }
    parts.push('Z');
  }
  return parts.join('');
}

/** Shares at which a tick becomes stronger. */
const TICK_LEVELS = [0, 1 / 3, 2 / 3];

/** Ticks of picks in three strengths: some of a bin's slots, many, most. */
export function tickPaths(
  shares: Float64Array,
  bins: Bins,
  across: Across,
  top: number,
  height: number,
): string[] {
  const width = (across.right - across.left) / bins.count;
  const parts: string[][] = TICK_LEVELS.map(() => []);
  for (let bin = 0; bin < bins.count; bin++) {
    if (shares[bin] === 0) continue;
    const level = TICK_LEVELS.findLastIndex((least) => shares[bin] > least);
    const x = short(across.left + bin * width);
    parts[level].push(`M${x},${top}h${short(Math.max(1, width))}v${height}H${x}Z`);
  }
  return parts.map((each) => each.join(''));
}
