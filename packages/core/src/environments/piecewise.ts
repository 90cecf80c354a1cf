/**
 * Means that stay, then jump. Breakpoints and means are given, or either is drawn: breakpoints as
 * distinct slots, all sets equally likely, and means independently and uniformly, of all arms at each
 * breakpoint or of one arm that is drawn too.
 *
 * A breakpoint is the number of slots before the jump: with `breakpoints=1000`, the first 1000 slots
 * have the first row of means, and slot 1001 (counting from 1) is the first of the second row.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { Random } from '../portable/random/generator.ts';
import type { SpecValues } from '../spec/spec-values.ts';
import { drawBreakpoints, givenBreakpoints } from './draw-breakpoints.ts';
import { drawLimits, meanDrawer } from './draw-means.ts';

/** As many as asked for, or as the rows of means need, or by default as many as fit. */
function changesOf(horizon: number, values: SpecValues): number {
  const asked = values.number('changes');
  if (values.given('changes')) return asked;
  const rows = values.table('means');
  return rows === undefined ? Math.min(asked, horizon - 1) : rows.length - 1;
}

function breakpointsOf(settings: EnvironmentSettings, random: Random): readonly number[] {
  const { horizon, values } = settings;
  return givenBreakpoints(settings) ?? drawBreakpoints(changesOf(horizon, values), horizon, random);
}

/** The place of `one` in the words of `moves`. */
const movesOne = 1;

function givenRows(
  rows: readonly (readonly number[])[],
  pieces: number,
  values: SpecValues,
): readonly (readonly number[])[] {
  if (values.given('moves')) {
    throw new ParameterError(
      'moves must not be given with means, which already set the arms that change; drop one of them',
      'parameters-conflict',
    );
  }
  if (rows.length === pieces) return rows;
  throw new ParameterError(
    `means must have one row for each of the ${pieces} pieces between the breakpoints; got ${rows.length}`,
    'parameters-conflict',
  );
}

function rowsOf(
  { armCount, values }: EnvironmentSettings,
  pieces: number,
  random: Random,
): readonly (readonly number[])[] {
  const given = values.table('means');
  if (given !== undefined) return givenRows(given, pieces, values);
  const drawMean = meanDrawer(values, random);
  const drawRow = () => Array.from({ length: armCount }, drawMean);
  if (values.number('moves') !== movesOne) return Array.from({ length: pieces }, drawRow);
  const rows = [drawRow()];
  while (rows.length < pieces) {
    const mover = random.below(armCount);
    rows.push(rows[rows.length - 1].map((mean, arm) => (arm === mover ? drawMean() : mean)));
  }
  return rows;
}

/** Each row of means up to its breakpoint, the last to the end. */
export function tableOfPieces(
  rows: readonly (readonly number[])[],
  breakpoints: readonly number[],
  horizon: number,
): MeanTable {
  const table: (readonly number[])[] = [];
  for (let piece = 0; piece < rows.length; piece++) {
    const end = Math.min(horizon, breakpoints[piece] ?? horizon);
    while (table.length < end) table.push(rows[piece]);
  }
  return MeanTable.fromRows(table);
}

function piecewiseMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const breakpoints = breakpointsOf(settings, random);
  const rows = rowsOf(settings, breakpoints.length + 1, random);
  return tableOfPieces(rows, breakpoints, settings.horizon);
}

/** Abrupt changes between stationary pieces. */
export const piecewise: EnvironmentDefinition = {
  id: 'piecewise',
  order: 70,
  name: 'Piecewise stationary',
  pageName: 'Jumps',
  summary:
    'Means are constant between breakpoints and change abruptly at them. Both are given or drawn at random.',
  parameters: [
    {
      kind: 'list',
      id: 'breakpoints',
      summary: 'number of slots before each change, separated by / (default: drawn)',
    },
    {
      kind: 'table',
      id: 'means',
      summary:
        'one row per piece, separated by |, with one mean per arm, separated by / (default: drawn)',
    },
    {
      kind: 'integer',
      id: 'changes',
      summary: 'number of breakpoints to draw',
      default: 4,
      least: 0,
    },
    {
      kind: 'choice',
      id: 'moves',
      summary: 'arms whose means are redrawn at a breakpoint',
      default: 0,
      words: ['all', 'one'],
    },
    ...drawLimits,
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => values.table('means')?.[0].length,
  means: piecewiseMeans,
};
