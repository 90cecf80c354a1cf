import type { ImportLine } from '@driftline/client/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importLines } from './import.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function read(
  bytes: Uint8Array | string,
  size = 1 << 16,
  most = 1000,
): Promise<ImportLine[]> {
  const all: ImportLine[] = [];
  const given = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  for await (const line of importLines(inPieces(given, size), most)) all.push(line);
  return all;
}

test('lines are read whatever pieces they come in', async () => {
  const lines = fc.array(
    fc.record({
      arm: fc.string({ unit: 'grapheme', maxLength: 8 }),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (given, size, ended) => {
        const text = given.map((line) => JSON.stringify(line)).join('\n') + (ended ? '\n' : '');
        expect(await read(text, size)).toEqual(JSON.parse(JSON.stringify(given)));
      },
    ),
  );
});

test('empty lines and carriage returns are passed over', async () => {
  expect(await read('\r\n{"arm":"a","value":1}\r\n\n')).toEqual([{ arm: 'a', value: 1 }]);
});

test.each([
  ['{"arm":"a","value":1}\n{"arm":"a"', 'line 2 is not JSON'],
  ['[1]', 'line 1 must be {"arm": KEY, "value": NUMBER} and nothing else; got "[1]"'],
  ['null', 'line 1 must be'],
  ['{"arm":1,"value":1}', 'arm is "1"'],
  ['\n\n{"arm":"a","value":"1"}', 'line 3 must be'],
  ['{"arm":"a","value":1e309}', 'value is "Infinity"'],
  ['{"arm":"a","value":null}', 'value is "null"'],
  ['{"arm":"a","value":1,"time":3}', 'got also "time"'],
  ['{"arm":"a","value":1,"__proto__":3}', 'got also "__proto__"'],
])('%j is refused, and the line is named', async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({ kind: 'invalid' });
  await expect(read(text)).rejects.toThrow(message);
});

test('what is not UTF-8 is refused', async () => {
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
  await expect(read(bytes)).rejects.toThrow('line 1 or a line soon after it is not UTF-8');
  await expect(read(new Uint8Array([0x0a, 0xc3]), 1)).rejects.toMatchObject({ kind: 'invalid' });
});

test('a line without an end is not collected', async () => {
  await expect(read('x'.repeat(5000), 100)).rejects.toThrow(
    'line 1 is longer than 1024 characters',
  );
});

test('more lines than are allowed are refused', async () => {
  const line = '{"arm":"a","value":1}\n';
  expect(await read(line.repeat(3), 10, 3)).toHaveLength(3);
  await expect(read(line.repeat(4), 10, 3)).rejects.toMatchObject({ kind: 'too-large' });
});
