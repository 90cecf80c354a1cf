/** Rewards of any size as bits, so that tails do not matter. */

/** So many rewards of an arm say where it is cut; they are not counted themselves. */
const FIRST = 50;

/**
 * Cuts each arm's rewards in two: what is above a place between two of its first rewards is 1, what is below is 0. The
 * place is the one that divides them most evenly; rewards that are nearly all alike are divided from those that are not.
 */
export class ArmCut {
  readonly #first: readonly number[][];
  readonly #isAbove: ((reward: number) => boolean)[] = [];

  constructor(armCount: number) {
    this.#first = Array.from({ length: armCount }, () => []);
  }

  /** Undefined for the first rewards of an arm. */
  bitOf(arm: number, reward: number): 0 | 1 | undefined {
    const isAbove = this.#isAbove[arm];
    if (isAbove !== undefined) return isAbove(reward) ? 1 : 0;
    const first = this.#first[arm];
    first.push(reward);
    if (first.length === FIRST) this.#isAbove[arm] = divided(first);
    return undefined;
  }
}

function divided(first: readonly number[]): (reward: number) => boolean {
  const sorted = first.toSorted((a, b) => a - b);
  let [least, place] = [sorted.length, 0];
  for (let below = 1; below < sorted.length; below++) {
    const unevenness = Math.abs(2 * below - sorted.length);
    if (sorted[below] === sorted[below - 1] || unevenness >= least) continue;
    [least, place] = [unevenness, below];
  }
  const only = sorted[0];
  if (place === 0) return (reward) => reward !== only;
  const limit = sorted[place - 1];
  return (reward) => reward > limit;
}
