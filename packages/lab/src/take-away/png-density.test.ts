import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withDensity } from './png-density.ts';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** One grey pixel. */
const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const header = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
const rest = Buffer.concat([
  chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
  chunk('IEND', Buffer.alloc(0)),
]);

test('the density follows the header, and nothing else moves', () => {
  const marked = withDensity(Buffer.concat([signature, header, rest]), 300);
  // 300 to the inch are 11811 to the metre.
  const density = chunk('pHYs', Buffer.from([0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]));
  expect(Buffer.from(marked)).toEqual(Buffer.concat([signature, header, density, rest]));
});
