/** The slots of a policy: one for each accepted decision, and those that were skipped. */
import { ContractError, ParameterError } from '../base/errors.ts';
import { textOf } from '../base/shown.ts';
import { decisionsPileUpWarning, type WarningLog } from '../base/warnings.ts';
import { type PassingKernel, passEmptySlots } from './empty-slots.ts';
import type { PendingDecision, PendingDecisions, PendingEntry } from './pending.ts';
import type { Selection } from './selection.ts';

/** Slots are counted in 31 bits. */
export const LAST_SLOT = 2 ** 31 - 1;

/** From this many on, decisions without a reward are said to pile up. */
const PILE = 10_000;

/** The kernel of a policy, as far as slots concern it. */
interface SlotKernel extends PassingKernel {
  /** The weight of a reward of a slot now: 0 if it is forgotten. */
  weight(slot: number): number;
}

function demandCount(slots: unknown): void {
  if (typeof slots === 'number' && Number.isInteger(slots) && slots >= 0) return;
  throw new ParameterError(`slots must be an integer >= 0; got ${textOf(slots)}`);
}

/** Counts slots, and keeps the decisions that wait for a reward. It changes a kernel by its slots alone. */
export class SlotBook {
  /** The kernel whose slots these are. Whoever exchanges it says so here. */
  kernel: SlotKernel;
  readonly #policy: string;
  readonly #warnings: WarningLog;
  readonly #maxPending: number;
  readonly #weight = (slot: number): number => this.kernel.weight(slot);
  #slot = 0;
  #pending: PendingDecisions;

  constructor(
    policy: string,
    kernel: SlotKernel,
    pending: PendingDecisions,
    maxPending: number,
    warnings: WarningLog,
  ) {
    this.#policy = policy;
    this.kernel = kernel;
    this.#pending = pending;
    this.#maxPending = maxPending;
    this.#warnings = warnings;
  }

  /** The next slot. */
  get slot(): number {
    return this.#slot;
  }

  get pending(): PendingDecisions {
    return this.#pending;
  }

  /** Takes over what a snapshot holds. */
  restore(
    slot: number,
    pending: PendingDecisions,
    entries: readonly PendingEntry[],
    expiredBefore: number,
  ): void {
    this.#slot = slot;
    this.#pending = pending;
    pending.restore(entries, expiredBefore);
  }

  /**
   * Takes the next slot for a decision. Returns whether a reward of it can count, so that it has to be kept.
   *
   * @param block - what the kernel knows its arm as
   */
  begin({ slot }: Selection, block: number): boolean {
    if (slot !== this.#slot) {
      throw new ContractError(
        `selection must be for the next slot, ${this.#slot}; got one for slot ${slot}; select again, and begin each selection once`,
        'not-the-next-slot',
      );
    }
    this.#advance(block);
    return this.kernel.weight(slot) !== 0;
  }

  /** Keeps a decision until it is settled. */
  keep({ slot, arm, ticket }: Selection, codes?: PendingDecision['codes']): void {
    this.#pending.add(slot, arm, ticket, codes);
    const { size } = this.#pending;
    if (size < PILE || this.#maxPending < Number.POSITIVE_INFINITY) return;
    this.#warnings.addOnce('decisions-pile-up', () => decisionsPileUpWarning(this.#policy, size));
  }

  /** Ends a decision, begun or not; undefined where its slot is forgotten already. */
  settle<S extends Selection>(selection: S, block: number): PendingDecision | S | undefined {
    const { slot, arm } = selection;
    if (slot === this.#slot) {
      this.#advance(block);
      return selection;
    }
    const pending = this.#pending.take(slot, arm);
    if (pending !== undefined) return pending;
    if (!(Number.isInteger(slot) && slot >= 0 && slot < this.#slot)) {
      throw new ContractError(
        `selection must be for a slot from 0 to ${this.#slot}; got slot ${textOf(slot)}`,
        'slot-not-taken',
      );
    }
    if (slot < this.#pending.expiredBefore || this.kernel.weight(slot) === 0) return undefined;
    throw new ContractError(
      `slot ${slot} was skipped, or is already settled by this decision or another one for the same slot; settle each slot once, and select again for the next`,
      'already-settled',
    );
  }

  /** Settles decisions of more than `slots` slots ago without a reward, and returns how many. */
  expireOlderThan(slots: number): number {
    demandCount(slots);
    return this.#pending.expireBefore(Math.max(0, this.#slot - slots));
  }

  /** Lets empty slots pass. */
  skip(slots: number): void {
    demandCount(slots);
    this.#demandSlots(slots);
    passEmptySlots(this.kernel, slots);
    this.#slot += slots;
    this.#dropForgotten();
  }

  #advance(block: number): void {
    this.#demandSlots(1);
    this.kernel.advance(block);
    this.#slot += 1;
    this.#dropForgotten();
  }

  #demandSlots(slots: number): void {
    if (slots <= LAST_SLOT - this.#slot) return;
    throw new ContractError(
      `a policy counts at most ${LAST_SLOT} slots; create a new one`,
      'no-slots-left',
    );
  }

  #dropForgotten(): void {
    if (this.#pending.size > 0) this.#pending.dropForgotten(this.#weight);
  }
}
