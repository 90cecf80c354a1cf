import {
  abs,
  bool,
  choose,
  Floats,
  f64,
  floor,
  fmax,
  fmin,
  highWord,
  i32,
  powerOfTwo,
  REWARDS_COME_LATE,
} from '../base/language.ts';

/** A block is at least this many times as long as there are cells, so that what is known of blocks stays small. */
const SLOTS_PER_CELL: i32 = 4;
/** The bits of a double's exponent begin here in its upper half. */
const EXPONENT: i32 = 20;
const BIAS: i32 = 1023;
/** A block without a step from half way, and one whose sums do not move together. */
const NO_TIE: f64 = -1.0;
const FIXED: f64 = -2.0;
/** A sum that is smaller than 2 to this is moved by nothing: its last bits are too small for a double. */
const LEAST_EXPONENT: i32 = -900;

/**
 * What is known of a window's running sums, block by block and cell by cell, so that a late reward need not add up
 * every slot after it to leave the same bits.
 *
 * A running sum is rounded in each step, so that another start does not simply move it. But as long as all sums of a
 * block lie between the same two powers of two they are multiples of one unit u, and each step adds its reward
 * rounded to a multiple of u, wherever it starts: if it starts elsewhere between these powers, all its sums move by
 * the same, exactly. One thing is to be added: a reward half way between two multiples goes to the even one. Where
 * sums move by an odd multiple of u, the first such step goes the other way, by u, and from there on they have moved
 * by an even one, for which all is as before.
 *
 * Blocks that pass a power of two are added up again. So a reward that comes late costs a step for each block, and a
 * few blocks slot by slot: O(√τ) where sums grow, as those of rewards in [0, 1] do. Sums that stay around 0 are added
 * up slot by slot, as if there were no blocks.
 *
 * How far the sums of a block have moved is kept until somebody needs them one by one.
 */
export class WindowBlocks {
  cells: i32;
  window: i32;
  /** A block has 2 to this many slots. */
  shift: i32 = 0;
  count: i32;
  opened: bool = false;
  /** The sum before the first reward of a block and behind the last one; `out` is NaN where nothing is known. */
  base: Floats;
  out: Floats;
  /** The least and the largest sum; ∞ and −∞ where the cell has no reward. */
  low: Floats;
  high: Floats;
  /** The place of the first step from half way between two multiples, or NO_TIE or FIXED, and what it adds to an odd move. */
  tie: Floats;
  tieBy: Floats;
  /** How far sums have moved before the place of the tie in the ring, and from there on. */
  movedBelow: Floats;
  movedAbove: Floats;

  constructor(cells: i32, window: i32) {
    this.cells = cells;
    this.window = window;
    const slots: f64 = window;
    const least: f64 = cells * SLOTS_PER_CELL;
    let shift: i32 = 3;
    let size: f64 = 8.0;
    while (size < least || size * size < slots) {
      size *= 2.0;
      shift += 1;
    }
    this.shift = shift;
    this.count = ((window - 1) >> shift) + 1;
    this.base = new Floats(0);
    this.out = new Floats(0);
    this.low = new Floats(0);
    this.high = new Floats(0);
    this.tie = new Floats(0);
    this.tieBy = new Floats(0);
    this.movedBelow = new Floats(0);
    this.movedAbove = new Floats(0);
  }

  // @inline
  isOpen(): bool {
    return REWARDS_COME_LATE && this.opened;
  }

  /** Whether it is worth asking for this many slots. */
  isFar(slots: i32): bool {
    return slots >> this.shift >= 2;
  }

  /** Begins, with nothing known. */
  open(): void {
    this.opened = true;
    const entries: i32 = this.count * this.cells;
    if (this.out.length === 0) {
      this.base = new Floats(entries);
      this.out = new Floats(entries);
      this.low = new Floats(entries);
      this.high = new Floats(entries);
      this.tie = new Floats(entries);
      this.tieBy = new Floats(entries);
      this.movedBelow = new Floats(entries);
      this.movedAbove = new Floats(entries);
    }
    this.out.fill(NaN);
    this.movedBelow.fill(0.0);
    this.movedAbove.fill(0.0);
  }

  close(): void {
    this.opened = false;
  }

  blockOf(place: i32): i32 {
    return place >> this.shift;
  }

  start(block: i32): i32 {
    return block << this.shift;
  }

  end(block: i32): i32 {
    return choose<i32>(block + 1 < this.count, (block + 1) << this.shift, this.window);
  }

  entry(block: i32, cell: i32): i32 {
    return block * this.cells + cell;
  }

  /** How far the sum of a cell at a place has moved since it was written. */
  movedAt(place: i32, cell: i32): f64 {
    if (!this.isOpen()) return 0.0;
    const entry: i32 = this.entry(this.blockOf(place), cell);
    const at: f64 = place;
    return choose<f64>(at < this.tie[entry], this.movedBelow[entry], this.movedAbove[entry]);
  }

