/** What it is worth to know the drift and to tune, and what ranks say. */

import {
  type Estimate,
  holm,
  momentsOf,
  pairedDifference,
  SIGNIFICANCE_LEVEL,
} from '../../../play/statistics.ts';
import { counted, formatFixed, listed } from '../../../words/numbers.ts';
import { contestantsOf, overallValues, situationsOf, withoutSituation } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { type Field, fieldLeader, fieldsOf } from './choice-part.ts';
import { type GuidePart, least, membersOf, nameOf, pointsText, shareText } from './words.ts';

/** Who loses least on average in a field, by name, and its values over the suite or a part of it. */
interface Best {
  readonly name: string;
  readonly values: readonly number[];
  valuesWithout(situation: string): readonly number[];
}

function bestOf(field: Field): Best | undefined {
  const { suite } = field;
  const row = fieldLeader(field, 'overall')?.summary.row;
  if (row === undefined) return undefined;
  return {
    name: nameOf(suite.rows[row]),
    values: overallValues(suite)[row] ?? [],
    valuesWithout: (situation) => overallValues(withoutSituation(suite, situation))[row] ?? [],
  };
}

/** Situations without which a difference is no longer significant, or is reversed. */
function hingesOf(question: Question, best: Best, other: Best, mean: number): string[] {
  const situations = situationsOf(question.having.suite);
  if (situations.length < 3) return [];
  return situations.flatMap(({ situation }) => {
    const rest = pairedDifference(best.valuesWithout(situation), other.valuesWithout(situation));
    if (!(rest.pValue < SIGNIFICANCE_LEVEL)) {
      return [`without ${situation} the two are not significantly different`];
    }
    if (rest.mean < 0 === mean < 0) return [];
    return [`without ${situation} it is ${pointsText(rest)} ${rest.mean < 0 ? 'below' : 'above'}`];
  });
}

/** What is compared: the words for the best of either field, and for what sets them apart. */
interface Question {
  readonly having: Field;
  readonly best: string;
  readonly without: Field;
  readonly other: string;
  readonly what: string;
}

/** How the best of one field does against the best of another. */
function worthSentence(question: Question): string[] {
  const [best, other] = [bestOf(question.having), bestOf(question.without)];
  if (best === undefined || other === undefined) return [];
  const difference = pairedDifference(best.values, other.values);
  const names = [`${best.name}, ${question.best},`, `${other.name}, ${question.other}`] as const;
  if (!(difference.pValue < SIGNIFICANCE_LEVEL)) {
    return [
      `On average, ${names[0]} is not significantly different from ${names[1]}. ${question.what} shows no effect.`,
    ];
  }
  const [sign, pays] =
    difference.mean < 0 ? ['below', 'pays here'] : ['above', 'does not pay here'];
  const hinges = hingesOf(question, best, other, difference.mean);
  const hanging = hinges.length === 0 ? '' : ` But ${listed(hinges)}.`;
  return [
    `On average, ${names[0]} is ${pointsText(difference)} ${sign} ${names[1]}. ${question.what} ${pays}.${hanging}`,
  ];
}

/** What tuning did to one policy over the suite. */
interface Gain {
  readonly row: number;
  readonly before: number;
  readonly after: number;
  readonly change: Estimate;
  readonly pValue: number;
}

function gainsOf(written: Suite, tuned: Suite): Gain[] {
  const [before, after] = [overallValues(written), overallValues(tuned)];
  return contestantsOf(written).flatMap((row): Gain[] => {
    const [first, second] = [before[row], after[row]];
    if (first === undefined || second === undefined) return [];
    const { pValue, ...change } = pairedDifference(second, first);
    // Nothing to tune, or nothing better found anywhere: the very same numbers.
    if (change.mean === 0) return [];
    return [{ row, before: momentsOf(first).mean, after: momentsOf(second).mean, change, pValue }];
  });
}

