/** Charts with a row for each policy: names at the left, an axis below, what is drawn between them. */
import { type Axis, drawAxis, type Frame, position } from './chart.ts';
import { textElement } from './lettering.ts';
import { baseline, coordinate, polyline } from './svg.ts';
import { cutTo, textWidth } from './text.ts';
import { AXIS, EDGE, GRID, GRID_WIDTH, INK, PAPER, SECOND_INK, WIDTHS } from './theme.ts';
import type { FigureOptions } from './types.ts';

/** A row: its name, and what stands at its right end. */
export interface ChartRow {
  readonly label: string;
  readonly value?: string;
  /** There for comparison only. */
  readonly aside?: boolean;
}

/** Where rows and values lie. */
export interface RowPlaces {
  readonly frame: Frame;
  /** The middle of a row. */
  readonly middle: (row: number) => number;
  readonly along: (value: number) => number;
}

const ROW_HEIGHT = 15;
const X_AXIS_ROOM = 37;
const GAP = 8;
/** The share of the width that names take at most: a longer one gives way. */
const NAME_SHARE = 0.4;

/** The room for rows, with the axis below them and this much above. */
export function rowPlaces(
  rows: readonly ChartRow[],
  axis: Pick<Axis, 'domain' | 'log'>,
  above: number,
  options: FigureOptions,
): RowPlaces {
  const size = options.width ?? 'full';
  const width = WIDTHS[size].pixels;
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => textWidth(text)));
  const names = Math.min(NAME_SHARE * width, widest(rows.map(({ label }) => label)));
  const values = widest(rows.map(({ value = '' }) => value));
  const top = above + 4;
  const bottom = top + rows.length * ROW_HEIGHT + 4;
  const frame = {
    width,
    height: bottom + X_AXIS_ROOM,
    left: Math.ceil(EDGE + names + GAP),
    right: Math.floor(width - EDGE - Math.max(GAP, values === 0 ? 0 : values + GAP)),
    top,
    bottom,
  };
  return {
    frame,
    middle: (row) => top + (row + 0.5) * ROW_HEIGHT,
    along: position(axis, frame.left, frame.right),
  };
}

/** Names, values, upright grid lines and the axis. */
export function drawRows(
  rows: readonly ChartRow[],
  axis: Axis,
  { frame, middle, along }: RowPlaces,
): string {
  const { left, width, top, bottom } = frame;
  const names = rows.flatMap(({ label, value, aside = false }, i) => {
    const y = baseline(middle(i));
    const fill = aside ? SECOND_INK : INK;
    const room = left - GAP - EDGE;
    return [
      textElement(left - GAP, y, cutTo(label, room), { anchor: 'end', fill }),
      ...(value === undefined
        ? []
        : [textElement(width - EDGE, y, value, { anchor: 'end', fill: SECOND_INK })]),
    ];
  });
  const grid = axis.ticks.map((tick) =>
    polyline(
      [
        [along(tick), top],
        [along(tick), bottom],
      ],
      { colour: GRID, width: GRID_WIDTH },
    ),
  );
  return [...grid, drawAxis(frame, axis), ...names].join('\n');
}

/** A dot with its interval. */
export function dotWithInterval(
  y: number,
  { mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number },
  { along, frame }: RowPlaces,
  colour: string,
): string {
  const inside = (value: number) => Math.max(frame.left, Math.min(frame.right, along(value)));
  const [from, to] = [inside(low), inside(high)];
  return [
    polyline(
      [
        [from, y],
        [to, y],
      ],
      { colour, width: 1.25 },
    ),
    `<circle cx="${coordinate(inside(mean))}" cy="${coordinate(y)}" r="2.75" fill="${colour}"/>`,
  ].join('');
}

/** A hollow mark, with a wide pale bar behind it. */
export function markOnBar(
  y: number,
  value: number,
  [low, high]: readonly [number, number],
  { along }: RowPlaces,
): string {
  const [from, to] = [along(low), along(high)];
  const bar = `<rect x="${coordinate(from)}" y="${coordinate(y - 3)}" width="${coordinate(to - from)}" height="6" fill="#cfd6d8"/>`;
  return `${bar}<circle cx="${coordinate(along(value))}" cy="${coordinate(y)}" r="2.75" fill="${PAPER}" stroke="${AXIS}" stroke-width="1.25"/>`;
}
