/** Rewards that are much smaller than the range [0, 1], which a policy without a declared range takes for granted. */

/** Number of rewards after which the largest one counts as the size of all. */
const REWARDS = 1000;
/** Rewards around 0.1 cost `auto` four times the regret of a declared range, rewards around 0.01 twenty times. */
const SMALL = 1 / 16;

/** Watches the first rewards of a policy without a declared range. */
export class SmallRewards {
  #count = 0;
  #largest = 0;

  /**
   * Adds a reward. Returns the largest size so far when the last of a thousand rewards shows that all of them are
   * small. Rewards that are all 0 have no size.
   */
  add(reward: number): number | undefined {
    if (this.#count >= REWARDS) return undefined;
    this.#largest = Math.max(this.#largest, Math.abs(reward));
    this.#count = this.#largest >= SMALL ? REWARDS : this.#count + 1;
    const isSmall = this.#count === REWARDS && this.#largest > 0 && this.#largest < SMALL;
    return isSmall ? this.#largest : undefined;
  }
}
