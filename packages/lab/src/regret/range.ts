/** What the regret axis shows. It grows in steps and shrinks late, so that curves do not jump about. */

import { canBeNegative, linearTicks } from '@driftline/engine/display';
import type { ComparisonResult } from '@driftline/engine/play';

/** What a band shows: how well the mean is known, where the replications lie, or nothing. */
export type Bands = 'interval' | 'spread' | 'none';

/** The lowest and the highest value of an axis. */
export type Range = readonly [number, number];

/** Before there is anything to show. */
export const EMPTY_RANGE: Range = [0, 1];

/** An axis shrinks only when less than this share of it is needed. */
const SHRINKS_BELOW = 0.7;
const STEPS = 5;

/** The next round value away from 0. */
function rounded(value: number): number {
  if (value === 0) return 0;
  const size = Math.abs(value);
  const ticks = linearTicks(0, size, STEPS);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : size;
  return Math.sign(value) * step * Math.ceil(size / step - 1e-9);
}

function nextEnd(before: number, needed: number): number {
  const [had, wants] = [Math.abs(before), Math.abs(needed)];
  const fits = wants <= had && wants >= SHRINKS_BELOW * had;
  return fits ? before : rounded(needed);
}

/** The range that follows on another, for what is needed now. */
export function nextRange(before: Range, needed: Range): Range {
  const low = nextEnd(before[0], Math.min(0, needed[0]));
  const high = nextEnd(before[1], Math.max(0, needed[1]));
  if (low === before[0] && high === before[1]) return before;
  return low === 0 && high === 0 ? EMPTY_RANGE : [low, high];
}

/** Above this many policies outlines would be a thicket: only that of the one that stands out is drawn. */
export const MOST_OUTLINES = 8;

/** How far outlines may reach beyond 95% of final regrets: a lone outlier would flatten all lines. */
const OUTLINE_ROOM = 0.25;

/** What has to be seen of a result: lines, bands and, where all are outlined, nearly all final regrets. */
export function neededRange(result: ComparisonResult, bands: Bands): Range {
  const areOutlined = result.policies.length <= MOST_OUTLINES;
  let [low, high] = [0, 0];
  let [most, usual] = [0, 0];
  for (const { curve, regret } of result.policies) {
    const tops = bands === 'none' ? curve.mean : bands === 'interval' ? curve.high : curve.q95;
    const bottoms = bands === 'none' ? curve.mean : bands === 'interval' ? curve.low : curve.q05;
    for (const value of tops) high = Math.max(high, value);
    for (const value of bottoms) low = Math.min(low, value);
    usual = Math.max(usual, regret.q95);
    most = Math.max(most, regret.max);
    low = Math.min(low, areOutlined ? regret.min : regret.q05);
  }
  const room = OUTLINE_ROOM * (usual - low);
  high = Math.max(high, areOutlined ? Math.min(most, usual + room) : usual);
  // The interval of a few replications may reach below what there can be.
  return [canBeNegative(result.environment) ? low : 0, high];
}
