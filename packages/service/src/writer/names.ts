/** Names of experiments that are being created or looked up: what comes for them waits until that is settled. */
import type { Entry } from './entry.ts';

/** Names that are looked up at once: whoever asks for many that there are not does not take the whole store. */
const MOST_AT_ONCE = 4;

/** A key, or an id. */
type Name = string | number;

interface NamesOptions {
  /** How many operations may wait. */
  readonly most: number;
  readonly refuse: (entry: Entry) => void;
  readonly putBack: (entries: readonly Entry[]) => void;
  readonly onFault: (what: string, error: unknown) => void;
}

export class Names {
  readonly #options: NamesOptions;
  readonly #waiting = new Map<Name, Entry[]>();
  readonly #queued: (() => void)[] = [];
  #active = 0;
  #count = 0;

  constructor(options: NamesOptions) {
    this.#options = options;
  }

  /** Operations that wait. */
  get waiting(): number {
    return this.#count;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Lets an operation wait where its name is being settled; says whether it does. */
  wait(name: Name, entry: Entry): boolean {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) return false;
    if (this.#count >= this.#options.most) {
      this.#options.refuse(entry);
      return true;
    }
    waiting.push(entry);
    this.#count += 1;
    return true;
  }

  /** Settles a name: `task` is given those who wait, once; whoever it leaves goes back to the queue. */
  settle(name: Name, task: (taken: () => Entry[]) => Promise<void>): void {
    this.#waiting.set(name, []);
    void this.#inTurn(() => task(() => this.#taken(name)))
      .catch((error: unknown) => this.#options.onFault(`the experiment ${name}`, error))
      .then(() => {
        const left = this.#taken(name);
        this.#waiting.delete(name);
        this.#options.putBack(left);
      });
  }

  #taken(name: Name): Entry[] {
    const entries = this.#waiting.get(name)?.splice(0) ?? [];
    this.#count -= entries.length;
    return entries;
  }

  async #inTurn(task: () => Promise<void>): Promise<void> {
    if (this.#active >= MOST_AT_ONCE) {
      await new Promise<void>((resolve) => {
        this.#queued.push(resolve);
      });
    }
    this.#active += 1;
    try {
      await task();
    } finally {
      this.#active -= 1;
      this.#queued.shift()?.();
    }
  }
}
