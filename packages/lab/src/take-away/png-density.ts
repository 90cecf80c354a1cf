/** Says in a PNG how large it is on paper: canvases leave that out, and programs then guess. */

/** Signature, and the header chunk with its length, name and check. */
const AFTER_HEADER = 8 + 4 + 4 + 13 + 4;

const METRES_PER_INCH = 0.0254;

/** The check of the PNG specification, bit by bit: the chunk is short. */
function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** The chunk `pHYs`: pixels to the metre, across and down. */
function densityChunk(dotsPerInch: number): Uint8Array {
  const perMetre = Math.round(dotsPerInch / METRES_PER_INCH);
  const chunk = new Uint8Array(4 + 4 + 9 + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode('pHYs'), 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  view.setUint8(16, 1);
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  return chunk;
}

/** The same picture with its density, which has to come before its pixels. */
export function withDensity(png: Uint8Array, dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const chunk = densityChunk(dotsPerInch);
  const marked = new Uint8Array(png.length + chunk.length);
  marked.set(png.subarray(0, AFTER_HEADER));
  marked.set(chunk, AFTER_HEADER);
  marked.set(png.subarray(AFTER_HEADER), AFTER_HEADER + chunk.length);
  return marked;
}
