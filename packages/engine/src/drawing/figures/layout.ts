/** Where the parts of a figure stand: axis text at the left and below, labels at the right. */

import { linearTicks, logTickFormat, logTicks, tickFormat } from '../../words/numbers.ts';
import { type Axis, type Frame, position } from './chart.ts';
import { drawEndLabels, type EndLabel, type MeasuredLabels, measureLabels } from './end-labels.ts';
import { textWidth } from './text.ts';
import { EDGE, LINE_HEIGHT, WIDTHS } from './theme.ts';
import type { FigureOptions } from './types.ts';

/** Between the ends of lines and their labels. */
const LEADER_ROOM = 24;
const TITLE_ROOM = 26;
const X_AXIS_ROOM = 37;
const PLOT_HEIGHT = { full: 225, half: 165 } as const;
const PIXELS_PER_TICK = 45;
const NAME_WIDTH = { full: 150, half: 82 } as const;

/** Labels of a figure: beside their values where there is room. */
export function figureLabels(labels: readonly EndLabel[], options: FigureOptions): MeasuredLabels {
  const width = options.width ?? 'full';
  return measureLabels(labels, {
    nameWidth: NAME_WIDTH[width],
    height: PLOT_HEIGHT[width],
    stacked: width === 'half',
  });
}

interface LayoutRequest {
  readonly labels: MeasuredLabels;
  readonly y: Axis;
  /** Room between the plotting area and the leaders, for histograms. */
  readonly aside?: number;
  /** Room above the plotting area, for a line of text. */
  readonly above?: number;
  /** Room within the plotting area, above the axis of slots, for a ribbon. */
  readonly below?: number;
}

function plotHeight(labels: MeasuredLabels, options: FigureOptions, below = 0): number {
  return Math.max(PLOT_HEIGHT[options.width ?? 'full'], labels.height + below);
}

/** A frame with room for everything around it; as high as its labels need. */
export function layout(
  { labels, y, aside = 0, above = 0, below = 0 }: LayoutRequest,
  options: FigureOptions,
): Frame {
  const size = options.width ?? 'full';
  const width = WIDTHS[size].pixels;
  const tickWidth = Math.max(...y.ticks.map((tick) => textWidth(y.format(tick))));
  const height = plotHeight(labels, options, below);
  const top = TITLE_ROOM + above;
  return {
    width,
    height: top + height + X_AXIS_ROOM,
    left: Math.ceil(tickWidth) + 8,
    right: Math.floor(width - EDGE - labels.width - LEADER_ROOM - aside),
    top,
    bottom: top + height,
  };
}

interface EndLabelOptions {
  /** Room for histograms, through which leaders run straight. */
  readonly aside?: number;
  /** Where each line ends; at the right edge of the plotting area if absent. */
  readonly starts?: readonly number[];
}

/** Labels of a laid-out figure at the ends of its lines. */
export function endLabels(
  labels: MeasuredLabels,
  targets: readonly number[],
  frame: Frame,
  { aside = 0, starts }: EndLabelOptions = {},
): string {
  return drawEndLabels(labels, targets, {
    starts: starts ?? targets.map(() => frame.right),
    elbow: frame.right + aside + 4,
    left: frame.width - EDGE - labels.width,
    top: frame.top - LINE_HEIGHT / 2,
    bottom: frame.bottom + LINE_HEIGHT / 2,
  });
}

/** Puts ticks at the values that were tried, where they are few enough to be written. */
export function ticksAtPoints(axis: Axis, values: readonly number[], frame: Frame): Axis {
  const ticks = [...new Set(values)].sort((a, b) => a - b);
  const format = axis.log === true ? axis.format : tickFormat(ticks);
  const along = position(axis, frame.left, frame.right);
  const fits = ticks.every((tick, i) => {
    if (i === 0) return true;
    const room = along(tick) - along(ticks[i - 1]);
    return (textWidth(format(tick)) + textWidth(format(ticks[i - 1]))) / 2 + 8 <= room;
  });
  return fits && ticks.length > 1
    ? { ...axis, ticks, format }
    : { ...axis, ticks: thinned(axis, along) };
}

/** Ticks without those that would run into the one before. */
function thinned({ ticks, format }: Axis, along: (value: number) => number): number[] {
  const kept: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const half = textWidth(format(tick)) / 2;
    if (along(tick) - half < end + 6) continue;
    kept.push(tick);
    end = along(tick) + half;
  }
  return kept;
}

/** A linear axis with round ticks. */
export function linearAxis(title: string, low: number, high: number, count: number): Axis {
  const ticks = linearTicks(low, high, count);
  return { domain: [low, high], ticks, format: tickFormat(ticks), title };
}

/** A logarithmic axis with round ticks. */
export function logAxis(title: string, low: number, high: number): Axis {
  return {
    domain: [low, high],
    log: true,
    ticks: logTicks(low, high),
    format: logTickFormat,
    title,
  };
}

/** The axis of slots, from 0 to the horizon, which gets a tick wherever round ticks can reach it. */
export function slotAxis(horizon: number, options: FigureOptions, title = 'Slot t'): Axis {
  const most = options.width === 'half' ? 4 : 6;
  const step = wholeStep(horizon, most);
  if (step === undefined) return linearAxis(title, 0, horizon, most - 1);
  const ticks = Array.from({ length: horizon / step + 1 }, (_, i) => i * step);
  return { domain: [0, horizon], ticks, format: tickFormat(ticks), title };
}

/** The least round step of which at most `most` make the horizon exactly. */
function wholeStep(horizon: number, most: number): number | undefined {
  const least = 10 ** Math.floor(Math.log10(horizon / most));
  return [1, 2, 2.5, 5, 10, 20, 25, 50]
    .map((factor) => factor * least)
    .find(
      (step) =>
        Number.isInteger(step) &&
        Number.isInteger(horizon / step) &&
        horizon / step <= most &&
        horizon / step >= 1,
    );
}

/** About as many ticks as an upright axis bears. */
export function uprightTicks(labels: MeasuredLabels, options: FigureOptions): number {
  return Math.round(plotHeight(labels, options) / PIXELS_PER_TICK);
}
