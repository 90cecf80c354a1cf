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
