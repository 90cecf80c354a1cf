/** Facts about the rewards of a log that sentences depend on. */
import type { Advice, AdviceLog } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';

/** Shares above this are called all. */
const ALL = 0.995;

/** Whether all arms are listed: none was grouped with others. */
function isWhole({ arms, logging }: AdviceLog): boolean {
  return arms.length === logging.shares.length;
}

/** Decisions with a known reward; undefined if some arms were grouped, because groups are not counted. */
export function rewardedRows(log: AdviceLog): number | undefined {
  return isWhole(log) ? log.arms.reduce((sum, { rows }) => sum + rows, 0) : undefined;
}

/** Whether every decision receives a reward. */
export function isAlwaysRewarded(share: number): boolean {
  return share > ALL;
}

/** Whether some decisions never receive a reward, and count as 0. */
export function hasUnrewardedZeros({ delays, log }: Advice): boolean {
  if (isRefused(delays) || delays.rewardedShare === undefined) return false;
  return !isAlwaysRewarded(delays.rewardedShare) && rewardedRows(log) === log.rows;
}

const ROUNDING = 1e-9;

/**
 * Whether all rewards are 0 or 1. Then the mean square of an arm's rewards is their mean. For other integers it is
 * larger, because x² > x.
 */
export function isBinary(log: AdviceLog): boolean {
  return (
    isWhole(log) &&
    log.arms.every(({ mean, deviation }) => Math.abs(deviation ** 2 - mean * (1 - mean)) < ROUNDING)
  );
}
