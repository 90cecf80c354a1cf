/** What the figures of a report share: a chart with lines that are named at their ends. */
import {
  type Axis,
  assemble,
  drawChart,
  endLabels,
  type Figure,
  type FigureOptions,
  type Frame,
  figureLabels,
  type LineStyle,
  layout,
  type Mark,
  position,
  SECOND_INK,
  textElement,
} from '@driftline/engine/drawing';

import { label } from './axes.ts';

/** A line's name, and where it ends. */
interface NamedEnd {
  readonly name: string;
  readonly style: LineStyle;
  /** In the units of the axes. */
  readonly end: readonly [x: number, y: number];
}

/** Words beside a place of the horizontal axis, above the plotting area. */
interface TopWord {
  readonly at: number;
  readonly text: string;
}

/** What is drawn. */
interface LineChart {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  /** What it says in numbers, for those who cannot see it. */
  readonly numbers: string;
  readonly x: Axis;
  /** Where it is to have round ticks for the room that there is. */
  readonly y: (ticks: number) => Axis;
  readonly marks: readonly Mark[];
  readonly ends: readonly NamedEnd[];
  readonly words?: readonly TopWord[];
}

const WORD_ROOM = 10;
const UPRIGHT_TICKS = 5;

function wordsAbove(words: readonly TopWord[], x: Axis, frame: Frame): string[] {
  const along = position(x, frame.left, frame.right);
  return words.map(({ at, text }) => {
    const place = along(at);
    const isRight = place > (frame.left + frame.right) / 2;
    return textElement(isRight ? frame.right : place, frame.top - 6, text, {
      anchor: isRight ? 'end' : 'start',
      fill: SECOND_INK,
    });
  });
}

/** Draws it. */
export function lineChart(chart: LineChart, options: FigureOptions): Figure {
  const { name, title, caption, numbers, x, marks, ends, words = [] } = chart;
  const labels = figureLabels(
    ends.map(({ name: whole, style }) => ({ name: label(whole, options), style })),
    options,
  );
  const y = chart.y(UPRIGHT_TICKS);
  const frame = layout({ labels, y, above: words.length === 0 ? 0 : WORD_ROOM }, options);
  const [along, upright] = [
    position(x, frame.left, frame.right),
    position(y, frame.bottom, frame.top),
  ];
  const inside = (height: number) => Math.max(frame.top, Math.min(frame.bottom, height));
  return assemble(
    {
      name,
      title,
      caption,
      numbers,
      frame,
      content: [
        drawChart(frame, x, y, marks),
        ...wordsAbove(words, x, frame),
        endLabels(
          labels,
          ends.map(({ end }) => inside(upright(end[1]))),
          frame,
          { starts: ends.map(({ end }) => along(end[0])) },
        ),
      ],
    },
    options,
  );
}
