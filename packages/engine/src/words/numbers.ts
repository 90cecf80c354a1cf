/** Numbers as a reader wants them: round ticks, grouped thousands, no more digits than are known. */

/** The narrow space that does not break. */
const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function superscript(value: number): string {
  const digits = [...String(Math.abs(value))].map((digit) => SUPERSCRIPTS[Number(digit)]);
  return (value < 0 ? '⁻' : '') + digits.join('');
}

function scientific(value: number): string {
  const [factor, exponent] = value.toExponential().split('e');
  const rounded = Number(Number(factor).toPrecision(3));
  const power = `10${superscript(Number(exponent))}`;
  return rounded === 1 ? power : `${rounded}${NARROW_SPACE}×${NARROW_SPACE}${power}`;
}

/** Groups the digits of a whole number by threes: 12,500. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Nobody counts more zeros than these. */
const MOST_DECIMALS = 20;

/** A number with a given count of decimals, with commas between thousands: 12,500, −0.25. */
export function formatFixed(value: number, decimals: number): string {
  const size = Math.abs(value);
  const isFine = decimals > MOST_DECIMALS && size > 0;
  if (size >= 1e12 || isFine) return (value < 0 ? MINUS : '') + scientific(size);
  if (decimals > MOST_DECIMALS) return '0';
  const [whole, fraction] = size.toFixed(decimals).split('.');
  const groups = grouped(whole);
  const shown = fraction === undefined ? groups : `${groups}.${fraction}`;
  return value < 0 && Number(size.toFixed(decimals)) !== 0 ? MINUS + shown : shown;
}

/** A number to `digits` significant digits or more: whole parts are never rounded. */
export function formatNumber(value: number, digits = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-5) return (value < 0 ? MINUS : '') + scientific(size);
  const text = String(Number(size.toPrecision(digits)));
  const decimals = /^\d+\.(\d+)$/.exec(text)?.[1].length ?? 0;
  return formatFixed(value, decimals);
}

/** Whole numbers of things: 1 replication, 2,000 replications. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatFixed(count, 0)} ${count === 1 ? noun : plural}`;
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/** A mean, and half its interval: 0 where it is not known. */
export interface MeanAndHalf {
  readonly mean: number;
  readonly half: number;
}

/** Decimals that show the first digit of a number. */
function leadingDecimals(value: number): number {
  return Math.max(0, -Math.floor(Math.log10(value)));
}

/**
 * Means with half their intervals, all with the same decimals, so that they compare at a glance:
 * the first uncertain digit of the best known, unless that is far finer than the others need.
 */
export function formatEstimates(estimates: readonly MeanAndHalf[]): string[] {
  const halves = estimates.map(({ half }) => half).filter((half) => half > 0);
  const largestMean = Math.max(...estimates.map(({ mean }) => Math.abs(mean)));
  const decimals =
    halves.length > 0
      ? Math.min(leadingDecimals(Math.min(...halves)), leadingDecimals(Math.max(...halves)) + 2)
      : largestMean > 0
        ? leadingDecimals(largestMean / 100)
        : 0;
  return estimates.map(({ mean, half }) => {
    const shown = formatFixed(mean, decimals);
    return half > 0 ? `${shown} ± ${formatFixed(half, decimals)}` : shown;
  });
}

/** 1, 2 or 5 times a power of ten: the one whose logarithm is nearest to that of `span / count`. */
export function tickStep(span: number, count: number): number {
  const wanted = span / Math.max(1, count);
  const exponent = Math.floor(Math.log10(wanted));
  const factor = wanted / 10 ** exponent;
  if (factor < Math.SQRT2) return Number(`1e${exponent}`);
  if (factor < Math.sqrt(10)) return Number(`2e${exponent}`);
  if (factor < Math.sqrt(50)) return Number(`5e${exponent}`);
  return Number(`1e${exponent + 1}`);
}

/** Times as many ticks as were asked for: rounding the step never makes more. */
const MOST_TICKS = 4;

