/** Kerning of a TrueType file: the feature `kern` of its table `GPOS`. */
import type { FontFile } from './font.ts';

/** The subtables of the lookup that the feature `kern` names. */
function kerningSubtables({ data, table }: FontFile): number[] {
  const gpos = table('GPOS');
  const features = gpos + data.readUInt16BE(gpos + 6);
  const lookups = gpos + data.readUInt16BE(gpos + 8);
  for (let i = 0; i < data.readUInt16BE(features); i++) {
    const record = features + 2 + 6 * i;
    if (data.toString('latin1', record, record + 4) !== 'kern') continue;
    const feature = features + data.readUInt16BE(record + 4);
    const lookup = lookups + data.readUInt16BE(lookups + 2 + 2 * data.readUInt16BE(feature + 4));
    const extended = data.readUInt16BE(lookup) === 9;
    return Array.from({ length: data.readUInt16BE(lookup + 4) }, (_, k) => {
      const subtable = lookup + data.readUInt16BE(lookup + 6 + 2 * k);
      return extended ? subtable + data.readUInt32BE(subtable + 4) : subtable;
    });
  }
  return [];
}

/** The place of a glyph in a list of ranges of three numbers: first, last, value. */
function inRanges(data: Buffer, start: number, count: number, glyph: number) {
  for (let i = 0; i < count; i++) {
    const range = start + 6 * i;
    const first = data.readUInt16BE(range);
    if (glyph < first || glyph > data.readUInt16BE(range + 2)) continue;
    return { first, value: data.readUInt16BE(range + 4) };
  }
  return undefined;
}

function coverageIndex(data: Buffer, coverage: number, glyph: number): number {
  const count = data.readUInt16BE(coverage + 2);
  if (data.readUInt16BE(coverage) === 1) {
    for (let i = 0; i < count; i++) {
      if (data.readUInt16BE(coverage + 4 + 2 * i) === glyph) return i;
    }
    return -1;
  }
  const range = inRanges(data, coverage + 4, count, glyph);
  return range === undefined ? -1 : range.value + glyph - range.first;
}

function classOf(data: Buffer, definition: number, glyph: number): number {
  if (data.readUInt16BE(definition) === 1) {
    const place = glyph - data.readUInt16BE(definition + 2);
    const count = data.readUInt16BE(definition + 4);
    return place >= 0 && place < count ? data.readUInt16BE(definition + 6 + 2 * place) : 0;
  }
  const count = data.readUInt16BE(definition + 2);
  return inRanges(data, definition + 4, count, glyph)?.value ?? 0;
}

/** What a list of single pairs says; undefined where the pair is not in it. */
function pairValue(data: Buffer, pairs: number, right: number): number | undefined {
  for (let i = 0; i < data.readUInt16BE(pairs); i++) {
    const pair = pairs + 2 + 4 * i;
    if (data.readUInt16BE(pair) === right) return data.readInt16BE(pair + 2);
  }
  return undefined;
}

/** A function that looks up what was asked before. */
function remembered<T>(find: (place: number, glyph: number) => T): typeof find {
  const found = new Map<number, T>();
  return (place, glyph) => {
    const key = place * 0x10000 + glyph;
    const known = found.get(key);
    if (known !== undefined) return known;
    const value = find(place, glyph);
    found.set(key, value);
    return value;
  };
}

/** What is added between two glyphs: the first subtable that knows the pair decides. */
export function kerningOf(file: FontFile): (left: number, right: number) => number {
  const { data } = file;
  const subtables = kerningSubtables(file);
  const covered = remembered((coverage, glyph) => coverageIndex(data, coverage, glyph));
  const inClass = remembered((definition, glyph) => classOf(data, definition, glyph));
  return (left, right) => {
    for (const subtable of subtables) {
      const at = (offset: number) => subtable + data.readUInt16BE(subtable + offset);
      const place = covered(at(2), left);
      if (place < 0) continue;
      if (data.readUInt16BE(subtable) === 1) {
        const value = pairValue(data, at(10 + 2 * place), right);
        if (value === undefined) continue;
        return value;
      }
      const columns = data.readUInt16BE(subtable + 14);
      const cell = inClass(at(8), left) * columns + inClass(at(10), right);
      return data.readInt16BE(subtable + 16 + 2 * cell);
    }
    return 0;
  };
}
