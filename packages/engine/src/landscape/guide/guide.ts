/**
 * Which policy when: a short guide that is computed from a result, sentence by sentence. No policy is
 * named here; where a difference is not beyond doubt, the guide says so.
 */
import { counted } from '../../figures/numbers.ts';
import type { Result } from '../../result.ts';
import { pairedDifference, SIGNIFICANCE_LEVEL } from '../../statistics.ts';
import { contestantsOf, overallValues, summariesOf } from '../analysis.ts';
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

function answerOf({ written, tuned }: Landscape): string[] {
  const { columns } = written;
  const situations = new Set(columns.map(({ situation }) => situation)).size;
  return [
    `${counted(contestantsOf(written).length, 'policy', 'policies')} in ${columns.length} comparisons, of ${counted(situations, 'situation')}.`,
    ...safeAnswer(written, UNTOLD, 'Where nothing is known of the drift,'),
    ...averageAnswer(written, UNTOLD),
    ...safeAnswer(written, TOLD, 'Where its variation V or its number of changes Υ is known,'),
    ...(tuned === undefined
      ? []
      : safeAnswer(tuned, TOLD, 'Where there are also paths to tune on,')),
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
