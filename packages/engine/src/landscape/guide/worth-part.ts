/** The part on what it is worth to know the drift, and to tune. */
import { counted, formatFixed } from '../../figures/numbers.ts';
import { momentsOf, pairedDifference, SIGNIFICANCE_LEVEL } from '../../statistics.ts';
import { contestantsOf, overallValues } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import {
  type GuidePart,
  intervalText,
  least,
  membersOf,
  nameOf,
  type PolicyClass,
  shareText,
  TOLD,
  UNTOLD,
} from './words.ts';

/** A difference of two shares: 5.9 points. */
function pointsText(difference: number): string {
  return `${formatFixed(100 * difference, 1)}\u00a0points`;
}

/** Whether a paired difference is beyond doubt, in words. */
function doubtText(pValue: number): string {
  return pValue < SIGNIFICANCE_LEVEL ? 'beyond doubt' : 'which can’t be told from none';
}

/** What it is worth to know the drift: the best that is told something against the best that is not. */
function knowingSentence(suite: Suite): string | undefined {
  const values = overallValues(suite);
  const mean = (row: number) => momentsOf(values[row] ?? []).mean;
  const best = (group: PolicyClass) => least(membersOf(suite, group, false), mean);
  const [untold, told] = [best(UNTOLD), best(TOLD)];
  const [without, having] = [values[untold ?? -1], values[told ?? -1]];
  if (untold === undefined || told === undefined || !without || !having) return undefined;
  const { mean: more, low, high, pValue } = pairedDifference(having, without);
  const sign = more > 0 ? 'more' : 'less';
  const size = { low: more > 0 ? low : -high, high: more > 0 ? high : -low };
  return `with each situation counting once, the best that is told nothing, ${nameOf(suite.rows[untold])}, loses ${shareText(mean(untold))} of what blind choice loses; the best that is told V or Υ, ${nameOf(suite.rows[told])}, ${shareText(mean(told))}: ${pointsText(Math.abs(more))} ${intervalText(size)} ${sign}, ${doubtText(pValue)}.`;
}

/** What tuning did to one policy over the suite. */
interface Gain {
  readonly row: number;
  readonly before: number;
  readonly after: number;
  readonly pValue: number;
}

function gainsOf(written: Suite, tuned: Suite): Gain[] {
  const [before, after] = [overallValues(written), overallValues(tuned)];
  return contestantsOf(written).flatMap((row): Gain[] => {
    const [first, second] = [before[row], after[row]];
    if (first === undefined || second === undefined) return [];
    const { mean, pValue } = pairedDifference(second, first);
    // Nothing to tune, or nothing better found anywhere: the very same numbers.
    if (mean === 0) return [];
    return [{ row, before: momentsOf(first).mean, after: momentsOf(second).mean, pValue }];
  });
}

function gainText(suite: Suite, { row, before, after }: Gain): string {
  return `${nameOf(suite.rows[row])}, from ${shareText(before)} to ${shareText(after)}`;
}

function tuningSentences(written: Suite, tuned: Suite): string[] {
  const gains = gainsOf(written, tuned);
  if (gains.length === 0) return ['Equal-effort tuning changed nothing.'];
  const decided = gains.filter(({ pValue }) => pValue < SIGNIFICANCE_LEVEL / gains.length);
  const better = decided.filter(({ before, after }) => after < before);
  const worse = decided.filter(({ before, after }) => after > before);
  const most = least(better, ({ before, after }) => after - before);
  const harm = least(worse, ({ before, after }) => before - after);
  return [
    `Equal-effort tuning changed ${counted(gains.length, 'policy', 'policies')}: over the suite it lowers the loss of ${better.length} beyond doubt and raises that of ${worse.length}.${most === undefined ? '' : ` It helps most ${gainText(written, most)}.`}${harm === undefined ? '' : ` It harms most ${gainText(written, harm)}: what is best on training paths need not be on others.`}`,
  ];
}

/** Before tuning, by tuning, after it. */
export function worthPart({ written, tuned }: Landscape): GuidePart {
  const before = knowingSentence(written);
  const after = tuned === undefined ? undefined : knowingSentence(tuned);
  return {
    heading: 'What knowing and tuning are worth',
    sentences: [
      ...(before === undefined ? [] : [`With published tuning, ${before}`]),
      ...(tuned === undefined ? [] : tuningSentences(written, tuned)),
      ...(after === undefined ? [] : [`After tuning, ${after}`]),
    ],
  };
}
