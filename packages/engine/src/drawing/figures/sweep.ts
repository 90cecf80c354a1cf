/** Regret against a parameter: points with intervals, one value marked. */

import { fileStem } from '../../words/names.ts';
import { formatNumber } from '../../words/numbers.ts';
import { assemble } from './assemble.ts';
import { type Axis, drawChart, intervalMarks, lineMark, type Mark, position } from './chart.ts';
import {
  endLabels,
  figureLabels,
  layout,
  linearAxis,
  logAxis,
  ticksAtPoints,
  uprightTicks,
} from './layout.ts';
import { textElement } from './lettering.ts';
import { polyline } from './svg.ts';
import { textWidth } from './text.ts';
import { policyStyle, SECOND_INK, THIN_WIDTH } from './theme.ts';
import type { Figure, FigureOptions, Sweep } from './types.ts';

/** For the name of the marked value, below the axis title. */
const MARK_ROOM = 8;
const REFERENCE_STYLE = { colour: SECOND_INK, width: 1, dash: '1 3' };

/** From 0 where the lowest value is low, else close around the values: differences are the point. */
function regretRange(sweep: Sweep): [number, number] {
  const values = [
    ...sweep.lines.flatMap(({ points }) =>
      points.flatMap(({ low, mean, high }) => [low, mean, high]),
    ),
    ...(sweep.reference ?? []).map(({ value }) => value),
  ].filter(Number.isFinite);
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(high > 0)) return [Math.min(0, low), 1];
  if (low < 0.6 * high) return [Math.min(0, low), high * 1.03];
  const pad = Math.max(0.08 * (high - low), 0.01 * high);
  return [low - pad, high + pad];
}

function parameterAxis(sweep: Sweep): Axis {
  const { name, symbol, log, marked } = sweep.parameter;
  const values = sweep.lines.flatMap(({ points }) => points.map(({ x }) => x));
  if (marked !== undefined) values.push(marked);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const title = name === symbol || symbol === '' ? name : `${name} ${symbol}`;
  if (log) {
    const pad = (high / low) ** 0.03 || 1;
    return logAxis(title, high > low ? low / pad : low / 2, high > low ? high * pad : high * 2);
  }
  const pad = high > low ? 0.03 * (high - low) : Math.abs(low) / 2 || 1;
  return linearAxis(title, low - pad, high + pad, 6);
}

function sweepMarks(sweep: Sweep, x: Axis): Mark[] {
  const references = (sweep.reference ?? []).map(({ value }) =>
    lineMark(
      x.domain.map((end) => [end, value] as const),
      REFERENCE_STYLE,
    ),
  );
  const lines = sweep.lines.map(({ points }, i) => {
    const style = policyStyle(i);
    return [
      lineMark(
        points.map(({ x: value, mean }) => [value, mean] as const),
        style,
      ),
      ...intervalMarks(points, style.colour),
    ];
  });
  return [...references, ...lines.reverse().flat()];
}

/** Regret against a parameter, one line per policy. */
export function sweepFigure(sweep: Sweep, options: FigureOptions = {}): Figure {
  const { name, title, caption, parameter, lines, reference = [] } = sweep;
  const labels = figureLabels(
    [
      ...lines.map(({ label }, i) => ({ name: label, style: policyStyle(i) })),
      ...reference.map(({ label }) => ({ name: label, style: REFERENCE_STYLE })),
    ],
    options,
  );
  const y = linearAxis('Final regret R(T)', ...regretRange(sweep), uprightTicks(labels, options));
  const loose = parameterAxis(sweep);
  const above = parameter.marked === undefined ? 0 : MARK_ROOM;
  const frame = layout({ labels, y, above }, options);
  const values = lines.flatMap(({ points }) => points.map((point) => point.x));
  const x = ticksAtPoints(loose, values, frame);
  const upright = position(y, frame.bottom, frame.top);
  const along = position(x, frame.left, frame.right);
  const targets = [
    ...lines.map(({ points }) => upright(points[points.length - 1].mean)),
    ...reference.map(({ value }) => upright(value)),
  ];
  const starts = [
    ...lines.map(({ points }) => along(points[points.length - 1].x)),
    ...reference.map(() => frame.right),
  ];
  return assemble(
    {
      name: fileStem(name),
      title,
      caption,
      frame,
      content: [
        ...(parameter.marked === undefined
          ? []
          : [drawMarked(parameter, parameter.marked, along, frame)]),
        drawChart(frame, x, y, sweepMarks(sweep, x)),
        endLabels(labels, targets, frame, { starts }),
      ],
    },
    options,
  );
}

/** The marked value: an upright line, named above the plot on the side that has room. */
function drawMarked(
  { symbol, markedAs = 'default' }: Sweep['parameter'],
  value: number,
  along: (value: number) => number,
  frame: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
): string {
  const x = along(value);
  const text = `${markedAs} ${symbol} = ${formatNumber(value)}`;
  const half = textWidth(text) / 2;
  const centre = Math.max(frame.left + half, Math.min(frame.right - half, x));
  return [
    polyline(
      [
        [x, frame.top - 4],
        [x, frame.bottom],
      ],
      { colour: SECOND_INK, width: THIN_WIDTH, dash: '3 2' },
    ),
    textElement(centre, frame.top - 8, text, { anchor: 'middle', fill: SECOND_INK }),
  ].join('');
}
