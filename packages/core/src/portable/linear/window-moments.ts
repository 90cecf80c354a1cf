import { Archive } from '../base/archive.ts';
import { bool, ceil, choose, Floats, f64, Ints, i32, sqrt, truncate } from '../base/language.ts';
import { EVERYTHING, NOTHING } from '../memory/memory.ts';
import { Moments } from './moments.ts';
import { addAll, addScaled, addSquare, copyScaled, triangleSize } from './triangles.ts';

/** No stored reward or feature is larger, so that their sums stay finite. */
export const LARGEST_REWARD: f64 = 1e100;
export const LARGEST_FEATURE: f64 = 1e7;

/**
 * Remembers the rewards of the last `window` slots and nothing older.
 *
 * As in `memory/window.ts` a ring of slots is cut at the cursor into a newer and an older part, and no sum is made by
 * subtracting: `newer` has running sums, and `older` steps down through the sums of the rewards that follow each place
 * in its block. A row, Σxxᵀ and Σr x of a block, has d(d + 1)/2 + d numbers. So the rows that follow each place are
 * kept only for the stretch of places that the cursor is in, and made from a checkpoint when it enters a stretch. With
 * √(window × blocks) places per stretch this takes about twice as many rows.
 *
 * All sums are a function of the rewards in the ring. A late reward sums its block again in the same order from its
 * own stretch on, and leaves the same bits as a reward in time.
 */
export class WindowMoments implements Moments {
  blocks: i32;
  dimension: i32;
  window: i32;
  /** Places of Σxxᵀ in a row. */
  size: i32;
  /** Places of a row. */
  row: i32;
  /** Places of the ring in a stretch. */
  stretch: i32;
  stretches: i32;
  /** The block of each slot's reward; NOTHING if there is none. */
  blockAt: Ints;
  rewardAt: Floats;
  featuresAt: Floats;
  /** Rows of the older and the newer part. */
  older: Floats;
  newer: Floats;
  /** The rows that follow each place of the cursor's stretch in the older part. */
  following: Floats;
  /** The rows that follow the cursor's stretch. */
  behind: Floats;
  /** For stretches after the cursor's the rows that follow them, for others the newer rows before them. */
  checkpoints: Floats;
  /** Rewards of each block. */
  counts: Floats;
  now: i32 = 0;
  /** The place of the next slot, or `window` just before the ring begins again. */
  cursor: i32 = 0;
  /** The stretch that the cursor is in, or NOTHING. */
  current: i32 = NOTHING;

  constructor(blocks: i32, dimension: i32, window: i32) {
    const size: i32 = triangleSize(dimension);
    const row: i32 = size + dimension;
    const slots: f64 = window;
    const places: f64 = ceil(sqrt(slots * blocks));
    const stretch: i32 = truncate(choose<f64>(places < slots, places, slots));
    const stretches: i32 = truncate(ceil(slots / stretch));
    this.blocks = blocks;
    this.dimension = dimension;
    this.window = window;
    this.size = size;
    this.row = row;
    this.stretch = stretch;
    this.stretches = stretches;
    this.blockAt = new Ints(window);
    this.rewardAt = new Floats(window);
    this.featuresAt = new Floats(window * dimension);
    this.older = new Floats(blocks * row);
    this.newer = new Floats(blocks * row);
    this.following = new Floats(stretch * row);
    this.behind = new Floats(blocks * row);
    this.checkpoints = new Floats(stretches * blocks * row);
    this.counts = new Floats(blocks);
    this.blockAt.fill(NOTHING);
  }

  onlyAdds(): bool {
    return false;
  }

  advance(): i32 {
    let changed: i32 = NOTHING;
    if (this.cursor === this.window) {
      this.turn();
      changed = EVERYTHING;
    }
    const place: i32 = this.cursor;
    if (place === (this.current + 1) * this.stretch) this.enter();
    this.cursor = place + 1;
    this.now += 1;
    const leaving: i32 = this.blockAt[place];
    if (leaving === NOTHING) return changed;
    this.drop(place, leaving);
    return choose<i32>(changed === EVERYTHING, changed, leaving);
  }

