/** Policies that are made anew from what happened: with another definition, other options, or without an arm. */
import { ContractError } from '../base/errors.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import {
  type CommonEvent,
  type DecisionEvent,
  demandOther,
  foldHistory,
  withoutArm,
} from './history.ts';
import { Policy } from './policy.ts';
import type { OptionsOf, PolicyOptions } from './policy-options.ts';

/**
 * One thing that happened to a policy, as plain data. Slots count from 0: each decision takes one, and each
 * slot that was skipped.
 */
export type HistoryEvent = DecisionEvent | CommonEvent;

/**
 * A new policy that has gone through a history: in the state that it would have if it had made these decisions
 * itself, bit for bit. So a policy can be exchanged for another one, or for one with other options, that knows at
 * once what was learned. What is pending at the end stays pending; `pendingAt` has it.
 *
 * What a reward or an expiry of a slot finds no decision waiting in is ignored: the slot is empty, forgotten or
 * settled already, or lies before the history, below 0. Events are read one after the other and not kept. Tickets
 * must be such as the new policy could have given: those of Exp3 and its kin are probabilities, which a history of
 * another policy does not have.
 *
 * @example
 * const policy = revise('sw-ucb', { armCount: 2, window: 100 }, [
 *   { decision: 1 },
 *   { decision: 0 },
 *   { reward: 0, value: 0.5 },
 * ]);
 * policy.pendingCount; // → 1
 */
export function revise<const Id extends string>(
  policy: Id,
  options: OptionsOf<Id>,
  history: Iterable<HistoryEvent>,
): Policy;
export function revise(
  policy: PolicyDefinition,
  options: PolicyOptions,
  history: Iterable<HistoryEvent>,
): Policy;
export function revise(
  policy: string | PolicyDefinition,
  options: PolicyOptions,
  history: Iterable<HistoryEvent>,
): Policy {
  const definition = typeof policy === 'string' ? policyCatalogue.find(policy) : policy;
  const revised = new Policy(definition, options);
  foldHistory(revised, history, (arm, { ticket = 0 }) => {
    revised.begin({ slot: revised.slot, arm, ticket, propensity: undefined });
  });
  return revised;
}

/** Refuses a policy that cannot go on without one of its arms. */
function demandLeaving({ id, needs, ticketIsPropensity }: PolicyDefinition): void {
  let reason = '';
  if (needs !== undefined) reason = 'it is given the means of all arms';
  if (ticketIsPropensity)
    reason = 'it weights each reward by the probability that its arm had among all arms';
  if (reason === '') return;
  throw new ContractError(
    `${id} cannot retire an arm, because ${reason}; create a new policy without the arm`,
    'arm-cannot-leave',
  );
}

/**
 * The policy without one of its arms, as if that had never been there: made anew from a history, in which the slots
 * of this arm stay empty. Arms after it move down by one, and K in the index is one less. What is pending for other
 * arms stays pending.
 *
 * Oracles, which are given means, and Exp3 and its kin, which weigh rewards by the probabilities that all arms had,
 * cannot give up an arm.
 *
 * @param options - those of the policy with the arm, `armCount` being the number of its arms now
 * @example
 * const policy = retire('sw-ucb', { armCount: 3, window: 100 }, [{ decision: 1 }, { decision: 2 }], 1);
 * policy.pendingAt(1)?.arm; // → 1
 */
export function retire<const Id extends string>(
  policy: Id,
  options: OptionsOf<Id>,
  history: Iterable<HistoryEvent>,
  arm: number,
): Policy;
export function retire(
  policy: PolicyDefinition,
  options: PolicyOptions,
  history: Iterable<HistoryEvent>,
  arm: number,
): Policy;
export function retire(
  policy: string | PolicyDefinition,
  options: PolicyOptions,
  history: Iterable<HistoryEvent>,
  arm: number,
): Policy {
  const { armCount } = options;
  const definition = typeof policy === 'string' ? policyCatalogue.find(policy) : policy;
  demandLeaving(definition);
  demandOther(arm, armCount);
  return revise(
    definition,
    { ...options, armCount: armCount - 1 },
    withoutArm(history, arm, armCount),
  );
}
