/** Plain text for a terminal of 80 columns. */

/** No line of a listing is longer. */
export const WIDTH = 80;

/** How many columns a text takes: combining marks take none. */
export function displayWidth(text: string): number {
  return [...text.replace(/\p{M}/gu, '')].length;
}

/** Fills with blanks on the right. */
export function padRight(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Fills with blanks on the left. */
export function padLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/**
 * Breaks a text at blanks into lines, but never beside '=', '<' or '>'; a word that is too long gets a line of
 * its own.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<![=<>]) (?![=<>])/)) {
    if (line === '') line = word;
    else if (displayWidth(line) + 1 + displayWidth(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A text beside a label: its further lines stand below its first one, `indent` columns in. */
export function labelled(label: string, text: string, indent: number): string[] {
  return wrap(text, WIDTH - indent).map((line, index) =>
    index === 0 ? padRight(label, indent) + line : ' '.repeat(indent) + line,
  );
}

/** A text of at most `width` characters: what is too much is cut off. */
export function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Whole numbers of things: 1 replication, 500 replications. */
export function counted(count: number, noun: string): string {
  return `${readable(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Groups the digits of large whole numbers by blanks: 32 057, but 5000. */
function grouped(digits: string): string {
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A number to read: six significant digits or more, all of its whole part, large ones grouped. */
export function readable(value: number, digits = 6): string {
  const wholeDigits = Math.trunc(Math.abs(value)).toString().length;
  const shown = String(Number(value.toPrecision(Math.min(100, Math.max(digits, wholeDigits)))));
  if (shown.includes('e')) return shown;
  const [, sign, whole, fraction] = /^(-?)(\d+)(.*)$/.exec(shown) ?? ['', '', shown, ''];
  return sign + grouped(whole) + fraction;
}

/** How the numbers of a column are written: four digits of the largest, with a power of ten where that is far from 1. */
export function columnFormat(largest: number): (value: number) => string {
  const isFar = largest >= 1e12 || (largest > 0 && largest < 1e-4);
  if (isFar) return (value) => (value === 0 ? '0' : value.toExponential(3).replace('e+', 'e'));
  const decimals = decimalsFor(largest);
  return (value) => value.toFixed(decimals);
}

/** Enough decimals for four digits of the largest number of a column. */
export function decimalsFor(largest: number): number {
  return Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(Math.max(1, largest)))));
}
