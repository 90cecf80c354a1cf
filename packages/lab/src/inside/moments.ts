/** Which slot to stand at first, which arms to show, and on what scale. */
import type { WatchedReplication } from '@driftline/engine/play';
import { believes } from './arm-now.ts';

/**
 * Where a first visit stands: shortly after the second change of the best arm, else the first one. Changes
 * that the next one follows soon do not count, for nothing can be seen to come of them.
 */
export function interestingSlot({ bestArms, slots, horizon }: WatchedReplication): number {
  const soon = Math.max(1, Math.round(horizon / 50));
  const lasting: number[] = [];
  let from = 0;
  for (let slot = 1; slot <= slots && lasting.length < 2; slot++) {
    if (slot < slots && bestArms[slot] === bestArms[slot - 1]) continue;
    if (from > 0 && slot - from > soon) lasting.push(from);
    from = slot;
  }
  const change = lasting.at(-1) ?? Math.floor(slots / 2);
  return Math.min(change + soon, slots - 1);
}

/** With more arms than this only some are shown. */
export const MANY_ARMS = 12;
/** How many of the most played ones. */
const MOST_PLAYED = 8;
/** More rows than these would be too tall a page. */
const MOST_ROWS = 100;

/** The arms that are always shown, in their order: all, or those played most. */
export function steadyArms(
  { arms, armCount }: WatchedReplication,
  showsAll: boolean,
): readonly number[] {
  const all = Array.from({ length: armCount }, (_, arm) => arm);
  const most = showsAll ? MOST_ROWS : MOST_PLAYED;
  if (armCount <= MANY_ARMS || armCount <= most) return all;
  const counts = new Int32Array(armCount);
  for (const arm of arms) counts[arm] += 1;
  return all
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}

/** The picked and the best arm of a slot, where they are not shown anyway. */
export function passingArms(
  { arms, bestArms, slots }: WatchedReplication,
  steady: readonly number[],
  slot: number,
): readonly number[] {
  if (slot >= slots) return [];
  return [...new Set([arms[slot], bestArms[slot]])].filter((arm) => !steady.includes(arm));
}

const MOST_SAMPLED = 4000;

function sampled(table: Float64Array): Float64Array {
  const every = Math.ceil(table.length / MOST_SAMPLED);
  const some = Float64Array.from(
    { length: Math.ceil(table.length / every) },
    (_, i) => table[i * every],
  );
  return some.filter((value) => Number.isFinite(value)).sort();
}

/** Room above the largest value for indices, in shares of the rows' height: as much as they need. */
const LEAST_ROOM = 0.25;
const MOST_ROOM = 0.6;

function isWithin(values: Float64Array, low: number, high: number): boolean {
  return values.length === 0 || (values[0] >= low && values[values.length - 1] <= high);
}

/** The value that a share of some sorted ones does not exceed. */
function quantile(sorted: Float64Array, share: number, ifEmpty: number): number {
  return sorted.length === 0 ? ifEmpty : sorted[Math.round(share * (sorted.length - 1))];
}

/** How far estimates with their widths reach, nearly always. */
function topOf({ estimates, widths }: WatchedReplication): number {
  const every = Math.ceil(estimates.length / MOST_SAMPLED);
  const tops = Float64Array.from(
    { length: Math.ceil(estimates.length / every) },
    (_, i) => estimates[i * every] + widths[i * every],
  );
  return quantile(
    tops.filter((top) => Number.isFinite(top)).sort(),
    0.95,
    Number.NEGATIVE_INFINITY,
  );
}

function withRoom(watched: WatchedReplication, high: number, span: number): number {
  if (!believes(watched)) return high + 0.05 * span;
  const needed = topOf(watched) + 0.05 * span;
  return Math.min(Math.max(needed, high + LEAST_ROOM * span), high + MOST_ROOM * span);
}

/** Means and estimates up to this, such as click rates, would be a line at the bottom of [0, 1]. */
const SMALL = 0.2;

/**
 * The values that all rows show: means and nearly all estimates, and room above for indices. Rows whose
 * values lie within [0, 1] have that, or as much of it as small ones need.
 */
export function rowDomain(watched: WatchedReplication): readonly [number, number] {
  const means = sampled(watched.shown);
  const known = sampled(
    watched.choice === 'probability' ? watched.probabilities : watched.estimates,
  );
  const [least, largest] = [means[0], means[means.length - 1]];
  const low = Math.min(least, quantile(known, 0.02, least));
  const high = Math.max(largest, quantile(known, 0.98, largest));
  if (isWithin(means, 0, 1) && isWithin(known, 0, 1)) {
    const unit = high > 0 && high <= SMALL && watched.choice !== 'probability' ? high : 1;
    return [0, withRoom(watched, unit, unit)];
  }
  const span = high - low || 1;
  return [low - 0.1 * span, withRoom(watched, high, span)];
}
