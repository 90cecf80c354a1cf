/** All scores as a table: the numbers that figures and guide were made from. */
import { csvCell, csvCellText } from '@driftline/core/spec';
import type { Landscape, Suite } from './suite.ts';

const HEADER =
  'policy,comparison,situation,arms,horizon,tuning,regret,regret_low,regret_high,score,score_low,score_high,rank';

/** How the policies of a suite were set. */
export type Tuning = 'published' | 'equal-effort';

/** The score of a policy in a comparison, with the columns that say which. */
export interface ScoreRow {
  readonly policy: string;
  readonly comparison: string;
  readonly situation: string;
  readonly tuning: string;
  readonly score: number;
}

/** Six digits: more than any interval leaves certain. */
function written(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function linesOf(suite: Suite, tuning: Tuning): string[] {
  return suite.columns.flatMap(({ name, situation, armCount, horizon }, column) =>
    suite.rows.flatMap(({ spec, kind }, row) => {
      const cell = suite.cells[row][column];
      if (cell === undefined) return [];
      const { regret, score } = cell;
      const rank = kind === 'oracle' ? '' : String(suite.ranking.policies[row].ranks[column]);
      return [
        [
          csvCell(spec),
          csvCell(name),
          csvCell(situation),
          armCount,
          horizon,
          tuning,
          ...[regret.mean, regret.low, regret.high].map(written),
          ...[score.mean, score.low, score.high].map(written),
          rank,
        ].join(','),
      ];
    }),
  );
}

/** The scores of both suites; a rank is among all but oracles, which have none. */
export function scoresCsv({ written: asWritten, tuned }: Landscape): string {
  const lines = [
    ...linesOf(asWritten, 'published'),
    ...(tuned === undefined ? [] : linesOf(tuned, 'equal-effort')),
  ];
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** A cell with the comma, or the end of the line, that ends it. */
const CELL = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;

function cellsOf(line: string): string[] {
  const cells = Array.from(line.matchAll(CELL), ([, cell]) =>
    csvCellText(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
  );
  // The pattern also matches the empty text at the end of a line.
  return cells.slice(0, HEADER.split(',').length);
}

/** Reads scores that `scoresCsv` wrote. */
export function readScores(csv: string): ScoreRow[] {
  const place = Object.fromEntries(HEADER.split(',').map((name, i) => [name, i]));
  const [header, ...lines] = csv.trimEnd().split('\n');
  if (header !== HEADER) throw new RangeError(`scores begin with '${HEADER}'; got '${header}'`);
  return lines.map((line) => {
    const cells = cellsOf(line);
    const text = (name: string) => cells[place[name]];
    return {
      policy: text('policy'),
      comparison: text('comparison'),
      situation: text('situation'),
      tuning: text('tuning'),
      score: Number(text('score')),
    };
  });
}
