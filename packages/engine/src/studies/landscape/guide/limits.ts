/** How far a guide reaches: what was played, and what was not. */

import type { Result } from '../../../play/result.ts';
import { formatFixed, listed } from '../../../words/numbers.ts';
import { contestantsOf } from '../analysis.ts';
import type { Landscape, SuiteRow } from '../suite.ts';
import { nameOf } from './words.ts';

function ascending(values: readonly number[]): string {
  return listed([...new Set(values)].sort((a, b) => a - b).map((value) => formatFixed(value, 0)));
}

function worldsLimit({ written: { columns } }: Landscape): string {
  return `The environments are a selection: ${columns.length} comparisons with ${ascending(columns.map(({ armCount }) => armCount))} arms and ${ascending(columns.map(({ horizon }) => horizon))} slots. Others may reverse the order, and a worst case over these is not a bound.`;
}

function chanceLimit(
  { written: { columns } }: Landscape,
  { comparisons }: Pick<Result, 'comparisons'>,
): string {
  const moved = columns.filter(({ comparison }) => comparisons[comparison].environment.fresh);
  const rest = columns.length - moved.length;
  const drawn = 'Intervals cover chance in rewards, and in randomly drawn means or starts.';
  const covered =
    moved.length === 0
      ? 'Intervals cover chance in rewards, but not other means.'
      : `${drawn}${rest === 0 ? '' : ` In ${rest} of ${columns.length} comparisons the means were fixed, and intervals do not cover other means.`}`;
  return `${covered} The leader is the best of many, so its result is slightly optimistic.`;
}

/** Whether policies were given the true variation: budgets agree up to rounding, no nearer than this. */
const SAME_BUDGET = 1e-9;

function toldLimit({ written }: Landscape, { comparisons }: Pick<Result, 'comparisons'>): string[] {
  const informed = contestantsOf(written).filter(
    (row) => written.rows[row].given.length > 0,
  ).length;
  if (informed === 0) return [];
  const exact = written.columns.every(({ comparison }) => {
    const { stated, true: truth } = comparisons[comparison].environment.variation;
    return Math.abs(stated - truth) <= SAME_BUDGET * (1 + truth);
  });
  const who = informed === 1 ? '1 policy was' : `${informed} policies were`;
  return [
    exact
      ? `${who} given the exact V or Υ of the path that was played. In practice you do not know them so well. The cost of a wrong value is not measured here.`
      : `${who} given V or Υ as the experiment states them, which may differ from those of the path.`,
  ];
}

function tunedLimit({ tuned }: Landscape): string[] {
  if (tuned === undefined) return [];
  return [
    'Tuned policies had training paths from the same law as the paths that they were judged on. The settings tried lay around the default ones, which V or Υ may have determined.',
  ];
}

function recordedLimit({ written, tuned }: Landscape): string[] {
  const recorded = written.columns.filter((column) => column.recorded).length;
  if (recorded === 0) return [];
  const optimistic =
    tuned === undefined
      ? ''
      : ' Tuning used the same recording, shifted, mirrored and stretched, so tuned scores are optimistic.';
  return [
    `${recorded} comparisons replay recorded rewards. Their means are unknown, so regret is realized: below 0%, a policy earned more than the benchmark. Replications differ only by their start.${optimistic}`,
  ];
}

const MARKS: Readonly<Record<Exclude<SuiteRow['standing'], 'confirmed'>, string>> = {
  unconfirmed: 'we could not confirm its rule',
  historical: 'it is of historical interest',
  theoretical: 'its distinguishing part has no effect at these horizons',
};

/** The marks that a text uses, explained. */
function marksLimit({ written }: Landscape, text: string): string[] {
  const used = new Set(
    written.rows
      .filter((row) => row.standing !== 'confirmed' && text.includes(nameOf(row)))
      .map(({ standing }) => standing),
  );
  const explained = Object.entries(MARKS).flatMap(([mark, meaning]) =>
    used.has(mark as SuiteRow['standing']) ? [`“${mark}” that ${meaning}`] : [],
  );
  if (explained.length === 0) return [];
  return [
    `A mark after a policy’s name means: ${listed(explained)}. Policies with a mark are not recommended.`,
  ];
}

/**
 * The limits of a landscape, a sentence or two each.
 *
 * @param text - all that the guide says before them, for the marks that have to be explained
 */
export function limitsOf(
  landscape: Landscape,
  result: Pick<Result, 'comparisons'>,
  text: string,
): string[] {
  const { unscored } = landscape;
  return [
    worldsLimit(landscape),
    chanceLimit(landscape, result),
    ...toldLimit(landscape, result),
    'Default tuning is as published. If nothing was published, or we could not read the source, it is our reading.',
    ...tunedLimit(landscape),
    ...recordedLimit(landscape),
    ...(unscored.length === 0
      ? []
      : [
          `Left out, because random choice has no significant regret there: ${unscored.join('; ')}.`,
        ]),
    ...marksLimit(landscape, text),
  ];
}
