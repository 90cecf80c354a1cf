/** The fourth question's second half: how late do rewards come? */
import type { Delays } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';
import { type Answer, isRefused } from '../contract/refusal.ts';
import { armCountOf, firstRows } from '../log/part.ts';
import { type Came, cameOf } from './came.ts';
import {
  type Beyond,
  beyondOf,
  type Curve,
  effectiveCount,
  LEAST_OLD_ENOUGH,
  lastShare,
  pointsOf,
  quantileOf,
  quantileRange,
} from './curve.ts';
import { delaysDiffer } from './differences.ts';
import { kaplanMeier } from './kaplan-meier.ts';
import { reverseTime } from './reverse-time.ts';
import { rewardHalves } from './reward-halves.ts';

/** Fewer rewards that came tell nothing. */
const LEAST_CAME = 20;
/** What ever comes, and quantiles, are told where what comes after the end is likely at most this part of it. */
const MOST_BEYOND = 0.05;
/** Rows are ripe once this part of all rewards that come has come. */
const RIPE = 0.99;

/** A quantile is told where so many rewards are beyond it, in effect, and the log goes on for as long again. */
const LEAST_BEYOND = 10;
const LONG_ENOUGH = 2;
/** The upper end of a quantile's range is that of the curve unless so many times as long was seen. */
const FAR_ENOUGH = 4;

interface Quantile {
  readonly at: number;
  readonly range: readonly [number, number];
}

/**
 * A quantile among all rewards that come; undefined where the log does not tell it. Its range allows for nothing to come
 * after the end of the curve, and for as much as may come at most.
 */
function toldQuantile(curve: Curve, beyond: Beyond, part: number): Quantile | undefined {
  const last = lastShare(curve);
  const at = quantileOf(curve, part * (last + beyond.likely));
  if (at === undefined || LONG_ENOUGH * at > curve.end) return undefined;
  if (effectiveCount(curve, at) * (1 - part) < LEAST_BEYOND) return undefined;
  const most = Math.max(beyond.likely, beyond.atMost);
  const [low, high] = quantileRange(curve, part, part * (1 + most / last));
  const isFar = FAR_ENOUGH * high <= curve.end;
  return { at, range: [Math.min(low, at), isFar ? Math.max(high, at) : curve.end] };
}

/** The last rows, up to which less than `delay` is left. */
function youngerThan({ rows, time, end }: Log, delay: number): number {
  let [low, high] = [0, rows];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end - time[middle] < delay) high = middle;
    else low = middle + 1;
  }
  return rows - low;
}

function rewardedShare(
  curve: Curve,
  beyond: Beyond,
): Pick<Delays, 'rewardedShare' | 'rewardedShareRange'> {
  const share = lastShare(curve);
  const [low, high] = curve.lastRange;
  return {
    rewardedShare: Math.min(1, share + beyond.likely),
    rewardedShareRange: [low, Math.min(1, high + Math.max(beyond.likely, beyond.atMost))],
  };
}

/** What depends on what; nothing where it could not be tried. */
function differences(log: Log, came: Came): Pick<Delays, 'differsByArm' | 'differsByReward'> {
  const armCount = armCountOf(log);
  const byArm = delaysDiffer(
    log,
    came,
    (row) => (log.arm[row] < armCount ? log.arm[row] : -1),
    armCount,
  );
  const byReward = delaysDiffer(log, came, rewardHalves(log, came), 2);
  return {
    ...(byArm === undefined ? {} : { differsByArm: byArm }),
    ...(byReward === undefined ? {} : { differsByReward: byReward }),
  };
}

/** What is known of delays. */
export function delaysOf(log: Log): Answer<Delays> {
  const { arrival } = log;
  if (arrival === undefined) return { refused: 'arrivals-missing', need: { column: 'arrival' } };
  if (log.rows < LEAST_OLD_ENOUGH)
    return { refused: 'too-short', need: { rows: 2 * LEAST_OLD_ENOUGH } };
  const came = cameOf(log, arrival);
  const how = came.delays.length < log.rows ? 'arrivals' : 'rewarded-only';
  const curve = how === 'arrivals' ? kaplanMeier(log, came) : reverseTime(log, came);
  if (came.delays.length < LEAST_CAME || curve === undefined)
    return { refused: 'too-few-rewards', need: { rewards: LEAST_CAME } };
  const beyond = beyondOf(curve);
  const isFlat = beyond.likely <= MOST_BEYOND * lastShare(curve);
  const [median, ninetyNine] = [0.5, RIPE].map((part) =>
    isFlat ? toldQuantile(curve, beyond, part) : undefined,
  );
  const last = lastShare(curve);
  const longest = curve.delay[curve.delay.length - 1];
  const total = last + (Number.isFinite(beyond.likely) ? beyond.likely : 0);
  return {
    how,
    ...(how === 'arrivals' && isFlat ? rewardedShare(curve, beyond) : {}),
    curve: pointsOf(curve, total),
    ...(median === undefined ? {} : { median: median.at, medianRange: median.range }),
    ...(ninetyNine === undefined
      ? {}
      : { ninetyNine: ninetyNine.at, ninetyNineRange: ninetyNine.range }),
    longest,
    pending: youngerThan(log, quantileOf(curve, RIPE * (last + beyond.likely)) ?? longest),
    ...differences(log, came),
  };
}

/**
 * A log without the rows at its end whose rewards may be still to come.
 *
 * @param attribution - how long a reward is waited for, where somebody knows: all that is younger is unripe
 */
export function ripe(log: Log, delays: Answer<Delays>, attribution?: number): Log {
  const pending = isRefused(delays) ? 0 : delays.pending;
  const younger = attribution === undefined ? pending : youngerThan(log, attribution);
  return firstRows(log, log.rows - younger);
}

/** Whether a reward of 0 ever came: then a row without one is something else. */
function isZeroTold({ rows, reward, arrival }: Log): boolean {
  for (let row = 0; row < rows; row++) {
    if (reward[row] === 0 && !Number.isNaN(arrival?.[row] ?? 0)) return true;
  }
  return false;
}

/** A log whose ripe rows are settled; how many count as 0, and how many are left open. */
export interface Settled {
  readonly log: Log;
  readonly settled: number;
  readonly open: number;
}

/**
 * Gives 0 to ripe rows without a reward: what has not come by now does not come. Only where it is known how long rewards are
 * to be waited for, and where none that came is 0.
 */
export function settled(log: Log, isWaitKnown: boolean): Settled {
  let open = 0;
  for (let row = 0; row < log.rows; row++) if (Number.isNaN(log.reward[row])) open += 1;
  if (open === 0 || !isWaitKnown || isZeroTold(log)) return { log, settled: 0, open };
  return {
    log: { ...log, reward: log.reward.map((reward) => (Number.isNaN(reward) ? 0 : reward)) },
    settled: open,
    open: 0,
  };
}
