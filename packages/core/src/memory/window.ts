import { Archive } from '../archive.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../portable.ts';
import { Memory, NOTHING } from './memory.ts';

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
 * a slot of the window, 24 a cell.
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
  older: Floats;
  newer: Floats;
  counts: Floats;
  now: i32 = 0;
  /** The place in the ring where the next slot goes, or `window` just before the ring begins anew. */
  cursor: i32 = 0;

  constructor(cells: i32, window: i32) {
    this.cells = cells;
    this.window = window;
    this.cellAt = new Ints(window);
    this.rewardAt = new Floats(window);
    this.partial = new Floats(window);
    this.older = new Floats(cells);
    this.newer = new Floats(cells);
    this.counts = new Floats(cells);
    this.cellAt.fill(NOTHING);
  }

  advance(): i32 {
    if (this.cursor === this.window) this.turn();
    const place: i32 = this.cursor;
    this.cursor = place + 1;
    this.now += 1;
    const leaving: i32 = this.cellAt[place];
    if (leaving !== NOTHING) {
      this.cellAt[place] = NOTHING;
      this.counts[leaving] -= 1.0;
      this.older[leaving] = this.partial[place];
    }
    return leaving;
  }

  learn(slot: i32, cell: i32, reward: f64): bool {
    const age: i32 = this.now - 1 - slot;
    if (age >= this.window) return false;
    let place: i32 = this.cursor - 1 - age;
    if (place < 0) place += this.window;
    this.cellAt[place] = cell;
    this.rewardAt[place] = reward;
    this.counts[cell] += 1.0;
    if (age === 0) {
      this.newer[cell] += reward;
      this.partial[place] = this.newer[cell];
    } else if (place < this.cursor) {
      this.sumForwards(place, cell);
    } else {
      this.sumBackwards(place, cell);
    }
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(this.now - 1 - slot < this.window, 1.0, 0.0);
  }

  mass(cell: i32): f64 {
    return this.counts[cell];
  }

  unit(): f64 {
    return 1.0;
  }

  sum(cell: i32): f64 {
    return this.older[cell] + this.newer[cell];
  }

  mean(cell: i32): f64 {
    return (this.older[cell] + this.newer[cell]) / this.counts[cell];
  }

  /** The ring begins anew: the newer block becomes the older one. */
  turn(): void {
    this.cursor = 0;
    for (let place: i32 = 0; place < this.window; place++) {
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.newer[cell] = 0.0;
        this.older[cell] = 0.0;
      }
    }
    this.sumOlder();
  }

  /** The sums of the older block, where `older` is 0 so far. */
  sumOlder(): void {
    for (let place: i32 = this.window - 1; place >= this.cursor; place--) {
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.partial[place] = this.older[cell];
        this.older[cell] += this.rewardAt[place];
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
    this.newer[cell] = sum;
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
    this.older[cell] = sum;
  }

  reset(): void {
    this.now = 0;
    this.cursor = 0;
    this.cellAt.fill(NOTHING);
    this.older.fill(0.0);
    this.newer.fill(0.0);
    this.counts.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const held: i32 = choose<i32>(this.now < this.window, this.now, this.window);
    archive.cells('cellAt', this.cellAt, held, this.cells);
    archive.reals('rewardAt', this.rewardAt, held);
    this.rebuild();
  }

  /** Everything that follows from the ring and the time. */
  rebuild(): void {
    this.cursor = 0;
    if (this.now > 0) this.cursor = ((this.now - 1) % this.window) + 1;
    this.older.fill(0.0);
    this.newer.fill(0.0);
    this.counts.fill(0.0);
    for (let place: i32 = 0; place < this.window; place++) {
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.counts[cell] += 1.0;
        if (place < this.cursor) {
          this.newer[cell] += this.rewardAt[place];
          this.partial[place] = this.newer[cell];
        }
      }
    }
    this.sumOlder();
  }
}
