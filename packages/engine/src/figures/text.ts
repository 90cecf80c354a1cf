/** How wide text is, and how it is broken into lines. */
import { GLYPH_RANGES } from './glyph-widths.ts';
import { FONT_SIZE, STRONG } from './theme.ts';

/** For characters that the table lacks: as wide as the type is high, so rather too much room. */
const UNKNOWN_WIDTH = 1000;

function glyphWidth(codePoint: number, strong: boolean): number {
  for (const { first, regular, semibold } of GLYPH_RANGES) {
    const place = codePoint - first;
    if (place >= 0 && place < regular.length) {
      return (strong ? semibold : regular)[place] || UNKNOWN_WIDTH;
    }
  }
  return UNKNOWN_WIDTH;
}

/** The width of a text in pixels, without kerning. */
export function textWidth(text: string, weight = 400, size: number = FONT_SIZE): number {
  let width = 0;
  for (const character of text) width += glyphWidth(character.codePointAt(0)!, weight >= STRONG);
  return (width * size) / 1000;
}

/** Capitals of Arial and Liberation Sans are this much wider, where Source Sans 3 is not at hand. */
const OTHER_FONTS = 1.15;

/** The width to keep free for a text, whichever sans-serif it is shown in. */
export function textRoom(text: string, weight = 400): number {
  return OTHER_FONTS * textWidth(text, weight);
}

/** A text that is not wider than `width`: what is too much gives way to an ellipsis. */
export function cutTo(text: string, width: number, weight = 400): string {
  if (textWidth(text, weight) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, weight) > width) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…`;
}

/** Breaks a text at blanks and after dashes and commas; the last line allowed is cut to fit. */
export function wrapTo(text: string, width: number, mostLines: number, weight = 400): string[] {
  const parts = text.split(/(?<=[ ,\-–:])/);
  const lines: string[] = [];
  let line = parts[0];
  for (const [i, part] of parts.entries()) {
    if (i === 0) continue;
    if (lines.length === mostLines - 1 || textWidth((line + part).trimEnd(), weight) <= width) {
      line += part;
    } else {
      lines.push(line);
      line = part;
    }
  }
  return [...lines, line].map((each) => cutTo(each.trim(), width, weight));
}
