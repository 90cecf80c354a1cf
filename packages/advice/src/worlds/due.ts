/** When rewards are learned, where they come late or in batches. */
import type { Random } from '@driftline/core/play';
import type { DelayPoint } from '../contract/delays.ts';
import type { Surroundings } from '../contract/world.ts';

/** A reward that is never learned. */
export const NEVER = -1;

/** The delay at a share of all rewards that come. The curve may end below 1: what is beyond is as late as its end. */
function delayAt(curve: readonly DelayPoint[], share: number): number {
  let [low, high] = [0, curve.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve[middle].share >= share) high = middle;
    else low = middle + 1;
  }
  return curve[low]?.delay ?? 0;
}

/** The first slot, at or after `from`, whose time is not before `moment`; their number where there is none. */
function firstSlotAt(time: Float64Array, moment: number, from: number): number {
  let [low, high] = [from, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] >= moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * For each slot the one after whose decision its reward is learned: a reward is there before the first slot whose time
 * is not before its arrival. Draws twice for each slot where there are delays.
 */
export function dueSlots(
  time: Float64Array,
  { delays, batch }: Pick<Surroundings, 'delays' | 'batch'>,
  random: Random,
): Int32Array {
  const due = new Int32Array(time.length);
  const most = delays?.curve[delays.curve.length - 1]?.share ?? 1;
  for (let slot = 0; slot < time.length; slot++) {
    let moment = time[slot];
    if (delays !== undefined) {
      const comes = random.uniform() < (delays.rewardedShare ?? 1);
      moment += delayAt(delays.curve, most * random.uniform());
      if (!comes) moment = Number.POSITIVE_INFINITY;
    }
    if (batch !== undefined) moment = Math.ceil(moment / batch) * batch;
    due[slot] = learnedAfter(time, moment, slot);
  }
  return due;
}

function learnedAfter(time: Float64Array, moment: number, slot: number): number {
  if (moment <= time[slot]) return slot;
  const next = firstSlotAt(time, moment, slot + 1);
  return next < time.length ? next - 1 : NEVER;
}
