/** The fourth question's first half: how heavy are the tails of rewards? */
import { pow } from '@driftline/core/play';
import type { Log } from '../contract/log.ts';
import type { PowerTail } from '../contract/path.ts';
import type { DrawnTail, TailPoint } from '../contract/pictures.ts';
import type { Answer, Refusal } from '../contract/refusal.ts';
import type { Tail, Tails } from '../contract/tails.ts';
import { type Hill, hill, indexRange } from './hill.ts';
import { Largest } from './largest.ts';
import { type Scale, scaleOf, sharesAlike } from './scales.ts';

const LEAST_ROWS = 200;
const LEAST_VALUES = 20;
const TOP = 10;
/** A quarter of the values that are taken is at least so many. */
const LEAST_COUNT = 8;

/** Indices up to which a law lacks its mean, its variance, or its fourth moment. */
const NO_MEAN = 1;
const NO_VARIANCE = 2;
const HEAVY = 4;

/** One-sided, one in twenty. */
const SHOWN = 1.645;

/** Why there is nothing to say of tails; undefined where there may be. */
function withoutTails(log: Log): Refusal | undefined {
  if (log.rewards.kind === 'unit') return { refused: 'rewards-bounded', need: {} };
  const values = new Set<number>();
  for (let row = 0; row < log.rows && values.size < LEAST_VALUES; row++) {
    if (!Number.isNaN(log.reward[row])) values.add(log.reward[row]);
  }
  if (values.size >= LEAST_VALUES) return undefined;
  return { refused: 'rewards-discrete', need: {} };
}

/** How many of the largest count as the tail; rewards that are all alike, as most may be, have no part in it. */
function tailCount(residuals: readonly Float64Array[], scales: readonly Scale[]): number {
  const apart = residuals.reduce((sum, each, arm) => sum + each.length * scales[arm].apart, 0);
  return Math.floor(Math.sqrt(apart));
}

function scalesOf(log: Log, residuals: readonly Float64Array[]): Scale[] {
  const alike = sharesAlike(log);
  return residuals.map((each, arm) => scaleOf(each, alike[arm]));
}

/** Both tails of all arms' residuals, each arm's in units of its own scale. */
class BothTails {
  /** Descending, in units of scales. */
  readonly largest: Readonly<Record<Tail['side'], Float64Array>>;
  readonly upper: Hill | undefined;
  readonly lower: Hill | undefined;
  readonly largestSquare: number;

  constructor(residuals: readonly Float64Array[], scales: readonly Scale[]) {
    const count = tailCount(residuals, scales);
    const [upper, lower] = [new Largest(count + 1), new Largest(count + 1)];
    let [most, squares] = [0, 0];
    residuals.forEach((each, arm) => {
      const { center, size } = scales[arm];
      if (size === 0) return;
      for (const residual of each) {
        const distance = (residual - center) / size;
        upper.add(distance);
        lower.add(-distance);
        most = Math.max(most, distance * distance);
        squares += distance * distance;
      }
    });
    this.largest = { upper: upper.sorted(), lower: lower.sorted() };
    this.upper = hill(this.largest.upper);
    this.lower = hill(this.largest.lower);
    this.largestSquare = squares > 0 ? most / squares : 0;
  }

  /** The one with the smaller index. */
  get heavier(): Hill | undefined {
    const { upper, lower } = this;
    if (upper === undefined || lower === undefined) return upper ?? lower;
    return upper.index <= lower.index ? upper : lower;
  }
}

/**
 * That tails are heavy has to be shown. Where both estimates say that there is no variance, that there is a mean has to be shown, too:
 * where it is not, nothing is said that depends on one. Of few values hardly anything is shown: intervals that need a
 * variance are given up where it is unlikely.
 */
function verdictOf({ index, low, high, shape }: Hill): Tails['verdict'] {
  if (high >= HEAVY) return 'light';
  if (low < NO_MEAN && high < NO_VARIANCE && shape > 1 / NO_VARIANCE) return 'no-mean';
  return index < NO_VARIANCE ? 'no-variance' : 'heavy';
}

