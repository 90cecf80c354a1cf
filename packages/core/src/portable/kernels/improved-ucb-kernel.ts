import { Archive } from '../base/archive.ts';
import {
  bool,
  choose,
  Floats,
  f64,
  floor,
  fmax,
  Ints,
  i32,
  sqrt,
  truncate,
} from '../base/language.ts';
import { LN2_HIGH, LN2_LOW, ln } from '../math/log.ts';
import { roundUp } from '../math/round-up.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/**
 * Improved UCB: rounds m = 0, 1, … with Δ = 2^-m. A round plays the arms that are left, in turn, until each has
 * n = ⌈2 ln(T Δ²) / Δ²⌉ rewards in all, and then drops every arm whose mean + w is below the largest mean − w,
 * w = √(ln(T Δ²) / (2n)). An arm that is left alone gets all other slots; after the last round,
 * m = ⌊½ log2(T/e)⌋, the one of the largest mean among those left.
 */
export class ImprovedUcbKernel implements Kernel {
  armCount: i32;
  horizon: f64;
  counts: Floats;
  sums: Floats;
  /** In which round an arm was dropped, counted from 1; 0 while it is left. */
  dropped: Ints;
  /** The arms that are left, in ascending order. */
  left: Ints;
  leftCount: i32 = 0;
  /** The place among those left whose turn is next. */
  turn: i32 = 0;
  slot: i32 = 0;
  round: i32 = 0;
  lastRound: i32;
  /** The rewards that the round asks for, and the width at its end. */
  samples: f64 = 0.0;
  width: f64 = 0.0;
  /** How many arms that are left have fewer. */
  owing: i32 = 0;

  constructor(armCount: i32, horizon: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.dropped = new Ints(armCount);
    this.left = new Ints(armCount);
    const last: f64 = floor((0.5 * (ln(horizon) - 1.0)) / (LN2_HIGH + LN2_LOW));
    this.lastRound = truncate(fmax(last, 0.0));
    this.beginRound(0);
  }

  /** What follows from the number of the round and from who is left. */
  plan(): void {
    let gap: f64 = 1.0;
    for (let m: i32 = 0; m < this.round; m++) gap *= 0.5;
    const square: f64 = gap * gap;
    const logarithm: f64 = ln(this.horizon * square);
    this.samples = fmax(roundUp((2.0 * logarithm) / square), 1.0);
    this.width = sqrt(fmax(logarithm, 0.0) / (2.0 * this.samples));
    this.leftCount = 0;
    this.owing = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.dropped[arm] === 0) {
        this.left[this.leftCount] = arm;
        this.leftCount += 1;
        if (this.owes(arm)) this.owing += 1;
      }
    }
  }

  beginRound(round: i32): void {
    this.round = round;
    this.turn = 0;
    this.plan();
  }

  /** Whether rounds go on: not after the last one, and not with one arm. */
  explores(): bool {
    return this.round <= this.lastRound && this.leftCount > 1;
  }

  // @inline
  owes(arm: i32): bool {
    return this.counts[arm] < this.samples;
  }

  /** Ends every round whose arms all have their rewards. */
  endRounds(): void {
    while (this.explores() && this.owing === 0) {
      let top: f64 = -Infinity;
      for (let i: i32 = 0; i < this.leftCount; i++) top = fmax(top, this.mean(this.left[i]));
      for (let i: i32 = 0; i < this.leftCount; i++) {
        const arm: i32 = this.left[i];
        if (this.mean(arm) + this.width < top - this.width) this.dropped[arm] = this.round + 1;
      }
      this.beginRound(this.round + 1);
    }
  }

  /** +∞ where no reward came, so that the arm goes before all others. */
  mean(arm: i32): f64 {
    return this.counts[arm] === 0.0 ? Infinity : this.sums[arm] / this.counts[arm];
  }

  pick(_random: Random): i32 {
    if (this.leftCount === 1) return this.left[0];
    return this.explores() ? this.due() : this.largest(this.left, this.leftCount);
  }

  /** In a round: whose turn it is of those that owe rewards. */
  due(): i32 {
    let place: i32 = this.turn;
    for (let i: i32 = 1; i < this.leftCount; i++) {
      if (this.owes(this.left[place])) return this.left[place];
      place = choose<i32>(place + 1 < this.leftCount, place + 1, 0);
    }
    return this.left[place];
  }

  /** The arm of the largest mean among the first `count` of some, the lowest among equals. */
  largest(arms: Ints, count: i32): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.mean(best);
    for (let i: i32 = 1; i < count; i++) {
      const mean: f64 = this.mean(arms[i]);
      best = choose<i32>(mean > top, arms[i], best);
      top = fmax(mean, top);
    }
    return best;
  }

  /** Those left go before those dropped; of those left the one whose turn is next, else the largest mean. */
  pickAmong(_random: Random, arms: Ints): i32 {
    const from: i32 = this.left[this.turn];
    let best: i32 = arms[0];
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const wait: f64 = (arms[i] - from + this.armCount) % this.armCount;
      const due: bool = this.dropped[arms[i]] === 0 && this.explores() && this.owes(arms[i]);
      if (due && wait < least) {
        best = arms[i];
        least = wait;
      }
    }
    return least < Infinity ? best : this.largestAmong(arms);
  }

  largestAmong(arms: Ints): i32 {
    let best: i32 = arms[0];
    for (let i: i32 = 1; i < arms.length; i++) {
      const rank: bool = this.dropped[arms[i]] === 0;
      const bestRank: bool = this.dropped[best] === 0;
      if (rank === bestRank) {
        if (this.mean(arms[i]) > this.mean(best)) best = arms[i];
      } else if (rank) best = arms[i];
    }
    return best;
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(arm: i32): void {
    this.slot += 1;
    if (!this.explores()) return;
    let place: i32 = this.turn;
    for (let i: i32 = 0; i < this.leftCount; i++) {
      const next: i32 = choose<i32>(place + 1 < this.leftCount, place + 1, 0);
      if (this.left[place] === arm) {
        this.turn = next;
        return;
      }
      place = next;
    }
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    return slots;
  }

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    const owed: bool = this.dropped[arm] === 0 && this.owes(arm);
    this.counts[arm] += 1.0;
    this.sums[arm] += reward;
    if (owed && !this.owes(arm)) {
      this.owing -= 1;
      this.endRounds();
    }
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  /** Rounds begin anew with those left and the arm that joins: it alone owes rewards until it has caught up. */
  welcome(_arm: i32): void {
    this.beginRound(0);
  }

  reset(): void {
    this.slot = 0;
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.dropped.fill(0);
    this.beginRound(0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.reals('sums', this.sums, this.armCount);
    archive.integers('dropped', this.dropped, this.armCount, 0, this.lastRound + 1);
    this.round = archive.integer('round', this.round, 0, this.lastRound + 1);
    this.plan();
    this.turn = archive.integer('turn', this.turn, 0, this.leftCount - 1);
  }
}
