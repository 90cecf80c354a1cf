/** When means jumped, and within which slots that is known. */
import type { DriftStep } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import type { Fit, FitData } from '../fits/fit.ts';

/**
 * A step lies where the log-likelihood falls by at most this, in 95 of 100 cases. Away from the true place it is a
 * walk on either side whose drift is minus half its variance, and the maximum of such a walk is exponential with mean
 * 1: the best place is above the true one by at most f with the probability (1 − e^−f)².
 */
const FALL = -Math.log(1 - Math.sqrt(0.95));

/**
 * A step is told where it raises the log-likelihood by this much: the best of two thousand places does so by chance in
 * one series of a thousand. Fits that predict well may have a few that do not.
 */
const SURE = 10;

/** The slots of an arm's rows within some slots, and sums of rewards up to each. */
function rowsWithin({ arm: arms, reward }: Log, arm: number, from: number, to: number) {
  const isIn = (row: number) => arms[row] === arm && !Number.isNaN(reward[row]);
  let count = 0;
  for (let row = from; row < to; row++) if (isIn(row)) count += 1;
  const slots = new Int32Array(count);
  const sums = new Float64Array(count + 1);
  count = 0;
  for (let row = from; row < to; row++) {
    if (!isIn(row)) continue;
    slots[count] = row;
    sums[count + 1] = sums[count] + reward[row];
    count += 1;
  }
  return { slots, sums };
}

/** Rows on either side that a mean needs. */
const LEAST_ROWS = 3;

/** One step between two others: where it is likeliest, and where it may be. */
function located(data: FitData, arm: number, from: number, to: number): DriftStep | undefined {
  const { log, bins } = data;
  const { slots, sums } = rowsWithin(log, arm, from, to);
  const count = slots.length;
  if (count < 2 * LEAST_ROWS) return undefined;
  const total = sums[count];
  // What is explained by two means, of so many rows and of the rest, in units of twice the noise variance.
  const explained = (k: number) =>
    (sums[k] ** 2 / k + (total - sums[k]) ** 2 / (count - k)) / (2 * bins.noise[arm]);
  let [best, most] = [LEAST_ROWS, explained(LEAST_ROWS)];
  for (let k = LEAST_ROWS + 1; k <= count - LEAST_ROWS; k++) {
    const own = explained(k);
    if (own > most) [best, most] = [k, own];
  }
  if (most - total ** 2 / count / (2 * bins.noise[arm]) < SURE) return undefined;
  const isNear = (k: number) => explained(k) >= most - FALL;
  let [first, last] = [LEAST_ROWS, count - LEAST_ROWS];
  while (first < best && !isNear(first)) first += 1;
  while (last > best && !isNear(last)) last -= 1;
  const slot = slots[best];
  return {
    arm: log.arms[arm],
    slot,
    from: slots[first],
    to: slots[last],
    time: log.time[slot],
    fromTime: log.time[slots[first]],
    toTime: log.time[slots[last]],
    size: (total - sums[best]) / (count - best) - sums[best] / best,
  };
}

/** All steps of the arms, in the order of time. */
export function stepsOf(data: FitData, fit: Fit & { readonly kind: 'steps' }): DriftStep[] {
  const { bins } = data;
  const steps = data.arms.flatMap((arm) => {
    const starts = data.stepStarts(arm, fit);
    return starts.slice(1).map((_, i) => {
      const [from, to] = [bins.bounds[starts[i]], bins.bounds[starts[i + 2] ?? bins.count]];
      return located(data, arm, from, to);
    });
  });
  return steps.filter((step) => step !== undefined).sort((a, b) => a.slot - b.slot);
}
