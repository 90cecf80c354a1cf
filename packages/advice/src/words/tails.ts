/** The fourth question in words: how large do rewards get, and how late do they arrive? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import type { Answered } from './answered.ts';
import { listed, percent } from './numbers.ts';
import { ARRIVAL_REMEDY, refusalText } from './refusals.ts';
import { hasUnrewardedZeros, isAlwaysRewarded, isBinary } from './rewards.ts';
import { duration } from './times.ts';

const VERDICTS: Readonly<Record<Tails['verdict'], string>> = {
  light: 'Tails are light: very large rewards are rare.',
  heavy:
    'Tails are heavy: rare rewards are far larger than the rest, so robust policies were also tried.',
  'no-variance':
    'Tails are so heavy that the variance may be infinite, so intervals use ranked means of blocks.',
  'no-mean':
    'Tails are so heavy that the mean may not exist, so questions about means have no answer.',
};

/** Beyond, the exact index does not matter. */
const THIN = 10;

function tailPoints({ verdict, tails, isPower, topTen }: Tails): string[] {
  const indices = tails.map(({ side, index, low, high }) =>
    high === undefined || low > THIN
      ? `${side} at least ${Math.min(low, THIN).toFixed(1)}`
      : `${side} ${index.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`,
  );
  const shape = isPower || verdict === 'light' ? '' : ' A power law is not confirmed.';
  return [
    `Tail index with 95% interval, over the sizes in the log: ${indices.join(', ')}. A lower index is a heavier tail: at 2 or less the variance is infinite, at 1 or less the mean.${shape}`,
    `The ten largest rewards make up ${percent(topTen)} of the total.`,
  ];
}

const HEAVY = 'heavy tails (rare rewards far larger than the rest)';

function tailAnswer({ tails, units, log }: Advice): string {
  if (!isRefused(tails)) return VERDICTS[tails.verdict];
  if (tails.refused === 'rewards-discrete') {
    const values = isBinary(log) ? 'is always 0 or 1' : 'takes fewer than 20 different values';
    return `'${units.reward}' ${values}, so ${HEAVY} are not an issue.`;
  }
  if (tails.refused === 'rewards-bounded') {
    return `'${units.reward}' lies between 0 and 1, so ${HEAVY} are not an issue.`;
  }
  return refusalText(tails);
}

function quantilesText(median: string | undefined, ninetyNine: string | undefined): string {
  return listed([
    ...(median === undefined ? [] : [`half of these within ${median}`]),
    ...(ninetyNine === undefined ? [] : [`99% within ${ninetyNine}`]),
  ]);
}

/** How late rewards arrive, if the log records it. */
function delayAnswer(advice: Advice): string {
  const { delays, units, late } = advice;
  if (isRefused(delays)) {
    if (late?.isSuspected === true) {
      return `The end of the log is poorer on all arms, so rewards may arrive late. ${ARRIVAL_REMEDY}`;
    }
    return delays.refused === 'arrivals-missing'
      ? 'The log has no arrival times (--arrival), so rewards are assumed to arrive immediately.'
      : refusalText(delays);
  }
  const { median, ninetyNine, rewardedShare, how } = delays;
  const text = (length?: number) =>
    length === undefined ? undefined : duration(length, units.time);
  const quantiles = quantilesText(text(median), text(ninetyNine));
  const receive =
    rewardedShare === undefined
      ? 'Rewards arrive late'
      : isAlwaysRewarded(rewardedShare)
        ? 'Every decision receives a reward'
        : `${percent(rewardedShare)} of decisions receive a reward`;
  const late99 =
    quantiles === ''
      ? `${receive}. The log is too short to estimate how late`
      : `${receive}, ${quantiles}`;
  const never =
    how === 'rewarded-only'
      ? ' The log lists only rewarded decisions, so it cannot show how many never receive one.'
      : '';
  const zeros = hasUnrewardedZeros(advice) ? ' The others count as 0.' : '';
  return `${late99}.${zeros}${never}`;
}

function delayPoints({ delays }: Advice): string[] {
  return !isRefused(delays) && delays.differsByArm === true ? ['Delays differ between arms.'] : [];
}

/** The answer. */
export function tailAndDelayWords(advice: Advice): Answered {
  const { tails } = advice;
  return {
    answer: `${tailAnswer(advice)} ${delayAnswer(advice)}`,
    points: [...(isRefused(tails) ? [] : tailPoints(tails)), ...delayPoints(advice)],
  };
}
