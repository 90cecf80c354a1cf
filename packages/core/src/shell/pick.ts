/** Picks of policies, and the chance that goes before them. */
import type { Random } from '../portable/random/generator.ts';

/** An arm, and how likely the policy was to take this or another one. */
export interface Pick {
  readonly arm: number;
  /** The number that has to come back with the reward. */
  readonly ticket: number;
  /** NaN where the policy cannot state it. Asked before the next choice. */
  probability(arm: number): number;
}

/** The arm of a slot, and how it came to be taken. The propensity is NaN where it cannot be stated. */
interface Chosen {
  readonly arm: number;
  readonly propensity: number;
  readonly explored: boolean;
}

/**
 * A pick among some arms, of which each is taken instead with the probability of the floor, all alike. The policy's
 * pick is made first, and so draws as many numbers whether it is taken or not.
 */
export function withFloor(
  pick: Pick,
  random: Random,
  arms: ArrayLike<number>,
  floor: number,
): Chosen {
  const explored = random.uniform() < floor;
  const arm = explored ? arms[random.below(arms.length)] : pick.arm;
  // Where the policy has no say at all, it need not know its own probabilities.
  const own = floor < 1 ? (1 - floor) * pick.probability(arm) : 0;
  return { arm, propensity: floor / arms.length + own, explored };
}
