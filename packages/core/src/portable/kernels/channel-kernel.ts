import { Archive } from '../base/archive.ts';
import { abs, bool, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { whittleIndex } from '../indices/whittle.ts';
import { Chains } from '../means/chains.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/** Indices that differ by less are equal up to rounding. Then the larger expected reward decides. */
const EQUAL: f64 = 1e-10;

/**
 * Picks among two-state channels whose probabilities it is given, by the expected reward or by Whittle's index. It
 * sees the rewards of the arms that it plays, and keeps the probability of the high state of every arm.
 *
 * A late reward counts at the age of its own slot. After a reward of a later slot of the same arm it counts no more:
 * if a reward shows the state, it has nothing to add.
 */
export class ChannelKernel implements Kernel {
  armCount: i32;
  chains: Chains;
  byWhittle: bool;
  /** The belief of each arm in the next slot. */
  beliefs: Floats;
  /** The belief of each arm in the slot of its last reward, given that reward; at first in slot 0. */
  known: Floats;
  slots: Ints;
  now: i32 = 0;
  /** The piece of the next slot. */
  piece: i32 = 0;
  all: Ints;
  /** The indices of the present pick. */
  indices: Floats;

  constructor(armCount: i32, chains: Chains, byWhittle: bool) {
    this.armCount = armCount;
    this.chains = chains;
    this.byWhittle = byWhittle;
    this.beliefs = new Floats(armCount);
    this.known = new Floats(armCount);
    this.slots = new Ints(armCount);
    this.indices = new Floats(armCount);
    this.all = new Ints(armCount);
    for (let arm: i32 = 0; arm < armCount; arm++) this.all[arm] = arm;
    this.reset();
  }

  /** The expected reward of an arm in the next slot. */
  mean(arm: i32): f64 {
    return this.chains.mean(arm, this.beliefs[arm]);
  }

  index(arm: i32): f64 {
    if (!this.byWhittle) return this.mean(arm);
    const at: i32 = this.piece * this.armCount + arm;
    const chains: Chains = this.chains;
    return chains.mean(arm, whittleIndex(chains.rises[at], chains.stays[at], this.beliefs[arm]));
  }

  pick(random: Random): i32 {
    return this.pickAmong(random, this.all);
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    let top: f64 = -Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const index: f64 = this.index(arms[i]);
      this.indices[i] = index;
      top = fmax(top, index);
    }
    const least: f64 = top - EQUAL * fmax(1.0, abs(top));
    let best: i32 = arms[0];
    let most: f64 = -Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      if (this.indices[i] >= least && this.mean(arms[i]) > most) {
        best = arms[i];
        most = this.mean(best);
      }
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

  advance(_arm: i32): void {
    this.now += 1;
    this.piece = this.chains.pieceFrom(this.piece, this.now);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.beliefs[arm] = this.chains.next(this.piece, arm, this.beliefs[arm]);
    }
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (slot < this.slots[arm]) return true;
    const before: f64 = this.chains.later(arm, this.known[arm], this.slots[arm], slot);
    this.known[arm] = this.chains.after(arm, before, reward);
    this.slots[arm] = slot;
    this.beliefs[arm] = this.chains.later(arm, this.known[arm], slot, this.now);
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.now = 0;
    this.piece = 0;
    this.slots.fill(0);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.known[arm] = this.chains.settled(0, arm);
      this.beliefs[arm] = this.known[arm];
    }
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.piece = this.chains.pieceFrom(0, this.now);
    archive.bounded('beliefs', this.beliefs, this.armCount, 0.0, 1.0);
    archive.bounded('known', this.known, this.armCount, 0.0, 1.0);
    archive.integers('slots', this.slots, this.armCount, 0, this.now);
  }
}
