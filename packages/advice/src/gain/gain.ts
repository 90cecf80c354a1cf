/** The fifth question: what does it cost not to adapt? */
import type { Room } from '../contract/gain.ts';
import type { Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import type { Answer } from '../contract/refusal.ts';
import { structureOf } from '../drift/structure.ts';
import type { Fit, FitData } from '../fits/fit.ts';
import { RowChances } from '../log/chances.ts';
import { propensityDoubt } from '../log/propensities.ts';
import { armSummaries, generalRefusal } from '../log/summary.ts';
import { crossFittedRoom } from './cross-fitted.ts';
import { modelledRoom } from './modelled.ts';

/** One-sided, 95 %. */
const NORMAL_ONE_SIDED = 1.645;

/** Less of the leaders known, and nothing is said. */
const LEAST_SUPPORT = 0.8;

/** Each arm so much of so many decisions would tell more. */
const NEED = { share: 0.05, rows: 4000 } as const;

/** Whether each row's arm had a known probability, and every arm one. */
function hasChances(log: Log, { kind }: Logging): boolean {
  if (kind === 'uniform' || kind === 'random') return true;
  const { propensity, eligible, sets, arms } = log;
  if (propensity === undefined) return false;
  const armsAt = (row: number) =>
    eligible === undefined ? arms.length : sets[eligible[row]].length;
  return !propensityDoubt(log.rows, (row) => propensity[row], armsAt).isOff;
}

/** Distances at which arms have to be seen to move apart: at one of many chance may do. */
const LEAST_LAGS = 2;

const STILL: Fit = { kind: 'constant' };

/**
 * Whether arms move apart from each other, as far as they were seen at the same time. A model of each arm by itself takes
 * what all share for a change of leaders, where each was seen at other times.
 */
function movesApart(log: Log): boolean {
  const lags = structureOf(log)?.ownLags.filter(({ low }) => low > 0) ?? [];
  return lags.length >= LEAST_LAGS;
}

/**
 * What a perfect follower would gain per decision over the best fixed arm, at least.
 *
 * @param seed - of draws, where choices depended on rewards
 */
export function roomOf(
  log: Log,
  logging: Logging,
  data: FitData,
  fit: Fit,
  seed: number = 1,
): Answer<Room> {
  const refusal = generalRefusal(log, armSummaries(log));
  if (refusal !== undefined) return refusal;
  if (logging.kind === 'fixed') return { refused: 'logging-fixed', need: NEED };
  if (logging.usesContext && log.propensity === undefined)
    return { refused: 'propensities-missing', need: { column: 'propensity' } };
  const isKnown = hasChances(log, logging);
  const way = isKnown || movesApart(log) ? fit : STILL;
  const { headroom, error, fixed, elsewhere, support } =
    isKnown || way.kind === 'constant'
      ? crossFittedRoom(log, new RowChances(log, logging), data, way)
      : modelledRoom(log, seed);
  if (support < LEAST_SUPPORT) return { refused: 'support-too-low', need: NEED };
  const low = headroom - NORMAL_ONE_SIDED * error;
  return {
    how: isKnown ? 'cross-fitted' : 'model',
    headroom,
    error,
    low,
    isSignificant: low > 0,
    fixed: log.arms[fixed],
    elsewhere,
    support,
  };
}
