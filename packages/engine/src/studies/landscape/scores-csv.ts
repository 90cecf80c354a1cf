/** All scores as a table: what figures and guide were made from. */
import { csvCell } from '@driftline/core/spec';
import type { Landscape, Suite } from './suite.ts';

const HEADER =
  'policy,comparison,situation,arms,horizon,tuning,regret,regret_low,regret_high,score,score_low,score_high,rank';

/** Six digits: more than any interval leaves certain. */
function written(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function linesOf(suite: Suite, tuning: string): string[] {
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
