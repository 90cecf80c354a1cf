/** API keys: `dl_`, eight characters that name the key, `_`, and 256 random bits. Only their SHA-256 is stored. */
import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { KeyRow } from '../../model/rows.ts';

const ID_LENGTH = 8;
const SECRET_BYTES = 32;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORM = /^dl_([A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** A key that was just made: the only moment at which its secret is seen. */
export interface MadeKey {
  /** The whole key, for whoever will use it. */
  readonly key: string;
  readonly row: KeyRow;
}

/** What a key is made with. */
export type KeyGrant = Pick<KeyRow, 'name' | 'scopes' | 'experiments' | 'origins' | 'made'>;

/** SHA-256 of a whole key. The secret has 256 random bits, so that nothing slower is needed. */
function keyHash(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Makes a key. */
export function makeKey(grant: KeyGrant): MadeKey {
  const id = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const key = `dl_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, row: { ...grant, id, hash: keyHash(key), revoked: null } };
}

/** The part of a key that names it; undefined where the text is no key. */
export function keyId(key: string): string | undefined {
  return FORM.exec(key)?.[1];
}

/** Whether a key is the one that was stored; takes the same time however much of it is right. */
export function isKey(key: string, row: KeyRow): boolean {
  const given = keyHash(key);
  return row.hash.length === given.length && timingSafeEqual(given, row.hash);
}
