/** Curves and spreads as points. */

import { filledBins } from '@driftline/engine/display';
import type { Curve, Histogram } from '@driftline/engine/play';

/** A curve's value at a slot counted from 1, straight between the slots that were kept; 0 at slot 0. */
export function valueAt(slots: readonly number[], values: readonly number[], slot: number): number {
  let above = 0;
  while (above < slots.length - 1 && slots[above] < slot) above += 1;
  const [from, to] = [above === 0 ? 0 : slots[above - 1], slots[above]];
  const [low, high] = [above === 0 ? 0 : values[above - 1], values[above]];
  const share = Math.min(1, Math.max(0, (slot - from) / (to - from)));
  return low + share * (high - low);
}

/** The curve at a slot whose value is nearest to another; undefined where none is within reach. */
export function nearestCurve(
  curves: readonly Curve[],
  slot: number,
  value: number,
  reach: number,
): number | undefined {
  let nearest: number | undefined;
  let least = reach;
  curves.forEach(({ slots, mean }, place) => {
    const distance = Math.abs(valueAt(slots, mean, slot) - value);
    if (distance <= least) {
      least = distance;
      nearest = place;
    }
  });
  return nearest;
}

/** The corners of a histogram's outline: each a value, and a share of the width that there is. */
export function outlineCorners(histogram: Histogram, fullCount: number): [number, number][] {
  const bins = filledBins(histogram);
  if (bins.length === 0 || fullCount <= 0) return [];
  return [
    [bins[0].from, 0],
    ...bins.flatMap(({ from, to, count }): [number, number][] => [
      [from, count / fullCount],
      [to, count / fullCount],
    ]),
    [bins[bins.length - 1].to, 0],
  ];
}
