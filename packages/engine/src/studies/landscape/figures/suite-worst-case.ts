/** Policies over a suite: their worst score with its interval, and where the others lie. */

import { assemble } from '../../../drawing/figures/assemble.ts';
import type { Axis } from '../../../drawing/figures/chart.ts';
import { linearAxis } from '../../../drawing/figures/layout.ts';
import { textElement } from '../../../drawing/figures/lettering.ts';
import {
  type ChartRow,
  dotWithInterval,
  drawRows,
  markOnBar,
  type RowPlaces,
  rowPlaces,
} from '../../../drawing/figures/row-chart.ts';
import { polyline } from '../../../drawing/figures/svg.ts';
import { POLICY_INK, SECOND_INK } from '../../../drawing/figures/theme.ts';
import type { Figure, FigureOptions } from '../../../drawing/figures/types.ts';
import { fileStem } from '../../../words/names.ts';
import { formatFixed } from '../../../words/numbers.ts';
import { type SuiteSummary, summariesOf } from '../analysis.ts';
import type { Suite } from '../suite.ts';
import { starNote, starredName } from './suite-names.ts';

/** For the name of the line at 100 %. */
const HEAD_ROOM = 16;

function shareAxis(summaries: readonly SuiteSummary[], options: FigureOptions): Axis {
  const lows = summaries.map(({ middle, worst }) => Math.min(middle[0], worst.score.low));
  const highs = summaries.map(({ worst }) => worst.score.high);
  const low = Math.min(0, ...lows);
  const high = Math.max(1, ...highs);
  const pad = 0.02 * (high - low);
  const axis = linearAxis(
    'Relative regret, percent',
    low < 0 ? low - pad : 0,
    high + pad,
    options.width === 'half' ? 4 : 7,
  );
  return { ...axis, format: (value) => formatFixed(100 * value, 0) };
}

/** Blind choice itself, at 100 %. */
function blindLine({ along, frame }: RowPlaces): string {
  const x = along(1);
  return [
    polyline(
      [
        [x, frame.top - 2],
        [x, frame.bottom],
      ],
      { colour: SECOND_INK, width: 1, dash: '3 2' },
    ),
    textElement(x, frame.top - 6, 'random choice', { anchor: 'middle', fill: SECOND_INK }),
  ].join('');
}

/**
 * Worst case and median of every contestant over a suite, the least worst case first.
 *
 * @param tuning - how the policies were tuned, in words
 */
export function worstCaseFigure(suite: Suite, tuning: string, options: FigureOptions = {}): Figure {
  const summaries = summariesOf(suite)
    .filter(({ row }) => suite.rows[row].kind === 'contestant')
    .toSorted((first, second) => first.worst.score.mean - second.worst.score.mean);
  const percent = (score: number) => formatFixed(100 * score, 0);
  const rows: ChartRow[] = summaries.map(({ row, worst }) => ({
    label: starredName(suite.rows[row]),
    value: percent(worst.score.mean),
  }));
  const axis = shareAxis(summaries, options);
  const places = rowPlaces(rows, axis, HEAD_ROOM, options);
  const marks = summaries.map(({ median, middle, worst }, i) => {
    const y = places.middle(i);
    return (
      markOnBar(y, median, middle, places) + dotWithInterval(y, worst.score, places, POLICY_INK)
    );
  });
  const sentences = summaries.map(
    ({ row, worst, median }) =>
      `${suite.rows[row].label}: worst ${percent(worst.score.mean)} in ${suite.columns[worst.column].name}, median ${percent(median)}.`,
  );
  return assemble(
    {
      name: fileStem('worst case', tuning),
      title: `Worst case and median over ${suite.columns.length} comparisons, ${tuning}`,
      caption: `Relative regret in percent: mean regret divided by that of uniform random choice. Full dots and numbers show a policy’s worst comparison, with the 95% interval there. Hollow dots show the median over comparisons, and gray bars the middle half of them.${starNote(summaries.map(({ row }) => suite.rows[row]))}`,
      numbers: sentences.join(' '),
      frame: places.frame,
      content: [drawRows(rows, axis, places), blindLine(places), ...marks],
    },
    options,
  );
}
