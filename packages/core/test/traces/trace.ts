/** The shape of a trace worked by hand: what a policy does on a small table, slot by slot. */
import type { DetectingSettings } from '../naive/detecting-family.ts';
import type { NaiveExp3Settings } from '../naive/exp3-family.ts';
import type { NaiveExp3RSettings } from '../naive/exp3-r.ts';
import type { NaiveSettings } from '../naive/settings.ts';
import type { BetaPosterior, NaiveNormalSettings, NormalLaw } from '../naive/thompson-family.ts';

/** The index of an arm with nothing remembered. */
export const UNSEEN: number = Number.POSITIVE_INFINITY;

interface TraceBase {
  readonly id: string;
  /** Where the rule stands in the paper of Wei and Srivastava. */
  readonly reference: string;
  readonly armCount: number;
  /** `rewards[slot][arm]`: a full-information table. */
  readonly rewards: number[][];
}

/** A deterministic policy: its indices, and the arms to which they lead. */
export interface IndexTrace extends TraceBase {
  readonly settings: NaiveSettings;
  /** The arm that the policy has to play in each slot. */
  readonly arms: number[];
  /** `indices[slot][arm]`, before the arm of that slot is played. */
  readonly indices: number[][];
  /** The slots that `indices` has, where it does not have all. */
  readonly told?: number[];
}

/** A randomised policy that states its probabilities; the arms are given, as if drawn. */
export interface ProbabilityTrace extends TraceBase {
  readonly settings: NaiveExp3Settings | NaiveExp3RSettings;
  /** The arm taken as drawn in each slot. */
  readonly arms: number[];
  /** The probability that the arm of each slot had when it was drawn. */
  readonly propensities: number[];
  /** Whether the arm of each slot is taken as drawn by uniform exploration; false where left out. */
  readonly explored?: boolean[];
  /** `probabilities[slot][arm]`, after the reward of that slot: those of the slot that follows. */
  readonly probabilities: number[][];
}

/** A policy that draws from posteriors; the arms are given, as if drawn. */
export interface PosteriorTrace extends TraceBase {
  readonly settings: NaiveSettings;
  /** The arm taken as drawn in each slot. */
  readonly arms: number[];
  /** `posteriors[slot][arm]`, after the reward of that slot. */
  readonly posteriors: BetaPosterior[][];
}

/** A policy that draws from normal laws; the arms are given, as if drawn. */
export interface NormalTrace extends TraceBase {
  readonly settings: NaiveNormalSettings;
  /** The arm taken as drawn in each slot. */
  readonly arms: number[];
  /** `laws[slot][arm]`, after the reward of that slot; undefined of an arm without rewards, which goes first. */
  readonly laws: (NormalLaw | undefined)[][];
}

/** A policy that restarts after an alarm: its indices, its alarms, and the arms to which both lead. */
export interface DetectionTrace extends TraceBase {
  readonly settings: DetectingSettings;
  /** The arm that the policy has to play in each slot, explored or not. */
  readonly arms: number[];
  /** How many alarms there were after each slot. */
  readonly restarts: number[];
  /** `indices[slot][arm]`, before the arm of that slot is played. */
  readonly indices: number[][];
}

/** Any of these kinds, distinguished by `restarts`, `indices`, `probabilities` or `posteriors`. */
export type Trace = DetectionTrace | IndexTrace | ProbabilityTrace | PosteriorTrace;
