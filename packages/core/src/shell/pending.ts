import { ContractError } from '../base/errors.ts';
import type { Floats } from '../portable/base/language.ts';
import type { MassEntry, PendingMass } from './pending-mass.ts';

/** A decision that was begun and has no reward yet. */
export interface PendingDecision {
  readonly arm: number;
  readonly ticket: number;
}

/** The slot, arm and ticket of a pending decision, as plain data. */
export type PendingEntry = readonly [slot: number, arm: number, ticket: number];

/** This many slots of ended decisions are kept, and as many more as decisions wait: O(1) per decision. */
const SPARE = 64;

/** The decisions that wait for a reward, in the order of their slots. */
export class PendingDecisions {
  readonly #bySlot = new Map<number, PendingDecision>();
  /** The slots in order, some of ended decisions among them: a map is slow to find its first entry. */
  #slots: number[] = [];
  /** The place in `#slots` before which all have ended. */
  #first = 0;
  /** How many wait for each arm. */
  readonly #counts: number[] = [];
  /** From which slot on an arm's decisions still count, where that was asked for, and how many these are. */
  readonly #counting: { since: number; count: number }[] = [];
  readonly #mass: PendingMass | undefined;
  readonly #most: number;
  #expiredBefore: number;

  /** With more than `most` entries, the oldest expire. `mass` keeps what they weigh, where one is given. */
  constructor(most: number, mass?: PendingMass) {
    this.#most = most;
    this.#mass = mass;
    this.#expiredBefore = 0;
  }

  /** Takes over what a snapshot holds; the mass has its own. */
  restore(entries: readonly PendingEntry[], expiredBefore: number): void {
    this.#expiredBefore = expiredBefore;
    for (const [slot, arm, ticket] of entries) this.#put(slot, arm, ticket);
  }

  /** Decisions of slots before this one that wait no more may have expired, by number or age. */
  get expiredBefore(): number {
    return this.#expiredBefore;
  }

  get size(): number {
    return this.#bySlot.size;
  }

  /** How many slots are kept in memory, those of ended decisions included. */
  get kept(): number {
    return this.#slots.length;
  }

  /** Slots come in ascending order. */
  add(slot: number, arm: number, ticket: number): void {
    this.#mass?.add(slot, arm);
    this.#put(slot, arm, ticket);
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
    const pending = this.#bySlot.get(slot);
    if (pending === undefined) return undefined;
    if (pending.arm !== arm) {
      throw new ContractError(
        `slot ${slot} went to arm ${pending.arm}; got a selection of arm ${arm}`,
        'wrong-arm',
      );
    }
    this.#remove(slot, arm);
    return pending;
  }

  /** What is pending for a slot. */
  at(slot: number): PendingDecision | undefined {
    return this.#bySlot.get(slot);
  }

  count(arm: number): number {
    return this.#counts[arm] ?? 0;
  }

  /** How many of an arm are of a slot from `since` on; O(1) as long as `since` stays. */
  countSince(arm: number, since: number): number {
    if (this.#counting[arm]?.since !== since) {
      let count = 0;
      for (const [slot, pending] of this.#bySlot) if (pending.arm === arm && slot >= since) count++;
      this.#counting[arm] = { since, count };
    }
    return this.#counting[arm].count;
  }

  /** Sets for each arm the sum of what `weight` gives to its pending slots; less for older ones. */
  weigh(sums: Floats, weight: (slot: number) => number): void {
    const mass = this.#mass;
    const oldest = this.#oldest();
    const discounts = mass === undefined && oldest !== undefined && weight(oldest) < 1;
    for (let arm = 0; arm < sums.length; arm++) {
      sums[arm] = discounts ? 0 : (mass?.of(arm) ?? this.count(arm));
    }
    if (!discounts) return;
    for (const [slot, { arm }] of this.#bySlot) sums[arm] += weight(slot);
  }

  entries(): PendingEntry[] {
    return Array.from(this.#bySlot, ([slot, { arm, ticket }]) => [slot, arm, ticket] as const);
  }

  /** What they weigh, where that is kept. */
  massEntries(): MassEntry[] {
    return this.#mass?.entries() ?? [];
  }

  /** The slot that has waited longest; undefined where nothing is pending. */
  #oldest(): number | undefined {
    const slots = this.#slots;
    while (this.#first < slots.length && !this.#bySlot.has(slots[this.#first])) this.#first += 1;
    return slots[this.#first];
  }

  /** Keeps the slots of those that wait alone: a map has its keys in the order in which they came. */
  #dropEnded(): void {
    this.#slots = [...this.#bySlot.keys()];
    this.#first = 0;
  }

  /** Drops the oldest ones as long as they are to be, and returns how many. */
  #dropOldest(isDropped: (slot: number) => boolean): number {
    const before = this.size;
    for (let slot = this.#oldest(); slot !== undefined && isDropped(slot); slot = this.#oldest()) {
      this.#remove(slot, this.#bySlot.get(slot)?.arm ?? 0);
    }
    return before - this.size;
  }

  #put(slot: number, arm: number, ticket: number): void {
    this.#bySlot.set(slot, { arm, ticket });
    this.#slots.push(slot);
    this.#recount(slot, arm, 1);
    while (this.size > this.#most) this.expireBefore((this.#oldest() ?? slot) + 1);
    if (this.kept > 2 * this.size + SPARE) this.#dropEnded();
  }

  #remove(slot: number, arm: number): void {
    this.#bySlot.delete(slot);
    this.#recount(slot, arm, -1);
    this.#mass?.remove(slot, arm, this.count(arm));
  }

  #recount(slot: number, arm: number, by: 1 | -1): void {
    this.#counts[arm] = this.count(arm) + by;
    const counting = this.#counting[arm];
    if (counting !== undefined && slot >= counting.since) counting.count += by;
  }
}
