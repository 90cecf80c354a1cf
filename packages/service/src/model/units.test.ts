import { describe, expect, it, test } from 'vitest';
import { isStoredUnit, isUnit, unitFault } from './units.ts';

describe('a unit is refused with the code point that is wrong', () => {
  it.each([
    ['a\u{e0041}', 'U+E0041, which is invisible'],
    ['\u2764\ufe0f', 'U+FE0F, which is invisible'],
    ['a\u034fb', 'U+034F, which is invisible'],
    ['ann\u3164', 'U+3164, which is invisible'],
    ['ann\u00a0lee', 'U+00A0, a space other than U+0020'],
    ['\u115fann', 'U+115F, which is invisible'],
    ['ann\uffa0', 'U+FFA0, which is invisible'],
    ['ann\u180b', 'U+180B, which is invisible'],
    ['ann\u00ad', 'U+00AD, which is invisible'],
    ['ann\u200d', 'U+200D, which is invisible'],
    ['ann\u{e0100}', 'U+E0100, which is invisible'],
    ['a\u3000b', 'U+3000, a space other than U+0020'],
    ['a\u2028b', 'U+2028, a space other than U+0020'],
    ['a\tb', 'U+0009, a control character'],
    ['a\u202eb', 'U+202E, which changes the direction of text'],
    ['a\u061cb', 'U+061C, which changes the direction of text'],
    ['a\u2800b', 'U+2800, which is blank'],
    ['a\ufffdb', 'U+FFFD, which stands for something else'],
    ['a\u{1ffff}b', 'U+1FFFF, which is not a character'],
    ['cafe\u0301', 'NFC: it contains U+0065 instead of U+00E9'],
    ['\u212b', 'NFC: it contains U+212B instead of U+00C5'],
    [' ann', 'begins or ends with a space'],
    ['ann ', 'begins or ends with a space'],
    ['ann  lee', 'two in a row'],
    [' ', 'begins or ends with a space'],
  ])('%j', (text, words) => {
    expect(unitFault(text)).toContain(words);
    expect(isUnit(text)).toBe(false);
  });
});

test('a visible text of any script can be a unit', () => {
  const units = [
    'ann lee',
    '漢字 😀',
    'Ωmega',
    'עברית',
    'नमस्ते',
    'caf\u00e9',
    '한국어',
    '=1+1',
    "'",
  ];
  expect(units.filter((text) => !isUnit(text))).toEqual([]);
});

test('no two single code points that are drawn alike as nothing or a space are both units', () => {
  const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Bidi_Control}]$/u;
  const accepted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (blank.test(character) && isUnit(`a${character}b`)) accepted.push(character);
  }
  expect(accepted).toEqual([' ']);
});

test('units of earlier logs can be named to erase them', () => {
  for (const text of ['ann\u3164', 'ann\u00a0', ' ann', '\u2764\ufe0f', 'a\u034f', 'a\u{e0041}'])
    expect([isUnit(text), isStoredUnit(text)]).toEqual([false, true]);
  for (const text of ['a\u0000', 'a\u202eb', 'cafe\u0301']) expect(isStoredUnit(text)).toBe(false);
});
