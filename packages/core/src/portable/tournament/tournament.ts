import { choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Contest } from './contest.ts';

/** How many keys are scanned at the bottom; a power of two. */
const BLOCK: i32 = 8;
const BLOCK_LOG2: i32 = 3;

/**
 * The place of the largest of many numbers, the lowest place among equals: a tree of winners (Knuth,
 * The Art of Computer Programming, vol. 3, section 5.4.1) over blocks of eight keys.
 *
 * A node holds the largest key below it beside its place, so that a climb reads no address that
 * depends on an earlier comparison and the processor fetches the whole path at once. Blocks of eight
 * rather than pairs take a third off a change among 10⁶ keys, which is bound by memory, and most
 * keys that do not win are done with there; wider nodes further up gain nothing.
 *
 * Keys may be infinite but not NaN. 8 bytes per key and 3 more for the tree, up to twice that where
 * the size is not a power of two.
 */
export class Tournament implements Contest {
  size: i32;
  /** The numbers by place, −∞ past `size`. Read only; whoever writes them must call `rebuild`. */
  keys: Floats;
  /** A power of two. Node 1 is the root, 2n and 2n + 1 stand below n, block b is node `blocks` + b. */
  blocks: i32;
  tops: Floats;
  places: Ints;

  constructor(size: i32) {
    let blocks: i32 = 1;
    while (blocks * BLOCK < size) blocks *= 2;
    this.size = size;
    this.blocks = blocks;
    this.keys = new Floats(blocks * BLOCK);
    this.tops = new Floats(2 * blocks);
    this.places = new Ints(2 * blocks);
    this.keys.fill(-Infinity);
    this.fill(0.0);
  }

  /** The place of the largest key. O(1). */
  winner(): i32 {
    return this.places[1];
  }

  /** Gives a place another key. O(log size), less where that changes no winner. */
  set(place: i32, key: f64): void {
    const tops: Floats = this.tops;
    const places: Ints = this.places;
    let node: i32 = this.blocks + (place >> BLOCK_LOG2);
    let best: i32 = place;
    let top: f64 = key;
    this.keys[place] = key;
    if (key < tops[node]) {
      if (places[node] !== place) return;
      best = this.scan(place & -BLOCK);
      top = this.keys[best];
    } else if (key === tops[node] && places[node] <= place) return;
    while (tops[node] !== top || places[node] !== best) {
      tops[node] = top;
      places[node] = best;
      if (node === 1) return;
      const rival: i32 = places[node ^ 1];
      const rivalKey: f64 = tops[node ^ 1];
      const lowest: i32 = choose<i32>(rivalKey === top && rival < best, rival, best);
      best = choose<i32>(rivalKey > top, rival, lowest);
      top = fmax(rivalKey, top);
      node >>= 1;
    }
  }

  /** Gives every place the same key. O(size). */
  fill(key: f64): void {
    for (let place: i32 = 0; place < this.size; place++) this.keys[place] = key;
    this.rebuild();
  }

  /** Reads all keys anew. O(size). */
  rebuild(): void {
    for (let block: i32 = 0; block < this.blocks; block++) {
      const best: i32 = this.scan(block << BLOCK_LOG2);
      this.places[this.blocks + block] = best;
      this.tops[this.blocks + block] = this.keys[best];
    }
    for (let node: i32 = this.blocks - 1; node > 0; node--) {
      const left: i32 = 2 * node;
      const winning: i32 = choose<i32>(this.tops[left + 1] > this.tops[left], left + 1, left);
      this.places[node] = this.places[winning];
      this.tops[node] = this.tops[winning];
    }
  }

  /** The place of the largest key of the block that begins at `first`. */
  scan(first: i32): i32 {
    const keys: Floats = this.keys;
    let best: i32 = first;
    let top: f64 = keys[first];
    for (let place: i32 = first + 1; place < first + BLOCK; place++) {
      const key: f64 = keys[place];
      best = choose<i32>(key > top, place, best);
      top = fmax(key, top);
    }
    return best;
  }
}
