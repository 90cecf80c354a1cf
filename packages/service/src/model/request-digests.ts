/**
 * Digests of requests for decisions. They tell a retry from another request that has the same idempotency key. They are
 * keyed with a secret of the store and depend on the idempotency key, so that a digest alone shows neither a unit nor
 * that two requests are the same.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { DecisionRequest, Json } from '@driftline/client/wire';

/** The number of the key takes 1 byte more. Together they need no padding in base64. */
const DIGEST_BYTES = 17;
/** Derives keys for digests from those that sign ids: a digest is never a signature. */
const PURPOSE = 'driftline: digests of requests';

function isRecord(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text for the same JSON, in whatever order its members are. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Keys of arms as a set. */
function setOf(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].sort();
}

/**
 * The same text for requests that ask for the same. A member that is absent leaves no trace, so a member that joins
 * later does not change the text of requests without it.
 */
export function canonicalRequest({ unit, only, exclude, context }: DecisionRequest): string {
  return canonicalJson({
    ...(unit === undefined ? {} : { unit }),
    ...(only === undefined ? {} : { only: setOf(only) }),
    ...(exclude === undefined || exclude.length === 0 ? {} : { exclude: setOf(exclude) }),
    ...(context === undefined ? {} : { context }),
  });
}

export class RequestDigests {
  readonly #keys: readonly KeyObject[];

  /** @param idKeys - the store's keys that sign ids, the newest last */
  constructor(idKeys: readonly Uint8Array[]) {
    this.#keys = idKeys.map((key) =>
      createSecretKey(createHmac('sha256', key).update(PURPOSE).digest()),
    );
  }

  /** The digest to store with a decision. */
  of(idempotencyKey: string, request: DecisionRequest): string {
    return this.#digest(this.#keys.length - 1, idempotencyKey, request);
  }

  /** Whether a stored digest is that of this request, whichever of the store's keys made it. */
  isOf(stored: string, idempotencyKey: string, request: DecisionRequest): boolean {
    const key = Buffer.from(stored, 'base64url').at(0);
    if (key === undefined || key >= this.#keys.length) return false;
    return stored === this.#digest(key, idempotencyKey, request);
  }

  #digest(key: number, idempotencyKey: string, request: DecisionRequest): string {
    // No NUL stands in an idempotency key, so each text is that of one pair.
    const hmac = createHmac('sha256', this.#keys[key])
      .update(`${idempotencyKey}\0${canonicalRequest(request)}`)
      .digest();
    return Buffer.concat([Buffer.of(key), hmac.subarray(0, DIGEST_BYTES)]).toString('base64url');
  }
}
