/** The theory's numbers as plain data. */

import {
  discountedUcbBound,
  discountFactor,
  epochCount,
  exp3sRate,
  exp3sShare,
  leastZeta,
  lowerBoundRate,
  rawWindowLength,
  resettingMossBound,
  rexp3EpochLength,
  rexp3Rate,
  slidingWindowMossBound,
  windowLength,
} from '@driftline/core/theory';
import { longMemoryText, shortMemoryText } from '../../shared/warnings.ts';

/** A bandit problem as the theory sees it, and the constants of the bounds. */
export interface BoundsRequest {
  readonly arms: number;
  readonly horizon: number;
  readonly variation: number;
  /** b: the largest mean less the least. */
  readonly meanRange: number;
  /** SW-MOSS's width constant. */
  readonly eta: number;
  /** D-UCB's width constant. */
  readonly xi: number;
}

const saturationBases = [1.1, 2];

/** The theory's numbers as plain data. */
export function boundsRecord(request: BoundsRequest) {
  const { arms, horizon, variation, meanRange, eta, xi } = request;
  const problem = [arms, horizon, variation] as const;
  const window = windowLength(...problem);
  const rate = lowerBoundRate(...problem);
  return {
    ...request,
    tuning: {
      window,
      unroundedWindow: rawWindowLength(...problem),
      discount: discountFactor(...problem),
      epochs: epochCount(horizon, window),
      rexp3: { window: rexp3EpochLength(...problem), g: rexp3Rate(...problem) },
      exp3s: { alpha: exp3sShare(horizon), g: exp3sRate(...problem) },
    },
    lowerBound: {
      rate: rate.value,
      constant: 'unknown',
      proved: rate.valid,
      provedForVariation: [1 / arms, horizon / arms],
    },
    upperBounds: {
      trivial: horizon * meanRange,
      'r-moss': resettingMossBound(...problem, meanRange),
      'sw-moss': slidingWindowMossBound(...problem, eta, meanRange),
      'd-ucb': discountedUcbBound(...problem, xi, meanRange),
    },
    robust: {
      condition: 'psi(2 zeta/a) >= 2 a/zeta',
      leastZeta: saturationBases.map((a) => ({ a, zeta: leastZeta(a) })),
    },
  };
}

/** What `boundsRecord` returns. */
export type BoundsRecord = ReturnType<typeof boundsRecord>;

/** What the numbers ask of a user's attention. */
export function boundsWarnings({ arms, horizon, variation, tuning }: BoundsRecord): string[] {
  const warnings: string[] = [];
  if (tuning.window < arms) {
    warnings.push(shortMemoryText(tuning.window, arms));
  }
  if (tuning.unroundedWindow > horizon) {
    warnings.push(longMemoryText(variation, horizon));
  }
  return warnings;
}
