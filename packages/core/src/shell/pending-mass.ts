/** The arm, the slot that its sum is taken at, and the sum, as plain data. */
export type MassEntry = readonly [arm: number, slot: number, sum: number];

/**
 * How much the pending decisions of each arm weigh, where a decision loses the same share of its weight in
 * every slot: one sum per arm, taken at the slot of the arm's latest decision and aged by the weight that
 * this slot has now. O(1), however many are pending. An arm without pending decisions has exactly 0.
 */
export class PendingMass {
  readonly #weight: (slot: number) => number;
  readonly #sums: number[] = [];
  readonly #slots: number[] = [];

  /** `weight` is what a slot weighs now: 1 for the latest. */
  constructor(weight: (slot: number) => number, entries: readonly MassEntry[] = []) {
    this.#weight = weight;
    for (const [arm, slot, sum] of entries) {
      this.#slots[arm] = slot;
      this.#sums[arm] = sum;
    }
  }

  /** A decision of the latest slot. */
  add(slot: number, arm: number): void {
    this.#sums[arm] = this.of(arm) + 1;
    this.#slots[arm] = slot;
  }

  /** A decision ends, and as many more of its arm are `left`. */
  remove(slot: number, arm: number, left: number): void {
    const unit = this.#weight(this.#slots[arm]);
    // Where the sum's own slot is forgotten, so are all before it, and end too.
    if (left === 0 || unit === 0) this.#sums[arm] = 0;
    else this.#sums[arm] = Math.max(0, this.#sums[arm] - this.#weight(slot) / unit);
  }

  of(arm: number): number {
    const sum = this.#sums[arm] ?? 0;
    return sum === 0 ? 0 : sum * this.#weight(this.#slots[arm]);
  }

  /** The arms that have a sum, in order. */
  entries(): MassEntry[] {
    return this.#sums.flatMap((sum, arm) => (sum > 0 ? [[arm, this.#slots[arm], sum]] : []));
  }
}
