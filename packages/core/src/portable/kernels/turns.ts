import { Archive } from '../base/archive.ts';
import { bool, choose, f64, Ints, i32, powerOfTwo } from '../base/language.ts';
import { NO_ARM } from './exploration.ts';

const NEVER: i32 = -1;
/** No policy has more slots, so no play has a larger number. */
const MOST_PLAYS: i32 = 2147483647;
/** Above any index, and so that no key passes 2^991. */
const KEY_UNIT: f64 = powerOfTwo(960);

/**
 * Whose turn it is among arms of which nothing is remembered: the one that has waited longest goes next,
 * and those never played go before all others, in order.
 *
 * A memory that has room for each arm needs none of this: there the lowest such arm goes next, and no
 * other waits for long. One that is shorter would pick the lowest arms again and again.
 *
 * Where memory is erased at once, an epoch in which every arm was played leaves nothing to hand on, and
 * the next one begins with arm 0. An epoch that ends earlier hands its place on: those that it did not
 * play have waited longest. One number per arm.
 */
export class Turns {
  armCount: i32;
  /** When each arm was played last, in plays since an epoch handed nothing on. */
  lastPlays: Ints;
  plays: i32 = 0;
  /** How many plays there were before the present epoch. */
  epochStart: i32 = 0;
  /** Arms that were not played in the present epoch. */
  unplayed: i32;

  constructor(armCount: i32) {
    this.armCount = armCount;
    this.lastPlays = new Ints(armCount);
    this.unplayed = armCount;
    this.lastPlays.fill(NEVER);
  }

  /** An arm is played; in an empty slot none is. */
  take(arm: i32): void {
    if (arm === NO_ARM) return;
    if (this.lastPlays[arm] < this.epochStart) this.unplayed -= 1;
    this.lastPlays[arm] = this.plays;
    this.plays += 1;
  }

  /** Everything is forgotten at once. */
  endEpoch(): void {
    if (this.unplayed === 0) this.reset();
    else {
      this.epochStart = this.plays;
      this.unplayed = this.armCount;
    }
  }

  /** Whether no arm was played in the present epoch, which could begin again without a difference. */
  isFresh(): bool {
    return this.unplayed === this.armCount && this.epochStart === this.plays;
  }

  /** Whether the epoch before ended before every arm was played. */
  handedOn(): bool {
    return this.epochStart > 0;
  }

  /** Whether an arm goes before another one that is lower. */
  precedes(arm: i32, lower: i32): bool {
    return this.lastPlays[arm] < this.lastPlays[lower];
  }

  /** A number for an arm, above any index: the larger, the sooner it goes. */
  key(arm: i32): f64 {
    const last: i32 = this.lastPlays[arm];
    if (last === NEVER) return Infinity;
    const left: f64 = MOST_PLAYS - last;
    return left * KEY_UNIT;
  }

  /** A number for an arm, below 0 and no other's: the less, the sooner it goes. */
  place(arm: i32): f64 {
    const most: f64 = MOST_PLAYS;
    const last: f64 = this.lastPlays[arm];
    const own: f64 = arm;
    const arms: f64 = this.armCount;
    return choose<f64>(last < 0.0, own - arms, last) - most;
  }

  reset(): void {
    this.lastPlays.fill(NEVER);
    this.plays = 0;
    this.epochStart = 0;
    this.unplayed = this.armCount;
  }

  transfer(archive: Archive): void {
    if (!archive.has('lastPlays')) {
      this.presume(archive.slot(0));
      return;
    }
    // One play per slot, and one more of each arm where they had to be presumed.
    const most: i32 = archive.slot(this.plays) + this.armCount;
    archive.cells('lastPlays', this.lastPlays, this.armCount, most);
    let plays: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.lastPlays[arm] >= plays) plays = this.lastPlays[arm] + 1;
    }
    this.plays = plays;
    this.epochStart = archive.integer('playsBefore', this.epochStart, 0, plays);
    this.unplayed = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.lastPlays[arm] < this.epochStart) this.unplayed += 1;
    }
  }

  /** An archive may know of no turns: it is older than they are, or there was room for fewer arms. */
  presume(slots: i32): void {
    if (slots === 0) return;
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.take(arm);
  }

  /** The last arm joins, which was never played: where it was presumed to be, that is taken back. */
  join(arm: i32): void {
    if (this.lastPlays[arm] >= this.epochStart) {
      this.unplayed += 1;
      this.plays -= 1;
    }
    this.lastPlays[arm] = NEVER;
  }
}
