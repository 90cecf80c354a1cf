/** Which texts can be units: two units that differ can be told apart where they are shown. */

/** A rule that a code point of a unit must not match, and what that code point is. */
interface Rule {
  readonly pattern: RegExp;
  readonly what: string;
}

/** In this order: some code points match several. */
const RULES: readonly Rule[] = [
  { pattern: /\p{Cc}/u, what: 'a control character' },
  { pattern: /\p{Cs}|\p{Noncharacter_Code_Point}/u, what: 'which is not a character' },
  { pattern: /\p{Bidi_Control}/u, what: 'which changes the direction of text' },
  { pattern: /(?! )\p{White_Space}/u, what: 'a space other than U+0020' },
  { pattern: /\p{Default_Ignorable_Code_Point}/u, what: 'which is invisible' },
  // Blank in every font, although no property names them: Braille, Khitan and a musical symbol.
  { pattern: /[\u2800\u{16fe4}\u{1d159}]/u, what: 'which is blank' },
  { pattern: /[\ufff9-\ufffd]/u, what: 'which stands for something else' },
];

/** Spaces that are hard to see. */
const EDGE_SPACES = /^ | $| {2}/;

function codePoint(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}

/** Reason why a text is no unit, to follow its name in a sentence; undefined if it is one. */
export function unitFault(text: string): string | undefined {
  for (const { pattern, what } of RULES) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return `holds ${codePoint(found)}, ${what}`;
  }
  if (EDGE_SPACES.test(text)) return 'begins or ends with a space, or holds two in a row (U+0020)';
  const normal = text.normalize('NFC');
  if (normal === text) return undefined;
  const [was, is] = firstDifference(text, normal);
  return `is not in Unicode form NFC: it contains ${was} instead of ${is}`;
}

/** The first code points in which two texts differ. */
function firstDifference(one: string, other: string): [string, string] {
  const [ones, others] = [[...one], [...other]];
  const place = ones.findIndex((character, i) => character !== others[i]);
  return [codePoint(ones[place] ?? ''), codePoint(others[place] ?? '')];
}

/** Whether a text can be a unit. */
export function isUnit(text: string): boolean {
  return unitFault(text) === undefined;
}

const NEVER_STORED =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/u;

/**
 * Whether a log can hold a text as a unit. Version 0.1.0 accepted more than `isUnit`: those units can be rewarded and
 * erased.
 */
export function isStoredUnit(text: string): boolean {
  return !NEVER_STORED.test(text) && text.normalize('NFC') === text;
}
