import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, Ints, i32, powerOfTwo } from '../base/language.ts';
import { pow } from '../math/pow.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Moments } from './moments.ts';
import { Sums } from './sums.ts';

/** A late reward that weighs less than this is forgotten: next to a new one it is lost in rounding. */
const LEAST_LATE: f64 = powerOfTwo(-52);

/**
 * Forgets gradually: a reward weighs discount^age. The sums of a block stay as they were in the slot of `slots`, and
 * are aged when they are read, so that a slot touches one block.
 */
export class DiscountedMoments implements Moments {
  blocks: i32;
  dimension: i32;
  discount: f64;
  sums: Sums;
  /** Σw² of each block. */
  squares: Floats;
  /** The slot that the sums of a block are of. */
  slots: Ints;
  now: i32 = 0;

  constructor(blocks: i32, dimension: i32, discount: f64) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.discount = discount;
    this.sums = new Sums(blocks, dimension);
    this.squares = new Floats(blocks);
    this.slots = new Ints(blocks);
  }

  onlyAdds(): bool {
    return false;
  }

  advance(): i32 {
    this.now += 1;
    return EVERYTHING;
  }

  /** discount^slots. */
  kept(slots: i32): f64 {
    if (slots === 0) return 1.0;
    return slots === 1 ? this.discount : pow(this.discount, slots);
  }

  /** What is left of the sums of a block. */
  keptOf(block: i32): f64 {
    return this.now === 0 ? 1.0 : this.kept(this.now - 1 - this.slots[block]);
  }

  /** Ages the sums of a block to the last slot. Returns the factor. */
  age(block: i32): f64 {
    const factor: f64 = this.keptOf(block);
    this.sums.fade(block, factor);
    this.squares[block] *= factor * factor;
    this.slots[block] = this.now - 1;
    return factor;
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    const weight: f64 = this.weight(slot);
    if (weight === 0.0) return false;
    this.age(block);
    this.sums.add(block, features, at, weight, reward);
    this.squares[block] += weight * weight;
    return true;
  }

  weight(slot: i32): f64 {
    const weight: f64 = this.kept(this.now - 1 - slot);
    return weight < LEAST_LATE ? 0.0 : weight;
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.sums.grams.write(block, target, at, this.keptOf(block));
  }

  /** Only a pair has them. */
  writeSquares(block: i32, target: Floats, at: i32): void {
    this.writeGram(block, target, at);
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    this.sums.writeTarget(block, target, at, this.keptOf(block));
  }

  squaredMass(block: i32): f64 {
    const factor: f64 = this.keptOf(block);
    return factor * factor * this.squares[block];
  }

  reset(): void {
    this.now = 0;
    this.sums.clear();
    this.squares.fill(0.0);
    this.slots.fill(0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const last: i32 = this.now > 0 ? this.now - 1 : 0;
    archive.integers('slots', this.slots, this.blocks, 0, last);
    archive.bounded('squares', this.squares, this.blocks, 0.0, this.now);
    this.sums.transfer(archive);
  }
}
