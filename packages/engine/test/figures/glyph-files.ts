/** The source files that hold the glyphs of figures, written from the font's own files. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GLYPH_RANGES } from '../../src/drawing/figures/glyph-widths.ts';
import { type Font, readFont } from './font.ts';

/** The weights that figures use, as the font's package names them. */
export const WEIGHTS = { regular: '400Regular', semibold: '600SemiBold' } as const;
export type Weight = keyof typeof WEIGHTS;

export function fontFile(weight: Weight): string {
  const file = `${WEIGHTS[weight]}/SourceSans3_${WEIGHTS[weight]}.ttf`;
  return createRequire(import.meta.url).resolve(`@expo-google-fonts/source-sans-3/${file}`);
}

export function fontOf(weight: Weight): Font {
  return readFont(readFileSync(fontFile(weight)));
}

/** Every character whose width is known. */
export function characters(): string[] {
  return GLYPH_RANGES.flatMap(({ first, regular }) =>
    regular.flatMap((width, i) => (width === 0 ? [] : [String.fromCodePoint(first + i)])),
  );
}

function outlineLines({ outline }: Font): string[] {
  return characters().flatMap((character) => {
    const path = outline(character.codePointAt(0)!);
    return path === '' ? [] : [`${character.codePointAt(0)!.toString(16)} ${path}`];
  });
}

/** What follows a character and by how much it moves; the same for many characters. */
function kerningRow({ kerning }: Font, left: string): string {
  const groups = new Map<number, string>();
  for (const right of characters()) {
    const amount = kerning(left.codePointAt(0)!, right.codePointAt(0)!);
    if (amount !== 0) groups.set(amount, (groups.get(amount) ?? '') + right);
  }
  return [...groups].flat().join(' ');
}

function kerningLines(font: Font): string[] {
  const rows = new Map<string, string>();
  for (const left of characters()) {
    const row = kerningRow(font, left);
    if (row !== '') rows.set(row, (rows.get(row) ?? '') + left);
  }
  return [...rows].map(([row, left]) => `${left} ${row}`);
}

/** Lines as they stand in a template literal. */
function literal(lines: readonly string[]): string {
  return `\`\n${lines.join('\n').replace(/[\\`$]/g, '\\$&')}\n\``;
}

/** The text of a file with the glyphs of one weight. */
export function glyphFile(weight: Weight): string {
  const font = fontOf(weight);
  return `/**
 * Made from a font file; not to be edited. To make it anew:
 * npx vitest run packages/engine/test/figures/glyphs.test.ts --update
 *
 * @license Outlines and kerning of Source Sans 3, ${WEIGHTS[weight].slice(3)}. Copyright 2010-2020 Adobe
 * (http://www.adobe.com/), with Reserved Font Name 'Source', under the SIL Open Font License,
 * Version 1.1, which is in the file LICENSE-FONT of this package.
 */
import type { FaceSource } from './glyphs.ts';

export const ${weight.toUpperCase()}: FaceSource = {
  outlines: ${literal(outlineLines(font))},
  kerning: ${literal(kerningLines(font))},
};
`;
}
