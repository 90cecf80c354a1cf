/** Numbers as they are written: how they are read, how long they may be, and how they are shown in errors. */

/** More characters than any double needs to be written out in full. */
const LONGEST_NUMBER = 1100;
const LONGEST_SHOWN = 60;

// Each digit can be matched in one way only: the time to read is in proportion to the length.
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a decimal number; NaN for anything else, infinities, hexadecimal and endless digits included. */
export function readDecimal(text: string): number {
  const trimmed = text.trim();
  const isNumber = trimmed.length <= LONGEST_NUMBER && decimal.test(trimmed);
  const value = isNumber ? Number(trimmed) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** A text in an error: its beginning, and how long it is, where it is long. */
export function shortened(text: string, longest: number = LONGEST_SHOWN): string {
  if (text.length <= longest) return text;
  const limit = text.length > LONGEST_NUMBER ? `; a number has at most ${LONGEST_NUMBER}` : '';
  return `${text.slice(0, longest - 1)}… (${text.length} characters${limit})`;
}
