/**
 * The epochs of a decider. After a crash, a restored decider takes the slots of lost decisions again. The
 * epoch of a decision shows which of the two decisions of a slot it is.
 */
import { ContractError, ParameterError, SnapshotError } from '../base/errors.ts';
import type { Selection } from './selection.ts';

/** The epochs as part of a snapshot; both are absent until a restored decider has decided. */
export interface EpochsSnapshot {
  /** Epochs that can still have pending decisions, and the last one: the id and the first slot of each. */
  readonly epochs?: readonly (readonly [id: string, from: number])[];
  /** First slot of the first epoch, listed or not: decisions without an epoch count below it only. */
  readonly epochsSince?: number;
}

type EpochEntry = NonNullable<EpochsSnapshot['epochs']>[number];

/** Makes the id of a new epoch. */
export type NewEpoch = () => string;

const LONGEST_ID = 100;

function isId(id: unknown): id is string {
  return typeof id === 'string' && id.length > 0 && id.length <= LONGEST_ID;
}

interface Surroundings {
  readonly crypto?: { getRandomValues?(bytes: Uint8Array): Uint8Array };
}

/** Sixteen random hexadecimal digits. */
function randomEpoch(): string {
  const { crypto } = globalThis as Surroundings;
  if (typeof crypto?.getRandomValues !== 'function') {
    throw new ParameterError(
      'newEpoch must be given, because crypto.getRandomValues is not available here; got none; pass a function that returns a new string each time',
      'parameter-missing',
    );
  }
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readEntries({ epochs = [], epochsSince }: EpochsSnapshot, slots: number): EpochEntry[] {
  const ids = new Set<string>();
  let before = (epochsSince ?? 0) - 1;
  const isNext = (entry: unknown): boolean => {
    if (!Array.isArray(entry) || entry.length !== 2) return false;
    const [id, from] = entry;
    if (!isId(id) || ids.has(id)) return false;
    if (!(Number.isInteger(from) && from > before && from < slots)) return false;
    ids.add(id);
    before = from;
    return true;
  };
  const isSince = epochsSince === undefined || (Number.isInteger(epochsSince) && epochsSince >= 0);
  const isList = Array.isArray(epochs) && epochs.every(isNext);
  if (isList && isSince && epochs.length > 0 === (epochsSince !== undefined)) return [...epochs];
  throw new SnapshotError(
    `epochs must hold pairs of an id and a slot from epochsSince to ${slots - 1}, each once and in order; got ${JSON.stringify(epochs)} and epochsSince ${String(epochsSince)}`,
  );
}

/** The epochs that a decider knows, and the decisions in them. */
export class Epochs {
  readonly #list: EpochEntry[];
  /** Undefined as long as no epoch has begun. */
  #since: number | undefined;
  /** The id of the epoch that begins with the next slot; undefined once it has begun, or if none does. */
  #next: string | undefined;
  #isFresh: boolean;

  private constructor(list: EpochEntry[], since: number | undefined, next: string | undefined) {
    this.#list = list;
    this.#since = since;
    this.#next = next;
    this.#isFresh = since === undefined && next === undefined;
  }

  /** Whether no epoch has begun or will begin: every decision without an epoch is known. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The epochs of a new decider: none, unless its caller names them. */
  static ofNew(newEpoch: NewEpoch | undefined): Epochs {
    return new Epochs([], undefined, newEpoch && Epochs.#named(newEpoch, []));
  }

  /** The epochs of a decider that continues from a snapshot, and will begin one of its own. */
  static restored(snapshot: EpochsSnapshot, slots: number, newEpoch = randomEpoch): Epochs {
    const list = readEntries(snapshot, slots);
    return new Epochs(list, snapshot.epochsSince, Epochs.#named(newEpoch, list));
  }

  static #named(newEpoch: NewEpoch, list: readonly EpochEntry[]): string {
    const id: unknown = newEpoch();
    const isNew = isId(id) && list.every(([known]) => known !== id);
    if (isNew) return id;
    throw new ParameterError(
      `newEpoch must return a string of 1 to ${LONGEST_ID} characters that differs from all earlier epochs; got ${typeof id === 'string' ? JSON.stringify(id) : typeof id}`,
    );
  }

  /** The epoch of the slot that comes next, to be handed to `begin` once the slot is taken. */
  get id(): string | undefined {
    return this.#next ?? this.#list.at(-1)?.[0];
  }

  /** Begins the epoch that waits, if one does, with a slot. */
  begin(slot: number): void {
    if (this.#next === undefined) return;
    this.#push(this.#next, slot);
    this.#next = undefined;
  }

  /** Whether a decision is one of this decider's, of which `taken` slots are taken. */
  knows({ slot, epoch }: Selection, taken: number): boolean {
    // The policy refuses what is no slot.
    if (!Number.isInteger(slot)) return true;
    if (epoch === undefined || epoch === null) {
      return this.#isFresh || slot < (this.#since ?? taken);
    }
    const place = this.#list.findIndex(([id]) => id === epoch);
    if (place < 0) return false;
    const end = this.#list[place + 1]?.[1] ?? taken;
    return slot >= this.#list[place][1] && slot < end;
  }

  /** Refuses a decision that can't be replayed here; what it returns is to be called once its slot is taken. */
  replay({ slot, epoch }: Selection): () => void {
    const last = this.#list.at(-1)?.[0];
    const isNew = this.#list.every(([id]) => id !== epoch);
    const follows = epoch === last || (isId(epoch) && isNew && epoch !== this.#next);
    const isOpen = this.#next === undefined && last !== undefined;
    if (follows && !isOpen) return () => epoch !== last && this.#push(epoch as string, slot);
    throw new ContractError(
      isOpen
        ? 'decisions must be replayed before the first new decision; got one after it'
        : `a replayed decision must belong to the last epoch, ${String(last)}, or to a later one; got one of epoch ${String(epoch)}`,
      'contract-broken',
    );
  }

  /** The epochs that a snapshot holds: those that have slots from `oldest` on, and the last one. */
  snapshot(oldest: number): EpochsSnapshot {
    if (this.#since === undefined) return {};
    const epochs = this.#list.filter((_, place) => {
      const next = this.#list[place + 1];
      return next === undefined || next[1] > oldest;
    });
    return { epochs, epochsSince: this.#since };
  }

  #push(id: string, from: number): void {
    this.#list.push([id, from]);
    this.#since ??= from;
    this.#isFresh = false;
  }
}
