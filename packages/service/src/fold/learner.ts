import type { Policy } from '@driftline/core';
import { newPolicy, type PolicySource } from '../model/policy-options.ts';

/** Where a decision stands in the policy's own terms. */
interface Taken {
  readonly slot: number;
  readonly place: number;
  readonly ticket: number;
}

/**
 * A policy that knows an experiment's arms by their places. It is made when the experiment is, and anew with each
 * revision; then its slot 0 is the decision `from`.
 */
export class Learner {
  readonly source: PolicySource;
  readonly from: number;
  readonly policy: Policy;
  /** The places of its arms, in its order. */
  readonly #places: number[];
  readonly #armOf: Map<number, number>;

  constructor(source: PolicySource, places: readonly number[], from: number, policy?: Policy) {
    this.source = source;
    this.from = from;
    this.#places = [...places];
    this.#armOf = new Map(places.map((place, arm) => [place, arm]));
    this.policy = policy ?? newPolicy(source, places.length);
  }

  get places(): readonly number[] {
    return this.#places;
  }

  /** The policy's arm at a place; undefined where that is retired. */
  armAt(place: number): number | undefined {
    return this.#armOf.get(place);
  }

  join(place: number): void {
    this.#armOf.set(place, this.policy.addArm());
    this.#places.push(place);
  }

  /** Takes the next slot for a decision; one of an arm that it does not have leaves the slot empty. */
  begin({ slot, place, ticket }: Taken): void {
    const arm = this.armAt(place);
    if (arm === undefined) this.policy.skip(1);
    else this.policy.begin({ slot, arm, ticket, propensity: undefined });
  }

  /** Whether the reward counts; it does not where the decision is forgotten or its arm is retired. */
  reward({ slot, place, ticket }: Taken, value: number): boolean {
    const arm = this.armAt(place);
    if (slot < 0 || arm === undefined) return false;
    return this.policy.update({ slot, arm, ticket, propensity: undefined }, value);
  }

  /** No reward will come. */
  expire({ slot, place, ticket }: Taken): void {
    const arm = this.armAt(place);
    if (slot >= 0 && arm !== undefined) {
      this.policy.expire({ slot, arm, ticket, propensity: undefined });
    }
  }
}
