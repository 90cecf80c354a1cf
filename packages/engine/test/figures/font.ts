/** As much of a TrueType file as it takes to know how wide characters are (OpenType 1.9). */

export interface Font {
  /** In units of the type size / 1000; 0 for a character that the font lacks. */
  advance(codePoint: number): number;
}

function tablesOf(data: Buffer): Map<string, number> {
  const tables = new Map<string, number>();
  for (let i = 0; i < data.readUInt16BE(4); i++) {
    const record = 12 + 16 * i;
    tables.set(data.toString('latin1', record, record + 4), data.readUInt32BE(record + 8));
  }
  return tables;
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
  const tables = tablesOf(data);
  const map = characterMap(data, tables.get('cmap')!);
  const unitsPerEm = data.readUInt16BE(tables.get('head')! + 18);
  const metricCount = data.readUInt16BE(tables.get('hhea')! + 34);
  return {
    advance(code) {
      const glyph = glyphOf(data, map, code);
      if (glyph === 0) return 0;
      const place = tables.get('hmtx')! + 4 * Math.min(glyph, metricCount - 1);
      return (data.readUInt16BE(place) * 1000) / unitsPerEm;
    },
  };
}
