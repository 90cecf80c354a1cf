/** How tall the rows of arms are, and what they are drawn with. */
import type { Arrangement, Frame, Scale } from '@driftline/page-kit/charts';
import { linearScale, slotScale } from '@driftline/page-kit/charts';
import { believes } from './arm-now.ts';
import {
  type Bins,
  binsOf,
  type Column,
  type Extremes,
  edgesOf,
  extremesOf,
  onlyBins,
  pickShares,
} from './envelope.ts';
import { outStretches } from './moment.ts';
import { bandPath, linePath, tickPaths } from './paths.ts';
import type { Inside } from './state.ts';

/** Sizes of a row, in pixels. */
interface RowSizes {
  readonly plot: number;
  /** The ticks of picks: how far below the plot, and how tall. */
  readonly tickTop: number;
  readonly tickHeight: number;
  /** From one row to the next. */
  readonly pitch: number;
  /** How many lines of words stand beside a row. */
  readonly lines: 0 | 2 | 3;
}

/** More rows than these are lower. */
const MOST_TALL = 6;

export function rowSizes(rows: number, arranged: Arrangement): RowSizes {
  const isTall = rows <= MOST_TALL;
  if (arranged === 'narrow') {
    const plot = isTall ? 48 : 30;
    return { plot, tickTop: plot + 3, tickHeight: 6, pitch: plot + 23, lines: 0 };
  }
  return isTall
    ? { plot: 60, tickTop: 64, tickHeight: 6, pitch: 88, lines: 3 }
    : { plot: 34, tickTop: 37, tickHeight: 5, pitch: 52, lines: 2 };
}

/** Everything of an arm's row that does not change with the slot; heights are from the row's top. */
interface RowPaths {
  readonly truth: string;
  /** Whether the truth sweeps nearly everywhere: then it is drawn faintly, or it would be a block. */
  readonly isSweeping: boolean;
  readonly line: string;
  /** The line where it sweeps over much of the row within a pixel: drawn faintly, or it would be a block. */
  readonly sweeps: string;
  readonly band: string;
  readonly ticks: readonly string[];
  /** A line below the ticks, where the arm is out of play. */
  readonly out: string;
}

/** What rows are drawn with: scales, sizes, and paths that are made once for each arm. */
export interface RowDrawing {
  readonly inside: Inside;
  readonly frame: Frame;
  readonly sizes: RowSizes;
  readonly x: Scale;
  readonly y: Scale;
  pathsOf(arm: number): RowPaths;
}

function columnOf({ watched }: Inside, table: Float64Array, arm: number): Column {
  return { table, armCount: watched.armCount, arm, slots: watched.slots };
}

/** Of the row's height, how much a line passes within one pixel to sweep. */
const LEAST_SWEEP = 0.25;

function makePaths(
  inside: Inside,
  arm: number,
  bins: Bins,
  shares: Float64Array,
  { frame, sizes, x, y }: Pick<RowDrawing, 'frame' | 'sizes' | 'x' | 'y'>,
): RowPaths {
  const { watched } = inside;
  const { plot, tickTop, tickHeight } = sizes;
  // Cut a little outside the row, so that what leaves it is seen to leave it.
  const height = (value: number) => Math.min(Math.max(y(value), -plot), 2 * plot);
  const isDrawn = watched.choice === 'probability';
  const centres = columnOf(inside, isDrawn ? watched.probabilities : watched.estimates, arm);
  const truth = extremesOf(columnOf(inside, watched.shown, arm), bins);
  const found = extremesOf(centres, bins);
  const most = LEAST_SWEEP * (inside.domain[1] - inside.domain[0]);
  const isSweep = (line: Extremes, bin: number) => line.most[bin] - line.least[bin] > most;
  const [line, sweeps] = [false, true].map((isWanted) =>
    linePath(
      onlyBins(found, (bin) => isSweep(found, bin) === isWanted),
      bins,
      frame,
      height,
    ),
  );
  const edges = edgesOf(centres, watched.widths, bins, watched.choice === 'index');
  return {
    truth: linePath(truth, bins, frame, height),
    isSweeping: truth.most.filter((_, bin) => isSweep(truth, bin)).length > bins.count / 2,
    line: isDrawn || believes(watched) ? line : '',
    sweeps: isDrawn || believes(watched) ? sweeps : '',
    band: believes(watched) ? bandPath(edges, bins, frame, height) : '',
    ticks: tickPaths(shares, bins, frame, tickTop, tickHeight),
    out: outStretches(inside, arm)
      .map(([from, to]) => `M${x(from)},${tickTop + tickHeight + 3}H${x(to)}`)
      .join(''),
  };
}

export function rowDrawing(inside: Inside, frame: Frame, sizes: RowSizes): RowDrawing {
  const { watched, domain } = inside;
  const x = slotScale(watched.horizon, frame);
  const y = linearScale(domain, [sizes.plot, 0]);
  const bins = binsOf(watched.horizon, frame.right - frame.left);
  const shares = pickShares(watched.arms, watched.armCount, bins);
  const made = new Map<number, RowPaths>();
  const pathsOf = (arm: number): RowPaths => {
    const paths =
      made.get(arm) ?? makePaths(inside, arm, bins, shares[arm], { frame, sizes, x, y });
    made.set(arm, paths);
    return paths;
  };
  return { inside, frame, sizes, x, y, pathsOf };
}
