/** The part on policies to stay away from: worse than blind choice, or never better than the one with the least worst case. */
import { listed } from '../../../words/numbers.ts';
import { situationSummaries, summariesOf, worseThanBlind } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { type Field, fieldLeader, fieldsOf } from './choice-part.ts';
import { type GuidePart, nameOf, shareWithInterval } from './words.ts';

function avoidItems(suite: Suite): string[] {
  const cells = worseThanBlind(suite);
  const rows = [...new Set(cells.map(({ row }) => row))];
  return rows.map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    const [{ column, score }] = own;
    const others = own.length === 1 ? '' : `, and in ${own.length - 1} more`;
    return `${nameOf(suite.rows[row])}: ${shareWithInterval(score)} in “${suite.columns[column].name}”${others}`;
  });
}

/** Policies that cannot be distinguished from blind choice where they are at their worst. */
function unsureItems(suite: Suite): string[] {
  const worse = new Set(worseThanBlind(suite).map(({ row }) => row));
  return summariesOf(suite)
    .filter(
      ({ row, worst }) =>
        suite.rows[row].kind === 'contestant' && worst.score.high >= 1 && !worse.has(row),
    )
    .map(
      ({ row, worst }) =>
        `${nameOf(suite.rows[row])} ${shareWithInterval(worst.score)} in “${suite.columns[worst.column].name}”`,
    );
}

/** Those that lose more, significantly, in every situation than the policy with the least worst case. */
function beatenSentence(field: Field | undefined): string[] {
  const safe = field === undefined ? undefined : fieldLeader(field, 'worst')?.summary.row;
  if (field === undefined || safe === undefined) return [];
  const { suite } = field;
  const situations = situationSummaries(suite);
  const beaten = situations[0].order.filter((row) =>
    situations.every(
      ({ order, isDistinguished }) =>
        order.indexOf(row) > order.indexOf(safe) && isDistinguished(row, safe),
    ),
  );
  if (beaten.length === 0) return [];
  return [
    `In every situation these lose significantly more than ${nameOf(suite.rows[safe])}, which has the least worst case: ${listed(beaten.map((row) => nameOf(suite.rows[row])))}.`,
  ];
}

function afterSentence({ written, tuned }: Landscape, any: boolean): string[] {
  if (tuned === undefined) return [];
  const still = [...new Set(worseThanBlind(tuned).map(({ row }) => row))];
  if (still.length > 0) {
    return [`After equal-effort tuning: ${listed(still.map((row) => nameOf(written.rows[row])))}.`];
  }
  return any ? ['After equal-effort tuning none does.'] : [];
}

/** Which policies, and where. */
export function avoidPart(landscape: Landscape): GuidePart {
  const { written, tuned } = landscape;
  const items = avoidItems(written);
  const unsure = unsureItems(written);
  const none = tuned !== undefined && worseThanBlind(tuned).length === 0 ? ', tuned or not' : '';
  return {
    heading: 'What to avoid',
    sentences: [
      items.length === 0
        ? `No policy loses significantly more than blind choice in any comparison${none}.`
        : 'With default tuning these lose more than blind choice somewhere:',
      ...afterSentence(landscape, items.length > 0),
      ...(unsure.length === 0
        ? []
        : [
            `Cannot be distinguished from blind choice somewhere, with default tuning: ${listed(unsure)}.`,
          ]),
      ...beatenSentence(fieldsOf(landscape).find((field) => !field.tuned)),
    ],
    ...(items.length === 0 ? {} : { items }),
  };
}
