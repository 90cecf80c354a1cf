/** Contextual environments as data: what the hidden parameters do, and which features a slot has. */
import type { ContextSource } from '../portable/means/context-source.ts';
import type { ThetaPath } from '../portable/means/theta-path.ts';
import type { Random } from '../portable/random/generator.ts';
import type { SpecParameter, SpecValues } from '../spec/spec-values.ts';
import type { Listed } from './catalogue.ts';
import type { ContextForm } from './contextual.ts';

/** Settings that the parameters and features of a contextual environment are made from. */
export interface FieldSettings {
  /** Arms, or actions offered in a slot. */
  readonly armCount: number;
  /** Columns of a feature vector. */
  readonly dimension: number;
  readonly horizon: number;
  /** The parameters, read and checked. */
  readonly values: SpecValues;
}

/** A mean's bounds. */
export type Bounds = readonly [least: number, largest: number];

/** A kind of contextual environment. A new one is a file that exports such an object, and a line in `list.ts`. */
export interface ContextualEnvironmentDefinition extends Listed {
  readonly kind: 'contextual';
  readonly name: string;
  /** Whether it is another under a name of its own, with other defaults. */
  readonly isPreset?: boolean;
  /** One sentence. */
  readonly summary: string;
  /** What a source says about it and how its gaps are settled, one sentence each. */
  readonly notes?: readonly string[];
  readonly form: ContextForm;
  readonly parameters: readonly SpecParameter[];
  /** Arms, or actions in a slot, unless the caller says otherwise. */
  readonly armCount: number;
  /** Columns of a feature vector unless the caller says otherwise. */
  readonly dimension: number;
  /** Slots unless the caller says otherwise. */
  readonly horizon: number;
  /** The reward law unless the caller says otherwise, as a spec. */
  readonly law: string;
  /** Whether column 0 is always 1. */
  readonly intercept: boolean;
  /** True if the means go through the logistic function. */
  logistic?(settings: FieldSettings): boolean;
  /** True if actions stay the same, so that their places mean something. */
  staysSame?(settings: FieldSettings): boolean;
  /** The largest Euclidean norm of a feature vector. */
  norm(settings: FieldSettings): number;
  /** The hidden parameters. Draws only from `random`. */
  path(settings: FieldSettings, random: Random): ThetaPath;
  /** The features of each slot. A table of them is drawn from `random`, after the hidden parameters. */
  contexts(settings: FieldSettings, random: Random): ContextSource;
  /** Bounds of all means, where they are narrower than norms say. */
  range?(settings: FieldSettings): Bounds;
  /** The ℓ₂ variation of θ that policies are given where the caller gives none; the true one without it. */
  statedVariation?(settings: FieldSettings): number | undefined;
  /** The number of changes that policies are given where the caller gives none; they are given none without it. */
  statedChanges?(settings: FieldSettings): number | undefined;
}
