/** The part on policies that lose more than blind choice somewhere. */
import { summariesOf, worseThanBlind } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { type GuidePart, nameOf, shareText } from './words.ts';

function avoidItems(suite: Suite): string[] {
  const cells = worseThanBlind(suite);
  const rows = [...new Set(cells.map(({ row }) => row))];
  return rows.map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    const [{ column, score }] = own;
    const others = own.length === 1 ? '' : `, and in ${own.length - 1} more`;
    return `${nameOf(suite.rows[row])}: ${shareText(score.mean)} in “${suite.columns[column].name}”${others}`;
  });
}

/** Policies whose interval reaches blind choice where they are at their worst. */
function notAbove(suite: Suite): number[] {
  const worse = new Set(worseThanBlind(suite).map(({ row }) => row));
  return summariesOf(suite)
    .filter(
      ({ row, worst }) =>
        suite.rows[row].kind === 'contestant' && worst.score.high >= 1 && !worse.has(row),
    )
    .map(({ row }) => row);
}

/** Whom, where, and who is not certain to be better. */
export function avoidPart({ written, tuned }: Landscape): GuidePart {
  const items = avoidItems(written);
  const unsure = notAbove(written);
  const still =
    tuned === undefined ? [] : [...new Set(worseThanBlind(tuned).map(({ row }) => row))];
  const after =
    still.length === 0
      ? 'After equal-effort tuning no policy does.'
      : `After equal-effort tuning: ${still.map((row) => nameOf(written.rows[row])).join(', ')}.`;
  return {
    heading: 'Whom to avoid, and where',
    sentences: [
      items.length === 0
        ? 'With published tuning no policy loses more than blind choice beyond doubt in any comparison.'
        : 'With published tuning these lose more than blind choice beyond doubt somewhere:',
      ...(tuned === undefined ? [] : [after]),
      ...(unsure.length === 0
        ? []
        : [
            `Not certain to lose less than blind choice everywhere, with published tuning: ${unsure.map((row) => nameOf(written.rows[row])).join(', ')}.`,
          ]),
    ],
    ...(items.length === 0 ? {} : { items }),
  };
}
