/**
 * The quick way to a memory: of windows over the rows of the log, the one whose means predict the next reward of an arm
 * best. It says nothing of how wide to explore, so that is taken from how much rewards vary.
 */
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';
import { windowsUpTo } from './candidates.ts';

/** Rows at the start that only teach, as a share. */
const WARM_UP = 0.2;

/** Counts and sums of arms over the last rows. */
class Recent {
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;
  #count = 0;
  #sum = 0;

  constructor(armCount: number) {
    this.#counts = new Float64Array(armCount);
    this.#sums = new Float64Array(armCount);
  }

  /** With a weight of −1 a row is forgotten. */
  add(arm: number, reward: number, weight: 1 | -1): void {
    this.#counts[arm] += weight;
    this.#sums[arm] += weight * reward;
    this.#count += weight;
    this.#sum += weight * reward;
  }

  /** The arm's mean, or that of all arms where it has no rows. */
  mean(arm: number): number {
    if (this.#counts[arm] > 0) return this.#sums[arm] / this.#counts[arm];
    return this.#count > 0 ? this.#sum / this.#count : 0;
  }
}

/** Rows at the end that are predicted, where there are more: no memory here is longer. */
const MOST_ROWS = 1_000_000;

/** The mean square of what was not predicted, by means over the last `window` rows. */
export function predictionLoss(log: Log, window: number): number {
  const start = Math.max(0, log.rows - MOST_ROWS);
  const rowsIn = log.rows - start;
  const armCount = armCountOf(log);
  const recent = new Recent(armCount);
  const counts = (row: number) => log.arm[row] < armCount && !Number.isNaN(log.reward[row]);
  let [squares, rows] = [0, 0];
  for (let row = start; row < log.rows; row++) {
    const old = row - window - 1;
    if (old >= start && counts(old)) recent.add(log.arm[old], log.reward[old], -1);
    if (!counts(row)) continue;
    if (row - start >= WARM_UP * rowsIn) {
      squares += (log.reward[row] - recent.mean(log.arm[row])) ** 2;
      rows += 1;
    }
    recent.add(log.arm[row], log.reward[row], 1);
  }
  return rows > 0 ? squares / rows : 0;
}

/** The window that predicts best; undefined where the log is shorter than any. */
export function quickWindow(log: Log): number | undefined {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const window of windowsUpTo(Math.min(log.rows, MOST_ROWS))) {
    const loss = predictionLoss(log, window);
    // Of equals the longest: nothing speaks for forgetting.
    if (loss > least) continue;
    [best, least] = [window, loss];
  }
  return best === 0 ? undefined : best;
}
