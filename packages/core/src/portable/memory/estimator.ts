import { Archive } from '../base/archive.ts';
import { bool, f64, i32 } from '../base/language.ts';

/**
 * How an arm's mean is estimated from what is remembered.
 *
 * Counts may be kept in a unit that grows with time (discounting would otherwise touch every arm in
 * every slot): the count that formulas speak of is `mass / unit`.
 */
export interface Estimator {
  /** A slot is taken. Returns the arm that lost a reward, `NOTHING` or `EVERYTHING`. */
  advance(): i32;
  /** Passes up to this many empty slots, as long as no arm loses a reward. Returns how many. */
  pass(slots: i32): i32;
  /** Passes this many empty slots if everything is forgotten by then. Returns whether it did. */
  passAll(slots: i32): bool;
  /** After `advance` returned `EVERYTHING`: how many arms may have changed. */
  touchedCount(): i32;
  /** The `i`th of these arms. */
  touched(i: i32): i32;
  /** Adds the reward of a slot taken before; false where that slot is forgotten already. */
  learn(slot: i32, arm: i32, reward: f64): bool;
  /** How much a reward of `slot` weighs now: 1 when new, 0 when forgotten. */
  weight(slot: i32): f64;
  /** What is remembered of an arm, in the unit; 0 where that is nothing. */
  mass(arm: i32): f64;
  /** What a new reward adds to the mass of its arm. */
  unit(): f64;
  /** The estimate; meaningless where the mass is 0. */
  mean(arm: i32): f64;
  /** Whether there is room for one reward of each of this many arms, played in turn. */
  holds(arms: i32): bool;
  /** Forgets everything. */
  reset(): void;
  /** Saves or restores everything that changes. */
  transfer(archive: Archive): void;
}
