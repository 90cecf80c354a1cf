import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { RidgeFit } from './ridge-fit.ts';

/** The rule by which a linear policy scores the actions of a slot. */
export interface LinearIndex {
  /** Whether it goes by Ṽ, the sums of squared weights. */
  usesSquares(): bool;
  /** The factor of the widths of a block with this sum of squared weights. */
  radius(mass: f64): f64;
  /** The probability that a pick gives to its action; NaN if it cannot be stated. */
  propensity(): f64;
  /** The mean of an action by ⟨x, θ̂⟩. */
  mean(product: f64): f64;
  /** Weight of a pending decision in widths, as a multiple of xxᵀ. */
  pendingWeight(): f64;
  /** Begins a slot: draws the numbers that all its actions share. */
  begin(random: Random): void;
  /** Begins the actions of a block: draws the numbers that they share. */
  enter(random: Random, fit: RidgeFit, block: i32): void;
  /** Writes the scores of `count` actions of a block from `place` on. Their features are `stride` places apart. */
  score(
    fit: RidgeFit,
    block: i32,
    features: Floats,
    at: i32,
    stride: i32,
    count: i32,
    scores: Floats,
    place: i32,
  ): void;
  /** The width of an action, for showing. */
  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64;
}
