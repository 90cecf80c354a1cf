/** Small pictures of means in text: one row per arm, time from left to right. */
import type { Means } from '@driftline/core';

const levels = '▁▂▃▄▅▆▇█';
const armDigits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The slots of each of at most `width` columns, as evenly as can be. */
function columnsOf(horizon: number, width: number): readonly (readonly [number, number])[] {
  const count = Math.min(horizon, width);
  const edge = (column: number) => Math.floor((column * horizon) / count);
  return Array.from({ length: count }, (_, column) => [edge(column), edge(column + 1)] as const);
}

/** The mean at a slot, or at a play of the arm if it is rested. */
function drawnMean(means: Means, place: number, arm: number): number {
  const shown = means.moves === 'plays' ? means.shown?.(place, arm) : undefined;
  return shown ?? means.mean(place, arm);
}

function averageOver(means: Means, arm: number, from: number, to: number): number {
  let sum = 0;
  for (let place = from; place < to; place++) sum += drawnMean(means, place, arm);
  return sum / (to - from);
}

/** The arm that is best most often; the lowest such arm on ties. */
function bestOver(means: Means, from: number, to: number): number {
  const wins = new Int32Array(means.armCount);
  for (let slot = from; slot < to; slot++) wins[means.bestArm(slot)]++;
  return wins.reduce((best, count, arm) => (count > wins[best] ? arm : best), 0);
}

/** One arm's means, averaged within each column, between the least and the largest mean of all. */
export function sparkline(
  means: Means,
  arm: number,
  [low, high]: readonly [number, number],
  width: number,
): string {
  const top = levels.length - 1;
  // Where nothing varies, the middle.
  const heightOf = (mean: number) =>
    high > low ? Math.round(((mean - low) / (high - low)) * top) : top >> 1;
  return columnsOf(means.horizon, width)
    .map(([from, to]) => levels[heightOf(averageOver(means, arm, from, to))])
    .join('');
}

/** The best arm of each column, as a digit or letter. Undefined with more arms than those, and for rested arms. */
export function bestArmRow(means: Means, width: number): string | undefined {
  if (means.armCount > armDigits.length || means.moves === 'plays') return undefined;
  return columnsOf(means.horizon, width)
    .map(([from, to]) => armDigits[bestOver(means, from, to)])
    .join('');
}
