import { expect, test } from 'vitest';
import { type Cell, checksum } from './checksum.ts';

const sumOf = (cells: readonly Cell[]) => checksum(cells, 0, cells.length);

function flipped(value: number, bit: number): number {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  bytes.setUint8(bit >> 3, bytes.getUint8(bit >> 3) ^ (1 << (bit & 7)));
  return bytes.getFloat64(0);
}

test('each bit of a number, a text or an order counts', () => {
  const cells: Cell[] = [1, 42, 0.1, 'unit', null, -1e300, ''];
  const sums = new Set([sumOf(cells)]);
  let changes = 0;
  const change = (place: number, cell: Cell) => {
    sums.add(sumOf(cells.with(place, cell)));
    changes++;
  };
  for (const place of [0, 1, 2, 5])
    for (let bit = 0; bit < 64; bit++) change(place, flipped(Number(cells[place]), bit));
  for (let letter = 0; letter < 4; letter++)
    for (let bit = 0; bit < 8; bit++) {
      const codes = [...'unit'].map((each) => each.charCodeAt(0));
      codes[letter] ^= 1 << bit;
      change(3, String.fromCharCode(...codes));
    }
  change(4, 0);
  change(6, null);
  sums.add(sumOf(cells.toReversed()));
  // Two of these are flips to NaN and to -0, if any; no two others share a sum.
  expect(sums.size).toBe(changes + 2);
});

test('-0 counts as 0, because SQLite keeps no -0', () => {
  expect(sumOf([-0])).toBe(sumOf([0]));
});
