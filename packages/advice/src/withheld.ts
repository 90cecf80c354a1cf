/** Questions that are left open because of what was found before they came up. */
import type { LateSigns } from './contract/delays.ts';
import type { Drift } from './contract/drift.ts';
import type { Logging } from './contract/logging.ts';
import { type Answer, isRefused, type Refusal } from './contract/refusal.ts';
import type { Tails } from './contract/tails.ts';

/** What was found of a log before questions of means come up. */
interface FoundBefore {
  readonly late: LateSigns | undefined;
  readonly tails: Answer<Tails>;
  readonly logging: Logging;
}

/**
 * Why nothing can be said that depends on means; undefined where something can. Where rewards may be late, the end of the
 * log is poor for that alone: means of all times are too low, and what leads at the end is an accident. Left out it would not
 * help: what has come of the rows before is not known, nor how late a policy would learn.
 */
export function meansWithheld({ late, tails, logging }: FoundBefore): Refusal | undefined {
  // Of one arm alone nothing could be said in any case, and that is the better reason.
  if (logging.kind === 'fixed') return undefined;
  if (late?.isSuspected === true)
    return { refused: 'arrivals-missing', need: { column: 'arrival' } };
  if (!isRefused(tails) && tails.verdict === 'no-mean')
    return { refused: 'mean-undefined', need: {} };
  return undefined;
}

/** Why the gain of following is not told: what looks like movement may be none, and no fit was made of it. */
export function gainWithheld({ why }: Drift): Refusal | undefined {
  return why?.refused === 'rows-autocorrelated' ? why : undefined;
}

/**
 * Without what rests on squares, where rewards have no variance: which form predicts best, and how fast means move. That
 * they move is tested otherwise, and stays.
 */
export function withoutSquares(drift: Drift, tails: Answer<Tails>): Drift {
  if (isRefused(tails) || tails.verdict !== 'no-variance') return drift;
  const { rate, kind, ...rest } = drift;
  const isMoving = drift.verdict === 'drifting' || drift.verdict === 'signs';
  return {
    ...rest,
    ...(rate === undefined || isMoving ? {} : { rate }),
    ...(kind === undefined ? {} : { kind: { kind: 'unknown', fits: kind.fits, steps: [] } }),
  };
}

/** That nothing was seen stays true; that something was is what the reason puts in doubt. */
export function undecided(drift: Drift, why: Refusal | undefined): Drift {
  if (why === undefined || drift.verdict === 'none-detected' || drift.verdict === 'unknown')
    return drift;
  return { ...drift, verdict: 'unknown', why };
}
