import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { KeyRow } from '../../model/rows.ts';
import { isKey, keyId, makeKey } from './api-key.ts';
import { Keyring } from './keyring.ts';

const GRANT = {
  name: 'shop',
  scopes: ['decide'],
  experiments: null,
  origins: ['https://shop.example'],
  made: 1,
} as const;

test('a key has a name of eight characters and 256 random bits; its hash alone is kept', () => {
  const made = Array.from({ length: 100 }, () => makeKey(GRANT));
  for (const { key, row } of made) {
    expect(key).toMatch(/^dl_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
    expect(keyId(key)).toBe(row.id);
    expect(isKey(key, row)).toBe(true);
    expect(Buffer.from(row.hash)).toEqual(hash('sha256', key, 'buffer'));
    expect(JSON.stringify(row)).not.toContain(key.slice(12));
  }
  expect(new Set(made.map(({ key }) => key.slice(12))).size).toBe(100);
});

test('no other key is one, also not one of the same name', () => {
  const { key, row } = makeKey(GRANT);
  const forged = `${key.slice(0, 12)}${makeKey(GRANT).key.slice(12)}`;
  expect(isKey(forged, row)).toBe(false);
  expect(isKey(key, { ...row, hash: new Uint8Array(31) })).toBe(false);
});

test.each(['', 'dl_', 'dl_short_x', ` ${'x'.repeat(55)}`, `dl_AAAAAAAA_${'é'.repeat(43)}`])(
  '%j names nothing',
  (text) => {
    expect(keyId(text)).toBeUndefined();
  },
);

test('a ring knows keys and origins as they are stored, and drops revoked ones', async () => {
  const { key, row } = makeKey(GRANT);
  let stored: readonly KeyRow[] = [row];
  const ring = await Keyring.open(async () => stored);
  expect(ring.find(key)).toEqual(row);
  expect(ring.knowsOrigin('https://shop.example')).toBe(true);
  stored = [{ ...row, revoked: 2 }];
  expect(ring.find(key)).toEqual(row);
  await ring.reread();
  expect(ring.find(key)).toBeUndefined();
  expect(ring.knowsOrigin('https://shop.example')).toBe(false);
  expect(ring.size).toBe(0);
});

test('where keys can not be read, those known stay', async () => {
  const { key, row } = makeKey(GRANT);
  let fails = false;
  const ring = await Keyring.open(async () => {
    if (fails) throw new Error('locked');
    return [row];
  });
  fails = true;
  await expect(ring.reread()).rejects.toThrow('locked');
  expect(ring.find(key)).toEqual(row);
});
