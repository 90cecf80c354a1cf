import type { CancelStatus, RewardStatus } from './wire.ts';

/**
 * What became of a reward or a cancellation: what the service answered, or
 * - `waiting`: it is kept, and tried again;
 * - `delivered`: the service has it, by way of another page that shares the storage;
 * - `refused`: it is dropped, and `onProblem` was given the reason;
 * - `none`: there is no decision, as it was a fallback or the experiment is paused; nothing was sent.
 */
export type Outcome = RewardStatus | CancelStatus | 'waiting' | 'delivered' | 'refused' | 'none';

/** Those who wait for the outcome of something, by its id. */
export class Outcomes {
  readonly #open = new Map<string, (outcome: Outcome) => void>();

  of(id: string): Promise<Outcome> {
    return new Promise((resolve) => this.#open.set(id, resolve));
  }

  settle(id: string, outcome: Outcome): void {
    this.#open.get(id)?.(outcome);
    this.#open.delete(id);
  }

  settleAll(outcomeOf: (id: string) => Outcome): void {
    for (const id of [...this.#open.keys()]) this.settle(id, outcomeOf(id));
  }
}
