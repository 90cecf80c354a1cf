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

/** How many of these characters fit. */
function fitting(characters: readonly string[], width: number, weight: number): number {
  let count = 0;
  for (let used = 0; count < characters.length; count++) {
    used += textWidth(characters[count], weight);
    if (used > width) break;
  }
  return count;
}

/**
 * A text that is not wider than `width`: what is too much gives way to an ellipsis, in the middle,
 * as names begin with what they are and end with what sets them apart.
 */
export function cutTo(text: string, width: number, weight = 400): string {
  if (textWidth(text, weight) <= width) return text;
  const characters = [...text];
  const room = width - textWidth('…', weight);
  const head = Math.max(1, fitting(characters, 0.6 * room, weight));
  const start = characters.slice(0, head).join('');
  const rest = characters.slice(head).reverse();
  const tail = fitting(rest, room - textWidth(start, weight), weight);
  const end = rest.slice(0, tail).reverse().join('');
  return `${start.trimEnd()}…${end.trimStart()}`;
}

/** Where lines may end: at blanks, and after signs that join. */
const PLACES_TO_BREAK = /(?<=[ ,;:/_\-–])/;

/** A part of a text, broken anywhere where it is wider than a line. */
function piecesOf(part: string, width: number, weight: number): string[] {
  const pieces: string[] = [];
  let rest = [...part];
  while (textWidth(rest.join('').trimEnd(), weight) > width) {
    const count = Math.max(1, fitting(rest, width, weight));
    pieces.push(rest.slice(0, count).join(''));
    rest = rest.slice(count);
  }
  return [...pieces, rest.join('')];
}

interface Wrapping {
  readonly mostLines: number;
  readonly weight?: number;
  /** Whether a word that is wider than a line is broken; it is cut if not. */
  readonly breakWords?: boolean;
}

/** Breaks a text into lines; the last one allowed is cut to fit. */
export function wrapTo(
  text: string,
  width: number,
  { mostLines, weight = 400, breakWords = false }: Wrapping,
): string[] {
  const words = text.split(PLACES_TO_BREAK);
  const parts = breakWords ? words.flatMap((word) => piecesOf(word, width, weight)) : words;
  const lines: string[] = [];
  let line = parts[0];
  for (const part of parts.slice(1)) {
    if (lines.length === mostLines - 1 || textWidth((line + part).trimEnd(), weight) <= width) {
      line += part;
    } else {
      lines.push(line);
      line = part;
    }
  }
  return [...lines, line].map((each) => cutTo(each.trim(), width, weight));
}