  /** Forgets the reward of a place of the cursor's stretch. */
  drop(place: i32, block: i32): void {
    const row: i32 = this.row;
    const dimension: i32 = this.dimension;
    const own: i32 = (place - this.current * this.stretch) * row;
    copyScaled(this.following, own, this.older, block * row, row, 1.0);
    this.counts[block] -= 1.0;
    this.blockAt[place] = NOTHING;
    this.rewardAt[place] = 0.0;
    for (let i: i32 = 0; i < dimension; i++) this.featuresAt[place * dimension + i] = 0.0;
  }

  /** Begins the ring again: the newer part becomes the older one. */
  turn(): void {
    this.cursor = 0;
    this.current = NOTHING;
    this.newer.fill(0.0);
    this.sumOlder();
  }

  /** Begins the next stretch. */
  enter(): void {
    const all: i32 = this.blocks * this.row;
    const next: i32 = this.current + 1;
    const checkpoint: i32 = next * all;
    this.current = next;
    copyScaled(this.checkpoints, checkpoint, this.behind, 0, all, 1.0);
    copyScaled(this.newer, 0, this.checkpoints, checkpoint, all, 1.0);
    copyScaled(this.behind, 0, this.older, 0, all, 1.0);
    this.sumStretch();
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    const age: i32 = this.now - 1 - slot;
    if (age >= this.window) return false;
    let place: i32 = this.cursor - 1 - age;
    if (place < 0) place += this.window;
    const dimension: i32 = this.dimension;
    this.blockAt[place] = block;
    this.rewardAt[place] = reward;
    copyScaled(features, at, this.featuresAt, place * dimension, dimension, 1.0);
    this.counts[block] += 1.0;
    if (age === 0) this.add(place, this.newer, block);
    else if (place < this.cursor) this.sumForwards(place, block);
    else this.sumBackwards(place, block);
    return true;
  }

  /** Adds the reward of a place to a row. */
  add(place: i32, rows: Floats, number: i32): void {
    const dimension: i32 = this.dimension;
    const from: i32 = place * dimension;
    const at: i32 = number * this.row;
    addSquare(rows, at, dimension, this.featuresAt, from, 1.0);
    addScaled(rows, at + this.size, dimension, this.featuresAt, from, this.rewardAt[place]);
  }

  stretchOf(place: i32): i32 {
    const places: f64 = place;
    return truncate(places / this.stretch);
  }

  /** The place behind the last one of a stretch. */
  end(stretch: i32): i32 {
    return choose<i32>(stretch + 1 < this.stretches, (stretch + 1) * this.stretch, this.window);
  }

  /** Copies the row of a block. */
  copyRow(source: Floats, from: i32, target: Floats, to: i32): void {
    copyScaled(source, from * this.row, target, to * this.row, this.row, 1.0);
  }

  /** The newer row of a block from the stretch of a place on. */
  sumForwards(from: i32, block: i32): void {
    let stretch: i32 = this.stretchOf(from);
    this.copyRow(this.checkpoints, stretch * this.blocks + block, this.newer, block);
    let end: i32 = this.end(stretch);
    for (let place: i32 = stretch * this.stretch; place < this.cursor; place++) {
      if (place === end) {
        stretch += 1;
        end = this.end(stretch);
        this.copyRow(this.newer, block, this.checkpoints, stretch * this.blocks + block);
      }
      if (this.blockAt[place] === block) this.add(place, this.newer, block);
    }
  }

  /** The older row of a block from the stretch of a place down. */
  sumBackwards(from: i32, block: i32): void {
    let stretch: i32 = this.stretchOf(from);
    const checkpoint: i32 = stretch * this.blocks + block;
    if (stretch === this.current) this.copyRow(this.behind, block, this.older, block);
    else this.copyRow(this.checkpoints, checkpoint, this.older, block);
    for (let place: i32 = this.end(stretch) - 1; place >= this.cursor; place--) {
      if (place < stretch * this.stretch) {
        stretch -= 1;
        if (stretch === this.current) this.copyRow(this.older, block, this.behind, block);
        else this.copyRow(this.older, block, this.checkpoints, stretch * this.blocks + block);
      }
      if (this.blockAt[place] === block) this.addOlder(place, block);
    }
  }

