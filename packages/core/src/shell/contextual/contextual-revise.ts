/** Contextual policies that are made from what happened: with another definition, other options, or without an arm. */
import { ContractError } from '../../base/errors.ts';
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import type { ContextualPolicyDefinition } from '../../definitions/contextual.ts';
import {
  type CommonEvent,
  type DecisionEvent,
  demandOther,
  foldHistory,
  withoutArm,
} from '../history.ts';
import type { ContextualOptions } from './contextual-options.ts';
import { ContextualPolicy } from './contextual-policy.ts';
import type { Codes } from './encoder.ts';

/** One thing that happened to a contextual policy, as plain data. A decision has the codes of its features. */
export type ContextualEvent = (DecisionEvent & { readonly codes?: Codes }) | CommonEvent;

function definitionOf(policy: string | ContextualPolicyDefinition): ContextualPolicyDefinition {
  return typeof policy === 'string' ? contextualPolicyCatalogue.find(policy) : policy;
}

/**
 * A new contextual policy that has gone through a history: in the state that it would have if it had made these
 * decisions itself, bit for bit. The features must have the codes of the history, so keep their declaration.
 *
 * @example
 * const features = [{ kind: 'flag', name: 'member' }];
 * const policy = reviseContextual('linucb', { armCount: 2, features }, [
 *   { decision: 1, codes: [1] },
 *   { decision: 0, codes: [null] },
 *   { reward: 0, value: 0.5 },
 * ]);
 * policy.pendingCount; // → 1
 */
export function reviseContextual(
  policy: string | ContextualPolicyDefinition,
  options: ContextualOptions,
  history: Iterable<ContextualEvent>,
): ContextualPolicy {
  const revised = new ContextualPolicy(definitionOf(policy), options);
  foldHistory(revised, history, (arm, { ticket = 0, codes = [] }) => {
    revised.begin({ slot: revised.slot, arm, ticket, propensity: undefined, codes });
  });
  return revised;
}

/**
 * The policy without one of its arms, as if that had never been there: made from a history, in which the slots of this
 * arm stay empty. Arms after it move down by one.
 *
 * @param options - those of the policy with the arm, `armCount` being the number of its arms now
 * @example
 * const features = [{ kind: 'flag', name: 'member' }];
 * const history = [{ decision: 1, codes: [1] }, { decision: 2, codes: [-1] }];
 * const policy = retireContextual('linucb', { armCount: 3, features }, history, 1);
 * policy.pendingAt(1)?.arm; // → 1
 */
export function retireContextual(
  policy: string | ContextualPolicyDefinition,
  options: ContextualOptions & { readonly armCount: number },
  history: Iterable<ContextualEvent>,
  arm: number,
): ContextualPolicy {
  const { armCount } = options;
  const definition = definitionOf(policy);
  if (definition.needs !== undefined) {
    throw new ContractError(
      `${definition.id} cannot retire an arm, because it is given the parameters of all arms; create a new policy without the arm`,
      'arm-cannot-leave',
    );
  }
  demandOther(arm, armCount);
  return reviseContextual(
    definition,
    { ...options, armCount: armCount - 1 },
    withoutArm(history, arm, armCount),
  );
}
