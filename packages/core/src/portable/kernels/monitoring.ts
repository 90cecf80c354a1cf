import { Archive } from '../base/archive.ts';
import { bool, choose, f64, fmax, Ints, i32, truncate } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { Exploration, NO_ARM } from './exploration.ts';

const MOST_BLOCKS: i32 = 64;
const MOST_SLOTS: i32 = 2147483647;
const LONGEST: f64 = 1e300;

/**
 * Monitoring rounds: slots for an arm that was played much, so that its changes are seen after it is no
 * longer picked. Slots since the restart, counted from 1, are in blocks of K N, 2 K N, 4 K N, … From the
 * second block on every K-th slot is for the arm that was monitored last. In the last K N slots of a
 * block a new one is: the arm with most plays so far outside of monitoring, in the first of every K slots;
 * from the next block on it is the one monitored last. The first block, without monitoring, chooses at its
 * end.
 */
export class Monitoring implements Exploration {
  armCount: i32;
  /** N. */
  samples: i32;
  /** Plays since the restart that were no monitoring. */
  plays: Ints;
  block: i32 = 1;
  /** The last slot of the block. */
  end: f64 = 0.0;
  /** Who is monitored, and who is next; -1 before they are chosen. */
  monitored: i32 = NO_ARM;
  next: i32 = NO_ARM;

  constructor(armCount: i32, samples: i32) {
    this.armCount = armCount;
    this.samples = samples;
    this.plays = new Ints(armCount);
    this.begin(1);
  }

  /** K N, the slots of the first block. */
  first(): f64 {
    const arms: f64 = this.armCount;
    return arms * this.samples;
  }

  begin(_episode: i32): void {
    this.plays.fill(0);
    this.block = 1;
    this.end = this.first();
    this.monitored = NO_ARM;
    this.next = NO_ARM;
  }

  pick(_random: Random, _armCount: i32, slot: i32, restart: i32): i32 {
    return this.due(slot, restart);
  }

  /** The arm that a slot is for; NO_ARM where it is for none. */
  due(slot: i32, restart: i32): i32 {
    const place: i32 = (slot - restart + 1) % this.armCount;
    if (place === 0) return this.monitored;
    return place === 1 ? this.next : NO_ARM;
  }

  pickAmong(_random: Random, arms: Ints, slot: i32, restart: i32): i32 {
    const due: i32 = this.due(slot, restart);
    for (let i: i32 = 0; i < arms.length; i++) if (arms[i] === due) return due;
    return NO_ARM;
  }

  share(): f64 {
    return 0.0;
  }

  take(arm: i32, slot: i32, restart: i32): void {
    if (arm !== NO_ARM && arm !== this.due(slot, restart)) this.plays[arm] += 1;
    const slots: f64 = slot - restart + 1;
    if (this.block > 1 && this.next === NO_ARM && slots >= this.end - this.first()) {
      this.next = this.mostPlayed();
    }
    if (slots >= this.end) this.beginBlock();
  }

  /** Up to the slot before the next that chooses an arm or ends the block. */
  pass(slots: i32, slot: i32, restart: i32): i32 {
    const chooses: bool = this.block > 1 && this.next === NO_ARM;
    const event: f64 = choose<f64>(chooses, this.end - this.first(), this.end);
    const left: f64 = event - 1.0 - (slot - restart);
    return left < slots ? truncate(fmax(left, 0.0)) : slots;
  }

  beginBlock(): void {
    this.monitored = choose<i32>(this.block === 1, this.mostPlayed(), this.next);
    this.next = NO_ARM;
    // 2^l − 1 first blocks are over after l blocks.
    this.end = 2.0 * this.end + this.first();
    this.block += 1;
  }

  /** The arm with most plays, the lowest among equals. */
  mostPlayed(): i32 {
    let most: i32 = 0;
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      most = choose<i32>(this.plays[arm] > this.plays[most], arm, most);
    }
    return most;
  }

  transfer(archive: Archive): void {
    archive.integers('plays', this.plays, this.armCount, 0, MOST_SLOTS);
    this.block = archive.integer('block', this.block, 1, MOST_BLOCKS);
    this.end = archive.within('blockEnd', this.end, 1.0, LONGEST);
    this.monitored = archive.integer('monitored', this.monitored, NO_ARM, this.armCount - 1);
    this.next = archive.integer('next', this.next, NO_ARM, this.armCount - 1);
  }
}
