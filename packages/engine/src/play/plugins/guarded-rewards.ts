/** A plugin's law of rewards, checked at every draw. */
import type { Random, RewardLawDefinition, RewardSampler } from '@driftline/core';
import { recipeOf } from '@driftline/core/compiled';
import type { Guard } from './plugin-error.ts';

/** As for rewards that an application brings: sums of this size over all slots stay finite. */
const LARGEST_REWARD = 1e280;

/** A sampler of a plugin's. For each replication it is made anew: a spare draw is not carried on. */
export class GuardedSampler implements RewardSampler {
  /** Reports failures as its plugin's. */
  readonly guard: Guard;
  readonly #make: () => RewardSampler;
  #sampler: RewardSampler;
  /** Draws since the replication began: as many as slots, for each is one. */
  #draws = 0;

  constructor(guard: Guard, make: () => RewardSampler) {
    this.guard = guard;
    this.#make = make;
    this.#sampler = make();
  }

  /** A replication begins. */
  begin(): void {
    this.#sampler = this.#make();
    this.#draws = 0;
  }

  draw(mean: number, random: Random): number {
    let reward: number;
    try {
      reward = this.#sampler.draw(mean, random);
    } catch (error) {
      throw this.guard.threw('draw', error, this.#sampler.draw, this.#draws);
    }
    if (!(Math.abs(reward) <= LARGEST_REWARD) || typeof reward !== 'number') {
      throw this.guard.returned(
        `draw with the mean ${mean}`,
        reward,
        `a finite number of at most ${LARGEST_REWARD} in size`,
        this.#sampler.draw,
        this.#draws,
      );
    }
    this.#draws += 1;
    return reward;
  }
}

function hasDraw(sampler: unknown): boolean {
  return (
    typeof sampler === 'object' &&
    sampler !== null &&
    'draw' in sampler &&
    typeof sampler.draw === 'function'
  );
}

/** The same law, with whatever goes wrong in its code reported as its own. */
export function guardedRewardLaw(
  definition: RewardLawDefinition,
  guard: Guard,
): RewardLawDefinition {
  return {
    ...definition,
    sampler: (values) => {
      const make = () => {
        const sampler = guard.call('sampler', definition.sampler, () => definition.sampler(values));
        if (hasDraw(sampler)) return sampler;
        throw guard.returned(
          'sampler',
          sampler,
          'an object with the method draw',
          definition.sampler,
        );
      };
      const sampler = make();
      return recipeOf(sampler) === undefined ? new GuardedSampler(guard, make) : sampler;
    },
    variance: (mean, values) => {
      const variance: unknown = guard.call('variance', definition.variance, () =>
        definition.variance(mean, values),
      );
      if (typeof variance === 'number' && variance >= 0) return variance;
      throw guard.returned(
        `variance with the mean ${mean}`,
        variance,
        'a number >= 0, or +∞',
        definition.variance,
      );
    },
  };
}
