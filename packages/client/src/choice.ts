import type { ClientProblem } from './client-problem.ts';
import type { Outcome } from './outcome.ts';
import type { Decision, DecisionReason, Json, Moment } from './wire.ts';

/**
 * What to use, and how to report what came of it.
 *
 * @typeParam Payload - the form of the arms' payloads, as the experiment declares them; it is not checked
 */
export interface Choice<Payload = Json> {
  readonly experiment: string;
  readonly arm: string;
  /** Of the arm; null for a fallback, and for an arm without one. */
  readonly payload: Payload | null;
  /** Null for a fallback and where the experiment is paused: no reward is expected. */
  readonly decisionId: string | null;
  readonly number: number | null;
  readonly propensity: number | null;
  readonly reason: DecisionReason | 'fallback';
  readonly expiresAt: Moment | null;
  /** Why it is a fallback; null where it is none. */
  readonly problem: ClientProblem | null;
  /** Reports a reward. Never rejects; `waiting` says that it is kept and tried again. */
  reward(value: number): Promise<Outcome>;
  /** The arm was not used, and no reward will come. */
  cancel(): Promise<Outcome>;
}

/** Where choices report to. */
interface Reports {
  reward(decisionId: string, value: number, expiresAt: Moment | null): Promise<Outcome>;
  cancel(decisionId: string, expiresAt: Moment | null): Promise<Outcome>;
}

export function decided<Payload = Json>(
  experiment: string,
  decision: Decision,
  reports: Reports,
): Choice<Payload> {
  const { decisionId, number, arm, payload, propensity, reason, expiresAt } = decision;
  return {
    experiment,
    ...{ arm, decisionId, number, propensity, reason, expiresAt },
    // Whoever names a form for payloads vouches for it.
    payload: payload as Payload | null,
    problem: null,
    reward: async (value) =>
      decisionId === null ? 'none' : reports.reward(decisionId, value, expiresAt),
    cancel: async () => (decisionId === null ? 'none' : reports.cancel(decisionId, expiresAt)),
  };
}

export function fallenBack<Payload = Json>(
  experiment: string,
  arm: string,
  problem: ClientProblem,
): Choice<Payload> {
  const none = async () => 'none' as const;
  return {
    experiment,
    arm,
    payload: null,
    decisionId: null,
    number: null,
    propensity: null,
    reason: 'fallback',
    expiresAt: null,
    problem,
    reward: none,
    cancel: none,
  };
}
