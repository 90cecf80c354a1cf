/** Which key an experiment has, by its id: for decisions, whose ids name experiments by theirs. */
import type { StoreReader } from '../store/store.ts';

export class ExperimentKeys {
  readonly #reader: StoreReader;
  readonly #byId = new Map<number, string>();

  constructor(reader: StoreReader) {
    this.#reader = reader;
  }

  /** The key of an experiment; undefined where there is none. Keys never change, so that each is read once. */
  async of(id: number): Promise<string | undefined> {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const key = (await this.#reader.experimentOfId(id))?.key;
    if (key !== undefined) this.#byId.set(id, key);
    return key;
  }
}
