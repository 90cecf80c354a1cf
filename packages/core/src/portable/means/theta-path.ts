import { Floats, Ints, i32 } from '../base/language.ts';

/**
 * The hidden parameters over time. Each row has the parameters of all blocks, blocks × dimension numbers, and is in
 * force from its slot in `starts` until the next row begins. `starts` ascends and begins with 0, so parameters that
 * jump take one row per jump, and parameters that move take one row per slot.
 */
export class ThetaPath {
  blocks: i32;
  dimension: i32;
  starts: Ints;
  rows: Floats;
  /** The row found last: slots are mostly asked for in order. */
  found: i32 = 0;

  constructor(blocks: i32, dimension: i32, starts: Ints, rows: Floats) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.starts = starts;
    this.rows = rows;
  }

  /** The number of the row that is in force at a slot. */
  // @inline
  row(slot: i32): i32 {
    if (slot < this.starts[this.found]) this.found = 0;
    while (this.found + 1 < this.starts.length && this.starts[this.found + 1] <= slot) {
      this.found += 1;
    }
    return this.found;
  }

  /** The place in `rows` at which the parameters of a block begin at a slot. */
  // @inline
  at(slot: i32, block: i32): i32 {
    return (this.row(slot) * this.blocks + block) * this.dimension;
  }
}
