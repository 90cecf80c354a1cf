/** A suite as a table: policies by comparisons, each cell as dark as its score is large. */

import { assemble } from '../../../drawing/figures/assemble.ts';
import { textElement } from '../../../drawing/figures/lettering.ts';
import { baseline, coordinate } from '../../../drawing/figures/svg.ts';
import { cutTo, textWidth } from '../../../drawing/figures/text.ts';
import {
  EDGE,
  FONT_SIZE,
  INK,
  LINE_HEIGHT,
  mixed,
  PAPER,
  SECOND_INK,
  textOn,
} from '../../../drawing/figures/theme.ts';
import type { Figure, FigureOptions } from '../../../drawing/figures/types.ts';
import { fileStem } from '../../../words/names.ts';
import { formatFixed } from '../../../words/numbers.ts';
import type { Suite } from '../suite.ts';
import {
  columnPlaces,
  groupWidth,
  HEAD_NAMES,
  isCut,
  NAME_GAP,
  planOf,
  RANK_ROOM,
  type TablePlan,
  UPRIGHT_ROOM,
  wrappedTitle,
} from './landscape-plan.ts';
import { starNote, starredName } from './suite-names.ts';

const ROW_HEIGHT = 15;
/** Between the ranked policies and the oracles. */
const ORACLE_GAP = 6;
/** Between the numbers of two cells. */
const CELL_GAP = 3;
const DARKEST = '#12343f';

