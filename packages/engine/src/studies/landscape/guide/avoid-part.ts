/** The part on policies to stay away from: worse than blind choice, or never better than the one with the least worst case. */
import { listed } from '../../../words/numbers.ts';
import { situationSummaries, summariesOf, worseThanBlind } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { type Field, fieldLeader, fieldsOf } from './choice-part.ts';
import { type GuidePart, nameOf, shareWithInterval } from './words.ts';

/** Rows of policies with more regret than random choice, each with the comparison in which it is worst. */
function avoidRows(suite: Suite): string[][] {
  const cells = worseThanBlind(suite);
  const rows = [...new Set(cells.map(({ row }) => row))];
  return rows.map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    const [{ column, score }] = own;
    const others = own.length === 1 ? '' : ` and ${own.length - 1} more`;
    return [
      nameOf(suite.rows[row]),
      shareWithInterval(score),
      `${suite.columns[column].name}${others}`,
      'significantly more regret',
    ];
  });
}

/** Rows of policies that are not significantly better than random choice in their worst comparison. */
function unsureRows(suite: Suite): string[][] {
  const worse = new Set(worseThanBlind(suite).map(({ row }) => row));
  return summariesOf(suite)
    .filter(
      ({ row, worst }) =>
        suite.rows[row].kind === 'contestant' && worst.score.high >= 1 && !worse.has(row),
    )
    .map(({ row, worst }) => [
      nameOf(suite.rows[row]),
      shareWithInterval(worst.score),
      suite.columns[worst.column].name,
      'not significantly different',
    ]);
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
    `In every situation, these policies have significantly more regret than ${nameOf(suite.rows[safe])}, which has the lowest worst case: ${listed(beaten.map((row) => nameOf(suite.rows[row])))}.`,
  ];
}

function afterSentence({ written, tuned }: Landscape, any: boolean): string[] {
  if (tuned === undefined) return [];
  const still = [...new Set(worseThanBlind(tuned).map(({ row }) => row))];
  if (still.length > 0) {
    return [
      `After equal-effort tuning, these policies have significantly more regret than random choice in some comparison: ${listed(still.map((row) => nameOf(written.rows[row])))}.`,
    ];
  }
  return any
    ? ['After equal-effort tuning, no policy has significantly more regret than random choice.']
    : [];
}

/** Which policies, and in which comparison. */
export function avoidPart(landscape: Landscape): GuidePart {
  const { written, tuned } = landscape;
  const worse = avoidRows(written);
  const rows = [...worse, ...unsureRows(written)];
  const none = tuned !== undefined && worseThanBlind(tuned).length === 0 ? ', tuned or not' : '';
  const label = 'Policies to avoid, with default tuning, in their worst comparison';
  const columns = ['Policy', 'Relative regret', 'Comparison', 'Compared with random choice'];
  return {
    heading: 'Policies to avoid',
    ...(rows.length === 0 ? {} : { tables: [{ label, names: [0], columns, rows }] }),
    sentences: [
      ...(worse.length === 0
        ? [`No policy has significantly more regret than random choice in any comparison${none}.`]
        : []),
      ...afterSentence(landscape, worse.length > 0),
      ...beatenSentence(fieldsOf(landscape).find((field) => !field.tuned)),
    ],
  };
}
