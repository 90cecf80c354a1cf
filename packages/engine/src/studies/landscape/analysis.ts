/** What a suite says about policies: over everything, in each situation, at their worst. */
import {
  type Estimate,
  holm,
  momentsOf,
  type PairedDifference,
  pairedDifference,
  quantile,
  SIGNIFICANCE_LEVEL,
} from '../../play/statistics.ts';
import type { Suite, SuiteCell, SuiteColumn } from './suite.ts';

/** Where a policy's score is largest. */
interface WorstCase {
  readonly score: Estimate;
  /** The place of the comparison. */
  readonly column: number;
}

/** One policy over the suite. */
export interface SuiteSummary {
  /** Place among the rows. */
  readonly row: number;
  /** The mean over situations, each counting once, of the mean over its comparisons. */
  readonly overall: Estimate;
  /** Of the scores in all comparisons, and where the middle half of them lies. */
  readonly median: number;
  readonly middle: readonly [number, number];
  readonly worst: WorstCase;
  /** Absent for oracles, which are not ranked. */
  readonly meanRank?: number;
}

/** One situation of a suite. */
export interface SituationSummary {
  readonly situation: string;
  /** Places of its comparisons. */
  readonly columns: readonly number[];
  /** The mean over its comparisons, for each row; undefined for an oracle that did not play. */
  readonly scores: readonly (Estimate | undefined)[];
  /** Contestants, the least score first. */
  readonly order: readonly number[];
  /** Whether the scores of two contestants, given by their rows, can be distinguished. */
  readonly isDistinguished: (first: number, second: number) => boolean;
}

/** The mean of several lists of values, replication by replication. */
function meanValues(lists: readonly (readonly number[])[]): number[] {
  return lists[0].map((_, i) => lists.reduce((sum, list) => sum + list[i], 0) / lists.length);
}

/** Values of a policy over some columns; undefined where it did not play on one of them. */
export function valuesOver(
  cells: readonly (SuiteCell | undefined)[],
  columns: readonly number[],
): number[] | undefined {
  const lists = columns.flatMap((column) => {
    const values = cells[column]?.values;
    return values === undefined ? [] : [values];
  });
  return lists.length < columns.length ? undefined : meanValues(lists);
}

/** The situations in the order of the experiment, with their columns. */
export function situationsOf({ columns }: Suite): { situation: string; columns: number[] }[] {
  const found = new Map<string, number[]>();
  columns.forEach(({ situation }, i) => {
    found.set(situation, [...(found.get(situation) ?? []), i]);
  });
  return [...found].map(([situation, places]) => ({ situation, columns: places }));
}

/** Values of each row over the whole suite, each situation counting once. */
export function overallValues(suite: Suite): (number[] | undefined)[] {
  const situations = situationsOf(suite);
  return suite.cells.map((cells) => {
    const lists = situations.flatMap(({ columns }) => {
      const values = valuesOver(cells, columns);
      return values === undefined ? [] : [values];
    });
    return lists.length < situations.length ? undefined : meanValues(lists);
  });
}

function worstOf(cells: readonly (SuiteCell | undefined)[]): WorstCase | undefined {
  let worst: WorstCase | undefined;
  cells.forEach((cell, column) => {
    if (cell === undefined) return;
    if (worst === undefined || cell.score.mean > worst.score.mean) {
      worst = { score: cell.score, column };
    }
  });
  return worst;
}

/** Each policy over the suite, in the order of the rows; those that did not play everywhere are left out. */
export function summariesOf(suite: Suite): SuiteSummary[] {
  const overall = overallValues(suite);
  return suite.rows.flatMap(({ kind }, row): SuiteSummary[] => {
    const values = overall[row];
    const worst = worstOf(suite.cells[row]);
    if (values === undefined || worst === undefined) return [];
    const scores = Float64Array.from(
      suite.cells[row].flatMap((cell) => (cell === undefined ? [] : [cell.score.mean])),
    ).toSorted();
    return [
      {
        row,
        overall: momentsOf(values).estimate(),
        median: quantile(scores, 0.5),
        middle: [quantile(scores, 0.25), quantile(scores, 0.75)],
        worst,
        ...(kind === 'oracle' ? {} : { meanRank: suite.ranking.policies[row].meanRank }),
      },
    ];
  });
}

/** The contestants among the rows: neither oracles nor blind choice. */
export function contestantsOf({ rows }: Suite): number[] {
  return rows.flatMap(({ kind }, row) => (kind === 'contestant' ? [row] : []));
}

/**
 * The others of some rows whose values cannot be distinguished from those of the first: their paired difference has
 * a p-value of the level or above, corrected for how many were compared (Holm).
 */
function equalsOf(
  values: readonly (readonly number[])[],
  first: number,
  level = SIGNIFICANCE_LEVEL,
): number[] {
  const others = values.map((_, i) => i).filter((i) => i !== first);
  const corrected = holm(others.map((i) => pairedDifference(values[i], values[first]).pValue));
  return others.filter((_, i) => !(corrected[i] < level));
}

