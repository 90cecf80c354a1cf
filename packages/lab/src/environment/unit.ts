/** What recorded rewards are divided by, so that they have the size that policies expect. */
import { formatNumber } from '@driftline/engine/display';

/** Sizes beyond this are far from the rewards of about 0 to 1 that policies are tuned for. */
const LARGEST_SIZE = 5;
const DIGITS = 2;

/** A table is looked through once: fields are drawn anew at every change. */
const extremes = new WeakMap<ArrayLike<number>, number>();

/** The value that is furthest from 0. */
function extremeOf(values: ArrayLike<number>): number {
  const known = extremes.get(values);
  if (known !== undefined) return known;
  let extreme = 0;
  for (let i = 0; i < values.length; i++) {
    if (Math.abs(values[i]) > Math.abs(extreme)) extreme = values[i];
  }
  extremes.set(values, extreme);
  return extreme;
}

/** The least number of two digits that is not below a size. */
function roundedUp(size: number): number {
  const power = Math.floor(Math.log10(size)) - DIGITS + 1;
  // Powers below 1 cannot be written exactly; their inverses can.
  if (power < 0) return Math.ceil(size * 10 ** -power) / 10 ** -power;
  return Math.ceil(size / 10 ** power) * 10 ** power;
}

/** What is unusual about the size of rewards, and what to divide by instead. */
interface UnitAdvice {
  readonly text: string;
  readonly unit: number;
}

/** Advice where recorded values are too large for policies; undefined where they are not. */
export function unitAdvice(values: ArrayLike<number>, unit: number): UnitAdvice | undefined {
  const extreme = extremeOf(values);
  if (!(Math.abs(extreme / unit) > LARGEST_SIZE)) return undefined;
  const divided = unit === 1 ? 'Values' : `Divided by ${formatNumber(unit, 4)}, values`;
  const better = roundedUp(Math.abs(extreme));
  const by = formatNumber(better, DIGITS);
  const text = `${divided} reach ${formatNumber(extreme / unit, 3)}, but policies expect rewards of about 0 to 1. Divide by ${by}, or by −${by} if the values are losses.`;
  return { text, unit: better };
}
