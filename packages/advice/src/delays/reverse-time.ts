/**
 * The delays of a log in which every decision has its reward: others may have been left out, or may not have come yet. A
 * decision is there only if its delay is no longer than what the log had left, so that long delays are missing at its end
 * (right truncation). Seen backwards in time it is Kaplan's and Meier's: of those whose delay is at most x and which had x
 * left, the share whose delay is x tells of nothing else, and F is the product of 1 − e/R over all longer delays (Lagakos,
 * Barraj and De Gruttola, 1988). It is of delays up to the end of the curve alone: what never comes is not in the log.
 */
import type { Log } from '../contract/log.ts';
import type { Came } from './came.ts';
import { type Curve, longestTold } from './curve.ts';
import { Knots } from './knots.ts';

/** How many decisions had less than a delay left, for delays that get smaller. */
class Recent {
  readonly #log: Log;
  #first: number;

  constructor(log: Log) {
    this.#log = log;
    this.#first = 0;
  }

  /** Those with `end − time` below `delay` are the last rows. */
  countBelow(delay: number): number {
    const { rows, time, end } = this.#log;
    while (this.#first < rows && end - time[this.#first] >= delay) this.#first += 1;
    return rows - this.#first;
  }
}

/** F among rewards, up to the longest delay that the log tells of; undefined where none came within it. */
export function reverseTime(
  log: Log,
  { delays }: Came,
  end: number = longestTold(log),
): Curve | undefined {
  const recent = new Recent(log);
  const knots = new Knots(delays.length);
  let [share, sum] = [1, 0];
  let last = delays.length - 1;
  while (last >= 0 && delays[last] > end) last -= 1;
  if (last < 0) return undefined;
  knots.add(0, [delays[last], share, sum], true);
  while (last >= 0 && share > 0) {
    const delay = delays[last];
    let before = last;
    while (before >= 0 && delays[before] === delay) before -= 1;
    const atRisk = last + 1 - recent.countBelow(delay);
    const came = last - before;
    share *= 1 - came / atRisk;
    sum += came < atRisk ? came / (atRisk * (atRisk - came)) : 0;
    last = before;
    if (last >= 0) knots.add(came, [delays[last], share, sum], false);
  }
  return turned(knots, end);
}

/** Var F = F² Var ln F. */
function turned(knots: Knots, end: number): Curve {
  const [delays, shares, sums] = knots.columns();
  const [delay, share] = [delays.reverse(), shares.reverse()];
  const variance = sums.reverse().map((sum, i) => share[i] * share[i] * sum);
  return { delay, share, variance, end, lastRange: [1, 1] };
}
