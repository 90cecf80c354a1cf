import type { Means } from '../means/means.ts';
import type { Random } from '../portable/random/generator.ts';
import type { ChoiceParameter, SpecParameter, SpecValues } from '../spec/spec-values.ts';
import type { Listed } from './catalogue.ts';

/** What an environment's means are made from. */
export interface EnvironmentSettings {
  readonly armCount: number;
  readonly horizon: number;
  /** The parameters, read and checked. */
  readonly values: SpecValues;
}

/**
 * A kind of environment. A new one is a file that exports such an object, and a line in `list.ts`.
 */
export interface EnvironmentDefinition extends Listed {
  readonly name: string;
  /** What it is called where visitors choose it; its name unless it says otherwise. */
  readonly pageName?: string;
  /** Whether it is another under a name of its own, with other defaults. */
  readonly isPreset?: boolean;
  /** One sentence. */
  readonly summary: string;
  /** What a source says about it and how its gaps are settled, one sentence each. */
  readonly notes?: readonly string[];
  readonly parameters: readonly SpecParameter[];
  /** Stated if means move with the plays of their arm (rested arms); they move with time otherwise. */
  readonly moves?: 'plays';
  /** Arms unless the caller or the parameters say otherwise. */
  readonly armCount: number;
  /** Slots unless the caller says otherwise. */
  readonly horizon: number;
  /** The reward law unless the caller says otherwise, as a spec. */
  readonly law: string;
  /**
   * The id of an oracle that results also measure each policy against, if the best arm of each slot is out of reach.
   * A comparison plays it even if it is not listed.
   */
  readonly reference?: string;
  /** The arm count that the parameters imply, such as the length of a list of means. */
  armCountOf?(values: SpecValues): number | undefined;
  /** Whether large tables are not kept, so that any number of arms and slots can be played. */
  readonly computed?: boolean;
  /** Makes the means. Draws only from `random`, and nothing where the means are not random. */
  means(settings: EnvironmentSettings, random: Random): Means;
  /** The variation budget that policies are given where the caller gives none. */
  statedVariation?(settings: EnvironmentSettings): number | undefined;
  /** The number of changes that policies are given where the caller gives none; they are given none without it. */
  statedChanges?(settings: EnvironmentSettings): number | undefined;
}

/** Larger tables (32 MB) no longer stay near the processor: then means are computed on demand where they can be. */
export const MOST_TABLED_MEANS = 2 ** 22;

/** Gives a random environment the choice between one path per seed and one per replication. */
export const freshParameter: ChoiceParameter = {
  kind: 'choice',
  id: 'fresh',
  summary: '1: redraws the means for each replication; 0: shares them',
  default: 0,
  words: ['0', '1'],
};

/** Whether the means are drawn anew for each replication. */
export function isFresh(values: SpecValues): boolean {
  return values.optionalNumber(freshParameter.id) === 1;
}