  hasMoved(entry: i32): bool {
    return this.movedBelow[entry] !== 0.0 || this.movedAbove[entry] !== 0.0;
  }

  /** The sums are as they were written. */
  rest(entry: i32): void {
    this.movedBelow[entry] = 0.0;
    this.movedAbove[entry] = 0.0;
  }

  knows(entry: i32): bool {
    return this.out[entry] < Infinity;
  }

  forget(entry: i32): void {
    this.out[entry] = NaN;
  }

  /** Whether the sums of a block cannot move together, and could not either if they began with `sum`. */
  staysFixed(entry: i32, sum: f64): bool {
    if (!this.knows(entry) || this.tie[entry] !== FIXED) return false;
    const by: f64 = sum - this.base[entry];
    return !this.isOne(this.low[entry] + by, this.high[entry] + by);
  }

  /** Whether two numbers are of one sign, and between the same powers of two. */
  isOne(low: f64, high: f64): bool {
    return low * high > 0.0 && highWord(abs(low)) >> EXPONENT === highWord(abs(high)) >> EXPONENT;
  }

  /** Half a unit of a sum, which tells a step from half way; 0 where the sum is too small to be moved. */
  half(sum: f64): f64 {
    const exponent: i32 = (highWord(abs(sum)) >> EXPONENT) - BIAS;
    return exponent < LEAST_EXPONENT ? 0.0 : powerOfTwo(exponent - 53);
  }

  /** Notes a block that was added up; NaN as the least sum says that it cannot move. */
  note(entry: i32, base: f64, out: f64, low: f64, high: f64): void {
    const moves: bool = low === Infinity || this.isOne(low, high);
    this.base[entry] = base;
    this.out[entry] = out;
    this.low[entry] = low;
    this.high[entry] = high;
    this.tie[entry] = moves ? NO_TIE : FIXED;
    this.rest(entry);
  }

  /** Notes that a block which cannot move was added up again. */
  noteFixed(entry: i32, base: f64, out: f64): void {
    const by: f64 = base - this.base[entry];
    this.base[entry] = base;
    this.out[entry] = out;
    this.low[entry] += by;
    this.high[entry] += by;
  }

  /** Notes blocks without a reward of a cell, from `from` to before `end`. */
  noteEmpty(from: i32, end: i32, cell: i32, sum: f64): void {
    for (let block: i32 = from; block < end; block++) {
      this.note(this.entry(block, cell), sum, sum, Infinity, -Infinity);
    }
  }

  /** Notes the first step from half way in a block that was added up. */
  noteTie(entry: i32, place: f64, by: f64): void {
    if (this.tie[entry] === FIXED) return;
    this.tie[entry] = place;
    this.tieBy[entry] = by;
  }

  /**
   * Moves a block's sums so that they begin with `sum`, if they can; else they have to be added up again. `step` is 1
   * where sums are made upwards in the ring, −1 downwards.
   */
  move(entry: i32, sum: f64, step: i32): bool {
    if (!this.knows(entry) || this.tie[entry] === FIXED) return false;
    const low: f64 = this.low[entry];
    if (low === Infinity) {
      this.base[entry] = sum;
      this.out[entry] = sum;
      return true;
    }
    const high: f64 = this.high[entry];
    const by: f64 = sum - this.base[entry];
    let then: f64 = by;
    const turns: bool = this.tie[entry] >= 0.0 && this.isOdd(by, low);
    if (turns) then += this.tieBy[entry];
    const least: f64 = fmin(by, then);
    const most: f64 = fmax(by, then);
    const fits: bool =
      low < 0.0
        ? this.fits(-high, -low, -sum, -most, -least)
        : this.fits(low, high, sum, least, most);
    if (!fits) return false;
    this.base[entry] = sum;
    this.out[entry] += then;
    this.low[entry] = low + least;
    this.high[entry] = high + most;
    this.movedBelow[entry] += choose<f64>(step > 0, by, then);
    this.movedAbove[entry] += choose<f64>(step > 0, then, by);
    if (turns) this.tieBy[entry] = -this.tieBy[entry];
    return true;
  }

  /** Whether a move is an odd multiple of the unit of a sum. */
  isOdd(by: f64, sum: f64): bool {
    const pairs: f64 = by / (4.0 * this.half(sum));
    return pairs !== floor(pairs);
  }

  /** Whether all is between the same two powers of two, before and after; false where there is a NaN. */
  fits(low: f64, high: f64, sum: f64, least: f64, most: f64): bool {
    if (!(low > 0.0)) return false;
    const exponent: i32 = highWord(low) >> EXPONENT;
    const isSame: bool =
      highWord(high) >> EXPONENT === exponent &&
      highWord(sum) >> EXPONENT === exponent &&
      highWord(low + least) >> EXPONENT === exponent &&
      highWord(high + most) >> EXPONENT === exponent;
    // At the power itself a step may round more finely, below it.
    return isSame && low + least > powerOfTwo(exponent - BIAS);
  }
}
