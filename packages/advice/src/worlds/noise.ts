/** How rewards lie about their means: as in the log. */
import type { Log } from '../contract/log.ts';
import type { MeanPath, PowerTail, RewardNoise } from '../contract/path.ts';
import { BinWalk } from './path.ts';

/** Residuals of an arm that are kept: evenly spaced among all in their order. */
const MOST_RESIDUALS = 10_000;

/** Noise, and how large it is. */
interface FittedNoise {
  readonly noise: RewardNoise;
  /** The standard deviation of rewards about the path. */
  readonly deviation: number;
  /** The same by the median of their sizes, as it would be of a normal law: heavy tails do not change it much. */
  readonly middle: number;
  /** The mean of all rewards. */
  readonly center: number;
}

/** Rows that a law is made from, evenly spaced where there are more. */
const MOST_ROWS = 1_000_000;

/**
 * What rewards differ by from a path, arm by arm; without the rows of a fold where one is left out.
 *
 * @param spacing - one row in so many is taken
 */
export function residualsOf(
  log: Log,
  path: MeanPath,
  without?: number,
  spacing = 1,
): Float64Array[] {
  const isIn = (row: number) =>
    log.arm[row] < path.armCount && log.fold[row] !== without && !Number.isNaN(log.reward[row]);
  const counts = new Int32Array(path.armCount);
  for (let row = 0; row < log.rows; row += spacing) {
    if (isIn(row)) counts[log.arm[row]] += 1;
  }
  const residuals = Array.from(counts, (count) => new Float64Array(count));
  counts.fill(0);
  const bins = new BinWalk(path.bounds);
  for (let row = 0; row < log.rows; row += spacing) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    const bin = bins.at(row);
    if (!isIn(row)) continue;
    residuals[arm][counts[arm]] = reward - path.means[bin * path.armCount + arm];
    counts[arm] += 1;
  }
  return residuals;
}

function deviationOf(residuals: readonly Float64Array[]): number {
  let [count, squares] = [0, 0];
  for (const each of residuals) {
    count += each.length;
    for (const residual of each) squares += residual * residual;
  }
  return count > 0 ? Math.sqrt(squares / count) : 0;
}

/** Of a normal law, the standard deviation over the median of sizes. */
const NORMAL_MEDIAN = 1.4826;

function middleOf(residuals: readonly Float64Array[]): number {
  const sizes = new Float64Array(residuals.reduce((sum, each) => sum + each.length, 0));
  let place = 0;
  for (const each of residuals) {
    for (const residual of each) {
      sizes[place] = Math.abs(residual);
      place += 1;
    }
  }
  sizes.sort();
  return sizes.length > 0 ? NORMAL_MEDIAN * sizes[Math.floor(sizes.length / 2)] : 0;
}

/** The mean of all rewards of arms that take part. */
function centerOf(log: Log, armCount: number, without: number | undefined): number {
  let [sum, count] = [0, 0];
  for (let row = 0; row < log.rows; row++) {
    const reward = log.reward[row];
    if (log.arm[row] >= armCount || log.fold[row] === without || Number.isNaN(reward)) continue;
    sum += reward;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

/** At most so many of them, in ascending order, with a mean of 0. */
function kept(residuals: Float64Array): Float64Array {
  const sorted = residuals.slice().sort();
  const count = Math.min(sorted.length, MOST_RESIDUALS);
  const few = Float64Array.from(
    { length: count },
    (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / count)],
  );
  const mean = few.reduce((sum, residual) => sum + residual, 0) / Math.max(1, count);
  return few.map((residual) => residual - mean);
}

/** What rewards about a path are drawn from. */
export interface NoiseFacts {
  /** Where rewards are heavy-tailed, what is beyond is drawn anew from these. */
  readonly tails?: readonly PowerTail[] | undefined;
  /** A fold whose rows are left out. */
  readonly without?: number | undefined;
}

/** One row in so many is looked at, where there are many. */
function spacingFor({ rows }: Log): number {
  return Math.ceil(rows / MOST_ROWS);
}

function lawOf(
  log: Log,
  residuals: readonly Float64Array[],
  tails: readonly PowerTail[] | undefined,
): RewardNoise {
  if (log.rewards.kind === 'binary') return { law: 'bernoulli' };
  const all = residuals.some((each) => each.length === 0) ? pooled(residuals) : undefined;
  return {
    law: 'resampled',
    residuals: residuals.map((each) => kept(each.length > 0 || all === undefined ? each : all)),
    ...(tails === undefined || tails.length === 0 ? {} : { tails }),
  };
}

/** The law of rewards about a path, and how far they lie from it: what a world needs. */
export function worldNoise(
  log: Log,
  path: MeanPath,
  { tails, without }: NoiseFacts = {},
): Pick<FittedNoise, 'noise' | 'deviation'> {
  if (log.rewards.kind === 'binary')
    return { noise: { law: 'bernoulli' }, deviation: bitDeviation(log, path, without) };
  const residuals = residualsOf(log, path, without, spacingFor(log));
  return { noise: lawOf(log, residuals, tails), deviation: deviationOf(residuals) };
}

/** The standard deviation of rewards about a path, where nothing else of residuals is needed. */
function bitDeviation(log: Log, path: MeanPath, without: number | undefined): number {
  const { arm, reward, fold, rows } = log;
  const { armCount, bounds, means } = path;
  const spacing = spacingFor(log);
  let [bin, count, squares] = [0, 0, 0];
  for (let row = 0; row < rows; row += spacing) {
    while (row >= bounds[bin + 1]) bin += 1;
    if (arm[row] >= armCount || fold[row] === without || Number.isNaN(reward[row])) continue;
    const residual = reward[row] - means[bin * armCount + arm[row]];
    squares += residual * residual;
    count += 1;
  }
  return count > 0 ? Math.sqrt(squares / count) : 0;
}

/** The law of rewards about a path, how large they are, and how far they lie from it by two measures. */
export function noiseOf(
  log: Log,
  path: MeanPath,
  { tails, without }: NoiseFacts = {},
): FittedNoise {
  const residuals = residualsOf(log, path, without, spacingFor(log));
  return {
    noise: lawOf(log, residuals, tails),
    deviation: deviationOf(residuals),
    middle: middleOf(residuals),
    center: centerOf(log, path.armCount, without),
  };
}

/** Residuals of all arms, for an arm that has none. */
function pooled(residuals: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(residuals.reduce((sum, each) => sum + each.length, 0));
  let place = 0;
  for (const each of residuals) {
    all.set(each, place);
    place += each.length;
  }
  return all.length > 0 ? all : new Float64Array(1);
}
