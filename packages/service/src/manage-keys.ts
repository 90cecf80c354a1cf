/** Keys of a store: make, list, revoke; also while the service is at work on it, which takes them within seconds. */
import { ParameterError } from '@driftline/core';
import { type KeyGrant, type MadeKey, makeKey } from './http/keys/api-key.ts';
import { KEY_PATTERN } from './http/schemas/values.ts';
import { defaultLimits } from './model/limits.ts';
import { type KeyRow, type Scope, scopeList } from './model/rows.ts';
import { unitFault } from './model/units.ts';
import { demandThere, isThere, openKeys } from './opening/open-store.ts';
import type { KeyStore } from './store/store.ts';

/** What a key is asked to be. */
export interface KeyWish {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Undefined for all experiments. */
  readonly experiments?: readonly string[] | undefined;
  /** Origins of browsers; undefined for none. */
  readonly origins?: readonly string[] | undefined;
}

/** A key as it may be shown. */
export type ShownKey = Omit<KeyRow, 'hash'>;

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

function refuse(name: string, accepted: string, got: string): never {
  throw new ParameterError(`${name} must be ${accepted}; got ${got}`, 'parameter-out-of-range');
}

function isScope(text: string): text is Scope {
  return scopeList.some((scope) => scope === text);
}

function scopesOf(texts: readonly string[]): Scope[] {
  const strange = texts.find((text) => !isScope(text));
  if (strange !== undefined || texts.length === 0) {
    refuse('--scopes', `some of ${scopeList.join(', ')}`, strange ?? 'none');
  }
  return scopeList.filter((scope) => texts.includes(scope));
}

function checkExperiments(keys: readonly string[]): void {
  const form = new RegExp(KEY_PATTERN);
  const strange = keys.find((key) => !form.test(key));
  if (strange !== undefined) refuse('--experiments', 'keys of experiments', strange);
}

function checkOrigins(origins: readonly string[]): void {
  const strange = origins.find(
    (text) => !/^https?:$/.test(URL.parse(text)?.protocol ?? '') || new URL(text).origin !== text,
  );
  if (strange !== undefined) {
    refuse('--origins', 'origins such as https://shop.example, without a path', strange);
  }
}

function grantOf({ name, scopes, experiments, origins }: KeyWish, made: number): KeyGrant {
  const fault = unitFault(name);
  if (!NAME.test(name) || fault !== undefined) {
    const got = fault === undefined ? name || 'nothing' : `${JSON.stringify(name)}, which ${fault}`;
    refuse('NAME', 'letters, digits, spaces, ., _ and -, at most 64 of them', got);
  }
  checkExperiments(experiments ?? []);
  checkOrigins(origins ?? []);
  return {
    name,
    scopes: scopesOf(scopes),
    experiments: experiments ?? null,
    origins: origins ?? null,
    made,
  };
}

async function withKeys<Result>(
  location: string,
  work: (store: KeyStore, all: readonly KeyRow[]) => Promise<Result> | Result,
): Promise<Result> {
  const store = await openKeys(location);
  try {
    return await work(store, await store.keys());
  } finally {
    await store.close();
  }
}

function shown({ hash: _hash, ...rest }: KeyRow): ShownKey {
  return rest;
}

/** Makes a key. It is returned once, and only its hash is stored. */
export function addKey(
  location: string,
  wish: KeyWish,
): Promise<Omit<MadeKey, 'row'> & { readonly row: ShownKey }> {
  const made = makeKey(grantOf(wish, Date.now()));
  return withKeys(location, async (store, all) => {
    const valid = all.filter(({ revoked }) => revoked === null);
    const most = defaultLimits.keys;
    if (valid.length >= most) {
      throw new ParameterError(`a store can have at most ${most} keys; revoke one`, 'too-large');
    }
    if (valid.some(({ name }) => name === wish.name)) {
      throw new ParameterError(
        `there is already a key '${wish.name}'; revoke it, or choose another name`,
        'parameters-conflict',
      );
    }
    await store.putKey(made.row);
    return { key: made.key, row: shown(made.row) };
  });
}

/** All keys, revoked ones included, the oldest first. */
export async function listKeys(location: string): Promise<readonly ShownKey[]> {
  if (!isThere(location)) return [];
  return withKeys(location, (_store, all) => all.map(shown).toSorted((a, b) => a.made - b.made));
}

/** Revokes a key by its id or name. A key that is revoked already stays so. */
export async function revokeKey(location: string, idOrName: string): Promise<ShownKey> {
  demandThere(location);
  return withKeys(location, async (store, all) => {
    const found =
      all.find(({ id }) => id === idOrName) ??
      all.find(({ name, revoked }) => name === idOrName && revoked === null);
    if (found === undefined) {
      throw new ParameterError(
        `there is no key '${idOrName}'; list ids and names with  driftline keys list`,
        'parameter-out-of-range',
      );
    }
    const revoked = { ...found, revoked: found.revoked ?? Date.now() };
    await store.putKey(revoked);
    return shown(revoked);
  });
}
