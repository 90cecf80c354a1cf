/**
 * Ids of decisions: which experiment and which number, signed, so that nobody can name a decision that he was not
 * given. They stand here, because answers and exports both write them.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What an id names. */
export interface NamedDecision {
  readonly experiment: number;
  readonly number: number;
}

/** The number of the signing key, 1 byte; the experiment, 4; the decision's number, 6. */
const NAME_BYTES = 11;
const SIGNATURE_BYTES = 12;
const FORM = /^d_[A-Za-z0-9_-]{31}$/;

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

  write(experiment: number, number: number): string {
    const last = this.#keys.length - 1;
    const name = Buffer.alloc(NAME_BYTES);
    name.writeUInt8(last, 0);
    name.writeUInt32BE(experiment, 1);
    name.writeUIntBE(number, 5, 6);
    return `d_${Buffer.concat([name, signatureOf(this.#keys[last], name)]).toString('base64url')}`;
  }

  /** What an id names; undefined where no key of ours signed just this text. */
  read(id: string): NamedDecision | undefined {
    if (!FORM.test(id)) return undefined;
    const bytes = Buffer.from(id.slice(2), 'base64url');
    // The last character has bits to spare: only one of its spellings is ours.
    if (bytes.toString('base64url') !== id.slice(2)) return undefined;
    const name = bytes.subarray(0, NAME_BYTES);
    const key = this.#keys.at(name.readUInt8(0));
    if (key === undefined) return undefined;
    if (!timingSafeEqual(bytes.subarray(NAME_BYTES), signatureOf(key, name))) return undefined;
    return { experiment: name.readUInt32BE(1), number: name.readUIntBE(5, 6) };
  }
}
