/** Numbers as this page writes them. */
import type { Estimate } from '@driftline/client/wire';
import { formatFixed, formatNumber } from '@driftline/engine/display';

/** A share as a percentage: whole, but for the first and the last percent. */
export function percent(share: number): string {
  const value = 100 * share;
  const isAtEdge = (value > 0 && value < 1) || (value > 99 && value < 100);
  return `${formatFixed(value, isAtEdge ? 1 : 0)}%`;
}

/** A whole number, thousands set apart. */
export function whole(value: number): string {
  return formatFixed(Math.round(value), 0);
}

/** Decimals that show the first two digits of the narrowest of these spans. */
export function decimalsFor(spans: readonly number[]): number {
  const least = Math.min(...spans.filter((span) => span > 0), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(least)) return 3;
  return Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(least))));
}

/** A mean and its interval: `0.031 [95% CI 0.018 to 0.044]`. */
export function estimateText({ value, low, high }: Estimate): string {
  const decimals = decimalsFor([high - low]);
  const text = (each: number) => formatFixed(each, decimals);
  return `${text(value)} [95% CI ${text(low)} to ${text(high)}]`;
}

/** A mean or an index to three digits; a dash if there is none. */
export function valueText(value: number | null): string {
  return value === null ? '–' : formatNumber(value, 3);
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A length of time in the largest unit that it fills: 42 ms, 3.5 s, 12 min. */
export function secondsText(seconds: number): string {
  for (const [size, unit] of UNITS) {
    if (seconds >= size) return `${formatNumber(seconds / size, 2)} ${unit}`;
  }
  return `${formatNumber(1000 * seconds, 2)} ms`;
}
