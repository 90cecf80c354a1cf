import { Archive } from '../base/archive.ts';
import {
  abs,
  bool,
  choose,
  Floats,
  f64,
  fmax,
  fmin,
  Ints,
  i32,
  REWARDS_COME_LATE,
} from '../base/language.ts';
import { sumError } from '../math/double-double.ts';
import { Memory, NOTHING } from './memory.ts';
import { WindowBlocks } from './window-blocks.ts';
import { emptyWindow, passEmpty, shiftWindow } from './window-idle.ts';

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
 * the older one up to τ, but a reward d slots late falls there in one of τ/d cases only. Where these
 * are many, `WindowBlocks` knows which of the sums move together, and takes them at once. Twenty bytes
 * per slot of the window, 32 per cell; up to sixteen more per slot once rewards come very late.
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
  /** Where the cursor pauses: at the end of the ring, or at the next of the parts that late rewards have moved. */
  stop: i32;
  blocks: WindowBlocks;

  constructor(cells: i32, window: i32) {
    this.cells = cells;
    this.window = window;
    this.stop = window;
    this.blocks = new WindowBlocks(cells, window);
    this.cellAt = new Ints(window);
    this.rewardAt = new Floats(window);
    this.partial = new Floats(window);
    this.tallies = new Floats(cells * TALLY);
    this.cellAt.fill(NOTHING);
  }

  // @inline
  advance(): i32 {
    if (this.cursor === this.stop) this.pause();
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

  pass(slots: i32): i32 {
    return passEmpty(this, slots);
  }

  passAll(slots: i32): bool {
    if (slots < this.window) return false;
    emptyWindow(this);
    shiftWindow(this, slots);
    return true;
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

  /** The cursor comes to the end, or to slots whose sums have to be written before they leave. */
  pause(): void {
    const blocks: WindowBlocks = this.blocks;
    if (!blocks.isOpen() || this.cursor === this.window) {
      this.turn();
      return;
    }
    const block: i32 = blocks.blockOf(this.cursor);
    for (let cell: i32 = 0; cell < this.cells; cell++) {
      this.settle(block, cell);
      blocks.forget(blocks.entry(block, cell));
    }
    this.stop = blocks.end(block);
  }

  /**
   * The ring begins anew: the newer block becomes the older one. `older` is back at 0 everywhere: the
   * last reward of a cell to leave had nothing behind it.
   */
  turn(): void {
    this.cursor = 0;
    this.closeBlocks();
    this.sumOlder();
  }

  /** Where many slots have to be gone through, blocks are opened. */
  openBlocks(slots: i32): void {
    const blocks: WindowBlocks = this.blocks;
    if (!REWARDS_COME_LATE || blocks.isOpen() || !blocks.isFar(slots)) return;
    blocks.open();
    const block: i32 = blocks.blockOf(this.cursor);
    if (this.cursor > blocks.start(block)) this.stop = blocks.end(block);
    else this.stop = this.cursor;
  }

  closeBlocks(): void {
    this.blocks.close();
    this.stop = this.window;
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

  /** Writes a cell's sums in a part of the ring, where they have moved since they were written. */
  settle(block: i32, cell: i32): void {
    const blocks: WindowBlocks = this.blocks;
    const entry: i32 = blocks.entry(block, cell);
    if (!blocks.hasMoved(entry)) return;
    const end: i32 = blocks.end(block);
    for (let place: i32 = blocks.start(block); place < end; place++) {
      if (this.cellAt[place] === cell) this.partial[place] += blocks.movedAt(place, cell);
    }
    blocks.rest(entry);
  }

  /** Adds a cell's rewards from `from` to before `end` to a sum, and writes the sums. */
  addForwards(from: i32, end: i32, cell: i32, before: f64): f64 {
    let sum: f64 = before;
    for (let place: i32 = from; place < end; place++) {
      if (this.cellAt[place] === cell) {
        sum += this.rewardAt[place];
        this.partial[place] = sum;
      }
    }
    return sum;
  }

  /** The same from `from` down to `last`. */
  addBackwards(from: i32, last: i32, cell: i32, behind: f64): f64 {
    let sum: f64 = behind;
    for (let place: i32 = from; place >= last; place--) {
      if (this.cellAt[place] === cell) {
        this.partial[place] = sum;
        sum += this.rewardAt[place];
      }
    }
    return sum;
  }

  /** The same over a whole block of the ring; `step` is 1 or −1. Sums that cannot move are not looked at twice. */
  addBlock(block: i32, cell: i32, before: f64, step: i32): f64 {
    const blocks: WindowBlocks = this.blocks;
    const entry: i32 = blocks.entry(block, cell);
    const start: i32 = blocks.start(block);
    const end: i32 = blocks.end(block);
    if (!blocks.staysFixed(entry, before)) return this.addAndNote(block, cell, before, step);
    let sum: f64 = before;
    if (step > 0) sum = this.addForwards(start, end, cell, before);
    else sum = this.addBackwards(end - 1, start, cell, before);
    blocks.noteFixed(entry, before, sum);
    return sum;
  }

  /** The same, with a note of what may move its sums at once. */
  addAndNote(block: i32, cell: i32, before: f64, step: i32): f64 {
    const blocks: WindowBlocks = this.blocks;
    const start: i32 = blocks.start(block);
    const end: i32 = blocks.end(block);
    const half: f64 = blocks.half(before);
    let sum: f64 = before;
    let low: f64 = Infinity;
    let high: f64 = -Infinity;
    let tie: f64 = -1.0;
    let tieBy: f64 = 0.0;
    let place: i32 = choose<i32>(step > 0, start, end - 1);
    for (let i: i32 = start; i < end; i++) {
      if (this.cellAt[place] === cell) {
        const reward: f64 = this.rewardAt[place];
        const next: f64 = sum + reward;
        const lost: f64 = sumError(sum, reward, next);
        if (tie < 0.0 && abs(lost) === half) {
          tie = place;
          tieBy = 2.0 * lost;
        }
        this.partial[place] = choose<f64>(step > 0, next, sum);
        low = fmin(low, fmin(sum, next));
        high = fmax(high, fmax(sum, next));
        sum = next;
      }
      place += step;
    }
    const entry: i32 = blocks.entry(block, cell);
    // Without a unit everything is a tie, and nothing moves.
    blocks.note(entry, before, sum, half === 0.0 && low < Infinity ? NaN : low, high);
    blocks.noteTie(entry, tie, tieBy);
    return sum;
  }

  /** The newer block's sums of a cell from `from` on. */
  sumForwards(from: i32, cell: i32): void {
    const blocks: WindowBlocks = this.blocks;
    const sum: f64 = this.sumBefore(from, cell);
    this.openBlocks(this.cursor - from);
    // The last slot may still get its reward in time.
    const last: i32 = blocks.blockOf(this.cursor - 1);
    let newer: f64 = sum;
    if (!blocks.isOpen() || blocks.blockOf(from) === last) {
      newer = this.addForwards(from, this.cursor, cell, sum);
    } else {
      const first: i32 = blocks.blockOf(from);
      this.settle(first, cell);
      blocks.forget(blocks.entry(first, cell));
      newer = this.addForwards(from, blocks.end(first), cell, sum);
      for (let block: i32 = first + 1; block < last; block++) {
        const entry: i32 = blocks.entry(block, cell);
        if (blocks.knows(entry) && blocks.base[entry] === newer) return;
        newer = blocks.move(entry, newer, 1)
          ? blocks.out[entry]
          : this.addBlock(block, cell, newer, 1);
      }
      newer = this.addForwards(blocks.start(last), this.cursor, cell, newer);
    }
    this.tallies[cell * TALLY + NEWER] = newer;
  }

  /** The sum of a cell in the newer block before a place. */
  sumBefore(from: i32, cell: i32): f64 {
    const blocks: WindowBlocks = this.blocks;
    const own: i32 = blocks.blockOf(from);
    let block: i32 = own;
    let before: i32 = from - 1;
    let sum: f64 = 0.0;
    let start: i32 = blocks.isOpen() ? blocks.start(own) : 0;
    while (before >= 0) {
      if (before < start) {
        block = blocks.blockOf(before);
        const entry: i32 = blocks.entry(block, cell);
        if (blocks.knows(entry)) {
          sum = blocks.out[entry];
          break;
        }
        start = blocks.start(block);
      }
      while (before >= start && this.cellAt[before] !== cell) before--;
      if (before >= start) {
        sum = this.partial[before] + blocks.movedAt(before, cell);
        break;
      }
    }
    if (before < 0) block = -1;
    if (blocks.isOpen()) blocks.noteEmpty(block + 1, own, cell, sum);
    return sum;
  }

  /** The older block's sums of a cell from `from` down. */
  sumBackwards(from: i32, cell: i32): void {
    const blocks: WindowBlocks = this.blocks;
    const sum: f64 = this.sumBehind(from, cell);
    this.openBlocks(from - this.cursor);
    const last: i32 = blocks.blockOf(this.cursor);
    let older: f64 = sum;
    if (!blocks.isOpen() || blocks.blockOf(from) === last) {
      if (blocks.isOpen()) this.settle(last, cell);
      older = this.addBackwards(from, this.cursor, cell, sum);
    } else {
      const first: i32 = blocks.blockOf(from);
      this.settle(first, cell);
      blocks.forget(blocks.entry(first, cell));
      older = this.addBackwards(from, blocks.start(first), cell, sum);
      for (let block: i32 = first - 1; block > last; block--) {
        const entry: i32 = blocks.entry(block, cell);
        if (blocks.knows(entry) && blocks.base[entry] === older) return;
        older = blocks.move(entry, older, -1)
          ? blocks.out[entry]
          : this.addBlock(block, cell, older, -1);
      }
      this.settle(last, cell);
      older = this.addBackwards(blocks.end(last) - 1, this.cursor, cell, older);
    }
    this.tallies[cell * TALLY + OLDER] = older;
  }

  /** The sum of a cell in the older block behind a place. */
  sumBehind(from: i32, cell: i32): f64 {
    const blocks: WindowBlocks = this.blocks;
    const own: i32 = blocks.blockOf(from);
    let block: i32 = own;
    let behind: i32 = from + 1;
    let sum: f64 = 0.0;
    let end: i32 = blocks.isOpen() ? blocks.end(own) : this.window;
    while (behind < this.window) {
      if (behind >= end) {
        block = blocks.blockOf(behind);
        const entry: i32 = blocks.entry(block, cell);
        if (blocks.knows(entry)) {
          sum = blocks.out[entry];
          break;
        }
        end = blocks.end(block);
      }
      while (behind < end && this.cellAt[behind] !== cell) behind++;
      if (behind < end) {
        sum = this.partial[behind] + blocks.movedAt(behind, cell) + this.rewardAt[behind];
        break;
      }
    }
    if (behind >= this.window) block = blocks.count;
    if (blocks.isOpen()) blocks.noteEmpty(own + 1, block, cell, sum);
    return sum;
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
    this.closeBlocks();
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
    this.closeBlocks();
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
