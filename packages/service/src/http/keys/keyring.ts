/** The keys of a store as the service knows them: read at the start, and again every few seconds. */
import type { KeyRow } from '../../model/rows.ts';
import { isKey, keyId } from './api-key.ts';

/** Reads all keys there are. */
type ReadKeys = () => Promise<readonly KeyRow[]>;

export class Keyring {
  readonly #read: ReadKeys;
  #byId: ReadonlyMap<string, KeyRow> = new Map();
  #origins: ReadonlySet<string> = new Set();

  private constructor(read: ReadKeys) {
    this.#read = read;
  }

  static async open(read: ReadKeys): Promise<Keyring> {
    const keyring = new Keyring(read);
    await keyring.reread();
    return keyring;
  }

  /** Takes the keys as they are stored now; where that fails, those known stay. */
  async reread(): Promise<void> {
    const valid = (await this.#read()).filter(({ revoked }) => revoked === null);
    this.#byId = new Map(valid.map((row) => [row.id, row]));
    this.#origins = new Set(valid.flatMap(({ origins }) => origins ?? []));
  }

  /** How many keys may be used. */
  get size(): number {
    return this.#byId.size;
  }

  /** The row of a key; undefined where it is unknown or revoked. */
  find(key: string): KeyRow | undefined {
    const id = keyId(key);
    const row = id === undefined ? undefined : this.#byId.get(id);
    return row !== undefined && isKey(key, row) ? row : undefined;
  }

  /** Whether some key is for this origin: what a browser asks for before it shows the key. */
  knowsOrigin(origin: string): boolean {
    return this.#origins.has(origin);
  }
}
