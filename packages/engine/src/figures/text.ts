/** How wide text is, and how it is broken into lines. */
import { GLYPH_RANGES } from './glyph-widths.ts';
import { FONT_SIZE, STRONG } from './theme.ts';

/** What no character takes up: accents on the one before, joiners and other signs without a body. */
const BODILESS = /[\p{M}\p{Cf}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const SQUARE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/u;
const CAPITAL = /\p{Lu}/u;

/** For characters that the table lacks, whichever font will show them: rather too much room. */
function unknownWidth(character: string): number {
  if (PICTURE.test(character)) return 1400;
  if (BODILESS.test(character)) return 0;
  return SQUARE.test(character) || CAPITAL.test(character) ? 1000 : 800;
}

function knownWidth(character: string, strong: boolean): number {
  const codePoint = character.codePointAt(0)!;
  for (const { first, regular, semibold } of GLYPH_RANGES) {
    const place = codePoint - first;
    if (place >= 0 && place < regular.length) return (strong ? semibold : regular)[place];
  }
  return 0;
}

/** Whether our font has a character. */
export function hasGlyph(character: string): boolean {
  return knownWidth(character, false) > 0;
}

/** The width of a text in pixels, without kerning, which seldom adds to it. */
export function textWidth(text: string, weight = 400, size: number = FONT_SIZE): number {
  let width = 0;
  for (const character of text) {
    width += knownWidth(character, weight >= STRONG) || unknownWidth(character);
  }
  return (width * size) / 1000;
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
