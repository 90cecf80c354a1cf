/** Histories of policies: what happened, folded into a new policy. */
import { ContractError, ParameterError } from '../base/errors.ts';
import { textOf } from '../base/shown.ts';
import { demandArm, type Selection } from './selection.ts';

/** The events that policies with and without contexts have in common. */
export type CommonEvent =
  /** This many slots stay empty. */
  | { readonly skip: number }
  /** The decision of this slot got a reward. */
  | { readonly reward: number; readonly value: number }
  /** The decision of this slot gets none. */
  | { readonly expire: number };

/** The next slot went to an arm; with null it stays empty. */
export interface DecisionEvent {
  readonly decision: number | null;
  /** The ticket of the selection, 0 unless given. */
  readonly ticket?: number | undefined;
}

/** A policy as histories need it. */
interface HistoryPolicy<S extends Selection> {
  readonly slot: number;
  pendingAt(slot: number): S | undefined;
  update(selection: S, reward: number): boolean;
  expire(selection: S): void;
  skip(slots: number): void;
}

/** The decision of a slot; undefined where it does not wait for a reward. */
function waitingAt<S extends Selection>(policy: HistoryPolicy<S>, slot: number): S | undefined {
  if (!(Number.isInteger(slot) && slot < policy.slot)) {
    throw new ContractError(
      `a reward or an expiry must be for a slot below ${policy.slot}, the next one; got ${textOf(slot)}`,
      'slot-not-taken',
    );
  }
  return policy.pendingAt(slot);
}

function settle<S extends Selection>(
  policy: HistoryPolicy<S>,
  slot: number,
  value: number | undefined,
): void {
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

function fold<S extends Selection, D extends DecisionEvent>(
  policy: HistoryPolicy<S>,
  event: D | CommonEvent,
  begin: (arm: number, event: D) => void,
): void {
  if (typeof event !== 'object' || event === null) refuse(event);
  if ('decision' in event) {
    if (event.decision === null) policy.skip(1);
    else begin(event.decision, event);
  } else if ('reward' in event) settle(policy, event.reward, event.value);
  else if ('expire' in event) settle(policy, event.expire, undefined);
  else if ('skip' in event) policy.skip(event.skip);
  else refuse(event);
}

/** Takes a new policy through a history. `begin` takes a slot for an arm. */
export function foldHistory<S extends Selection, D extends DecisionEvent>(
  policy: HistoryPolicy<S>,
  history: Iterable<D | CommonEvent>,
  begin: (arm: number, event: D) => void,
): void {
  for (const event of history) fold(policy, event, begin);
}

/** Refuses an arm that is not there, or is the last one. */
export function demandOther(arm: number, armCount: number): void {
  demandArm(arm, armCount);
  if (armCount > 1) return;
  throw new ContractError(
    'the last arm cannot be retired; add another arm first',
    'arm-cannot-leave',
  );
}

/** A history without an arm: its slots are empty, and arms after it are one lower. */
export function* withoutArm<D extends DecisionEvent>(
  history: Iterable<D | CommonEvent>,
  arm: number,
  armCount: number,
): Generator<D | CommonEvent | { readonly skip: 1 }> {
  for (const event of history) {
    const decided = 'decision' in event ? event.decision : null;
    if (decided !== null) demandArm(decided, armCount);
    if (decided === null || decided < arm) yield event;
    else if (decided === arm) yield { skip: 1 };
    else yield { ...(event as D), decision: decided - 1 };
  }
}
