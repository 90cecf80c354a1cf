/** How a suite is put into a table: one column per comparison, or one per situation, as there is room. */

import { textWidth, wrapTo } from '../../../drawing/figures/text.ts';
import { EDGE, WIDTHS } from '../../../drawing/figures/theme.ts';
import type { FigureOptions } from '../../../drawing/figures/types.ts';
import { formatNumber } from '../../../words/numbers.ts';
import { situationSummaries, situationsOf } from '../analysis.ts';
import type { Suite } from '../suite.ts';
import { starredName } from './suite-names.ts';

const GROUP_GAP = 5;
export const NAME_GAP = 6;
export const RANK_ROOM = 34;
/** Three digits of 8.5 points, and a little. */
const LEAST_CELL = 18.5;
const LARGEST_CELL = 44;
/** Names have this much, and more where cells leave it over. */
const NAME_ROOM = { full: 130, half: 88 } as const;
/** For titles that run upwards. */
export const UPRIGHT_ROOM = 110;
/** What the lines above the columns of comparisons say. */
export const HEAD_NAMES = ['Arms', 'Slots, thousands'];

/** A column of the table: one comparison, or the mean over a situation. */
interface TableColumn {
  /** What stands above it, a line each. */
  readonly lines: readonly string[];
  readonly scores: readonly (number | undefined)[];
}

interface TableGroup {
  readonly title: string;
  readonly columns: readonly TableColumn[];
}

/** Thousands of slots, with a decimal where there are few. */
function thousands(slots: number): string {
  return formatNumber(slots / 1000, slots < 9500 ? 2 : 1 + Math.floor(Math.log10(slots / 1000)));
}

function byComparison(suite: Suite): TableGroup[] {
  return situationsOf(suite).map(({ situation, columns }) => ({
    title: situation,
    columns: columns.map((column) => ({
      lines: [String(suite.columns[column].armCount), thousands(suite.columns[column].horizon)],
      scores: suite.cells.map((cells) => cells[column]?.score.mean),
    })),
  }));
}

function bySituation(suite: Suite): TableGroup[] {
  return situationSummaries(suite).map(({ situation, scores }) => ({
    title: situation,
    columns: [{ lines: [], scores: scores.map((score) => score?.mean) }],
  }));
}

const MOST_TITLE_LINES = 3;

export const isCut = (line: string) => line.includes('…');

export function wrappedTitle(title: string, width: number): string[] {
  return wrapTo(title, width, { mostLines: MOST_TITLE_LINES });
}

export interface TablePlan {
  readonly groups: readonly TableGroup[];
  /** The situations where numbers stand for them, because their names are long; else none. */
  readonly numbered: readonly string[];
  readonly cell: number;
  readonly left: number;
  readonly narrow: boolean;
}

function columnCount(groups: readonly TableGroup[]): number {
  return groups.reduce((sum, { columns }) => sum + columns.length, 0);
}

/** How wide a cell can be with these groups. */
function cellWidth(groups: readonly TableGroup[], room: number): number {
  const gaps = GROUP_GAP * (groups.length - 1);
  return Math.min(LARGEST_CELL, (room - gaps) / columnCount(groups));
}

/** How wide a table of the largest cells is. */
function tableWidth(groups: readonly TableGroup[]): number {
  return columnCount(groups) * LARGEST_CELL + GROUP_GAP * (groups.length - 1);
}

/** The width of what stands below a title. */
export function groupWidth({ columns }: TableGroup, cell: number): number {
  return columns.length * cell + GROUP_GAP - 2;
}

/** Groups with titles that can be read whole: numbers where one would be cut, level or upright. */
function headed(
  groups: readonly TableGroup[],
  cell: number,
): Pick<TablePlan, 'groups' | 'numbered'> {
  const cut = groups.some(
    (group) =>
      textWidth(group.title) > UPRIGHT_ROOM &&
      wrappedTitle(group.title, groupWidth(group, cell)).some(isCut),
  );
  if (!cut) return { groups, numbered: [] };
  return {
    groups: groups.map((group, i) => ({ ...group, title: String(i + 1) })),
    numbered: groups.map(({ title }) => title),
  };
}

/** One column per comparison where they fit, else one per situation; undefined where those do not fit either. */
export function planOf(suite: Suite, options: FigureOptions): TablePlan | undefined {
  const narrow = options.width === 'half';
  const width = WIDTHS[options.width ?? 'full'].pixels;
  const beside = [...suite.rows.map(starredName), ...(narrow ? [] : HEAD_NAMES)];
  const names = Math.max(...beside.map((text) => textWidth(text)));
  const room = width - 2 * EDGE - NAME_GAP - (narrow ? 0 : RANK_ROOM);
  for (const groups of narrow ? [bySituation(suite)] : [byComparison(suite), bySituation(suite)]) {
    // Names have what cells leave over, where these are as wide as they get.
    const nameRoom = Math.max(NAME_ROOM[narrow ? 'half' : 'full'], room - tableWidth(groups));
    const nameWidth = Math.min(names, nameRoom);
    const cell = cellWidth(groups, room - nameWidth);
    const left = EDGE + nameWidth + NAME_GAP;
    if (cell >= LEAST_CELL) return { ...headed(groups, cell), cell, left, narrow };
  }
  return undefined;
}

/** Where each column begins. */
export function columnPlaces({ groups, cell, left }: TablePlan): number[][] {
  let x = left;
  return groups.map(({ columns }) => {
    const places = columns.map((_, i) => x + i * cell);
    x += columns.length * cell + GROUP_GAP;
    return places;
  });
}
