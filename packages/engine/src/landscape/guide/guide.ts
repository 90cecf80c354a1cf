/**
 * Which policy when: a short guide that is computed from a result, sentence by sentence. No policy is
 * named here; where a difference is not beyond doubt, the guide says so.
 */
import { counted } from '../../figures/numbers.ts';
import type { Result } from '../../result.ts';
import { pairedDifference, SIGNIFICANCE_LEVEL } from '../../statistics.ts';
import { contestantsOf, overallValues, summariesOf, worstValues } from '../analysis.ts';
import type { Costs } from '../costs.ts';
import type { Landscape, Suite } from '../suite.ts';
import { avoidPart } from './avoid-part.ts';
import { costPart } from './cost-part.ts';
import { limitsOf } from './limits.ts';
import { safePart, safest } from './safe-part.ts';
import { situationPart } from './situation-part.ts';
import {
  type Guide,
  least,
  membersOf,
  nameOf,
  namesOf,
  type PolicyClass,
  shareText,
  TOLD,
  UNTOLD,
} from './words.ts';
import { worthPart } from './worth-part.ts';

/** The safe choice of a class, as an answer: `when` begins the sentence. */
function safeAnswer(suite: Suite, group: PolicyClass, when: string): string[] {
  const safe = safest(suite, membersOf(suite, group, false));
  if (safe === undefined) return [];
  const { row, worst } = safe.summary;
  const doubt =
    safe.equals.length === 0
      ? ''
      : `; this worst case can’t be told apart from that of ${namesOf(suite, safe.equals)}`;
  return [
    `${when} ${nameOf(suite.rows[row])}${suite.rows[row].horizon && !group.told ? ', which takes the horizon T,' : ''} is the safest: in no comparison does it lose more than ${shareText(worst.score.mean)} of what blind choice loses${doubt}.`,
  ];
}

/** Who loses least on average, where that is another than the safest: what safety costs. */
function averageAnswer(suite: Suite, group: PolicyClass): string[] {
  const members = membersOf(suite, group, false);
  const summaries = summariesOf(suite).filter(({ row }) => members.includes(row));
  const best = least(summaries, ({ overall }) => overall.mean);
  const safe = safest(suite, members)?.summary;
  if (best === undefined || safe === undefined || best.row === safe.row) return [];
  const values = overallValues(suite);
  const { pValue } = pairedDifference(values[best.row] ?? [], values[safe.row] ?? []);
  if (!(pValue < SIGNIFICANCE_LEVEL)) return [];
  return [
    `On average over situations ${nameOf(suite.rows[best.row])} loses least of these: ${shareText(best.overall.mean)}, against ${shareText(safe.overall.mean)} for ${nameOf(suite.rows[safe.row])}; but up to ${shareText(best.worst.score.mean)}, in “${suite.columns[best.worst.column].name}”.`,
  ];
}

/** Whether those that use what is known of the drift are any safer than those that do not. */
function knowingAnswer(suite: Suite, when: string): string[] {
  const [told, untold] = [TOLD, UNTOLD].map((group) =>
    safest(suite, membersOf(suite, group, false)),
  );
  if (told === undefined || untold === undefined) return [];
  const [having, without] = [told.summary, untold.summary];
  const { pValue } = pairedDifference(worstValues(suite, having), worstValues(suite, without));
  const [known, unknown] = [having, without].map(({ row }) => nameOf(suite.rows[row]));
  const most = shareText(without.worst.score.mean);
  if (!(pValue < SIGNIFICANCE_LEVEL)) {
    return [
      `In the worst case knowing the drift is worth nothing here: ${when}those of ${known} and ${unknown} can’t be told apart.`,
    ];
  }
  return having.worst.score.mean < without.worst.score.mean
    ? [`In the worst case knowing the drift helps: ${when}${unknown} loses up to ${most}.`]
    : [
        `In the worst case knowing the drift is worth nothing here: ${when}${unknown} does better without, ${most} at most.`,
      ];
}

function answerOf({ written, tuned }: Landscape): string[] {
  const { columns } = written;
  const situations = new Set(columns.map(({ situation }) => situation)).size;
  return [
    `${counted(contestantsOf(written).length, 'policy', 'policies')} in ${columns.length} comparisons, of ${counted(situations, 'situation')}.`,
    ...safeAnswer(written, UNTOLD, 'Where nothing is known of the drift,'),
    ...averageAnswer(written, UNTOLD),
    ...safeAnswer(written, TOLD, 'Of those that use the variation V or the number of changes Υ,'),
    ...knowingAnswer(written, ''),
    ...(tuned === undefined
      ? []
      : [
          ...safeAnswer(tuned, TOLD, 'Of those, tuned on paths of the same kind,'),
          ...knowingAnswer(tuned, 'after tuning, '),
        ]),
  ];
}

/** The guide of a landscape. */
export function guideOf(
  landscape: Landscape,
  result: Pick<Result, 'comparisons'>,
  costs?: Costs,
): Guide {
  const worth = worthPart(landscape);
  return {
    answer: answerOf(landscape),
    parts: [
      safePart(landscape),
      situationPart(landscape),
      ...(worth.sentences.length === 0 ? [] : [worth]),
      avoidPart(landscape),
      ...(costs === undefined ? [] : [costPart(landscape.written, costs)]),
      { heading: 'What this does not say', sentences: [], items: limitsOf(landscape, result) },
    ],
  };
}
