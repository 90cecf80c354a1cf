/** What the service has not acknowledged yet, each item by itself in a storage that others may share. */
import type { Reporter } from './client-problem.ts';
import type { RewardStorage } from './storage.ts';
import type { Surroundings } from './surroundings.ts';
import type { Moment } from './wire.ts';

/** What is to be done: once the service has it, doing it again changes nothing. */
export type Errand =
  | { readonly kind: 'reward'; readonly decisionId: string; readonly value: number }
  | { readonly kind: 'cancel'; readonly decisionId: string }
  /** A unit's reward, whose decision has to be found first: then it becomes a `reward`. */
  | {
      readonly kind: 'find';
      readonly experiment: string;
      readonly unit: string;
      readonly value: number;
    };

export type Waiting = Errand & {
  readonly id: string;
  /** When it was asked for, and until when it counts: milliseconds since 1970. */
  readonly made: number;
  readonly expiresAt: number | null;
};

/** Milliseconds since 1970; null for what is no moment, which then sets no limit. */
export function millisOf(moment: Moment | null): number | null {
  const millis = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(millis) ? null : millis;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The largest time that a `Date` can be, in milliseconds since 1970. */
const LAST_TIME = 8.64e15;

function isTime(value: unknown): boolean {
  return isNumber(value) && Math.abs(Number(value)) <= LAST_TIME;
}

/** The storage is open to others: what is in it is believed only where it has the form of an errand. */
function isErrand(data: Record<string, unknown>): boolean {
  const isText = (key: string) => typeof data[key] === 'string';
  if (data.kind === 'cancel') return isText('decisionId');
  if (data.kind === 'reward') return isText('decisionId') && isNumber(data.value);
  return data.kind === 'find' && isText('experiment') && isText('unit') && isNumber(data.value);
}

function waitingOf(id: string, text: string): Waiting | undefined {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return undefined;
    const { made, expiresAt } = data as Record<string, unknown>;
    const isTimed = isTime(made) && (expiresAt === null || isTime(expiresAt));
    if (!isTimed || !isErrand(data as Record<string, unknown>)) return undefined;
    return { ...(data as Waiting), id };
  } catch {
    return undefined;
  }
}

interface OutboxParts {
  /** Of the service: a storage may hold the rewards of several. */
  readonly url: string;
  /** How many may wait. */
  readonly most: number;
  readonly storage: RewardStorage;
  readonly surroundings: Surroundings;
  readonly reporter: Reporter;
}

export class Outbox {
  readonly #storage: RewardStorage;
  readonly #prefix: string;
  readonly #surroundings: Surroundings;
  readonly #reporter: Reporter;
  readonly #most: number;
  /** What the storage did not take. */
  readonly #unstored = new Map<string, Waiting>();
  /** Writes to the storage that are under way. */
  readonly #adding = new Set<Promise<void>>();
  /** How many wait, near enough to refuse too many: others may have put or taken some. */
  #about: number;
  #lastMade = 0;
  #sequence = 0;

  constructor({ url, most, storage, surroundings, reporter }: OutboxParts) {
    this.#prefix = `driftline ${url} `;
    this.#most = most;
    this.#storage = storage;
    this.#surroundings = surroundings;
    this.#reporter = reporter;
    this.#about = this.ids().length;
  }

  /**
   * Keeps something until it is removed.
   *
   * @returns its id once it is stored, or undefined where too much waits
   */
  async add(errand: Errand, expiresAt: number | null): Promise<string | undefined> {
    if (this.#about >= this.#most) return undefined;
    this.#about += 1;
    const made = this.#surroundings.now();
    const id = this.#newId(made);
    const put = this.put({ ...errand, id, made, expiresAt });
    this.#adding.add(put);
    await put;
    this.#adding.delete(put);
    return id;
  }

  /** Resolves when everything that was added before is stored. */
  async added(): Promise<void> {
    await Promise.all(this.#adding);
  }

  /** Ids sort in the order in which they were made here, and nobody else makes the same. */
  #newId(made: number): string {
    this.#lastMade = Math.max(this.#lastMade, made);
    this.#sequence += 1;
    const time = this.#lastMade.toString(36).padStart(9, '0');
    const sequence = this.#sequence.toString(36).padStart(7, '0');
    return `${time}-${sequence}-${this.#surroundings.randomName(12)}`;
  }

  /** Stores something, or puts it in the place of what has its id. */
  async put(waiting: Waiting): Promise<void> {
    const { id, ...rest } = waiting;
    const key = this.#prefix + id;
    try {
      await this.#storage.setItem(key, JSON.stringify(rest));
      this.#unstored.delete(id);
      this.#reporter.over('storage');
    } catch (error) {
      this.#unstored.set(id, waiting);
      this.#notStored(error);
      // What was there under this id is out of date: sent after a restart it could count twice.
      await this.#removeStored(key);
    }
  }

  async remove(id: string): Promise<void> {
    this.#about = Math.max(0, this.#about - 1);
    if (!this.#unstored.delete(id)) await this.#removeStored(this.#prefix + id);
  }

  async #removeStored(key: string): Promise<void> {
    try {
      await this.#storage.removeItem(key);
    } catch (error) {
      this.#notStored(error);
    }
  }

  #notStored(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#reporter.reportFirst('storage', {
      code: 'not-stored',
      message: `the reward storage failed (${why}); rewards wait in memory and are lost if the program ends now; free some space in the storage`,
    });
  }

  /** All that wait, whoever put them there, in the order in which they were made. */
  ids(): string[] {
    return [...new Set([...this.#unstored.keys(), ...this.#storedIds()])].sort();
  }

  #storedIds(): string[] {
    const found: string[] = [];
    try {
      for (let index = 0; index < this.#storage.length; index++) {
        const key = this.#storage.key(index);
        if (key?.startsWith(this.#prefix)) found.push(key.slice(this.#prefix.length));
      }
    } catch (error) {
      this.#notStored(error);
    }
    return found;
  }

  /** What waits under an id; undefined where it is gone. */
  get(id: string): Waiting | undefined {
    const unstored = this.#unstored.get(id);
    if (unstored !== undefined) return unstored;
    const text = this.#textOf(id);
    if (text === null) return undefined;
    const waiting = waitingOf(id, text);
    if (waiting === undefined) this.#removeUnreadable(id);
    return waiting;
  }

  #textOf(id: string): string | null {
    try {
      return this.#storage.getItem(this.#prefix + id);
    } catch (error) {
      this.#notStored(error);
      return null;
    }
  }

  #removeUnreadable(id: string): void {
    this.#reporter.report({
      code: 'storage-unreadable',
      message: `the storage has an entry under '${this.#prefix}${id}' that this version cannot read; it is removed`,
    });
    void this.remove(id);
  }
}