/** Every pair of contestants in every situation, corrected together, as ranks do it. */
function situationVerdicts(
  lists: readonly (readonly (readonly number[])[])[],
): (situation: number, first: number, second: number) => boolean {
  const pairs = lists.flatMap((values, situation) =>
    values.flatMap((_, first) =>
      values.slice(first + 1).map((_other, i) => ({ situation, first, second: first + 1 + i })),
    ),
  );
  const corrected = holm(
    pairs.map(
      ({ situation, first, second }) =>
        pairedDifference(lists[situation][first], lists[situation][second]).pValue,
    ),
  );
  const apart = new Set(
    pairs
      .filter((_, i) => corrected[i] < SIGNIFICANCE_LEVEL)
      .map(({ situation, first, second }) => `${situation}/${first}/${second}`),
  );
  return (situation, a, b) => apart.has(`${situation}/${Math.min(a, b)}/${Math.max(a, b)}`);
}

/** Each situation: who loses least there, and who can be distinguished. */
export function situationSummaries(suite: Suite): SituationSummary[] {
  const situations = situationsOf(suite);
  const contestants = contestantsOf(suite);
  const lists = situations.map(({ columns }) =>
    contestants.map((row) => valuesOver(suite.cells[row], columns) ?? []),
  );
  const apart = situationVerdicts(lists);
  return situations.map(({ situation, columns }, place) => {
    const means = lists[place].map((values) => momentsOf(values).mean);
    const order = means.map((_, i) => i).sort((a, b) => means[a] - means[b] || a - b);
    return {
      situation,
      columns,
      scores: suite.cells.map((cells) => {
        const values = valuesOver(cells, columns);
        return values === undefined ? undefined : momentsOf(values).estimate();
      }),
      order: order.map((i) => contestants[i]),
      isDistinguished: (first, second) =>
        apart(place, contestants.indexOf(first), contestants.indexOf(second)),
    };
  });
}

/** Who leads among some rows, and who cannot be distinguished from that one. */
export interface Leader {
  readonly summary: SuiteSummary;
  readonly equals: readonly number[];
}

/** What policies are compared by over a suite: each takes the least. */
export type Criterion = 'overall' | 'worst';

function leaderBy(
  suite: Suite,
  rows: readonly number[],
  score: (summary: SuiteSummary) => number,
  valuesOf: (summary: SuiteSummary) => readonly number[],
): Leader | undefined {
  const summaries = summariesOf(suite).filter(({ row }) => rows.includes(row));
  if (summaries.length === 0) return undefined;
  const summary = summaries.reduce((best, each) => (score(each) < score(best) ? each : best));
  const equals = equalsOf(summaries.map(valuesOf), summaries.indexOf(summary));
  return { summary, equals: equals.map((i) => summaries[i].row) };
}

/** The one of some rows that loses least on average, or least where it loses most. */
export function leaderOf(
  suite: Suite,
  rows: readonly number[],
  criterion: Criterion,
): Leader | undefined {
  if (criterion === 'worst') {
    return leaderBy(
      suite,
      rows,
      ({ worst }) => worst.score.mean,
      ({ row, worst }) => suite.cells[row][worst.column]?.values ?? [],
    );
  }
  const values = overallValues(suite);
  return leaderBy(
    suite,
    rows,
    ({ overall }) => overall.mean,
    ({ row }) => values[row] ?? [],
  );
}

/** A suite with those of its comparisons that are wanted; ranks stay those of the whole. */
function withColumns(suite: Suite, isWanted: (column: SuiteColumn) => boolean): Suite {
  const kept = suite.columns.flatMap((column, i) => (isWanted(column) ? [i] : []));
  return {
    ...suite,
    columns: kept.map((i) => suite.columns[i]),
    cells: suite.cells.map((cells) => kept.map((i) => cells[i])),
  };
}

/** A suite without one of its situations. */
export function withoutSituation(suite: Suite, without: string): Suite {
  return withColumns(suite, ({ situation }) => situation !== without);
}

/** A suite with some of its situations alone. */
export function withSituations(suite: Suite, wanted: readonly string[]): Suite {
  return withColumns(suite, ({ situation }) => wanted.includes(situation));
}

/** A cell in which a policy loses more than blind choice beyond doubt. */
interface WorseThanBlind {
  readonly row: number;
  readonly column: number;
  readonly score: Estimate;
}

/** All cells above 1 beyond doubt, corrected for the number of cells; the worst first. */
export function worseThanBlind(suite: Suite): WorseThanBlind[] {
  const cells = contestantsOf(suite).flatMap((row) =>
    suite.cells[row].flatMap((cell, column) =>
      cell === undefined ? [] : [{ row, column, score: cell.score, values: cell.values }],
    ),
  );
  const ones = (values: readonly number[]) => values.map(() => 1);
  const corrected = holm(
    cells.map(
      ({ values }): PairedDifference['pValue'] => pairedDifference(values, ones(values)).pValue,
    ),
  );
  return cells
    .filter(({ score }, i) => score.mean > 1 && corrected[i] < SIGNIFICANCE_LEVEL)
    .map(({ row, column, score }) => ({ row, column, score }))
    .sort((first, second) => second.score.mean - first.score.mean);
}
