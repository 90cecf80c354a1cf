/**
 * Whether rewards come late in a log that does not say when they came: what has not come yet stands there as 0, so that its
 * end looks poor. Four things have to come together: the last tenth is nearer to 0 than what is before; no arm has lost
 * a clearly smaller part than the others; within the last tenth it goes on, as it must, since the last rows had the
 * least time; and it has the shape that waiting leaves. A change of all arms at once stays where it went. In long logs shorter ends are looked at, too: rewards that
 * are late by a thousandth of the log hardly show in a tenth of it.
 */
import { ln } from '@driftline/core/play';
import { Moments } from '../base/moments.ts';
import type { LateSigns } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';
import { looksUnripe } from './ripening.ts';

/** Ends that are looked at, as shares of the log, each with at least so many rows; the first always is. */
const ENDS = [0.1, 0.05, 0.02, 0.01, 0.005];
const LEAST_END = 1000;
/** The very end of an end, which is compared with the rest of it. */
const VERY_END = 0.2;
/** One-sided, of a standard normal law: one in a thousand, where ends are several rather less, and one in twenty. */
const CLEAR = 3.09;
const CLEAR_OF_SEVERAL = 3.5;
const SOME = 1.645;
/** Rows of an arm that are enough to judge it, before and within an end. */
const LEAST_ROWS = 30;
/** Late rewards leave the very end at most this part of the rest of the end. */
const MOST_LEFT = 0.5;

function errorSquare({ count, variance }: Moments): number {
  return count > 1 ? variance / (count - 1) : 0;
}

/** One arm before the last tenth and within an end; rewards are taken times the sign of their mean. */
interface Ends {
  readonly before: Moments;
  readonly end: Moments;
}

/** How the fall of an arm compares. */
class Falls {
  readonly #judged: readonly Ends[];

  constructor(arms: readonly Ends[]) {
    this.#judged = arms.filter(
      ({ before, end }) => Math.min(before.count, end.count) >= LEAST_ROWS,
    );
  }

  /**
   * Falls of all arms together in units of their error, each weighted by the inverse of what its squared error would be if
   * nothing fell: by its own, arms with few rare rewards would weigh most just where they are fewest.
   */
  together(): number {
    let [sum, squares] = [0, 0];
    for (const { before, end } of this.#judged) {
      if (before.variance === 0) continue;
      const perRow = 1 / before.count + 1 / end.count;
      const weight = 1 / (before.variance * perRow);
      sum += weight * (end.mean - before.mean);
      squares += weight * weight * 0.5 * (before.variance + end.variance) * perRow;
    }
    return squares > 0 ? sum / Math.sqrt(squares) : 0;
  }

  /** What is left in the end, as a part of what was before, of all arms alike. */
  #left(): number {
    let [was, is] = [0, 0];
    for (const { before, end } of this.#judged) {
      was += end.count * before.mean;
      is += end.count * end.mean;
    }
    return was > 0 ? is / was : 1;
  }

  /** Whether no arm has kept clearly more than others: the limit allows for the number of arms. */
  isShared(): boolean {
    const left = this.#left();
    const limit = SOME + Math.sqrt(2 * ln(Math.max(1, this.#judged.length)));
    return this.#judged.every(({ before, end }) => {
      const error = Math.sqrt(errorSquare(end) + left * left * errorSquare(before));
      return end.mean - left * before.mean <= limit * error;
    });
  }
}

/** Whether the very end is clearly better than late rewards would leave it. */
function staysWhereItWent(rest: Moments, veryEnd: Moments): boolean {
  const error = Math.sqrt(errorSquare(veryEnd) + MOST_LEFT * MOST_LEFT * errorSquare(rest));
  return veryEnd.mean - MOST_LEFT * rest.mean > SOME * error;
}

/** The sign that all rewards lie on, by their mean: what is late is nearer to 0, from wherever it is. */
function signOf({ reward, rows }: Log): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) if (!Number.isNaN(reward[row])) sum += reward[row];
  return sum < 0 ? -1 : 1;
}

/** Rows of a log from one on, arm by arm and all together, times a sign. */
function momentsOf(log: Log, sign: number, from: number, to: number) {
  const arms = Array.from({ length: armCountOf(log) }, () => new Moments());
  const all = new Moments();
  for (let row = from; row < to; row++) {
    const reward = sign * log.reward[row];
    if (log.arm[row] >= arms.length || Number.isNaN(reward)) continue;
    arms[log.arm[row]].add(reward);
    all.add(reward);
  }
  return { arms, all };
}

/** A log's end, as many rows as are looked at, and what was before its last tenth. */
interface PoorEnd {
  readonly before: readonly Moments[];
  readonly rows: number;
  readonly clear: number;
}

/** Whether all arms are poorer in an end, and alike. */
function isPoor(log: Log, sign: number, { before, rows, clear }: PoorEnd): boolean {
  const end = momentsOf(log, sign, log.rows - rows, log.rows);
  const falls = new Falls(end.arms.map((each, arm) => ({ before: before[arm], end: each })));
  return falls.together() < -clear && falls.isShared();
}

/** Whether it goes on within an end, or may. */
function goesOn(log: Log, sign: number, { rows }: PoorEnd): boolean {
  const veryFrom = log.rows - Math.floor(rows * VERY_END);
  const rest = momentsOf(log, sign, log.rows - rows, veryFrom);
  return !staysWhereItWent(rest.all, momentsOf(log, sign, veryFrom, log.rows).all);
}

/** Signs of rewards that come late. */
export function lateSigns(log: Log): LateSigns {
  const sign = signOf(log);
  const sizes = ENDS.map((share) => Math.ceil(share * log.rows));
  const tenth = log.rows - sizes[0];
  const before = momentsOf(log, sign, 0, tenth).arms;
  const end = momentsOf(log, sign, tenth, log.rows).arms;
  const looked = sizes.filter((rows, i) => i === 0 || rows >= LEAST_END);
  const clear = looked.length > 1 ? CLEAR_OF_SEVERAL : CLEAR;
  const poor = looked
    .map((rows): PoorEnd => ({ before, rows, clear }))
    .filter((each) => isPoor(log, sign, each));
  return {
    isPoor: poor.length > 0,
    isSuspected: poor.some((each) => goesOn(log, sign, each)) && looksUnripe(log, sign),
    fall: end.map((each, arm) => sign * (each.mean - before[arm].mean)),
    error: end.map((each, arm) => Math.sqrt(errorSquare(before[arm]) + errorSquare(each))),
  };
}