/** Rows from the best mean rank to the worst, then oracles. */
function orderedRows({ rows, ranking }: Suite): number[] {
  const rank = (row: number) => ranking.policies[row]?.meanRank ?? Number.POSITIVE_INFINITY;
  return rows.map((_, i) => i).sort((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
}

function shade(score: number): string {
  return mixed(PAPER, DARKEST, Math.max(0, Math.min(1, score)));
}

/** Text in the middle of a cell, a little smaller where it would fill it to the edges. */
function cellText(x: number, y: number, width: number, text: string, fill: string): string {
  const size = Math.min(FONT_SIZE, (FONT_SIZE * (width - CELL_GAP)) / textWidth(text));
  return textElement(x + width / 2, y, text, { anchor: 'middle', fill, size });
}

function drawCell(x: number, y: number, width: number, score: number | undefined): string {
  const middle = x + width / 2;
  if (score === undefined) {
    return textElement(middle, baseline(y + ROW_HEIGHT / 2), '–', {
      anchor: 'middle',
      fill: SECOND_INK,
    });
  }
  const fill = shade(score);
  const rectangle = `<rect x="${coordinate(x)}" y="${coordinate(y)}" width="${coordinate(width)}" height="${ROW_HEIGHT}" fill="${fill}" shape-rendering="crispEdges"/>`;
  const text = formatFixed(100 * score, 0);
  return `${rectangle}${cellText(x, baseline(y + ROW_HEIGHT / 2), width, text, textOn(fill))}`;
}

/** A title that runs upwards, for columns narrower than it. */
function uprightText(x: number, bottom: number, text: string): string {
  const element = textElement(0, 0, text, { fill: SECOND_INK });
  return `<g transform="translate(${coordinate(x)},${coordinate(bottom)}) rotate(-90)">${element}</g>`;
}

interface Head {
  readonly height: number;
  readonly content: string[];
}

/** Situations above their columns; with a column per comparison, arms and slots below them. */
function drawHead(plan: TablePlan): Head {
  const { groups, cell } = plan;
  const places = columnPlaces(plan);
  const lines = Math.max(
    ...groups.flatMap(({ columns }) => columns.map((column) => column.lines.length)),
  );
  const wraps = groups.map((group) => wrappedTitle(group.title, groupWidth(group, cell)));
  const fits = wraps.every((wrapped) => !wrapped.some(isCut));
  const titleHeight = fits
    ? LINE_HEIGHT * Math.max(...wraps.map((wrapped) => wrapped.length))
    : Math.min(UPRIGHT_ROOM, Math.max(...groups.map(({ title }) => textWidth(title)))) + 4;
  const height = 4 + titleHeight + lines * LINE_HEIGHT + 4;
  const content = groups.flatMap((group, i) => {
    const [first] = places[i];
    const centre = first + (group.columns.length * cell) / 2;
    const title = fits
      ? wraps[i].map((line, j) => {
          const y = 4 + titleHeight - LINE_HEIGHT * (wraps[i].length - 1 - j) - 4;
          return textElement(centre, y, line, { anchor: 'middle', fill: INK });
        })
      : [uprightText(centre + 4, titleHeight, cutTo(group.title, UPRIGHT_ROOM))];
    const below = group.columns.flatMap((column, j) =>
      column.lines.map((line, k) => {
        const y = titleHeight + LINE_HEIGHT * (k + 1);
        return cellText(places[i][j], y, cell, line, SECOND_INK);
      }),
    );
    return [...title, ...below];
  });
  const names = lines === 0 ? [] : HEAD_NAMES;
  const sides = names.map((name, k) =>
    textElement(plan.left - NAME_GAP, titleHeight + LINE_HEIGHT * (k + 1), name, {
      anchor: 'end',
      fill: SECOND_INK,
    }),
  );
  return { height, content: [...content, ...sides] };
}

/** Where ranks end: beside the last column, not at the edge of a figure with few of them. */
function rankPlace(plan: TablePlan, places: readonly number[][]): number {
  return Math.max(...places.flat()) + plan.cell + RANK_ROOM;
}

function drawRow(
  suite: Suite,
  row: number,
  y: number,
  plan: TablePlan,
  places: readonly number[][],
): string[] {
  const { kind } = suite.rows[row];
  const middle = baseline(y + ROW_HEIGHT / 2);
  const fill = kind === 'oracle' ? SECOND_INK : INK;
  const name = cutTo(starredName(suite.rows[row]), plan.left - NAME_GAP - EDGE);
  const rank = suite.ranking.policies[row];
  return [
    textElement(plan.left - NAME_GAP, middle, name, { anchor: 'end', fill }),
    ...plan.groups.flatMap(({ columns }, i) =>
      columns.map((column, j) => drawCell(places[i][j], y, plan.cell, column.scores[row])),
    ),
    ...(plan.narrow || rank === undefined
      ? []
      : [
          textElement(rankPlace(plan, places), middle, formatFixed(rank.meanRank, 1), {
            anchor: 'end',
            fill: SECOND_INK,
          }),
        ]),
  ];
}

/** What the columns are. */
function columnsText(suite: Suite, { groups, numbered }: TablePlan): string {
  const single = groups.every(({ columns }) => columns.length === 1);
  const listing = numbered.map((title, i) => `${i + 1}: ${title}`).join('; ');
  const situations = numbered.length === 0 ? [] : [`Situations: ${listing}.`];
  if (groups.every(({ columns }) => columns[0].lines.length === 0)) {
    return [...situations, 'Each column is the mean over the comparisons of a situation.'].join(
      ' ',
    );
  }
  const names = suite.columns.map(({ name }) => name).join('; ');
  const columns = single && numbered.length > 0 ? [] : [`Columns, from the left: ${names}.`];
  return [...situations, ...columns].join(' ');
}

function captionOf(suite: Suite, plan: TablePlan): string {
  const oracles = suite.rows.some(({ kind }) => kind === 'oracle')
    ? ` Oracles, which know the means, are not ranked${suite.columns.some(({ recorded }) => recorded) ? ' and did not play on recorded rewards' : ''}.`
    : '';
  return `Relative regret in percent: mean regret divided by that of uniform random choice. Darker is worse. 0 is perfect, 100 is random choice. Policies are sorted by their mean rank${plan.narrow ? '' : ', at the right'}.${starNote(suite.rows)}${oracles} ${columnsText(suite, plan)}`;
}

/**
 * Policies by comparisons, in the order of mean rank; undefined where there are too many columns.
 *
 * @param tuning - how the policies were tuned, in words
 */
export function landscapeFigure(
  suite: Suite,
  tuning: string,
  options: FigureOptions = {},
): Figure | undefined {
  const plan = planOf(suite, options);
  if (plan === undefined) return undefined;
  const head = drawHead(plan);
  const places = columnPlaces(plan);
  const order = orderedRows(suite);
  const firstOracle = order.findIndex((row) => suite.rows[row].kind === 'oracle');
  const top = (i: number) =>
    head.height + i * ROW_HEIGHT + (firstOracle >= 0 && i >= firstOracle ? ORACLE_GAP : 0);
  const rankTitle = plan.narrow
    ? []
    : [
        textElement(rankPlace(plan, places), head.height - 8, 'Rank', {
          anchor: 'end',
          fill: SECOND_INK,
        }),
      ];
  return assemble(
    {
      name: fileStem('landscape', tuning),
      title: `Scores of ${order.length} policies in ${suite.columns.length} comparisons, ${tuning}`,
      caption: captionOf(suite, plan),
      frame: { height: top(order.length) + 4 },
      content: [
        ...head.content,
        ...rankTitle,
        ...order.flatMap((row, i) => drawRow(suite, row, top(i), plan, places)),
      ],
    },
    options,
  );
}
