import { Archive } from '../base/archive.ts';
import { f64, Ints, i32, powerOfTwo } from '../base/language.ts';
import { pow } from '../math/pow.ts';

/** A late reward that weighs less than this is forgotten: next to a new one it is lost in rounding. */
const LEAST_LATE: f64 = powerOfTwo(-52);

/**
 * The weights discount^age of rewards, and for each block the slot that its sums are of. Sums are aged when they are
 * read or added to, so that a slot touches one block.
 */
export class Fading {
  blocks: i32;
  discount: f64;
  slots: Ints;
  now: i32 = 0;

  constructor(blocks: i32, discount: f64) {
    this.blocks = blocks;
    this.discount = discount;
    this.slots = new Ints(blocks);
  }

  /** discount^age. */
  power(age: i32): f64 {
    if (age === 0) return 1.0;
    return age === 1 ? this.discount : pow(this.discount, age);
  }

  /** Share that is left of the sums of a block. */
  left(block: i32): f64 {
    return this.now === 0 ? 1.0 : this.power(this.now - 1 - this.slots[block]);
  }

  /** Brings the sums of a block up to the last slot. Returns what is left of them. */
  age(block: i32): f64 {
    const left: f64 = this.left(block);
    this.slots[block] = this.now - 1;
    return left;
  }

  /** The weight of a reward of a slot. */
  weight(slot: i32): f64 {
    const weight: f64 = this.power(this.now - 1 - slot);
    return weight < LEAST_LATE ? 0.0 : weight;
  }

  reset(): void {
    this.now = 0;
    this.slots.fill(0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const last: i32 = this.now > 0 ? this.now - 1 : 0;
    archive.integers('slots', this.slots, this.blocks, 0, last);
  }
}
