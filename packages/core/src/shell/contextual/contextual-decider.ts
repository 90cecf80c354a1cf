/** Contextual policies with their random source, for applications. */
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import type { Random } from '../../portable/random/generator.ts';
import {
  DeciderBase,
  deciderOptionNames,
  type OwnDeciderOptions,
  readDeciderOptions,
  type SavedDecider,
} from '../decider-base.ts';
import type { SelectOptions } from '../selection.ts';
import {
  type ActionsAsked,
  type ActionsOptions,
  type ArmsOptions,
  type ContextualOptions,
  checkContextualNames,
  type Declaration,
  type GivenOf,
} from './contextual-options.ts';
import { ContextualPolicy } from './contextual-policy.ts';
import type { ContextualSelection } from './contextual-selection.ts';
import type { ContextualSnapshot } from './contextual-snapshot.ts';
import type { ActionView } from './contextual-view.ts';
import type { ContextualParameters, KnownContextualId } from './known-ids.ts';

const FORMAT = 'driftline-contextual-decider';
const VERSION = 1;

/** A contextual policy and its random source as versioned plain data. */
export type ContextualDeciderSnapshot = SavedDecider<
  'driftline-contextual-decider',
  1,
  ContextualSnapshot
>;

/**
 * A contextual policy with its random source: all that an application needs to decide, and to go on after a restart
 * as if nothing had happened.
 *
 * @example
 * const decider = createContextualDecider('linucb', {
 *   armCount: 3,
 *   features: [
 *     { kind: 'cycle', name: 'hour', period: 24 },
 *     { kind: 'category', name: 'country', values: ['DE', 'FR', 'US'] },
 *   ],
 * });
 * const decision = decider.decide({ hour: 13, country: 'DE' });
 * decider.update(decision, 1); // → true
 */
export class ContextualDecider<Asked = unknown> extends DeciderBase<
  ContextualSelection,
  ContextualSnapshot,
  ContextualPolicy<Asked>,
  'driftline-contextual-decider',
  1
> {
  /** With `newEpoch` it begins an epoch of that id with its first decision, and after each restore. */
  constructor(policy: ContextualPolicy<Asked>, random: Random, newEpoch?: () => string) {
    super(policy, random, newEpoch, { format: FORMAT, version: VERSION, hadUnsealed: false });
  }

  /**
   * Picks an action for a context, or among a list of actions, and takes it: the decision is pending until it is
   * settled. With a `floor` any of these actions is taken with that probability.
   *
   * @throws ParameterError that names the feature if a value is not accepted. Nothing is decided then.
   */
  decide(asked: Asked, options?: SelectOptions | readonly number[]): ContextualSelection {
    return this.take(this.policy.select(this.random, asked, options));
  }

  /** Estimate and width of each action that could be taken now. */
  inspect(asked: Asked): ActionView[] {
    return this.policy.inspect(asked);
  }
}

/** A contextual decider by the id of its policy, for named arms. Equal options and seeds decide equally. */
export function createContextualDecider<const Id extends string, const F extends Declaration>(
  id: Id & KnownContextualId<Id>,
  options: ArmsOptions<F> & ContextualParameters<Id> & OwnDeciderOptions,
): ContextualDecider<GivenOf<F>>;
/** A contextual decider by the id of its policy, for actions that have features. */
export function createContextualDecider<
  const Id extends string,
  const F extends Declaration,
  const A extends Declaration | undefined = undefined,
>(
  id: Id & KnownContextualId<Id>,
  options: ActionsOptions<F, A> & ContextualParameters<Id> & OwnDeciderOptions,
): ContextualDecider<ActionsAsked<F, A>>;
export function createContextualDecider(
  id: string,
  options: ContextualOptions & OwnDeciderOptions,
): ContextualDecider {
  const definition = contextualPolicyCatalogue.find(id);
  const { random, newEpoch, policyOptions } = readDeciderOptions(options);
  checkContextualNames(definition, policyOptions, deciderOptionNames);
  return new ContextualDecider(new ContextualPolicy(definition, policyOptions), random, newEpoch);
}

/** A contextual policy by its id, for programs that have a random source of their own. */
export function createContextualPolicy<const Id extends string, const F extends Declaration>(
  id: Id & KnownContextualId<Id>,
  options: ArmsOptions<F> & ContextualParameters<Id>,
): ContextualPolicy<GivenOf<F>>;
/** The same for actions that have features. */
export function createContextualPolicy<
  const Id extends string,
  const F extends Declaration,
  const A extends Declaration | undefined = undefined,
>(
  id: Id & KnownContextualId<Id>,
  options: ActionsOptions<F, A> & ContextualParameters<Id>,
): ContextualPolicy<ActionsAsked<F, A>>;
export function createContextualPolicy(id: string, options: ContextualOptions): ContextualPolicy {
  return new ContextualPolicy(contextualPolicyCatalogue.find(id), options);
}