/** Round values from `low` to `high`, about `count` of them. */
export function linearTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  if (!Number.isFinite(high - low)) return [low, high];
  const step = tickStep(high - low, count);
  const tolerance = 1e-9;
  const first = Math.ceil(low / step - tolerance);
  const last = Math.floor(high / step + tolerance);
  // Dividing by the reciprocal gives 0.3 where multiplying by 0.1 would give 0.30000000000000004.
  const at = (i: number) => (step < 1 ? i / Math.round(1 / step) : i * step);
  // Where numbers lie closer together than doubles do, steps cannot be distinguished.
  const length = last - first + 1;
  if (!(length >= 1 && length <= MOST_TICKS * Math.max(1, count))) return [low, high];
  return Array.from({ length }, (_, i) => at(first + i));
}

/** Powers of ten between two positive numbers; with 2 and 5 between them where there are few. */
export function logTicks(low: number, high: number): number[] {
  const from = Math.floor(Math.log10(low));
  const to = Math.ceil(Math.log10(high));
  for (const factors of [[1], [1, 2, 5]]) {
    const ticks: number[] = [];
    for (let power = from; power <= to; power++) {
      for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
    }
    const inside = ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
    if (inside.length >= 3) return inside;
  }
  return linearTicks(low, high, 4);
}

/** How ticks are written: all with the decimals that the finest of them needs. */
export function tickFormat(ticks: readonly number[]): (value: number) => string {
  const decimals = Math.max(
    0,
    ...ticks.map((tick) => /\.(\d+)$/.exec(String(Number(tick.toPrecision(6))))?.[1].length ?? 0),
  );
  const least = Math.min(...ticks.map(Math.abs).filter((size) => size > 0));
  if (decimals > 5 || least < 1e-5) return (value) => formatNumber(value);
  return (value) => formatFixed(value, decimals);
}

/** On a logarithmic axis, each tick with its own decimals: 0.5, 1, 10. */
export function logTickFormat(value: number): string {
  return formatNumber(value, 5);
}

// On a terminal: plain signs, which every font has.

/** Groups the digits of five or more: four are read at a glance. */
function fewGrouped(whole: string): string {
  return whole.length <= 4 ? whole : grouped(whole);
}

/** A number to read: six significant digits or more, all of its whole part, large ones grouped. */
export function readable(value: number, digits = 6): string {
  const wholeDigits = Math.trunc(Math.abs(value)).toString().length;
  const shown = String(Number(value.toPrecision(Math.min(100, Math.max(digits, wholeDigits)))));
  if (shown.includes('e')) return shown;
  const [, sign, whole, fraction] = /^(-?)(\d+)(.*)$/.exec(shown) ?? ['', '', shown, ''];
  return sign + fewGrouped(whole) + fraction;
}

/** How the numbers of a column are written: four digits of the largest, with a power of ten where that is far from 1. */
export function columnFormat(largest: number): (value: number) => string {
  const isFar = largest >= 1e12 || (largest > 0 && largest < 1e-4);
  if (isFar) return (value) => (value === 0 ? '0' : value.toExponential(3).replace('e+', 'e'));
  const decimals = decimalsFor(largest);
  return (value) => plainFixed(value, decimals);
}

/** A number with a given count of decimals, without a sign if it rounds to 0. */
function plainFixed(value: number, decimals: number): string {
  const [, sign, whole, fraction] = /^(-?)(\d+)(.*)$/.exec(value.toFixed(decimals)) ?? [];
  if (whole === undefined) return String(value);
  const shown = fewGrouped(whole) + fraction;
  return Number(whole + fraction) === 0 ? shown : sign + shown;
}

/** Enough decimals for four digits of the largest number of a column. */
function decimalsFor(largest: number): number {
  return Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(Math.max(1, largest)))));
}

/** Whole numbers of things: 1 replication, 500 replications. */
export function plainlyCounted(count: number, noun: string): string {
  return `${readable(count)} ${noun}${count === 1 ? '' : 's'}`;
}
