import { bool, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/**
 * The part of a kernel that a slot needs. Anything with these four methods can be played: one policy, or a fleet
 * whose `pick` lets every player choose and whose payer pays all of them.
 */
export interface Learner {
  /** The arm for the next slot. */
  pick(random: Random): i32;
  /** A number of the last `pick` that comes back with its reward. */
  ticket(): f64;
  /** Takes a slot for an arm. */
  advance(arm: i32): void;
  /** Takes the reward of a slot. Returns false if the slot no longer counts. */
  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool;
}

/** Pays for the arm of a slot. */
export interface Payer {
  /** Draws the reward, keeps the facts that its caller needs, and returns the reward as the kernel sees it. */
  pay(slot: i32, arm: i32): f64;
}

/** A payer that keeps the record of one replication, of a single policy or of a fleet. */
export interface Ledger extends Payer {
  /** The stream that a policy draws its choices from. */
  policyRandom: Random;
  /** Slots, counted from 1, at which a stretch ends. */
  ends: Ints;
  /** Slots played and stretches ended. */
  slot: i32;
  stretch: i32;
  /** Keeps the regret at the end of a stretch. */
  endStretch(): void;
}

/**
 * The step of every loop over bare kernels: pick, pay, advance, learn. Returns whether the reward was counted.
 * Comparisons, watched replications and simulations from logs differ only in their payer.
 */
// @inline
export function playSlot<K extends Learner, P extends Payer>(
  kernel: K,
  random: Random,
  payer: P,
  slot: i32,
): bool {
  const arm: i32 = kernel.pick(random);
  const ticket: f64 = kernel.ticket();
  const reward: f64 = payer.pay(slot, arm);
  kernel.advance(arm);
  return kernel.learn(slot, arm, ticket, reward);
}
