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

/** Breaks a text at blanks into lines; a word that is too long gets a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
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

/** Groups the digits of large whole numbers by blanks: 32 057, but 5000. */
function grouped(digits: string): string {
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A number to read: six significant digits or all of its whole part, digits grouped. */
export function readable(value: number): string {
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15)) {
    return String(Number(value.toPrecision(6)));
  }
  const wholeDigits = Math.trunc(Math.abs(value)).toString().length;
  const rounded = Number(value.toFixed(Math.min(8, Math.max(0, 6 - wholeDigits))));
  const [whole, fraction] = Math.abs(rounded).toString().split('.');
  const sign = rounded < 0 ? '-' : '';
  return sign + grouped(whole) + (fraction === undefined ? '' : `.${fraction}`);
}
