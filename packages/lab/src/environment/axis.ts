/** The value axis of the environment. */
import { linearTicks } from '@driftline/engine/display';

/** Means that take up this share of [0, 1] are shown on all of it. */
const FILLS = 0.5;

/** The part of the axis that shows a range: [0, 1] where means fill it, else close around them. */
export function valueDomain([least, largest]: readonly [number, number]): [number, number] {
  const isUnit = least >= 0 && largest <= 1;
  const span = largest - least;
  if (isUnit && (span >= FILLS || span === 0)) return [0, 1];
  if (span === 0) return [least - 0.5, least + 0.5];
  const ticks = linearTicks(least, largest, 4);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : span;
  const tidy = (value: number) => Number(value.toPrecision(12));
  const low = tidy(Math.floor(least / step) * step);
  const high = tidy(Math.ceil(largest / step) * step);
  return isUnit ? [Math.max(0, low), Math.min(1, high)] : [low, high];
}
