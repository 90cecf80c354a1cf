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
  readonly #bySlot: Map<number, PendingDecision>;

  constructor(entries: readonly PendingEntry[] = []) {
    this.#bySlot = new Map(entries.map(([slot, arm, ticket]) => [slot, { arm, ticket }]));
  }

  get size(): number {
    return this.#bySlot.size;
  }

  add(slot: number, arm: number, ticket: number): void {
    this.#bySlot.set(slot, { arm, ticket });
  }

  /** Drops the oldest ones as long as their slots are forgotten, so that memory stays bounded. */
  dropForgotten(weight: (slot: number) => number): void {
    for (const slot of this.#bySlot.keys()) {
      if (weight(slot) > 0) return;
      this.#bySlot.delete(slot);
    }
  }

  /** Ends a pending decision and returns it; undefined where nothing is pending for its slot. */
  take(slot: number, arm: number): PendingDecision | undefined {
    const pending = this.#bySlot.get(slot);
    if (pending !== undefined && pending.arm !== arm) {
      throw new ContractError(
        `slot ${slot} went to arm ${pending.arm}; got a selection of arm ${arm}`,
      );
    }
    this.#bySlot.delete(slot);
    return pending;
  }

  /** For each arm, the sum of what `weight` gives to its pending slots. */
  weights(armCount: number, weight: (slot: number) => number): number[] {
    const weights = new Array<number>(armCount).fill(0);
    for (const [slot, { arm }] of this.#bySlot) weights[arm] += weight(slot);
    return weights;
  }

  entries(): PendingEntry[] {
    return Array.from(this.#bySlot, ([slot, { arm, ticket }]) => [slot, arm, ticket] as const);
  }
}