  /** Adds the reward of a place to the older row of its block. */
  addOlder(place: i32, block: i32): void {
    const own: i32 = place - this.current * this.stretch;
    const isCurrent: bool = this.current !== NOTHING && own < this.stretch;
    if (isCurrent) this.copyRow(this.older, block, this.following, own);
    this.add(place, this.older, block);
  }

  /** The older rows of the cursor's stretch, when `older` has those that follow it. */
  sumStretch(): void {
    for (let place: i32 = this.end(this.current) - 1; place >= this.cursor; place--) {
      const block: i32 = this.blockAt[place];
      if (block !== NOTHING) this.addOlder(place, block);
    }
  }

  /** All older rows, with their checkpoints. */
  sumOlder(): void {
    const all: i32 = this.blocks * this.row;
    this.older.fill(0.0);
    for (let stretch: i32 = this.stretches - 1; stretch > this.current; stretch--) {
      copyScaled(this.older, 0, this.checkpoints, stretch * all, all, 1.0);
      const first: i32 = stretch * this.stretch;
      for (let place: i32 = this.end(stretch) - 1; place >= first; place--) {
        const block: i32 = this.blockAt[place];
        if (block !== NOTHING) this.add(place, this.older, block);
      }
    }
    copyScaled(this.older, 0, this.behind, 0, all, 1.0);
    if (this.current !== NOTHING) this.sumStretch();
  }

  /** All newer rows, with their checkpoints. */
  sumNewer(): void {
    const all: i32 = this.blocks * this.row;
    this.newer.fill(0.0);
    for (let place: i32 = 0; place < this.cursor; place++) {
      const stretch: i32 = this.stretchOf(place);
      if (place === stretch * this.stretch) {
        copyScaled(this.newer, 0, this.checkpoints, stretch * all, all, 1.0);
      }
      const block: i32 = this.blockAt[place];
      if (block !== NOTHING) this.add(place, this.newer, block);
    }
  }

  weight(slot: i32): f64 {
    return choose<f64>(this.now - 1 - slot < this.window, 1.0, 0.0);
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    const from: i32 = block * this.row;
    copyScaled(this.older, from, target, at, this.size, 1.0);
    addAll(this.newer, from, target, at, this.size);
  }

  writeSquares(block: i32, target: Floats, at: i32): void {
    this.writeGram(block, target, at);
  }

  isSolved(): bool {
    return false;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    const from: i32 = block * this.row + this.size;
    copyScaled(this.older, from, target, at, this.dimension, 1.0);
    addAll(this.newer, from, target, at, this.dimension);
  }

  squaredMass(block: i32): f64 {
    return this.counts[block];
  }

  reset(): void {
    this.now = 0;
    this.blockAt.fill(NOTHING);
    this.rewardAt.fill(0.0);
    this.featuresAt.fill(0.0);
    this.sumAll();
  }

  /** Everything that follows from the ring. */
  sumAll(): void {
    const now: i32 = this.now;
    this.cursor = choose<i32>(now === 0, 0, ((now - 1) % this.window) + 1);
    this.current = choose<i32>(now === 0, NOTHING, this.stretchOf(this.cursor - 1));
    this.counts.fill(0.0);
    for (let place: i32 = 0; place < this.window; place++) {
      const block: i32 = this.blockAt[place];
      if (block !== NOTHING) this.counts[block] += 1.0;
    }
    this.sumOlder();
    this.sumNewer();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const used: i32 = choose<i32>(this.now < this.window, this.now, this.window);
    archive.cells('blockAt', this.blockAt, used, this.blocks);
    const features: i32 = used * this.dimension;
    archive.bounded('rewardAt', this.rewardAt, used, -LARGEST_REWARD, LARGEST_REWARD);
    archive.bounded('featuresAt', this.featuresAt, features, -LARGEST_FEATURE, LARGEST_FEATURE);
    this.sumAll();
  }
}
