import type { RewardSampler } from '../portable/laws/sampler.ts';
import type { Random } from '../portable/random/generator.ts';
import type { GivenValue, NumberParameter, SpecValues } from '../spec/spec-values.ts';
import type { Listed } from './catalogue.ts';

/** A kind of reward law. A new one is a sampler, a definition, and a line in `list.ts`. */
export interface RewardLawDefinition extends Listed {
  readonly name: string;
  /** What it is called where visitors choose it; its name unless it says otherwise. */
  readonly pageName?: string;
  /** One sentence. */
  readonly summary: string;
  readonly parameters: readonly NumberParameter[];
  /** Where rewards lie, or for unbounded laws what is mapped to [0, 1] for policies that need it. */
  readonly rewardRange: readonly [number, number];
  /** The means that the law allows; any when undefined. */
  readonly meanRange?: readonly [number, number];
  /** The hot part for these parameters. */
  sampler(values: SpecValues): RewardSampler;
  /** The variance of a reward; +∞ where there is none. */
  variance(mean: number, values: SpecValues): number;
}

/** A reward law with its parameters. */
export class RewardLaw {
  /** The kind of law. */
  readonly definition: RewardLawDefinition;
  /** The portable hot part. */
  readonly sampler: RewardSampler;
  readonly #values: SpecValues;

  constructor(definition: RewardLawDefinition, values: SpecValues) {
    this.definition = definition;
    this.sampler = definition.sampler(values);
    this.#values = values;
  }

  /** The id of its kind. */
  get id(): string {
    return this.definition.id;
  }

  /** The parameters in force, defaults included. */
  get params(): Record<string, GivenValue> {
    return this.#values.resolved();
  }

  /** What policies made for [0, 1] see mapped to it, unless an experiment says otherwise. */
  get rewardRange(): readonly [number, number] {
    return this.definition.rewardRange;
  }

  /** Draws a reward. */
  draw(mean: number, random: Random): number {
    return this.sampler.draw(mean, random);
  }

  /** The variance of a reward with this mean; +∞ where there is none. */
  variance(mean: number): number {
    return this.definition.variance(mean, this.#values);
  }
}