function gainText(suite: Suite, { row, before, after, change }: Gain): string {
  return `${nameOf(suite.rows[row])}: ${pointsText(change)}, from ${shareText(before)} to ${shareText(after)}`;
}

function tuningSentences(written: Suite, tuned: Suite): string[] {
  const gains = gainsOf(written, tuned);
  if (gains.length === 0) return ['Equal-effort tuning changed nothing.'];
  const corrected = holm(gains.map(({ pValue }) => pValue));
  const decided = gains.filter((_, i) => corrected[i] < SIGNIFICANCE_LEVEL);
  const better = decided.filter(({ change }) => change.mean < 0);
  const worse = decided.filter(({ change }) => change.mean > 0);
  const most = least(better, ({ change }) => change.mean);
  const harm = least(worse, ({ change }) => -change.mean);
  return [
    `Equal-effort tuning changed ${counted(gains.length, 'policy', 'policies')}. It significantly lowers the average relative regret of ${better.length} and raises that of ${worse.length}.${most === undefined ? '' : ` The largest improvement is that of ${gainText(written, most)}.`}${harm === undefined ? '' : ` The largest deterioration is that of ${gainText(written, harm)}. The best setting on training paths need not be the best on others.`}`,
  ];
}

/** Who leads by mean rank, and how many cannot be distinguished from it. */
function rankText({ ranking, rows }: Suite, members: readonly number[]): string | undefined {
  const rank = (row: number) => ranking.policies[row].meanRank;
  const leader = least(members, rank);
  if (leader === undefined || ranking.overall === undefined) return undefined;
  const { criticalDifference } = ranking.overall;
  const near = members.filter(
    (row) => row !== leader && rank(row) - rank(leader) <= criticalDifference,
  ).length;
  const apart =
    near === 0
      ? 'significantly different from all others'
      : `not significantly different from ${counted(near, 'other')}`;
  return `${nameOf(rows[leader])} leads (${formatFixed(rank(leader), 1)} of ${ranking.policies.length}, ${apart})`;
}

function rankSentence({ written, tuned }: Landscape): string[] {
  const before = rankText(written, membersOf(written, 'all', false));
  const after = tuned === undefined ? undefined : rankText(tuned, membersOf(tuned, 'all', false));
  if (before === undefined) return [];
  return [
    `By mean rank over comparisons, ${before}.${after === undefined ? '' : ` After tuning, ${after}.`} The test is Nemenyi’s.`,
  ];
}

function questionsOf(fields: readonly Field[]): Question[] {
  const [uninformed, informed, after] = [
    fields.find(({ group }) => group === 'uninformed'),
    fields.find(({ group }) => group === 'informed'),
    fields.find(({ tuned }) => tuned),
  ];
  const before = uninformed ?? informed;
  return [
    ...(uninformed === undefined || informed === undefined
      ? []
      : [
          {
            having: informed,
            best: 'the best policy that uses V or Υ',
            without: uninformed,
            other: 'the best policy without them',
            what: 'With default tuning, knowing them',
          },
        ]),
    ...(after === undefined || before === undefined
      ? []
      : [
          {
            having: after,
            best: 'the best policy that tuning changed',
            without: { ...before, group: 'all' } as const,
            other: 'the best policy without tuning',
            what: 'Tuning',
          },
        ]),
  ];
}

/** What it is worth to know the drift, and to tune: a sentence each. */
export function worthSentences(landscape: Landscape): string[] {
  return questionsOf(fieldsOf(landscape)).flatMap(worthSentence);
}

/** What tuning did to policies, and who leads by rank. */
export function changesPart(landscape: Landscape): GuidePart {
  const { written, tuned } = landscape;
  return {
    heading: tuned === undefined ? 'Ranks' : 'Effect of tuning, and ranks',
    sentences: [
      ...(tuned === undefined ? [] : tuningSentences(written, tuned)),
      ...rankSentence(landscape),
    ],
  };
}
