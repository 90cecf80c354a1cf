import { ContractError } from './errors.ts';

/** A decision that was begun and has no reward yet. */
export interface PendingDecision {
  readonly arm: number;
  readonly ticket: number;
}

/** The slot, arm and ticket of a pending decision, as plain data. */
export type PendingEntry = readonly [slot: number, arm: number, ticket: number];

/** The decisions that wait for a reward, in the order of their slots. */
export class PendingDecisions {
  readonly #bySlot = new Map<number, PendingDecision>();
  /** How many wait for each arm. */
  readonly #counts: number[] = [];

  constructor(entries: readonly PendingEntry[] = []) {
    for (const [slot, arm, ticket] of entries) this.add(slot, arm, ticket);
  }

  get size(): number {
    return this.#bySlot.size;
  }

  add(slot: number, arm: number, ticket: number): void {
    this.#bySlot.set(slot, { arm, ticket });
    this.#counts[arm] = this.count(arm) + 1;
  }

  /** Drops the oldest ones as long as their slots are forgotten, so that memory stays bounded. */
  dropForgotten(weight: (slot: number) => number): void {
    for (const [slot, { arm }] of this.#bySlot) {
      if (weight(slot) > 0) return;
      this.#remove(slot, arm);
    }
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

  count(arm: number): number {
    return this.#counts[arm] ?? 0;
  }

  /** For each arm, the sum of what `weight` gives to its pending slots; less for older ones. */
  weights(armCount: number, weight: (slot: number) => number): number[] {
    const [oldest] = this.#bySlot.keys();
    const discounts = oldest !== undefined && weight(oldest) < 1;
    if (!discounts) return Array.from({ length: armCount }, (_, arm) => this.count(arm));
    const weights = new Array<number>(armCount).fill(0);
    for (const [slot, { arm }] of this.#bySlot) weights[arm] += weight(slot);
    return weights;
  }

  entries(): PendingEntry[] {
    return Array.from(this.#bySlot, ([slot, { arm, ticket }]) => [slot, arm, ticket] as const);
  }

  #remove(slot: number, arm: number): void {
    this.#bySlot.delete(slot);
    this.#counts[arm] -= 1;
  }
}
