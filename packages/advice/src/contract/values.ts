/** What a policy would have earned on the very log. */
import type { Refusal } from './refusal.ts';

/** A number with a 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The value of a policy per decision, in the unit of rewards. */
export interface PolicyValue extends Estimate {
  /** As written, `logged`, or `fixed:ARM`. */
  readonly policy: string;
  /** Claimed with 95 %: one-sided. */
  readonly atLeast: number;
  /** Decisions of the log that count, in effect. */
  readonly ess: number;
  /** The share of what it would choose that was tried at about that time. */
  readonly support: number;
  /** `doubly-robust`, or `model` where the log has no propensities and choices depended on rewards. */
  readonly how: 'doubly-robust' | 'model' | 'logged';
  /** The paired difference to what was logged, and to the best fixed arm. */
  readonly aboveLogged?: Estimate;
  readonly aboveFixed?: Estimate;
  /** The plain standard error, and the error on logs made from the fitted world. */
  readonly error: number;
  readonly calibrated: number;
  /** Self-normalised weighting alone, for comparison. */
  readonly snips?: number;
}

/** A policy whose value the log cannot tell. */
export interface RefusedValue extends Refusal {
  readonly policy: string;
  readonly ess?: number;
  readonly support?: number;
}

/** The third question's answer for one policy. */
export type Value = PolicyValue | RefusedValue;
