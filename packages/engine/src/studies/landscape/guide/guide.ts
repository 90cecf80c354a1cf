/**
 * Which policy when: a short guide that is computed from a result, sentence by sentence. No policy is
 * named here; where a difference cannot be distinguished from none, the guide says so.
 */

import { parseSpec } from '@driftline/core/spec';
import type { Result } from '../../../play/result.ts';
import { SIGNIFICANCE_LEVEL } from '../../../play/statistics.ts';
import { counted } from '../../../words/numbers.ts';
import { contestantsOf, situationsOf } from '../analysis.ts';
import type { Costs } from '../costs.ts';
import type { Landscape } from '../suite.ts';
import { againstParts } from './against-part.ts';
import { avoidPart } from './avoid-part.ts';
import { choicePart } from './choice-part.ts';
import { costPart } from './cost-part.ts';
import type { GuideFocus } from './focus.ts';
import { limitsOf } from './limits.ts';
import { screenPart } from './screen-part.ts';
import { situationPart } from './situation-part.ts';
import { whichParts } from './which-part.ts';
import { type Guide, type GuidePart, shareText } from './words.ts';
import { changesPart, worthSentences } from './worth-part.ts';

/** What a guide is made from beside the result. */
interface GuideSources {
  readonly costs?: Costs | undefined;
  readonly focus?: GuideFocus | undefined;
}

function introductionOf(
  { written }: Landscape,
  { comparisons }: Pick<Result, 'comparisons'>,
): string {
  const { columns } = written;
  const { replications } = comparisons[columns[0].comparison];
  const forms = contestantsOf(written).map((row) => parseSpec(written.rows[row].spec).id);
  const policies = new Set(forms).size;
  const variants = policies === forms.length ? '' : ` (${forms.length} with variants)`;
  return `${counted(policies, 'policy', 'policies')}${variants} in ${columns.length} comparisons of ${counted(situationsOf(written).length, 'situation')}, ${counted(replications, 'replication')} each. Scores are relative regret: a policy’s mean regret divided by that of uniform random choice on the same replications. ${shareText(0, 0)} is perfect, ${shareText(1, 0)} is random choice. Averages count every situation once.`;
}

/** How to read what follows the first screen. */
const READING = `Brackets are 95% confidence intervals. “Not significantly different” means p ≥ ${SIGNIFICANCE_LEVEL} for paired differences, after Holm’s correction. V is the variation of the means, Υ the number of their changes, T the horizon.`;

function textOf({ sentences, tables = [], items = [] }: GuidePart): string {
  return [...sentences, ...items, ...tables.flatMap(({ rows }) => rows.flat())].join('\n');
}

/** The guide of a landscape. */
export function guideOf(
  landscape: Landscape,
  result: Pick<Result, 'comparisons'>,
  { costs, focus = {} }: GuideSources = {},
): Guide {
  const changes = changesPart(landscape);
  const [against, ...everywhere] = againstParts(landscape, focus);
  const parts = [
    ...whichParts(landscape, costs),
    screenPart(landscape, result, costs),
    choicePart(landscape, costs, [READING, ...worthSentences(landscape)]),
    situationPart(landscape),
    ...(against === undefined ? [] : [against]),
    ...(changes.sentences.length === 0 ? [] : [changes]),
    avoidPart(landscape),
    ...(costs === undefined ? [] : [costPart(landscape.written, costs)]),
    ...everywhere,
  ];
  const limits = limitsOf(landscape, result, parts.map(textOf).join('\n'));
  return {
    introduction: introductionOf(landscape, result),
    parts: [...parts, { heading: 'Limits', sentences: [], items: limits }],
  };
}
