/** Reads the pixels of a PNG. */
import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha; row by row. */
  readonly data: Uint8Array;
}

/** The predictor of a PNG's fourth filter (PNG, section 9.4). */
function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** The pixels of a PNG of eight bits a channel with alpha, as resvg writes it. */
export function pixelsOf(png: Uint8Array): Pixels {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect([file[24], file[25]]).toEqual([8, 6]);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
  }
  const packed = inflateSync(Buffer.concat(parts));
  const row = 4 * width;
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x >= 4 ? data[y * row + x - 4] : 0;
      const up = y > 0 ? data[(y - 1) * row + x] : 0;
      const corner = x >= 4 && y > 0 ? data[(y - 1) * row + x - 4] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      data[y * row + x] = packed[y * (row + 1) + 1 + x] + guess;
    }
  }
  return { width, height, data };
}
