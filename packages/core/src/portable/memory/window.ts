import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Memory, NOTHING } from './memory.ts';

/** A cell's tally is its count, two sums and a number that is not used, so that none is on two cache lines. */
const TALLY: i32 = 4;
const OLDER: i32 = 1;
const NEWER: i32 = 2;

/**
 * Remembers the last `window` slots and nothing older.
 *
 * A ring of slots is cut in two blocks at the cursor: before it the newer slots, which came since the
 * ring was last begun anew, and from it on the older ones, next to leave. No sum is ever made by
 * subtracting, so a reward of 1e17 leaves no trace once it has left: `newer` is a running sum, and
 * `older` steps down through the sums of what follows each slot in its block, computed backwards once
 * for each turn of the ring. A slot costs O(1), amortised.
 *
 * All sums are a function of what the ring holds: a late reward sums its cell's block again in the
 * same order, from its own place on, so that rewards that come late or out of order leave the same
 * bits as rewards in time. In the newer block that takes as many steps as slots have passed since; in
 * the older one up to τ, but a reward d slots late falls there in one of τ/d cases only. Twenty bytes
 * per slot of the window, 32 per cell.
 */
export class Window implements Memory {
  cells: i32;
  window: i32;
  /** The cell of each slot's reward; NOTHING where there is none. */
  cellAt: Ints;
  rewardAt: Floats;
  /**
   * A sum of the same cell's rewards in the same block: in the newer one of those up to this place,
   * in the older one of those behind it.
   */
  partial: Floats;
  /** The count of each cell and the sums of its older and newer rewards, side by side. */
  tallies: Floats;
  now: i32 = 0;
  /** The place in the ring where the next slot goes, or `window` just before the ring begins anew. */
  cursor: i32 = 0;

  constructor(cells: i32, window: i32) {
    this.cells = cells;
    this.window = window;
    this.cellAt = new Ints(window);
    this.rewardAt = new Floats(window);
    this.partial = new Floats(window);
    this.tallies = new Floats(cells * TALLY);
    this.cellAt.fill(NOTHING);
  }

  // @inline
  advance(): i32 {
    if (this.cursor === this.window) this.turn();
    const place: i32 = this.cursor;
    this.cursor = place + 1;
    this.now += 1;
    const cellAt: Ints = this.cellAt;
    const leaving: i32 = cellAt[place];
    if (leaving !== NOTHING) {
      const tallies: Floats = this.tallies;
      const own: i32 = leaving * TALLY;
      cellAt[place] = NOTHING;
      tallies[own] -= 1.0;
      tallies[own + OLDER] = this.partial[place];
    }
    return leaving;
  }

  touchedCount(): i32 {
    return 0;
  }

  touched(i: i32): i32 {
    return i;
  }

  // @inline
  learn(slot: i32, cell: i32, reward: f64): bool {
    const age: i32 = this.now - 1 - slot;
    if (age !== 0) return this.learnLate(age, cell, reward);
    const place: i32 = this.cursor - 1;
    const tallies: Floats = this.tallies;
    const own: i32 = cell * TALLY;
    const newer: f64 = tallies[own + NEWER] + reward;
    tallies[own] += 1.0;
    tallies[own + NEWER] = newer;
    this.cellAt[place] = cell;
    this.rewardAt[place] = reward;
    this.partial[place] = newer;
    return true;
  }

  /** A reward that comes after later slots have begun. */
  learnLate(age: i32, cell: i32, reward: f64): bool {
    if (age >= this.window) return false;
    let place: i32 = this.cursor - 1 - age;
    if (place < 0) place += this.window;
    this.tallies[cell * TALLY] += 1.0;
    this.cellAt[place] = cell;
    this.rewardAt[place] = reward;
    if (place < this.cursor) this.sumForwards(place, cell);
    else this.sumBackwards(place, cell);
    return true;
  }

