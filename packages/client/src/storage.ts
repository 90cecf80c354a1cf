/**
 * Where rewards wait until the service has them. A browser's `localStorage` is one; `fileStorage` of
 * `@driftline/client/node` is another. Each reward has an item of its own, so that pages that share a storage never
 * write over each other's.
 */
export interface RewardStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  /** What it returns is waited for: then the item is safe. */
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** Keeps rewards as long as the program runs. */
export class MemoryStorage implements RewardStorage {
  readonly #items = new Map<string, string>();
  #keys: string[] | undefined;

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    this.#keys ??= [...this.#items.keys()];
    return this.#keys[index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (!this.#items.has(key)) this.#keys = undefined;
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    if (this.#items.delete(key)) this.#keys = undefined;
  }
}
