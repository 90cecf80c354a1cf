import type { DecisionRequest } from '@driftline/client/wire';
import { describe, expect, it } from 'vitest';
import { canonicalRequest, RequestDigests } from './request-digests.ts';

const KEYS = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const digests = new RequestDigests(KEYS);

describe('a digest', () => {
  it('is the same for requests that ask for the same', () => {
    const same: [DecisionRequest, DecisionRequest][] = [
      [{ only: ['a', 'b'] }, { only: ['b', 'a', 'b'] }],
      [{ exclude: ['b', 'a'] }, { exclude: ['a', 'b'] }],
      [{ exclude: [] }, {}],
      [
        { context: { a: 1, b: [{ c: null, d: -0 }] } },
        { context: { b: [{ d: 0, c: null }], a: 1 } },
      ],
      [
        { unit: 'ann', only: ['a'] },
        { only: ['a'], unit: 'ann' },
      ],
    ];
    for (const [one, other] of same) expect(digests.of('k', one)).toBe(digests.of('k', other));
  });

  it('differs for requests that differ in any member', () => {
    const requests: DecisionRequest[] = [
      {},
      { unit: 'ann' },
      { unit: 'ann\u0301' },
      { only: ['a'] },
      { exclude: ['a'] },
      { only: ['a', 'b'] },
      { only: ['a,b'] },
      { context: null },
      { context: {} },
      { context: [] },
      { context: 'unit' },
      { context: { unit: 'ann' } },
      { unit: 'ann', context: {} },
      { context: [1, 2] },
      { context: [2, 1] },
    ];
    const found = requests.map((request) => digests.of('k', request));
    expect(new Set(found).size).toBe(requests.length);
  });

  it('shows neither a unit without the secret nor that two requests are the same', () => {
    const other = new RequestDigests([KEYS[1], KEYS[0]]);
    expect(digests.of('k', { unit: 'ann' })).not.toBe(other.of('k', { unit: 'ann' }));
    expect(digests.of('k', { unit: 'ann' })).not.toBe(digests.of('l', { unit: 'ann' }));
    expect(other.isOf(digests.of('k', {}), 'k', {})).toBe(false);
  });

  it('is found again with every key of the store, and refused with others', () => {
    const [older] = KEYS;
    const before = new RequestDigests([older]).of('k', { unit: 'ann' });
    expect(before).not.toBe(digests.of('k', { unit: 'ann' }));
    expect(digests.isOf(before, 'k', { unit: 'ann' })).toBe(true);
    expect(digests.isOf(before, 'k', { unit: 'ben' })).toBe(false);
    const newest = digests.of('k', { unit: 'ann' });
    expect(new RequestDigests([older]).isOf(newest, 'k', { unit: 'ann' })).toBe(false);
    expect(digests.isOf('', 'k', {})).toBe(false);
  });

  it('stays what it is, because stores hold it', () => {
    expect(canonicalRequest({})).toBe('{}');
    expect(
      canonicalRequest({ unit: 'ann', only: ['b', 'a'], exclude: ['c'], context: { z: 1 } }),
    ).toBe('{"context":{"z":1},"exclude":["c"],"only":["a","b"],"unit":"ann"}');
    expect(digests.of('k', { unit: 'ann', only: ['b', 'a'] })).toBe('AZe-wL88c265UxhRBp3GnTrv');
  });
});
