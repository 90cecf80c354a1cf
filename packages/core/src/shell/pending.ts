import { ContractError } from '../base/errors.ts';
import type { Floats } from '../portable/base/language.ts';
import type { MassEntry, PendingMass } from './pending-mass.ts';

/** Numbers that a decision keeps beside its ticket. NaN is null in plain data. */
type Codes = readonly (number | null)[];

/** A decision that was begun and has no reward yet. */
export interface PendingDecision {
  readonly arm: number;
  readonly ticket: number;
  /** Absent if decisions have none. */
  readonly codes?: Codes;
}

/** The slot, arm, ticket and codes of a pending decision, as plain data. */
export type PendingEntry = readonly [
  slot: number,
  arm: number,
  ticket: number,
  ...codes: (number | null)[],
];

/** Called with the arm of a decision, and with the place of its codes. */
type OnPending = (arm: number, codes: Floats, at: number) => void;

/** Data that decisions keep in addition to their tickets, and a callback at their end. */
interface PendingExtras {
  /** Keeps what the decisions of an arm weigh. */
  readonly mass?: PendingMass | undefined;
  /** Number of codes of each decision. None by default. */
  readonly codeCount?: number;
  /** Called when a decision ends, in whatever way. */
  readonly onEnd?: OnPending;
}

/** Room for so many decisions at least, and for half as many again as wait: O(1) per decision. */
const LEAST_ROOM = 64;

/** In place of the arm of a decision that has ended. */
const ENDED = -1;

/** The decisions of one place each, in the order of their slots: a million of them take 16 MB. */
interface Columns {
  readonly slots: Int32Array;
  readonly arms: Int32Array;
  readonly tickets: Float64Array;
  /** Those of a decision one after the other. */
  readonly codes: Floats;
}

function columnsFor(room: number, codeCount: number): Columns {
  return {
    slots: new Int32Array(room),
    arms: new Int32Array(room),
    tickets: new Float64Array(room),
    codes: new Float64Array(room * codeCount),
  };
}

/** The decisions that wait for a reward, in the order of their slots. */
export class PendingDecisions {
  readonly #codeCount: number;
  #columns: Columns;
  /** The place of the one that has waited longest, and the place after the last. */
  #first = 0;
  #end = 0;
  #size = 0;
  /** How many wait for each arm. */
  readonly #counts: number[] = [];
  /** From which slot on an arm's decisions still count, where that was asked for, and how many these are. */
  readonly #counting: { since: number; count: number }[] = [];
  readonly #mass: PendingMass | undefined;
  readonly #onEnd: OnPending | undefined;
  readonly #most: number;
  #expiredBefore: number;

  /** With more than `most` entries, the oldest expire. */
  constructor(most: number, { mass, codeCount = 0, onEnd }: PendingExtras = {}) {
    this.#most = most;
    this.#mass = mass;
    this.#codeCount = codeCount;
    this.#onEnd = onEnd;
    this.#columns = columnsFor(LEAST_ROOM, codeCount);
    this.#expiredBefore = 0;
  }

  /** Takes over what a snapshot holds; the mass has its own. */
  restore(entries: readonly PendingEntry[], expiredBefore: number): void {
    this.#expiredBefore = expiredBefore;
    for (const [slot, arm, ticket, ...codes] of entries) this.#put(slot, arm, ticket, codes);
  }

  /** Decisions of slots before this one that wait no more may have expired, by number or age. */
  get expiredBefore(): number {
    return this.#expiredBefore;
  }

  get size(): number {
    return this.#size;
  }

  /** The slot that has waited longest; undefined where nothing is pending. */
  get oldest(): number | undefined {
    return this.#size > 0 ? this.#columns.slots[this.#first] : undefined;
  }

  /** For how many decisions there is room. */
  get room(): number {
    return this.#columns.slots.length;
  }

  /** Slots come in ascending order. */
  add(slot: number, arm: number, ticket: number, codes?: Codes): void {
    this.#mass?.add(slot, arm);
    this.#put(slot, arm, ticket, codes);
  }

