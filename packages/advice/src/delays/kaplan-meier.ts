/**
 * The delays of a log that tells of decisions without a reward, too. What has not come by the end of the log is censored
 * there: it may come later, or never. Kaplan and Meier (1958): of those still waiting after a delay x, the share that came at
 * x is e/Y, so that 1 − F is the product of 1 − e/Y. Var ln(1 − F) = Σ e/(Y(Y − e)) (Greenwood, 1926).
 */
import { exp, ln } from '@driftline/core/play';
import type { Log } from '../contract/log.ts';
import type { Came } from './came.ts';
import { type Curve, longestTold } from './curve.ts';
import { Knots } from './knots.ts';

const Z = 1.959963984540054;

/** Decisions without a reward, from the last one back: those waited for longer and longer. */
class Waiting {
  readonly #arrival: Float64Array;
  readonly #log: Log;
  #row: number;
  left: number;

  constructor(log: Log, arrival: Float64Array, waiting: number) {
    this.#log = log;
    this.#arrival = arrival;
    this.#row = log.rows - 1;
    this.left = waiting;
  }

  /** Leaves aside those that were waited for less than `delay`. */
  passTo(delay: number): void {
    for (; this.#row >= 0; this.#row--) {
      if (!Number.isNaN(this.#arrival[this.#row])) continue;
      if (this.#log.end - this.#log.time[this.#row] >= delay) return;
      this.left -= 1;
    }
  }
}

/** Var of F/F_last, from the variances of ln(1 − F) at both: what comes after x adds to it independently. */
function ratioVariance(share: number, sum: number, last: number, lastSum: number): number {
  const ratio = share / last;
  const own = (ratio * (1 - last) - (1 - share)) / last;
  const later = (ratio * (1 - last)) / last;
  return sum * own * own + (lastSum - sum) * later * later;
}

/** 95 % for F, on the scale of ln(−ln(1 − F)), so that it stays between 0 and 1. */
function rangeOf(share: number, sum: number): [number, number] {
  if (share <= 0 || share >= 1) return [share, share];
  const lnLeft = ln(1 - share);
  const slack = (Z * Math.sqrt(sum)) / -lnLeft;
  return [1 - exp(lnLeft * exp(-slack)), 1 - exp(lnLeft * exp(slack))];
}

/** F over all decisions, up to the longest delay that the log tells of; undefined where none came within it. */
export function kaplanMeier(
  log: Log,
  { arrival, delays }: Came,
  end: number = longestTold(log),
): Curve | undefined {
  const waiting = new Waiting(log, arrival, log.rows - delays.length);
  const knots = new Knots(delays.length);
  let [left, sum, place] = [1, 0, 0];
  while (place < delays.length && delays[place] <= end) {
    const delay = delays[place];
    waiting.passTo(delay);
    const atRisk = delays.length - place + waiting.left;
    let came = 1;
    while (delays[place + came] === delay) came += 1;
    left *= 1 - came / atRisk;
    sum += came < atRisk ? came / (atRisk * (atRisk - came)) : 0;
    place += came;
    const isLast = !(delays[place] <= end);
    knots.add(came, [delay, 1 - left, sum], isLast);
  }
  return place === 0 ? undefined : finished(knots, end);
}

function finished(knots: Knots, end: number): Curve {
  const [delay, share, sums] = knots.columns();
  const last = share.length - 1;
  const variance = sums.map((sum, i) => ratioVariance(share[i], sum, share[last], sums[last]));
  return { delay, share, variance, end, lastRange: rangeOf(share[last], sums[last]) };
}
