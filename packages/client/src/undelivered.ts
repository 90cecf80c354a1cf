/** Rewards and cancellations that still wait, as a program sees them. */
import type { Outbox, Waiting } from './outbox.ts';
import type { Moment } from './wire.ts';

/** A reward or cancellation that the service has not acknowledged; `since` is when it was reported. */
export type Undelivered =
  | {
      readonly kind: 'reward';
      readonly since: Moment;
      readonly decisionId: string;
      readonly value: number;
    }
  | { readonly kind: 'cancel'; readonly since: Moment; readonly decisionId: string }
  | {
      readonly kind: 'unit-reward';
      readonly since: Moment;
      readonly experiment: string;
      readonly unit: string;
      readonly value: number;
    }
  /** The storage has it, and can't be read now. */
  | { readonly kind: 'unreadable' };

function shown({ id: _own, made, expiresAt: _ours, ...errand }: Waiting): Undelivered {
  const since = new Date(made).toISOString();
  return errand.kind === 'find' ? { ...errand, kind: 'unit-reward', since } : { ...errand, since };
}

export function undeliveredOf(outbox: Outbox): readonly Undelivered[] {
  const known = new Map(outbox.ids().map((id) => [id, outbox.get(id)]));
  // Reading has removed what is no reward of ours.
  return outbox.ids().map((id) => {
    const waiting = known.get(id);
    return waiting === undefined ? { kind: 'unreadable' } : shown(waiting);
  });
}
