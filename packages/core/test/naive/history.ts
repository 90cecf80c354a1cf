/** The raw history from which the naive policies work everything out, and what of it they keep. */

/** One past slot: the arm played, and its reward, or undefined if none has come (yet). */
export interface NaiveDecision {
  readonly arm: number;
  readonly reward: number | undefined;
}

/** What a policy remembers at a slot: the decisions of a run of past slots, oldest first. */
export type Remembered = readonly NaiveDecision[];

/** Everything so far. */
export function allTime(history: Remembered): Remembered {
  return history;
}

/**
 * The current epoch only. Epochs are {1+(i-1)tau ... i tau} in slots counted from 1 (Section IV of
 * the paper), so counted from 0 the epoch of a slot starts at the last multiple of tau.
 */
export function sinceReset(history: Remembered, epochLength: number): Remembered {
  const slot = history.length;
  if (epochLength === Number.POSITIVE_INFINITY) return history;
  return history.slice(slot - (slot % epochLength));
}

/** The last `window` slots: W_t = {max(1, t-tau) ... t-1} (the paper's min is a slip for max). */
export function insideWindow(history: Remembered, window: number): Remembered {
  const first = Math.max(0, history.length - window);
  return history.slice(first);
}

/** The rewards of one arm among what is remembered, oldest first; missing ones are left out. */
export function rewardsOf(remembered: Remembered, arm: number): number[] {
  const rewards: number[] = [];
  for (const decision of remembered) {
    if (decision.arm === arm && decision.reward !== undefined) rewards.push(decision.reward);
  }
  return rewards;
}

/** sum/n, summed from the oldest, so that equal 0/1 histories give exactly equal means. */
export function meanOf(rewards: readonly number[]): number {
  let sum = 0;
  for (const reward of rewards) sum += reward;
  return sum / rewards.length;
}

/**
 * Among arms of which nothing is remembered, the one that has waited longest goes next: never played first,
 * in order.
 *
 * @param plays - the arms of past slots, the oldest first
 */
export function longestWaiting(arms: readonly number[], plays: readonly number[]): number {
  const last = arms.map((arm) => plays.lastIndexOf(arm));
  return arms[last.indexOf(Math.min(...last))];
}

/**
 * The plays that waiting is counted from where everything is forgotten at once: an epoch that ends before all
 * arms were played hands its place on to the next; one in which all were played hands nothing on.
 *
 * @param epochs - the arms of each epoch's slots, the present epoch last
 */
export function playsHandedOn(epochs: readonly (readonly number[])[], armCount: number): number[] {
  const complete = epochs.slice(0, -1).map((epoch) => new Set(epoch).size === armCount);
  return epochs.slice(complete.lastIndexOf(true) + 1).flat();
}
