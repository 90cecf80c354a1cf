/**
 * The gain where choices depended on rewards, and their probabilities are not known: a model's.
 *
 * An arm that was given up is not seen again, and what was last seen of it makes a leader that nobody can check. So
 * the leader is who leads by the smoothed means, and it is judged by draws of what the means may have been, in each of
 * which the best fixed arm is the best of that draw: of an arm that was hardly tried draws differ much, so that it is
 * among the best in some of them, and little is claimed.
 */
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { streamFor } from '../contract/streams.ts';
import { drawnPath, fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import type { Estimated } from './estimated.ts';
import { rankOf } from './rank.ts';

/** How often what the means may have been is drawn. */
const DRAWS = 64;
/** A mean is known where its variance is below that of the mean of so many rewards. */
const KNOWN_ROWS = 20;

/** Slots of one bin in which the same arms are eligible. */
interface Cell {
  readonly bin: number;
  readonly arms: ArrayLike<number>;
  readonly slots: number;
}

function cellsOf(log: Log, { bounds, armCount }: MeanPath): Cell[] {
  const all = Array.from({ length: armCount }, (_, arm) => arm);
  const cells: Cell[] = [];
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    const [from, to] = [bounds[bin], bounds[bin + 1]];
    if (log.eligible === undefined) {
      cells.push({ bin, arms: all, slots: to - from });
      continue;
    }
    const counts = new Map<number, number>();
    for (let row = from; row < to; row++)
      counts.set(log.eligible[row], (counts.get(log.eligible[row]) ?? 0) + 1);
    for (const [set, slots] of counts)
      cells.push({ bin, arms: log.sets[set].filter((arm) => arm < armCount), slots });
  }
  return cells.filter(({ arms }) => arms.length > 0);
}

/** The arm of the largest value among some. */
function bestOf(arms: ArrayLike<number>, value: (arm: number) => number): number {
  let best = arms[0];
  for (let i = 1; i < arms.length; i++) if (value(arms[i]) > value(best)) best = arms[i];
  return best;
}

/** The mean of the leaders, and of the best arm to stay with, in one draw. */
function gainIn(path: MeanPath, cells: readonly Cell[], leaders: readonly number[]): number {
  const { armCount, means } = path;
  const rank = rankOf(path);
  const places = new Int32Array(armCount);
  rank.forEach((arm, place) => {
    places[arm] = place;
  });
  let [gain, slots] = [0, 0];
  cells.forEach((cell, i) => {
    const fixed = bestOf(cell.arms, (arm) => -places[arm]);
    const row = cell.bin * armCount;
    gain += cell.slots * (means[row + leaders[i]] - means[row + fixed]);
    slots += cell.slots;
  });
  return gain / slots;
}

/** The gain by a local-level model of each arm. */
export function modelledRoom(log: Log, seed: number): Estimated {
  const fit = fitLevels(log);
  const { path, variances } = smoothedPath(fit);
  const cells = cellsOf(log, path);
  const at = (bin: number) => bin * path.armCount;
  const leaders = cells.map(({ bin, arms }) => bestOf(arms, (arm) => path.means[at(bin) + arm]));
  const random = streamFor(seed, 'posterior');
  const gains = new Moments();
  for (let draw = 0; draw < DRAWS; draw++)
    gains.add(gainIn(drawnPath(fit, random), cells, leaders));
  const [fixed] = rankOf(path);
  const share = (holds: (cell: Cell, i: number) => boolean): number =>
    cells.reduce((sum, cell, i) => (holds(cell, i) ? sum + cell.slots : sum), 0) / log.rows;
  return {
    headroom: gains.mean,
    error: Math.sqrt(gains.variance),
    fixed,
    elsewhere: share((_, i) => leaders[i] !== fixed),
    support: share(({ bin }, i) => variances[at(bin) + leaders[i]] < 1 / KNOWN_ROWS),
  };
}
