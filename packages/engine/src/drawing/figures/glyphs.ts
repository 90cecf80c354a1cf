/**
 * Glyphs of figures: outlines that are drawn by reference, so that a document holds each of its
 * glyphs once and needs no font.
 */
import { REGULAR } from './glyphs-regular.ts';
import { SEMIBOLD } from './glyphs-semibold.ts';

/** A weight of the font as it is kept in the source. */
export interface FaceSource {
  /** A line for each character that has ink: its code in hexadecimal, and its path. */
  readonly outlines: string;
  /** A line for characters that kern alike: they, then amounts and the characters after them. */
  readonly kerning: string;
}

interface Face {
  readonly outlines: ReadonlyMap<string, string>;
  readonly kerning: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

function linesOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

function read({ outlines, kerning }: FaceSource): Face {
  const pairs = new Map<string, ReadonlyMap<string, number>>();
  for (const [left, ...groups] of linesOf(kerning)) {
    const amounts = new Map<string, number>();
    for (let i = 0; i < groups.length; i += 2) {
      for (const right of groups[i + 1]) amounts.set(right, Number(groups[i]));
    }
    for (const character of left) pairs.set(character, amounts);
  }
  return {
    outlines: new Map(linesOf(outlines).map(([code, ...path]) => [code, path.join(' ')])),
    kerning: pairs,
  };
}

/** The faces by the letter that their glyphs' names begin with. */
const SOURCES = { r: REGULAR, s: SEMIBOLD } as const;
type FaceName = keyof typeof SOURCES;
const faces: { [name in FaceName]?: Face } = {};

/** A face is read when it is first needed. */
function face(name: FaceName): Face {
  faces[name] ??= read(SOURCES[name]);
  return faces[name];
}

/** A glyph and how far it stands from the beginning, in thousandths of the type size. */
interface PlacedGlyph {
  /** Undefined for a blank. */
  readonly name: string | undefined;
  readonly x: number;
}

/** The glyphs of a text, all of whose characters the font has, and how wide it is with kerning. */
export function placedGlyphs(
  text: string,
  strong: boolean,
  advance: (character: string) => number,
): { readonly glyphs: PlacedGlyph[]; readonly width: number } {
  const name = strong ? 's' : 'r';
  const { outlines, kerning } = face(name);
  let [x, before] = [0, ''];
  const glyphs = Array.from(text, (character): PlacedGlyph => {
    x += kerning.get(before)?.get(character) ?? 0;
    const code = character.codePointAt(0)!.toString(16);
    const glyph = { name: outlines.has(code) ? name + code : undefined, x };
    x += advance(character);
    before = character;
    return glyph;
  });
  return { glyphs, width: x };
}

const REFERENCE = /<use xlink:href="#([rs])([0-9a-f]+)"/g;
const DEFINITIONS = /<defs>\n(?:<path id="[rs][0-9a-f]+" d="[^"]*"\/>\n)*<\/defs>\n/g;

/** A drawn glyph. */
export function glyphUse({ name, x }: PlacedGlyph): string {
  if (name === undefined) return '';
  return `<use xlink:href="#${name}"${x === 0 ? '' : ` x="${x}"`}/>`;
}

/** The outlines of all glyphs that a drawing, or a page with drawings, refers to; each once. */
export function glyphDefinitions(drawing: string): string {
  const codes: { readonly [name in FaceName]: Set<string> } = { r: new Set(), s: new Set() };
  for (const [, name, code] of drawing.matchAll(REFERENCE)) codes[name as FaceName].add(code);
  const lines = (['r', 's'] as const).flatMap((name) =>
    [...codes[name]]
      .sort((a, b) => Number.parseInt(a, 16) - Number.parseInt(b, 16))
      .map((code) => `<path id="${name}${code}" d="${face(name).outlines.get(code)}"/>\n`),
  );
  return lines.length === 0 ? '' : `<defs>\n${lines.join('')}</defs>\n`;
}

/** A drawing for a page that has the outlines already. */
export function withoutDefinitions(drawing: string): string {
  return drawing.replace(DEFINITIONS, '');
}
