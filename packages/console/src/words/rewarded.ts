/** Number of decisions with a reward. */
import type { History } from '@driftline/client/wire';
import { percent, whole } from './numbers.ts';

interface RewardedText {
  readonly value: string;
  readonly more: string;
}

/**
 * The share of all decisions in the history that got a reward, late ones included. Decisions that are still open are
 * part of it: a decision may close with its reward, so the closed ones alone have more rewards than all.
 *
 * @param pending - decisions that wait for their reward or timeout; some of them may have a reward that is held
 */
export function rewardedText(history: History | undefined, pending: number): RewardedText {
  if (history === undefined) return { value: '–', more: '' };
  const made = history.to - history.from;
  if (made === 0) return { value: '–', more: 'no decisions yet' };
  const rewarded = history.bins.reduce((sum, bin) => sum + bin.rewarded, 0);
  const open = Math.min(pending, made - rewarded);
  const more = open > 0 ? ` so far (up to ${whole(open)} more may arrive)` : '';
  return { value: percent(rewarded / made), more: `of ${whole(made)} decisions${more}` };
}
