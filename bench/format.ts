/** Numbers as tables show them. */

/** Three significant digits or all of the whole part: 0.912, 24.3, 1530. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toFixed(Math.min(digits, 3));
}

/** A ratio to two decimals. */
export function ratioText(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2);
}

/** A whole number with its digits in groups: 10,000, but 5000. */
export function count(value: number): string {
  const digits = String(Math.round(value));
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