  /** The reward that left, right after `advance` returned its cell. */
  lost(): f64 {
    return this.rewardAt[this.cursor - 1];
  }

  weight(slot: i32): f64 {
    return choose<f64>(this.now - 1 - slot < this.window, 1.0, 0.0);
  }

  // @inline
  mass(cell: i32): f64 {
    return this.tallies[cell * TALLY];
  }

  // @inline
  unit(): f64 {
    return 1.0;
  }

  sum(cell: i32): f64 {
    return this.tallies[cell * TALLY + OLDER] + this.tallies[cell * TALLY + NEWER];
  }

  // @inline
  mean(cell: i32): f64 {
    const tallies: Floats = this.tallies;
    const own: i32 = cell * TALLY;
    return (tallies[own + OLDER] + tallies[own + NEWER]) / tallies[own];
  }

  /**
   * The ring begins anew: the newer block becomes the older one. `older` is back at 0 everywhere: the
   * last reward of a cell to leave had nothing behind it.
   */
  turn(): void {
    this.cursor = 0;
    this.sumOlder();
  }

  /** The sums of the older block, where `older` is 0 so far and `newer` is still to come. */
  sumOlder(): void {
    for (let place: i32 = this.used() - 1; place >= this.cursor; place--) {
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        const own: i32 = cell * TALLY;
        const behind: f64 = this.tallies[own + OLDER];
        this.partial[place] = behind;
        this.tallies[own + OLDER] = behind + this.rewardAt[place];
        this.tallies[own + NEWER] = 0.0;
      }
    }
  }

  /** The newer block's sums of a cell from `from` on. */
  sumForwards(from: i32, cell: i32): void {
    let before: i32 = from - 1;
    while (before >= 0 && this.cellAt[before] !== cell) before--;
    let sum: f64 = before < 0 ? 0.0 : this.partial[before];
    for (let place: i32 = from; place < this.cursor; place++) {
      if (this.cellAt[place] === cell) {
        sum += this.rewardAt[place];
        this.partial[place] = sum;
      }
    }
    this.tallies[cell * TALLY + NEWER] = sum;
  }

  /** The older block's sums of a cell from `from` down. */
  sumBackwards(from: i32, cell: i32): void {
    let behind: i32 = from + 1;
    while (behind < this.window && this.cellAt[behind] !== cell) behind++;
    let sum: f64 = 0.0;
    if (behind < this.window) sum = this.partial[behind] + this.rewardAt[behind];
    for (let place: i32 = from; place >= this.cursor; place--) {
      if (this.cellAt[place] === cell) {
        this.partial[place] = sum;
        sum += this.rewardAt[place];
      }
    }
    this.tallies[cell * TALLY + OLDER] = sum;
  }

  /** How many places slots have taken so far; they are the first ones. */
  used(): i32 {
    return choose<i32>(this.now < this.window, this.now, this.window);
  }

  holds(arms: i32): bool {
    return this.window >= arms;
  }

  reset(): void {
    const used: i32 = this.used();
    for (let place: i32 = 0; place < used; place++) this.cellAt[place] = NOTHING;
    this.now = 0;
    this.cursor = 0;
    this.tallies.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const used: i32 = this.used();
    archive.cells('cellAt', this.cellAt, used, this.cells);
    archive.reals('rewardAt', this.rewardAt, used);
    this.rebuild();
  }

  /** Everything that follows from the ring and the time. */
  rebuild(): void {
    this.cursor = 0;
    if (this.now > 0) this.cursor = ((this.now - 1) % this.window) + 1;
    this.tallies.fill(0.0);
    this.sumOlder();
    const used: i32 = this.used();
    for (let place: i32 = 0; place < used; place++) {
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.tallies[cell * TALLY] += 1.0;
        if (place < this.cursor) {
          this.tallies[cell * TALLY + NEWER] += this.rewardAt[place];
          this.partial[place] = this.tallies[cell * TALLY + NEWER];
        }
      }
    }
  }
}
