import { bool, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';

/** Larger evidence changes no belief, and its exponential would not be finite. */
const MOST_EVIDENCE: f64 = 300.0;

/**
 * Two-state Markov chains, one per arm, that move in every slot, and the evidence that a reward is of their state.
 * An arm in its low state enters the high one with probability p01, an arm in its high state stays with p11. Both may
 * change at some slots. A belief is the probability of the high state.
 */
export class Chains {
  armCount: i32;
  /** The slots, in ascending order, from which on the next piece of the probabilities holds. */
  breaks: Ints;
  /** p01 and p11: pieces × arms. */
  rises: Floats;
  stays: Floats;
  /** The mean reward of each arm in its low and in its high state, and the variance of rewards there. */
  lows: Floats;
  highs: Floats;
  lowNoises: Floats;
  highNoises: Floats;
  /** True if rewards are 0 or 1. Otherwise a normal law stands in for their law. */
  binary: bool;

  constructor(
    armCount: i32,
    breaks: Ints,
    rises: Floats,
    stays: Floats,
    lows: Floats,
    highs: Floats,
    lowNoises: Floats,
    highNoises: Floats,
    binary: bool,
  ) {
    this.armCount = armCount;
    this.breaks = breaks;
    this.rises = rises;
    this.stays = stays;
    this.lows = lows;
    this.highs = highs;
    this.lowNoises = lowNoises;
    this.highNoises = highNoises;
    this.binary = binary;
  }

  /** The piece of a slot, if that of an earlier slot is known. */
  pieceFrom(piece: i32, slot: i32): i32 {
    let found: i32 = piece;
    while (found < this.breaks.length && this.breaks[found] <= slot) found += 1;
    return found;
  }

  /** The long-run share of the high state. */
  settled(piece: i32, arm: i32): f64 {
    const rise: f64 = this.rises[piece * this.armCount + arm];
    return rise / (1.0 - this.stays[piece * this.armCount + arm] + rise);
  }

  /** The belief of the next slot, in a piece, from that of the present one. */
  // @inline
  next(piece: i32, arm: i32, belief: f64): f64 {
    const at: i32 = piece * this.armCount + arm;
    return belief * this.stays[at] + (1.0 - belief) * this.rises[at];
  }

  /** The belief of a later slot. Slots in between bring no reward. */
  later(arm: i32, belief: f64, from: i32, to: i32): f64 {
    let moved: f64 = belief;
    let piece: i32 = this.pieceFrom(0, from);
    for (let slot: i32 = from + 1; slot <= to; slot++) {
      piece = this.pieceFrom(piece, slot);
      moved = this.next(piece, arm, moved);
    }
    return moved;
  }

  /** The mean reward at a share of the high state. */
  mean(arm: i32, share: f64): f64 {
    return this.lows[arm] + (this.highs[arm] - this.lows[arm]) * share;
  }

  /** The belief after a reward of the same slot, by Bayes' rule. */
  after(arm: i32, belief: f64, reward: f64): f64 {
    let up: f64 = belief;
    let down: f64 = 1.0 - belief;
    if (this.binary) {
      const share: f64 = fmin(1.0, fmax(0.0, reward));
      up *= share * this.highs[arm] + (1.0 - share) * (1.0 - this.highs[arm]);
      down *= share * this.lows[arm] + (1.0 - share) * (1.0 - this.lows[arm]);
    } else {
      const evidence: f64 = this.evidence(arm, reward);
      up *= exp(evidence);
      down *= exp(-evidence);
    }
    // A reward that no state explains teaches nothing.
    return up + down > 0.0 ? up / (up + down) : belief;
  }

  /** Half the logarithm of how much more likely a reward is in the high state than in the low one. */
  evidence(arm: i32, reward: f64): f64 {
    const low: f64 = reward - this.lows[arm];
    const high: f64 = reward - this.highs[arm];
    const lowNoise: f64 = this.lowNoises[arm];
    const highNoise: f64 = this.highNoises[arm];
    const ratio: f64 =
      low * (low / lowNoise) - high * (high / highNoise) + ln(lowNoise / highNoise);
    return fmin(MOST_EVIDENCE, fmax(-MOST_EVIDENCE, 0.25 * ratio));
  }
}
