/** Logs made from a world, as the log itself may have been: for trying an estimate where the truth is known. */
import type { Random } from '@driftline/core/play';
import { FOLDS, type Log } from '../contract/log.ts';
import type { World } from '../contract/world.ts';
import { armCountOf } from '../log/part.ts';
import { BinWalk } from '../worlds/path.ts';
import { rewardDraws } from '../worlds/rewards.ts';

/**
 * How arms are drawn: `shares` of a random log, the `given` probabilities (what is left of them goes to the other arms
 * as they were taken at about that time), or `kept` as they were, where nothing is known of it.
 */
export type ArmLaw = 'shares' | 'given' | 'kept';

/** Stretches of time that shares of arms are counted in, where they change. */
const MOST_STRETCHES = 500;
const STRETCH_ROWS = 200;

/** How often each arm was taken at about a time, among whoever was eligible. */
class NearbyArms {
  readonly #log: Log;
  readonly #stretches: number;
  readonly #counts: Float64Array;
  readonly #arms: number;

  constructor(log: Log) {
    this.#log = log;
    this.#arms = log.arms.length;
    this.#stretches = Math.max(1, Math.min(MOST_STRETCHES, Math.floor(log.rows / STRETCH_ROWS)));
    // Each arm counts once more, so that none is impossible.
    this.#counts = new Float64Array(this.#stretches * this.#arms).fill(1);
    for (let row = 0; row < log.rows; row++)
      this.#counts[this.#stretch(row) * this.#arms + log.arm[row]] += 1;
  }

  #stretch(row: number): number {
    return Math.floor((row * this.#stretches) / this.#log.rows);
  }

  /** Another arm than the row's, and its share among those. */
  other(row: number, share: number): { readonly arm: number; readonly share: number } {
    const { eligible, sets, arm: taken, arms } = this.#log;
    const at = this.#stretch(row) * this.#arms;
    const among = eligible === undefined ? arms.keys() : sets[eligible[row]];
    const others = [...among].filter((arm) => arm !== taken[row]);
    const total = others.reduce((sum, arm) => sum + this.#counts[at + arm], 0);
    let left = share * total;
    for (const arm of others) {
      left -= this.#counts[at + arm];
      if (left < 0) return { arm, share: this.#counts[at + arm] / total };
    }
    return { arm: taken[row], share: 0 };
  }
}

/** Shares of arms among rows of one eligible set, summed up. */
class SetShares {
  readonly #log: Log;
  readonly #sums: Float64Array;

  constructor(log: Log) {
    this.#log = log;
    const arms = log.arms.length;
    const sets = log.eligible === undefined ? 1 : log.sets.length;
    this.#sums = new Float64Array(sets * arms);
    for (let row = 0; row < log.rows; row++) this.#sums[this.#first(row) + log.arm[row]] += 1;
    for (let cell = 0; cell < this.#sums.length; cell++)
      if (cell % arms > 0) this.#sums[cell] += this.#sums[cell - 1];
  }

  #first(row: number): number {
    return (this.#log.eligible === undefined ? 0 : this.#log.eligible[row]) * this.#log.arms.length;
  }

  draw(row: number, random: Random): number {
    const first = this.#first(row);
    let [low, high] = [0, this.#log.arms.length - 1];
    const place = random.uniform() * this.#sums[first + high];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[first + middle] > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Arms drawn anew, with their probabilities where these are given. */
function drawnArms(
  log: Log,
  law: ArmLaw,
  random: Random,
  arm: Uint16Array,
): Pick<Log, 'arm' | 'propensity'> {
  arm.set(log.arm.subarray(0, log.rows));
  if (law === 'kept') return { arm, propensity: log.propensity };
  if (law === 'shares') {
    const shares = new SetShares(log);
    for (let row = 0; row < log.rows; row++) arm[row] = shares.draw(row, random);
    return { arm, propensity: undefined };
  }
  const given = log.propensity ?? new Float64Array(log.rows).fill(1);
  const propensity = given.slice(0, log.rows);
  const nearby = new NearbyArms(log);
  for (let row = 0; row < log.rows; row++) {
    const [isOwn, luck] = [random.uniform() < given[row], random.uniform()];
    if (isOwn) continue;
    const other = nearby.other(row, luck);
    if (other.share === 0) continue;
    arm[row] = other.arm;
    propensity[row] = (1 - given[row]) * other.share;
  }
  return { arm, propensity };
}

/** Columns that a log is made in. Those of a long one are large, and serve for the next one, too. */
export class MadeColumns {
  readonly arm: Uint16Array;
  readonly reward: Float64Array;
  readonly fold: Uint8Array;

  constructor(rows: number) {
    this.arm = new Uint16Array(rows);
    this.reward = new Float64Array(rows);
    this.fold = new Uint8Array(rows);
  }
}

/**
 * A log as the world may have given it. Rows that have no reward, or that of a rare arm, stay as they are.
 *
 * @param columns - where it is made
 */
export function syntheticLog(
  log: Log,
  world: World,
  law: ArmLaw,
  random: Random,
  columns = new MadeColumns(log.rows),
): Log {
  const { arm, propensity } = drawnArms(log, law, random, columns.arm);
  const { path, noise } = world;
  const armCount = armCountOf(log);
  const { reward, fold } = columns;
  reward.set(log.reward.subarray(0, log.rows));
  const draws = rewardDraws(noise);
  const bins = new BinWalk(path.bounds);
  for (let row = 0; row < log.rows; row++) {
    fold[row] = random.below(FOLDS);
    draws.next(random);
    const bin = bins.at(row);
    if (arm[row] < armCount && !Number.isNaN(reward[row]))
      reward[row] = draws.of(arm[row], path.means[bin * armCount + arm[row]]);
  }
  return { ...log, arm, propensity, reward, fold };
}

/** What the choices of a log earn per row by the means of a path. */
export function loggedTruth(log: Log, { path }: World): number {
  const bins = new BinWalk(path.bounds);
  let [sum, rows] = [0, 0];
  for (let row = 0; row < log.rows; row++) {
    const bin = bins.at(row);
    if (Number.isNaN(log.reward[row])) continue;
    const isPart = log.arm[row] < path.armCount;
    sum += isPart ? path.means[bin * path.armCount + log.arm[row]] : log.reward[row];
    rows += 1;
  }
  return sum / rows;
}
