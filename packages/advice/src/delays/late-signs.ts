/**
 * Whether rewards come late in a log that does not say when they came: what has not come yet stands there as 0, so that its
 * end looks poor. Three things have to come together: the last tenth is nearer to 0 than what is before; no arm has lost
 * a clearly smaller part than the others; and within the last tenth it goes on, as it must, since the last rows had the
 * least time. A change of all arms at once stays where it went.
 */
import { ln } from '@driftline/core/play';
import { Moments } from '../base/moments.ts';
import type { LateSigns } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

const TENTH = 0.1;
/** The end of the last tenth, which is compared with the rest of it. */
const FIFTIETH = 0.02;
/** One-sided, of a standard normal law: one in a thousand, and one in twenty. */
const CLEAR = 3.09;
const SOME = 1.645;
/** Rows of an arm that are enough to judge it, before and within the last tenth. */
const LEAST_ROWS = 30;
/** Late rewards leave the last fiftieth at most this part of the rest of the last tenth. */
const MOST_LEFT = 0.5;

function errorSquare({ count, variance }: Moments): number {
  return count > 1 ? variance / (count - 1) : 0;
}

/** One arm before and within the last tenth; rewards are taken times the sign of their mean. */
interface Ends {
  readonly before: Moments;
  readonly tenth: Moments;
}

/** How the fall of an arm compares. */
class Falls {
  readonly #judged: readonly Ends[];

  constructor(arms: readonly Ends[]) {
    this.#judged = arms.filter(
      ({ before, tenth }) => Math.min(before.count, tenth.count) >= LEAST_ROWS,
    );
  }

  /** Falls of all arms together, each weighted by the inverse of its squared error, in units of their error. */
  together(): number {
    let [sum, weights] = [0, 0];
    for (const { before, tenth } of this.#judged) {
      // If nothing fell, the spread is the same; that of few rare rewards would be small just where they are few.
      const square = before.variance * (1 / before.count + 1 / tenth.count);
      if (square === 0) continue;
      sum += (tenth.mean - before.mean) / square;
      weights += 1 / square;
    }
    return weights > 0 ? sum / Math.sqrt(weights) : 0;
  }

  /** What is left in the last tenth, as a part of what was before, of all arms alike. */
  #left(): number {
    let [was, is] = [0, 0];
    for (const { before, tenth } of this.#judged) {
      was += tenth.count * before.mean;
      is += tenth.count * tenth.mean;
    }
    return was > 0 ? is / was : 1;
  }

  /** Whether no arm has kept clearly more than others: the limit allows for the number of arms. */
  isShared(): boolean {
    const left = this.#left();
    const limit = SOME + Math.sqrt(2 * ln(Math.max(1, this.#judged.length)));
    return this.#judged.every(({ before, tenth }) => {
      const error = Math.sqrt(errorSquare(tenth) + left * left * errorSquare(before));
      return tenth.mean - left * before.mean <= limit * error;
    });
  }
}

/** Whether the end of the last tenth is clearly better than late rewards would leave it. */
function staysWhereItWent(rest: Moments, end: Moments): boolean {
  const error = Math.sqrt(errorSquare(end) + MOST_LEFT * MOST_LEFT * errorSquare(rest));
  return end.mean - MOST_LEFT * rest.mean > SOME * error;
}

/** The sign that all rewards lie on, by their mean: what is late is nearer to 0, from wherever it is. */
function signOf({ reward, rows }: Log): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) if (!Number.isNaN(reward[row])) sum += reward[row];
  return sum < 0 ? -1 : 1;
}

/** Signs of rewards that come late. */
export function lateSigns(log: Log): LateSigns {
  const arms = Array.from({ length: armCountOf(log) }, () => ({
    before: new Moments(),
    tenth: new Moments(),
  }));
  const [rest, end] = [new Moments(), new Moments()];
  const sign = signOf(log);
  const [tenth, fiftieth] = [TENTH, FIFTIETH].map((part) => Math.floor(log.rows * (1 - part)));
  for (let row = 0; row < log.rows; row++) {
    const arm = arms[log.arm[row]];
    const reward = sign * log.reward[row];
    if (arm === undefined || Number.isNaN(reward)) continue;
    (row < tenth ? arm.before : arm.tenth).add(reward);
    if (row >= tenth) (row < fiftieth ? rest : end).add(reward);
  }
  const falls = new Falls(arms);
  return {
    isSuspected: falls.together() < -CLEAR && falls.isShared() && !staysWhereItWent(rest, end),
    fall: arms.map((arm) => sign * (arm.tenth.mean - arm.before.mean)),
    error: arms.map((arm) => Math.sqrt(errorSquare(arm.before) + errorSquare(arm.tenth))),
  };
}
