/**
 * Ids of decisions: which experiment, which number and when, signed, so that nobody can name a decision that he was
 * not given. A store that was put back from a backup gives numbers out again: the time tells one from the other. They
 * stand here, because answers and exports both write them.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Millis } from './rows.ts';

/** What an id names. */
export interface NamedDecision {
  readonly experiment: number;
  readonly number: number;
  /** When it was made; absent in ids of the first form, which had none. */
  readonly at?: Millis;
}

/** The number of the signing key, 1 byte; the experiment, 4; the decision's number, 6; its time, 6. */
const NAME_BYTES = 17;
/** Without the time: ids of the first form are read still. */
const SHORT_NAME_BYTES = 11;
const SIGNATURE_BYTES = 12;
const FORM = /^d_([A-Za-z0-9_-]{31}|[A-Za-z0-9_-]{39})$/;

function signatureOf(key: KeyObject, name: Uint8Array): Buffer {
  return createHmac('sha256', key).update(name).digest().subarray(0, SIGNATURE_BYTES);
}

/** Writes ids with the last of some keys, and reads ids that any of them signed. */
export class DecisionIds {
  /** Made once: to make one from bytes costs seven times what signing does. */
  readonly #keys: readonly KeyObject[];

  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  write(experiment: number, number: number, at: Millis): string {
    const last = this.#keys.length - 1;
    const name = Buffer.alloc(NAME_BYTES);
    name.writeUInt8(last, 0);
    name.writeUInt32BE(experiment, 1);
    name.writeUIntBE(number, 5, 6);
    name.writeUIntBE(at, 11, 6);
    return `d_${Buffer.concat([name, signatureOf(this.#keys[last], name)]).toString('base64url')}`;
  }

  /** What an id names; undefined where no key of ours signed just this text. */
  read(id: string): NamedDecision | undefined {
    if (!FORM.test(id)) return undefined;
    const bytes = Buffer.from(id.slice(2), 'base64url');
    // The last character has bits to spare: only one of its spellings is ours.
    if (bytes.toString('base64url') !== id.slice(2)) return undefined;
    const isShort = bytes.length === SHORT_NAME_BYTES + SIGNATURE_BYTES;
    const length = isShort ? SHORT_NAME_BYTES : NAME_BYTES;
    const name = bytes.subarray(0, length);
    const key = this.#keys.at(name.readUInt8(0));
    if (key === undefined) return undefined;
    if (!timingSafeEqual(bytes.subarray(length), signatureOf(key, name))) return undefined;
    const named = { experiment: name.readUInt32BE(1), number: name.readUIntBE(5, 6) };
    return isShort ? named : { ...named, at: name.readUIntBE(11, 6) };
  }
}
