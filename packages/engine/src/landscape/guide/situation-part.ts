/** The part on kinds of worlds: who loses least in each. */
import { SIGNIFICANCE_LEVEL } from '../../statistics.ts';
import { contestantsOf, type SituationSummary, situationSummaries } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { safest } from './safe-part.ts';
import {
  type GuidePart,
  type GuideTable,
  membersOf,
  nameOf,
  namesOf,
  shareWithInterval,
  UNTOLD,
} from './words.ts';

/** Who loses least of some rows, in a situation. */
function bestCell(
  suite: Suite,
  { order, scores }: SituationSummary,
  rows: readonly number[],
): string {
  const row = order.find((place) => rows.includes(place));
  const score = row === undefined ? undefined : scores[row];
  if (row === undefined || score === undefined) return '–';
  return `${nameOf(suite.rows[row])} ${shareWithInterval(score)}`;
}

function situationTable(suite: Suite, label: string): GuideTable {
  const all = contestantsOf(suite);
  const untold = membersOf(suite, UNTOLD, true);
  const safe = safest(suite, membersOf(suite, UNTOLD, false));
  const safeName = safe === undefined ? undefined : nameOf(suite.rows[safe.summary.row]);
  return {
    label,
    columns: [
      'Situation',
      'Loses least',
      'Can’t be told apart from it',
      'Loses least, told nothing',
      ...(safeName === undefined ? [] : [`The safe choice, ${safeName}`]),
    ],
    rows: situationSummaries(suite).map((summary) => {
      const score = safe === undefined ? undefined : summary.scores[safe.summary.row];
      return [
        summary.situation,
        bestCell(suite, summary, all),
        summary.equals.length === 0 ? 'none' : namesOf(suite, summary.equals),
        bestCell(suite, summary, untold),
        ...(score === undefined ? [] : [shareWithInterval(score)]),
      ];
    }),
  };
}

/** A table for each way of tuning. */
export function situationPart({ written, tuned }: Landscape): GuidePart {
  return {
    heading: 'If you know what kind of world it is',
    sentences: [
      `Shares of what blind choice loses, in per cent, with 95 % intervals; the mean over the comparisons of a situation. Who can’t be told apart goes by paired differences, replication by replication, at the level ${SIGNIFICANCE_LEVEL} after Holm’s correction for all pairs in all situations.`,
    ],
    tables: [
      situationTable(written, 'With published tuning'),
      ...(tuned === undefined ? [] : [situationTable(tuned, 'After equal-effort tuning')]),
    ],
  };
}
