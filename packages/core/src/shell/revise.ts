/** Policies that are made anew from what happened: with another definition, other options, or without an arm. */
import { ContractError, ParameterError } from '../base/errors.ts';
import { textOf } from '../base/shown.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { Policy } from './policy.ts';
import type { OptionsOf, PolicyOptions } from './policy-options.ts';
import { demandArm, type Selection } from './selection.ts';

/**
 * One thing that happened to a policy, as plain data. Slots count from 0: each decision takes one, and each
 * slot that was skipped.
 */
export type HistoryEvent =
  /** The next slot went to this arm; with null it stays empty. The ticket is that of the selection, 0 unless given. */
  | { readonly decision: number | null; readonly ticket?: number | undefined }
  /** This many slots stay empty. */
  | { readonly skip: number }
  /** The decision of this slot got a reward. */
  | { readonly reward: number; readonly value: number }
  /** The decision of this slot gets none. */
  | { readonly expire: number };

/** The decision of a slot; undefined where it does not wait for a reward. */
function waitingAt(policy: Policy, slot: number): Selection | undefined {
  if (!(Number.isInteger(slot) && slot < policy.slot)) {
    throw new ContractError(
      `a reward or an expiry must be for a slot below ${policy.slot}, the next one; got ${textOf(slot)}`,
      'slot-not-taken',
    );
  }
  return policy.pendingAt(slot);
}

function begin(policy: Policy, arm: number | null, ticket: number): void {
  if (arm === null) policy.skip(1);
  else policy.begin({ slot: policy.slot, arm, ticket, propensity: undefined });
}

function settle(policy: Policy, slot: number, value: number | undefined): void {
  const selection = waitingAt(policy, slot);
  if (selection === undefined) return;
  if (value === undefined) policy.expire(selection);
  else policy.update(selection, value);
}

function refuse(event: unknown): never {
  throw new ParameterError(
    `an event must have one of decision, reward, expire, skip; got ${JSON.stringify(event)}`,
  );
}

function fold(policy: Policy, event: HistoryEvent): void {
  if (typeof event !== 'object' || event === null) refuse(event);
  if ('decision' in event) begin(policy, event.decision, event.ticket ?? 0);
  else if ('reward' in event) settle(policy, event.reward, event.value);
  else if ('expire' in event) settle(policy, event.expire, undefined);
  else if ('skip' in event) policy.skip(event.skip);
  else refuse(event);
}

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
  for (const event of history) fold(revised, event);
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

/** A history without an arm: its slots are empty, and arms after it are one lower. */
function* withoutArm(
  history: Iterable<HistoryEvent>,
  arm: number,
  armCount: number,
): Generator<HistoryEvent> {
  for (const event of history) {
    const decided = 'decision' in event ? event.decision : null;
    if (decided !== null) demandArm(decided, armCount);
    if (decided === null || decided < arm) yield event;
    else if (decided === arm) yield { decision: null };
    else yield { ...event, decision: decided - 1 };
  }
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
  demandArm(arm, armCount);
  if (armCount === 1) {
    throw new ContractError(
      'the last arm cannot be retired; add another arm first',
      'arm-cannot-leave',
    );
  }
  return revise(
    definition,
    { ...options, armCount: armCount - 1 },
    withoutArm(history, arm, armCount),
  );
}
