import { policyCatalogue } from '../policies/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import {
  DeciderBase,
  deciderOptionNames,
  type OwnDeciderOptions,
  readDeciderOptions,
  type SavedDecider,
} from './decider-base.ts';
import { Policy } from './policy.ts';
import {
  checkOptionNames,
  type KnownId,
  type OptionsOf,
  type PolicyOptions,
} from './policy-options.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import type { Selection, SelectOptions } from './selection.ts';

const FORMAT = 'driftline-decider';
const VERSION = 2;

/** A policy and its random source as versioned plain data. Version 1 has no digest. */
export type DeciderSnapshot = SavedDecider<'driftline-decider', 1 | 2, PolicySnapshot>;

/**
 * A policy with its random source: all that an application needs to decide, and to go on after a
 * restart as if nothing had happened.
 *
 * @example
 * const decider = createDecider('sw-moss', { armCount: 3, window: 500 });
 * const decision = decider.decide();
 * decider.update(decision, 1);
 */
export class Decider extends DeciderBase<
  Selection,
  PolicySnapshot,
  Policy,
  'driftline-decider',
  1 | 2
> {
  /** With `newEpoch` it begins an epoch of that id with its first decision, and after each restore. */
  constructor(policy: Policy, random: Random, newEpoch?: () => string) {
    super(policy, random, newEpoch, { format: FORMAT, version: VERSION, hadUnsealed: true });
  }

  /**
   * Picks an arm, of all or among some, and takes it: the decision is pending until it is settled. With a
   * `floor` any of these arms is taken with that probability.
   */
  decide(options?: SelectOptions | readonly number[]): Selection {
    return this.take(this.policy.select(this.random, options));
  }
}

/** What a decider can be created with. */
export interface DeciderOptions extends PolicyOptions, OwnDeciderOptions {}

/** A decider by the id of its policy. Equal options and seeds decide equally. */
export function createDecider<const Id extends string>(
  id: Id & KnownId<Id>,
  options: OptionsOf<Id> & OwnDeciderOptions,
): Decider;
export function createDecider(id: string, options: DeciderOptions): Decider {
  const { random, newEpoch, policyOptions } = readDeciderOptions(options);
  const definition = policyCatalogue.find(id);
  checkOptionNames(definition, policyOptions, deciderOptionNames);
  return new Decider(new Policy(definition, policyOptions), random, newEpoch);
}
