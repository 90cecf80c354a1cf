import type { Detectors } from '../portable/detectors/detectors.ts';
import type { NumberParameter } from '../spec/spec-values.ts';
import type { Listed } from './catalogue.ts';

/** A number that a detector can be given, with the symbol that the literature has for it. */
export interface DetectorParameter extends NumberParameter {
  readonly symbol: string;
  readonly default: number;
}

/** A detector as data: what it is, what it takes, and what its alarms are worth. */
export interface DetectorDefinition extends Listed {
  /** What readers call it. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Where it was published. */
  readonly reference: string;
  /** When it raises an alarm, in plain text. */
  readonly formula: string;
  /** What is known of false alarms, in one sentence. */
  readonly level: string;
  /** Whether `forLevel` keeps its promise for all rewards that the detector takes: proved. */
  readonly proved: boolean;
  /** What rewards it takes: in [0, 1], or any finite number. */
  readonly rewards: 'unit-interval' | 'any';
  /** Time per reward, and memory. */
  readonly cost: string;
  readonly parameters: readonly DetectorParameter[];
  /**
   * The parameters with which, nominally, any false alarm among `horizon` rewards has a probability of
   * at most `level`; those that don't bear on it stay at their defaults. What that is worth, `level` says.
   */
  forLevel(level: number, horizon: number): Record<string, number>;
  /** Makes the part that detects, for a number of arms. */
  detectors(armCount: number, values: Readonly<Record<string, number>>): Detectors;
}
