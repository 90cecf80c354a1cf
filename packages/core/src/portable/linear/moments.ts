import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';

/**
 * The memory of a linear policy for the rewards of each block: with weights w, features x and rewards r, the sums
 * Σw xxᵀ, Σw² xxᵀ, Σw r x and Σw². The ridge is not part of them, so that it does not fade, and nothing is ever made by
 * subtracting. The ways to forget differ only here.
 */
export interface Moments {
  /** Whether rewards only add to the sums, with weight 1, until `advance` forgets everything. */
  onlyAdds(): bool;
  /** Takes a slot. Returns the block that lost a reward, `NOTHING` or `EVERYTHING`. */
  advance(): i32;
  /** Adds the reward of a slot that was taken. Returns false if that slot is forgotten already. */
  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool;
  /** The weight of a reward of `slot` now: 1 when new, 0 when forgotten. */
  weight(slot: i32): f64;
  /** Writes Σw xxᵀ of a block as a packed lower triangle. */
  writeGram(block: i32, target: Floats, at: i32): void;
  /** Writes Σw² xxᵀ of a block. */
  writeSquares(block: i32, target: Floats, at: i32): void;
  /** Whether `writeTarget` writes the estimate itself. */
  isSolved(): bool;
  /** Writes Σw r x of a block. */
  writeTarget(block: i32, target: Floats, at: i32): void;
  /** Σw² of a block. */
  squaredMass(block: i32): f64;
  /** Forgets everything. */
  reset(): void;
  /** Saves or restores everything that changes. */
  transfer(archive: Archive): void;
}
