import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/**
 * The hot part of a contextual policy. It checks nothing: the shell validates, and adds pending decisions, snapshots
 * and new arms.
 *
 * A slot offers `count` actions. Action i has its features at `i * stride` of the array, so stride 0 gives all actions
 * the same features. Its parameters are those of block `blocks[i]`. Arms with parameters of their own have one block
 * each. Actions that share their parameters all have block 0. Kernels may not keep the arrays: their owner fills them
 * again for the next slot.
 *
 * One slot of a simulation is `pick`, `advance`, `learn`. Between `advance` and `learn` other slots may begin: `learn`
 * is given the slot that the reward belongs to, and the features of the action that was taken there.
 */
export interface ContextualKernel {
  /** The place of the picked action in the list. Draws; changes nothing but `propensity` and `ticket`. */
  pick(random: Random, features: Floats, stride: i32, blocks: Ints, count: i32): i32;
  /** The probability that the last `pick` gave to its action; NaN if it cannot be stated. */
  propensity(): f64;
  /** A number of the last `pick` that has to come back with its reward. */
  ticket(): f64;
  /** Whether a number can be the ticket of a decision. */
  acceptsTicket(ticket: f64): bool;
  /** Takes a slot for an action of a block. Time moves on by one. The block is −1 if the slot is empty. */
  advance(block: i32): void;
  /** Counts a pending decision, with its features at `at`, in the width of its block. */
  hold(block: i32, features: Floats, at: i32): void;
  /** Takes a pending decision out of the width again. */
  release(block: i32, features: Floats, at: i32): void;
  /** Takes all pending decisions out of the widths. */
  letGo(): void;
  /** Takes the reward of a slot that was taken. Returns false if that slot is forgotten already. */
  learn(slot: i32, block: i32, features: Floats, at: i32, ticket: f64, reward: f64): bool;
  /** The weight of a reward of `slot` now: 1 when new, 0 when forgotten. */
  weight(slot: i32): f64;
  /** Gives the block of an arm that joined a running policy its start. */
  welcome(block: i32): void;
  /** Returns to the state before the first slot. */
  reset(): void;
  /** Saves or restores everything that changes. */
  transfer(archive: Archive): void;
  /** The estimated mean of an action, for showing. */
  value(block: i32, features: Floats, at: i32): f64;
  /** The width that `pick` adds to the estimate; of a policy that draws, the standard deviation of the draw. */
  widthOf(block: i32, features: Floats, at: i32): f64;
  /** The estimated parameter of a block at a column, for showing. */
  coefficient(block: i32, column: i32): f64;
}
