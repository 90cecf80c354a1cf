/** As much of a TrueType file as figures take from it (OpenType 1.9): widths, outlines, kerning. */
import { kerningOf } from './font-kerning.ts';
import { outlineOf } from './font-outlines.ts';

/** All in units of the type size / 1000. */
export interface Font {
  /** 0 for a character that the font lacks. */
  advance(codePoint: number): number;
  /** As path data from the baseline, downwards; empty for a character without ink. */
  outline(codePoint: number): string;
  /** What is added between two characters. */
  kerning(left: number, right: number): number;
}

/** A file, and where its tables begin. */
export interface FontFile {
  readonly data: Buffer;
  readonly table: (name: string) => number;
}

function opened(data: Buffer): FontFile {
  const tables = new Map<string, number>();
  for (let i = 0; i < data.readUInt16BE(4); i++) {
    const record = 12 + 16 * i;
    tables.set(data.toString('latin1', record, record + 4), data.readUInt32BE(record + 8));
  }
  return { data, table: (name) => tables.get(name)! };
}

/** The subtable of format 4, which every font for the basic plane has. */
function characterMap(data: Buffer, cmap: number): number {
  for (let i = 0; i < data.readUInt16BE(cmap + 2); i++) {
    const subtable = cmap + data.readUInt32BE(cmap + 4 + 8 * i + 4);
    if (data.readUInt16BE(subtable) === 4) return subtable;
  }
  throw new Error('the font has no character map of format 4');
}

function glyphOf(data: Buffer, map: number, code: number): number {
  const bytes = data.readUInt16BE(map + 6);
  for (let at = 0; at < bytes; at += 2) {
    if (code > data.readUInt16BE(map + 14 + at)) continue;
    const start = data.readUInt16BE(map + 16 + bytes + at);
    if (code < start) return 0;
    const delta = data.readInt16BE(map + 16 + 2 * bytes + at);
    const offsetAt = map + 16 + 3 * bytes + at;
    const offset = data.readUInt16BE(offsetAt);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = data.readUInt16BE(offsetAt + offset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

export function readFont(data: Buffer): Font {
  const file = opened(data);
  const map = characterMap(data, file.table('cmap'));
  const unitsPerEm = data.readUInt16BE(file.table('head') + 18);
  if (unitsPerEm !== 1000) throw new Error(`the font has ${unitsPerEm} units, not 1000`);
  const metricCount = data.readUInt16BE(file.table('hhea') + 34);
  const kerning = kerningOf(file);
  const glyphs = new Map<number, number>();
  const glyphFor = (code: number) => {
    const glyph = glyphs.get(code) ?? glyphOf(data, map, code);
    glyphs.set(code, glyph);
    return glyph;
  };
  return {
    advance(code) {
      const glyph = glyphFor(code);
      if (glyph === 0) return 0;
      return data.readUInt16BE(file.table('hmtx') + 4 * Math.min(glyph, metricCount - 1));
    },
    outline: (code) => outlineOf(file, glyphFor(code)),
    kerning: (left, right) => kerning(glyphFor(left), glyphFor(right)),
  };
}
