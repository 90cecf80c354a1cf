/** Rewards and cancellations: one outcome per decision, the first that is written. */
import type { CancelAnswer, RewardAnswer, RewardStatus } from '@driftline/client/wire';
import { LARGEST_MAGNITUDE } from '@driftline/core/spec';
import type { OutcomeEffect } from '../fold/course.ts';
import type { WaitingEntry } from '../fold/waiting.ts';
import type { RewardScale } from '../model/configuration.ts';
import type { NamedDecision } from '../model/decision-ids.ts';
import { offeredOf } from '../model/offered.ts';
import { ProblemError, unknownDecision } from '../model/problems.ts';
import type { OutcomeKind, OutcomeRow } from '../model/rows.ts';
import type { KnownDecision, Session } from './session.ts';

/** An answer, and the decision that the outcome found open. */
export interface SettleResult<Answer> {
  readonly answer: Answer;
  readonly decision: WaitingEntry | undefined;
}

/** Refuses a reward outside of what the experiment declared. */
export function checkValue(value: number, values: RewardScale, pointer = '/value'): void {
  if ('min' in values) {
    if (value >= values.min && value <= values.max) return;
    throw new ProblemError(
      'reward-out-of-range',
      `a reward must be from ${values.min} to ${values.max}; got ${value}`,
      { pointer },
    );
  }
  const seen = 'center' in values ? (value - values.center) / values.scale : value;
  if (Math.abs(seen) <= LARGEST_MAGNITUDE) return;
  const unit = 'center' in values ? ', from center and in units of scale' : '';
  throw new ProblemError(
    'reward-out-of-range',
    `a reward must be at most ${LARGEST_MAGNITUDE} in size${unit}; got ${value}`,
    { pointer },
  );
}

/** What names a decision; without a time, any of this number is meant. */
type Named = Pick<NamedDecision, 'number' | 'at'>;

/** The decision that an outcome names. A store that was put back may have another one of the same number. */
function decisionOf(session: Session, { number, at }: Named): KnownDecision {
  const known = session.byNumber(number);
  if (known !== undefined && (at === undefined || known.decision.at === at)) return known;
  throw unknownDecision();
}

export function demandNotArchived(session: Session): void {
  if (session.fold.facts.status !== 'archived') return;
  throw new ProblemError('archived', 'the experiment is archived and accepts no rewards');
}

/** The first outcome stands; another one that says something else is told which. */
function refuseOther({ kind, value }: OutcomeRow): never {
  const stored = kind === 'cancel' ? 'it was cancelled' : `its reward is ${value}`;
  throw new ProblemError('conflict', `the decision already has an outcome: ${stored}`, {
    stored: value,
  });
}

function write(
  session: Session,
  { decision }: KnownDecision,
  outcome: { readonly kind: OutcomeKind; readonly value: number | null; readonly by: string },
) {
  const row = { number: decision.number, seq: session.seq, at: session.at, ...outcome };
  const { settled } = session.settle(decision, row);
  return settled ?? { effect: 'ignored' as const, decision: undefined };
}

/** What a reward that was stored is said to have done. */
function statusOf(session: Session, effect: OutcomeEffect): RewardStatus {
  if (effect === 'ignored') return 'late';
  const { type } = session.fold.learner.source.policy;
  if (!offeredOf(type).learns) return 'recorded';
  if (effect === 'outside_memory') return 'outside_memory';
  return effect === 'held' ? 'held' : 'counted';
}

/** A reward for a decision. */
export function reward(
  session: Session,
  named: Named,
  given: number,
  by: string,
): SettleResult<RewardAnswer> {
  demandNotArchived(session);
  return rewardKnown(session, decisionOf(session, named), given, by);
}

function rewardKnown(
  session: Session,
  known: KnownDecision,
  given: number,
  by: string,
): SettleResult<RewardAnswer> {
  // JSON has −0; a store need not.
  const value = given === 0 ? 0 : given;
  checkValue(value, session.fold.config.reward.values);
  const { outcome } = known;
  if (outcome !== undefined) {
    if (outcome.value !== value) refuseOther(outcome);
    return { answer: { status: 'duplicate' }, decision: undefined };
  }
  const isClosed = known.decision.number < session.fold.facts.swept;
  const kind = isClosed ? 'late' : 'reward';
  const { effect, decision } = write(session, known, { kind, value, by });
  return { answer: { status: statusOf(session, effect) }, decision };
}

/** A reward for the last decision of a unit that was not cancelled. */
export function rewardUnit(
  session: Session,
  unit: string,
  value: number,
  by: string,
): SettleResult<RewardAnswer> {
  demandNotArchived(session);
  const last = session.byUnit(unit);
  if (last !== undefined) return rewardKnown(session, last, value, by);
  throw new ProblemError(
    'not-found',
    'the unit has no decision here that was not cancelled, or it has been deleted',
  );
}

/** The decision was not shown: no reward will come. One that is closed stays as it is. */
export function cancel(session: Session, named: Named, by: string): SettleResult<CancelAnswer> {
  demandNotArchived(session);
  const known = decisionOf(session, named);
  const { outcome } = known;
  if (outcome !== undefined) {
    if (outcome.kind !== 'cancel') refuseOther(outcome);
    return { answer: { status: 'duplicate' }, decision: undefined };
  }
  if (named.number < session.fold.facts.swept) {
    return { answer: { status: 'late' }, decision: undefined };
  }
  write(session, known, { kind: 'cancel', value: null, by });
  return { answer: { status: 'cancelled' }, decision: undefined };
}
