/**
 * The only module that knows Observable Plot: axes, grid and marks in a frame whose every edge is
 * given, so that what stands around it can be placed exactly.
 */
import * as Plot from '@observablehq/plot';
import { coordinate, textElement } from './svg.ts';
import { AXIS, FONT_SIZE, GRID, GRID_WIDTH, type LineStyle, SECOND_INK } from './theme.ts';
import type { FigureDocument } from './types.ts';

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

/** Something drawn in the frame. */
export type Mark = Plot.Markish;

export type Point = readonly [x: number, y: number];

/** Where a value lies between two edges. */
export function position(axis: Pick<Axis, 'domain' | 'log'>, from: number, to: number) {
  const scale = axis.log === true ? Math.log : (value: number) => value;
  const [low, high] = axis.domain.map(scale);
  return (value: number): number => from + ((scale(value) - low) / (high - low)) * (to - from);
}

/** A line through points. */
export function lineMark(points: readonly Point[], style: LineStyle): Mark {
  return Plot.line(points as Point[], {
    x: ([x]) => x,
    y: ([, y]) => y,
    stroke: style.colour,
    strokeWidth: style.width,
    strokeLinecap: style.dash === undefined ? 'round' : 'butt',
    ...(style.dash === undefined ? {} : { strokeDasharray: style.dash }),
  });
}

/** The area between two curves. */
export function bandMark(
  rows: readonly { readonly x: number; readonly low: number; readonly high: number }[],
  colour: string,
  opacity: number,
): Mark {
  return Plot.areaY([...rows], {
    x: ({ x }) => x,
    y1: ({ low }) => low,
    y2: ({ high }) => high,
    fill: colour,
    fillOpacity: opacity,
  });
}

/** The area within a closed outline, lightly filled. */
export function shapeMark(points: readonly Point[], colour: string, opacity: number): Mark {
  return Plot.line(points as Point[], {
    x: ([x]) => x,
    y: ([, y]) => y,
    curve: 'linear-closed',
    stroke: 'none',
    fill: colour,
    fillOpacity: opacity,
  });
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
  return [
    Plot.ruleX([...rows], {
      x: ({ x }) => x,
      y1: ({ low }) => low,
      y2: ({ high }) => high,
      stroke: colour,
      strokeWidth: 1,
    }),
    Plot.dot([...rows], { x: ({ x }) => x, y: ({ mean }) => mean, r: 2, fill: colour }),
  ];
}

// Ticks are written by `text`, because on a logarithmic axis Plot passes only some to `tickFormat`.
const AXIS_TEXT = { label: null, color: SECOND_INK, fontSize: FONT_SIZE, fontVariant: 'normal' };

function xAxisMark({ ticks, format }: Axis): Mark {
  return Plot.axisX([...ticks], {
    ...AXIS_TEXT,
    stroke: AXIS,
    tickSize: 4,
    tickPadding: 3,
    text: format,
  });
}

function yAxisMarks({ ticks, format }: Axis): Mark[] {
  return [
    Plot.gridY([...ticks], { stroke: GRID, strokeOpacity: 1, strokeWidth: GRID_WIDTH }),
    Plot.axisY([...ticks], { ...AXIS_TEXT, tickSize: 0, tickPadding: 7, text: format }),
  ];
}

/** Plot writes sixteen digits; a hundredth of a pixel will do, and the same text on any machine. */
function rounded(markup: string): string {
  const geometry = / (?:[xy][12]?|c[xy]|r|d|width|height|transform)="[^"]*"/g;
  return markup.replace(geometry, (attribute) =>
    attribute.replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => coordinate(Number(number))),
  );
}

function plotted(
  document: FigureDocument,
  frame: Frame,
  x: Axis,
  y: Pick<Axis, 'domain' | 'log'>,
  marks: readonly Mark[],
): string {
  const { width, height, left, right, top, bottom } = frame;
  const scale = ({ domain, log }: Pick<Axis, 'domain' | 'log'>, range: number[]) => ({
    type: log === true ? ('log' as const) : ('linear' as const),
    domain: [...domain],
    range,
    label: null,
  });
  // Plot's types ask for the DOM's document and give its elements; it uses no more than ours has.
  const plot = Plot.plot({
    document: document as never,
    width,
    height,
    marginLeft: left,
    marginRight: width - right,
    marginTop: top,
    marginBottom: height - bottom,
    x: scale(x, [left, right]),
    y: { ...scale(y, [bottom, top]), axis: null },
    marks: [...marks],
  }) as unknown as { readonly innerHTML: string };
  // The style sheet is for pages; a figure has to do without one.
  const drawn = unshifted(rounded(plot.innerHTML.replace(/<style>[\s\S]*?<\/style>/, '')));
  return `<g text-anchor="middle" fill="${SECOND_INK}">${drawn}</g>`;
}

/** Below the ticks: the line that they stand on, and what they count. */
function xAxisParts(frame: Frame, x: Axis): string {
  const { left, right, bottom, height } = frame;
  const y = coordinate(bottom);
  return [
    `<path d="M${coordinate(left)},${y}L${coordinate(right)},${y}" stroke="${AXIS}" stroke-width="${GRID_WIDTH}"/>`,
    textElement((left + right) / 2, height - 4, x.title, { anchor: 'middle', fill: SECOND_INK }),
  ].join('');
}

/**
 * On screens with coarse pixels Plot shifts marks by half a pixel to sharpen them. Paper has no such
 * pixels, and labels would miss their lines. Groups are otherwise moved by whole pixels.
 */
function unshifted(markup: string): string {
  return markup.replace(
    /(<g[^>]*?) transform="translate\(([^,"]+),([^)"]+)\)"/g,
    (_, start: string, x: string, y: string) => {
      const [right, down] = [Math.floor(Number(x)), Math.floor(Number(y))];
      return right === 0 && down === 0 ? start : `${start} transform="translate(${right},${down})"`;
    },
  );
}

/** Axes with their titles, grid and marks as SVG text. */
export function drawChart(
  document: FigureDocument,
  frame: Frame,
  x: Axis,
  y: Axis,
  marks: readonly Mark[],
): string {
  return [
    plotted(document, frame, x, y, [...yAxisMarks(y), xAxisMark(x), ...marks]),
    xAxisParts(frame, x),
    textElement(0, FONT_SIZE, y.title, { fill: SECOND_INK }),
  ].join('\n');
}

/** The horizontal axis alone. */
export function drawAxis(document: FigureDocument, frame: Frame, x: Axis): string {
  return `${plotted(document, frame, x, { domain: [0, 1] }, [xAxisMark(x)])}\n${xAxisParts(frame, x)}`;
}
