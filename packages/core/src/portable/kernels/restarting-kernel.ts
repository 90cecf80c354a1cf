import { Archive } from '../base/archive.ts';
import { bool, choose, f64, Ints, i32 } from '../base/language.ts';
import { ShiftedArchive } from '../base/shifted-archive.ts';
import { Random } from '../random/generator.ts';
import { NO_ARM } from './exploration.ts';
import { IndexedKernel, WaitingKernel } from './kernel.ts';
import { Turns } from './turns.ts';

/**
 * Lets a kernel begin anew at slots that are known beforehand, as if each were its first: rewards of slots
 * before are forgotten, also those still to come. `breaks` holds the slots in ascending order. Where one
 * follows another before each arm was played, the arm that has waited longest goes first.
 */
export class RestartingKernel<K extends IndexedKernel> implements WaitingKernel {
  armCount: i32;
  inner: K;
  breaks: Ints;
  slot: i32 = 0;
  /** The slot of the last restart. */
  origin: i32 = 0;
  /** How many restarts there were so far. */
  done: i32 = 0;
  turns: Turns;

  constructor(armCount: i32, inner: K, breaks: Ints) {
    this.armCount = armCount;
    this.inner = inner;
    this.breaks = breaks;
    this.turns = new Turns(armCount);
  }

  pick(random: Random): i32 {
    let first: i32 = NO_ARM;
    if (this.turns.handedOn()) {
      for (let arm: i32 = 0; arm < this.armCount; arm++) first = this.sooner(arm, first);
    }
    return first === NO_ARM ? this.inner.pick(random) : first;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let first: i32 = NO_ARM;
    if (this.turns.handedOn()) {
      for (let i: i32 = 0; i < arms.length; i++) first = this.sooner(arms[i], first);
    }
    return first === NO_ARM ? this.inner.pickAmong(random, arms) : first;
  }

  /** An arm in the place of a lower one, where nothing is remembered of it and it has waited longer. */
  sooner(arm: i32, lower: i32): i32 {
    if (this.inner.count(arm) !== 0.0) return lower;
    return choose<i32>(lower === NO_ARM || this.turns.precedes(arm, lower), arm, lower);
  }

  turnOf(arm: i32): f64 {
    const waits: bool = this.turns.handedOn() && this.inner.count(arm) === 0.0;
    return waits ? this.turns.place(arm) : 0.0;
  }

  propensity(): f64 {
    return this.inner.propensity();
  }

  ticket(): f64 {
    return this.inner.ticket();
  }

  acceptsTicket(ticket: f64): bool {
    return this.inner.acceptsTicket(ticket);
  }

  advance(arm: i32): void {
    this.slot += 1;
    this.turns.take(arm);
    if (this.done < this.breaks.length && this.slot === this.breaks[this.done]) {
      this.done += 1;
      this.origin = this.slot;
      this.turns.endEpoch();
      this.inner.reset();
    } else this.inner.advance(arm);
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.origin) return false;
    return this.inner.learn(slot - this.origin, arm, ticket, reward);
  }

  weight(slot: i32): f64 {
    return slot < this.origin ? 0.0 : this.inner.weight(slot - this.origin);
  }

  count(arm: i32): f64 {
    return this.inner.count(arm);
  }

  mean(arm: i32): f64 {
    return this.inner.mean(arm);
  }

  index(arm: i32): f64 {
    return this.inner.index(arm);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    return this.inner.indexWithExtra(arm, extra);
  }

  welcome(arm: i32): void {
    this.inner.welcome(arm);
  }

  reset(): void {
    this.slot = 0;
    this.findOrigin();
    this.turns.reset();
    this.inner.reset();
  }

  /** The restarts up to the present slot. */
  findOrigin(): void {
    this.origin = 0;
    this.done = 0;
    while (this.done < this.breaks.length && this.breaks[this.done] <= this.slot) {
      this.origin = this.breaks[this.done];
      this.done += 1;
    }
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.findOrigin();
    this.turns.transfer(archive);
    this.inner.transfer(new ShiftedArchive(archive, this.origin));
  }
}