  /** Calls with every decision, in the order of slots. */
  visit(visit: OnPending): void {
    const { arms, codes } = this.#columns;
    for (let place = this.#first; place < this.#end; place++) {
      if (arms[place] !== ENDED) visit(arms[place], codes, place * this.#codeCount);
    }
  }

  /** Ends all decisions of slots before one, and returns how many. */
  expireBefore(slot: number): number {
    this.#expiredBefore = Math.max(this.#expiredBefore, slot);
    return this.#dropOldest((oldest) => oldest < slot);
  }

  /** Drops the oldest ones as long as their slots are forgotten, so that memory stays bounded. */
  dropForgotten(weight: (slot: number) => number): void {
    if (this.size > 0) this.#dropOldest((slot) => weight(slot) === 0);
  }

  /** Ends a pending decision and returns it; undefined where nothing is pending for its slot. */
  take(slot: number, arm: number): PendingDecision | undefined {
    const place = this.#find(slot);
    if (place < 0) return undefined;
    const pending = this.#decision(place);
    if (pending.arm !== arm) {
      throw new ContractError(
        `slot ${slot} belongs to arm ${pending.arm}; got a selection of arm ${arm}; pass the selection back unchanged`,
        'wrong-arm',
      );
    }
    this.#remove(place);
    return pending;
  }

  /** What is pending for a slot. */
  at(slot: number): PendingDecision | undefined {
    const place = this.#find(slot);
    return place < 0 ? undefined : this.#decision(place);
  }

  count(arm: number): number {
    return this.#counts[arm] ?? 0;
  }

  /** How many of an arm are of a slot from `since` on; O(1) as long as `since` stays. */
  countSince(arm: number, since: number): number {
    if (this.#counting[arm]?.since !== since) {
      const { slots, arms } = this.#columns;
      let count = 0;
      for (let place = this.#first; place < this.#end; place++) {
        if (arms[place] === arm && slots[place] >= since) count++;
      }
      this.#counting[arm] = { since, count };
    }
    return this.#counting[arm].count;
  }

  /** Sets for each arm the sum of what `weight` gives to its pending slots; less for older ones. */
  weigh(sums: Floats, weight: (slot: number) => number): void {
    const mass = this.#mass;
    const oldest = this.oldest;
    const discounts = mass === undefined && oldest !== undefined && weight(oldest) < 1;
    for (let arm = 0; arm < sums.length; arm++) {
      sums[arm] = discounts ? 0 : (mass?.of(arm) ?? this.count(arm));
    }
    if (!discounts) return;
    const { slots, arms } = this.#columns;
    for (let place = this.#first; place < this.#end; place++) {
      if (arms[place] !== ENDED) sums[arms[place]] += weight(slots[place]);
    }
  }

  entries(): PendingEntry[] {
    const { slots, arms, tickets } = this.#columns;
    const entries: PendingEntry[] = [];
    for (let place = this.#first; place < this.#end; place++) {
      if (arms[place] === ENDED) continue;
      entries.push([slots[place], arms[place], tickets[place], ...this.#codesAt(place)]);
    }
    return entries;
  }

  /** What they weigh, where that is kept. */
  massEntries(): MassEntry[] {
    return this.#mass?.entries() ?? [];
  }

  #decision(place: number): PendingDecision {
    const { arms, tickets } = this.#columns;
    const decision = { arm: arms[place], ticket: tickets[place] };
    return this.#codeCount === 0 ? decision : { ...decision, codes: this.#codesAt(place) };
  }

  #codesAt(place: number): (number | null)[] {
    const { codes } = this.#columns;
    const listed: (number | null)[] = [];
    for (let at = place * this.#codeCount; listed.length < this.#codeCount; at++) {
      listed.push(Number.isNaN(codes[at]) ? null : codes[at]);
    }
    return listed;
  }

  /** The place of a slot's decision; −1 where none is pending for it. */
  #find(slot: number): number {
    const { slots, arms } = this.#columns;
    let low = this.#first;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (slots[middle] < slot) low = middle + 1;
      else high = middle;
    }
    const isThere = low < this.#end && slots[low] === slot && arms[low] !== ENDED;
    return isThere ? low : -1;
  }

  /** Drops the oldest ones as long as they are to be, and returns how many. */
  #dropOldest(isDropped: (slot: number) => boolean): number {
    const before = this.size;
    for (let slot = this.oldest; slot !== undefined && isDropped(slot); slot = this.oldest) {
      this.#remove(this.#first);
    }
    return before - this.size;
  }

  #put(slot: number, arm: number, ticket: number, codes: Codes = []): void {
    if (this.#end === this.room) this.#makeRoom();
    const { slots, arms, tickets, codes: kept } = this.#columns;
    slots[this.#end] = slot;
    arms[this.#end] = arm;
    tickets[this.#end] = ticket;
    const at = this.#end * this.#codeCount;
    for (let i = 0; i < this.#codeCount; i++) kept[at + i] = codes[i] ?? Number.NaN;
    this.#end += 1;
    this.#size += 1;
    this.#recount(slot, arm, 1);
    while (this.size > this.#most) this.expireBefore((this.oldest ?? slot) + 1);
  }

  #remove(place: number): void {
    const { slots, arms, codes } = this.#columns;
    const [slot, arm] = [slots[place], arms[place]];
    arms[place] = ENDED;
    this.#size -= 1;
    while (this.#first < this.#end && arms[this.#first] === ENDED) this.#first += 1;
    if (this.#size === 0 && this.room > LEAST_ROOM) this.#makeRoom();
    this.#recount(slot, arm, -1);
    this.#mass?.remove(slot, arm, this.count(arm));
    this.#onEnd?.(arm, codes, place * this.#codeCount);
  }

  /** Moves those that wait to new columns, without the gaps of those that have ended. */
  #makeRoom(): void {
    const { slots, arms, tickets, codes } = this.#columns;
    const codeCount = this.#codeCount;
    const fresh = columnsFor(Math.max(LEAST_ROOM, Math.ceil(this.#size * 1.5)), codeCount);
    let count = 0;
    for (let place = this.#first; place < this.#end; place++) {
      if (arms[place] === ENDED) continue;
      fresh.slots[count] = slots[place];
      fresh.arms[count] = arms[place];
      fresh.tickets[count] = tickets[place];
      for (let i = 0; i < codeCount; i++) {
        fresh.codes[count * codeCount + i] = codes[place * codeCount + i];
      }
      count += 1;
    }
    this.#columns = fresh;
    this.#first = 0;
    this.#end = count;
  }

  #recount(slot: number, arm: number, by: 1 | -1): void {
    this.#counts[arm] = this.count(arm) + by;
    const counting = this.#counting[arm];
    if (counting !== undefined && slot >= counting.since) counting.count += by;
  }
}