function topTenOf(log: Log): number {
  const largest = new Largest(TOP);
  let sum = 0;
  for (let row = 0; row < log.rows; row++) {
    const size = Math.abs(log.reward[row]);
    if (Number.isNaN(size)) continue;
    largest.add(size);
    sum += size;
  }
  return sum > 0 ? largest.sorted().reduce((total, size) => total + size, 0) / sum : 0;
}

/** Whether a tail is shown to be a power: an exponential one, or thinner, would look otherwise. */
function isShownPower({ shape, shapeError }: Hill): boolean {
  return shape > SHOWN * shapeError;
}

/**
 * A tail becomes its power only far out, and the estimate is too low before, by more the more values it takes. So its range
 * is widened by what a quarter of them say; and there is an upper end only where the tail is heavy and shown to be a power.
 */
function told(side: Tail['side'], largest: Float64Array, tail: Hill | undefined): Tail[] {
  if (tail === undefined) return [];
  const { index, count } = tail;
  const few = Math.min(count, Math.max(LEAST_COUNT, count >> 2));
  const farther = hill(largest.subarray(0, few + 1)) ?? tail;
  const low = Math.min(tail.low, farther.low);
  if (tail.high >= HEAVY || !isShownPower(tail)) return [{ side, index, low, count }];
  return [{ side, index, low, high: Math.max(tail.high, farther.high), count }];
}

/**
 * What is known of tails.
 *
 * @param residuals - what each arm's rewards differ by from its mean at the time
 */
export function tailsOf(log: Log, residuals: readonly Float64Array[]): Answer<Tails> {
  const without = withoutTails(log);
  if (without !== undefined) return without;
  const rows = residuals.reduce((sum, each) => sum + each.length, 0);
  if (rows < LEAST_ROWS) return { refused: 'too-short', need: { rows: LEAST_ROWS } };
  const both = new BothTails(residuals, scalesOf(log, residuals));
  const { heavier } = both;
  if (heavier === undefined) return { refused: 'rewards-discrete', need: {} };
  return {
    verdict: verdictOf(heavier),
    tails: [
      ...told('upper', both.largest.upper, both.upper),
      ...told('lower', both.largest.lower, both.lower),
    ],
    isPower: isShownPower(heavier),
    largestSquare: both.largestSquare,
    topTen: topTenOf(log),
  };
}

/**
 * For worlds: where a tail is heavy, residuals beyond its k largest are drawn from a power law instead, in the unit of
 * rewards.
 */
export function powerTails(residuals: readonly Float64Array[], { tails }: Tails): PowerTail[] {
  const rows = residuals.reduce((sum, each) => sum + each.length, 0);
  return tails
    .filter(({ index, count }) => indexRange(index, count)[1] < HEAVY)
    .map(({ side, index, count }): PowerTail => {
      const sign = side === 'upper' ? 1 : -1;
      const largest = new Largest(count + 1);
      for (const each of residuals) for (const residual of each) largest.add(sign * residual);
      return { sign, from: largest.sorted()[count], index, share: count / rows };
    });
}

const MOST_POINTS = 200;

/** For figures: the sizes of the largest residuals of each side, and how often one is at least as large. */
export function tailPoints(log: Log, residuals: readonly Float64Array[]): DrawnTail[] {
  const rows = residuals.reduce((sum, each) => sum + each.length, 0);
  const { largest } = new BothTails(residuals, scalesOf(log, residuals));
  return (['upper', 'lower'] as const).map((side) => {
    const sizes = largest[side];
    const ratio = Math.max(1, pow(sizes.length, 1 / MOST_POINTS));
    const points: TailPoint[] = [];
    // Evenly spaced on a logarithmic axis.
    for (let rank = 1; rank <= sizes.length; rank = Math.max(rank + 1, Math.floor(rank * ratio))) {
      if (sizes[rank - 1] > 0) points.push({ size: sizes[rank - 1], share: rank / rows });
    }
    return { side, points };
  });
}
