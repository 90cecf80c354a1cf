/** Axes, grid and marks in a frame whose every edge is given, as SVG text. */
import { textElement } from './lettering.ts';
import { coordinate, escapeXml, polyline } from './svg.ts';
import { AXIS, FONT_SIZE, GRID, GRID_WIDTH, type LineStyle, SECOND_INK } from './theme.ts';

/** A figure's size and the edges of its plotting area, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** An axis: what it spans and what is written along it. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly log?: boolean;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly title: string;
}

export type Point = readonly [x: number, y: number];

/** Where a value lies, in pixels. */
type Place = (value: number) => number;

/** Something drawn in the frame: given where values lie, its SVG. */
export type Mark = (x: Place, y: Place) => string;

const TICK_LENGTH = 4;
const TICK_PADDING = 3;
const UPRIGHT_PADDING = 7;

/** Where a value lies between two edges. */
export function position(axis: Pick<Axis, 'domain' | 'log'>, from: number, to: number): Place {
  const scale = axis.log === true ? Math.log : (value: number) => value;
  const [low, high] = axis.domain.map(scale);
  return (value) => from + ((scale(value) - low) / (high - low)) * (to - from);
}

/** A line through points. */
export function lineMark(points: readonly Point[], style: LineStyle): Mark {
  return (x, y) =>
    polyline(
      points.map(([across, up]) => [x(across), y(up)]),
      style,
    );
}

/** The area within a closed outline, lightly filled. */
export function shapeMark(points: readonly Point[], colour: string, opacity: number): Mark {
  return (x, y) => {
    const path = points.map(([across, up]) => `${coordinate(x(across))},${coordinate(y(up))}`);
    return `<path d="M${path.join('L')}Z" fill="${colour}" fill-opacity="${opacity}"/>`;
  };
}

/** The area between two curves. */
export function bandMark(
  rows: readonly { readonly x: number; readonly low: number; readonly high: number }[],
  colour: string,
  opacity: number,
): Mark {
  const there = rows.map(({ x, high }): Point => [x, high]);
  const back = rows.map(({ x, low }): Point => [x, low]).reverse();
  return shapeMark([...there, ...back], colour, opacity);
}

/** Dots with upright intervals. */
export function intervalMarks(
  rows: readonly {
    readonly x: number;
    readonly mean: number;
    readonly low: number;
    readonly high: number;
  }[],
  colour: string,
): Mark[] {
  return rows.flatMap((row) => [
    lineMark(
      [
        [row.x, row.low],
        [row.x, row.high],
      ],
      { colour, width: 1 },
    ),
    (x: Place, y: Place) =>
      `<circle cx="${coordinate(x(row.x))}" cy="${coordinate(y(row.mean))}" r="2" fill="${colour}"/>`,
  ]);
}

/** A horizontal or upright line of the frame itself. */
function rule(from: Point, to: Point, colour: string): string {
  return polyline([from, to], { colour, width: GRID_WIDTH });
}

/** The line that ticks stand on, the ticks, and what they count. */
function slotAxisParts({ left, right, bottom, height }: Frame, axis: Axis, x: Place): string[] {
  const marks = axis.ticks.map((tick) =>
    rule([x(tick), bottom], [x(tick), bottom + TICK_LENGTH], AXIS),
  );
  const words = axis.ticks.map((tick) =>
    textElement(
      x(tick),
      bottom + TICK_LENGTH + TICK_PADDING + 0.71 * FONT_SIZE,
      axis.format(tick),
      { anchor: 'middle', fill: SECOND_INK },
    ),
  );
  return [
    ...marks,
    ...words,
    rule([left, bottom], [right, bottom], AXIS),
    textElement((left + right) / 2, height - 4, axis.title, {
      anchor: 'middle',
      fill: SECOND_INK,
    }),
  ];
}

/** Horizontal grid, its values at the left, and what they are above them. */
function valueAxisParts({ left, right }: Frame, axis: Axis, y: Place): string[] {
  return [
    ...axis.ticks.map((tick) => rule([left, y(tick)], [right, y(tick)], GRID)),
    ...axis.ticks.map((tick) =>
      textElement(left - UPRIGHT_PADDING, y(tick) + 0.32 * FONT_SIZE, axis.format(tick), {
        anchor: 'end',
        fill: SECOND_INK,
      }),
    ),
    textElement(0, FONT_SIZE, axis.title, { fill: SECOND_INK }),
  ];
}

/** Parts that belong together, named for readers of the file and for screen readers. */
function group(label: string, parts: readonly string[]): string {
  return `<g aria-label="${escapeXml(label)}">${parts.join('')}</g>`;
}

/** Axes with their titles, grid and marks as SVG text. */
export function drawChart(frame: Frame, x: Axis, y: Axis, marks: readonly Mark[]): string {
  const across = position(x, frame.left, frame.right);
  const up = position(y, frame.bottom, frame.top);
  return [
    group('values', valueAxisParts(frame, y, up)),
    group('axis', slotAxisParts(frame, x, across)),
    group(
      'marks',
      marks.map((mark) => mark(across, up)),
    ),
  ].join('\n');
}

/** The horizontal axis alone. */
export function drawAxis(frame: Frame, x: Axis): string {
  return group('axis', slotAxisParts(frame, x, position(x, frame.left, frame.right)));
}
