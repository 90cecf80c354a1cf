import { Archive } from '../base/archive.ts';
import { bool, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/**
 * The hot part of a policy: who is picked, and what a reward teaches. A kernel checks nothing; the
 * shell in `policy.ts` validates, and adds pending decisions, snapshots and new arms.
 *
 * One slot of a simulation is `pick`, `advance`, `learn`. Between `advance` and `learn` other slots
 * may begin: `learn` is given the slot that the reward belongs to.
 */
export interface Kernel {
  /** The arm for the next slot. Draws; changes nothing but `propensity` and `ticket`. */
  pick(random: Random): i32;
  /** The same among some arms, given in ascending order. */
  pickAmong(random: Random, arms: Ints): i32;
  /** The probability that the last `pick` gave to its arm; NaN where it cannot be stated. */
  propensity(): f64;
  /** A number of the last `pick` that has to come back with its reward. */
  ticket(): f64;
  /** Whether a number can be the ticket of a decision: what comes back from outside is checked. */
  acceptsTicket(ticket: f64): bool;
  /**
   * A slot is taken for an arm: time moves on by one, and what is too old is forgotten. Where the arm is −1 the
   * slot is empty: time moves on all the same, and no arm counts as played.
   */
  advance(arm: i32): void;
  /** The reward of a slot that was taken; false where that slot is forgotten already. */
  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool;
  /** How much a reward of `slot` weighs now: 1 when new, 0 when forgotten. */
  weight(slot: i32): f64;
  /** Gives an arm that joined a running policy its start. Of several that joined together the lowest comes first. */
  welcome(arm: i32): void;
  /** Back to the state before the first slot. */
  reset(): void;
  /** Saves or restores everything that changes. */
  transfer(archive: Archive): void;
}

/** A kernel that passes empty slots at once. A plugin needs it only to make long idle times cheap. */
export interface IdleKernel extends Kernel {
  /**
   * Passes up to this many empty slots, and returns how many: 0 if the next one has to be passed by `advance`.
   * It leaves the bits that as many calls of `advance` with the arm −1 leave.
   */
  passEmpty(slots: i32): i32;
}

/** A kernel that picks the arm of the largest index. */
export interface IndexedKernel extends Kernel {
  /** Rewards remembered of an arm; discounted where the memory discounts. */
  count(arm: i32): f64;
  /** The estimate of an arm's mean; NaN where nothing is remembered. */
  mean(arm: i32): f64;
  /** The index, +∞ where nothing is remembered. */
  index(arm: i32): f64;
  /** The index if `extra` more rewards were counted in the width, the estimate being the same. */
  indexWithExtra(arm: i32, extra: f64): f64;
}

/** A kernel whose index takes a search, and that can say quickly where it is not worth one. */
export interface BoundingKernel extends IndexedKernel {
  /** Whether `indexWithExtra` may be as large as `top`; false is certain. */
  mayReach(arm: i32, extra: f64, top: f64): bool;
}

/**
 * A kernel with an index that knows who has waited longest among arms that nothing else distinguishes. A
 * plugin needs it where its memory may have no room for every arm: with `ties: 'random'` or
 * `pendingInWidth` the shell chooses by the indices, and would not know whose turn it is.
 */
export interface WaitingKernel extends IndexedKernel {
  /** Among equal indices the least goes first; 0 for an arm that waits for no turn. */
  turnOf(arm: i32): f64;
}

/** A kernel that picks by an index, but gives some slots to exploration whatever the indices say. */
export interface ExploringKernel extends IndexedKernel {
  /** The arm among `arms` that has to be explored in the next slot, or -1 where the index decides. */
  explore(random: Random, arms: Ints): i32;
  /** The probability that `explore` takes an arm by chance, any alike; 0 where chance plays no part. */
  explorationShare(): f64;
}
