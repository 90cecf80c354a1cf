import { describe, expect, test } from 'vitest';
import { GLYPH_RANGES } from '../../src/drawing/figures/glyph-widths.ts';
import { cutTo, hasGlyph, textWidth, wrapTo } from '../../src/drawing/figures/text.ts';
import { fontOf } from './glyph-files.ts';

describe('the table of widths', () => {
  test('is what the font files say', () => {
    const [regular, semibold] = [fontOf('regular'), fontOf('semibold')];
    for (const range of GLYPH_RANGES) {
      const codes = range.regular.map((_, i) => range.first + i);
      expect(range.regular).toEqual(codes.map((code) => regular.advance(code)));
      expect(range.semibold).toEqual(codes.map((code) => semibold.advance(code)));
    }
  });

  test('has every letter and sign that figures write', () => {
    const written = 'AZaz09 .,:;=±×−–…[]()<>&"/τγηζξαΔ⁰⁻⁹\u202f';
    for (const character of written) expect(hasGlyph(character)).toBe(true);
  });
});

describe('text', () => {
  test('is as wide as its characters', () => {
    expect(textWidth('00', 400, 1000)).toBe(994);
    expect(textWidth('', 400)).toBe(0);
    expect(textWidth('字', 400, 1000)).toBe(1000);
    expect(textWidth('SW-MOSS', 600)).toBeGreaterThan(textWidth('SW-MOSS', 400));
  });

  test('is cut to fit', () => {
    expect(cutTo('short', 100)).toBe('short');
    const cut = cutTo('a name that is far too long', 60);
    expect(cut).toMatch(/^a n.*….*ng$/);
    expect(textWidth(cut)).toBeLessThanOrEqual(60);
  });

  test('is broken at blanks and after dashes', () => {
    expect(wrapTo('sliding-window policy', 70, { mostLines: 3 })).toEqual([
      'sliding-',
      'window policy',
    ]);
    expect(wrapTo('one', 5000, { mostLines: 2 })).toEqual(['one']);
    const lines = wrapTo('some words that do not fit into two lines', 60, { mostLines: 2 });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(60);
  });
});
