import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { SegmentSums } from './segment-sums.ts';

/** Segments of a level at most. */
const MOST_OF_LEVEL: i32 = 3;
/** No level is reached that is higher: slots are counted in 31 bits. */
const LEVELS: i32 = 32;
/** The most segments, with the one that is being added. */
export const MOST_SEGMENTS: i32 = MOST_OF_LEVEL * LEVELS + 1;
/** No set. */
const NONE: i32 = -1;
const FIRST_ROOM: i32 = 16;

/**
 * The rewards in the order in which they came, as segments of ever more rewards: a segment of level i has 2^i of them.
 * If a level has more than three segments, its two oldest merge into one of the next level. So splits between segments
 * can be tested while memory grows with the logarithm of the rewards.
 *
 * A segment has a list of sets, one for each block that has rewards in it: Σ xxᵀ, Σ r x, Σ r² and their number.
 */
export class RewardSegments {
  blocks: i32;
  dimension: i32;
  /** Sets of all segments, and free ones. */
  sets: SegmentSums;
  /** The block of each set, and the next set of its segment, or the next free one. */
  owners: Ints;
  next: Ints;
  free: i32 = NONE;
  /** Sets that belong to segments. */
  used: i32 = 0;
  /** Segments, the oldest first: their levels, first sets, and numbers of rewards. */
  count: i32 = 0;
  levels: Ints;
  heads: Ints;
  rewards: Floats;
  /** The rewards of all segments. */
  total: f64 = 0.0;
  /** The set of each block in the segment that another merges with. */
  seats: Ints;

  constructor(blocks: i32, dimension: i32) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.sets = new SegmentSums(0, dimension);
    this.owners = new Ints(0);
    this.next = new Ints(0);
    this.levels = new Ints(MOST_SEGMENTS);
    this.heads = new Ints(MOST_SEGMENTS);
    this.rewards = new Floats(MOST_SEGMENTS);
    this.seats = new Ints(blocks);
    this.seats.fill(NONE);
  }

  /** Adds a reward as the newest segment, and merges. */
  add(block: i32, features: Floats, at: i32, reward: f64): void {
    const set: i32 = this.take(block, NONE);
    this.sets.add(set, features, at, reward);
    this.levels[this.count] = 0;
    this.heads[this.count] = set;
    this.rewards[this.count] = 1.0;
    this.count += 1;
    this.total += 1.0;
    let end: i32 = this.count;
    while (end > 0) {
      const start: i32 = this.startOf(end);
      if (end - start <= MOST_OF_LEVEL) return;
      this.merge(start);
      end = start + 1;
    }
  }

  /** The first segment of the level that ends before `end`. */
  startOf(end: i32): i32 {
    const level: i32 = this.levels[end - 1];
    let start: i32 = end - 1;
    while (start > 0 && this.levels[start - 1] === level) start -= 1;
    return start;
  }

  /** Merges a segment with the next one. */
  merge(segment: i32): void {
    for (let set: i32 = this.heads[segment]; set !== NONE; set = this.next[set]) {
      this.seats[this.owners[set]] = set;
    }
    let set: i32 = this.heads[segment + 1];
    while (set !== NONE) {
      const following: i32 = this.next[set];
      const seat: i32 = this.seats[this.owners[set]];
      if (seat === NONE) {
        this.next[set] = this.heads[segment];
        this.heads[segment] = set;
      } else {
        this.sets.addTo(set, this.sets, seat);
        this.leave(set);
      }
      set = following;
    }
    for (let set: i32 = this.heads[segment]; set !== NONE; set = this.next[set]) {
      this.seats[this.owners[set]] = NONE;
    }
    this.levels[segment] += 1;
    this.rewards[segment] += this.rewards[segment + 1];
    this.close(segment + 1, 1);
  }

  /** Takes segments out of the list, whose sets were left. */
  close(from: i32, length: i32): void {
    this.count -= length;
    for (let i: i32 = from; i < this.count; i++) {
      this.levels[i] = this.levels[i + length];
      this.heads[i] = this.heads[i + length];
      this.rewards[i] = this.rewards[i + length];
    }
  }

  /** Forgets the oldest segments. */
  drop(length: i32): void {
    for (let segment: i32 = 0; segment < length; segment++) {
      let set: i32 = this.heads[segment];
      while (set !== NONE) {
        const following: i32 = this.next[set];
        this.leave(set);
        set = following;
      }
      this.total -= this.rewards[segment];
    }
    this.close(0, length);
  }

  /** A cleared set for a block, before another set in its segment. */
  take(block: i32, following: i32): i32 {
    if (this.free === NONE) this.grow(FIRST_ROOM + this.sets.length + (this.sets.length >> 2));
    const set: i32 = this.free;
    this.free = this.next[set];
    this.sets.clearSet(set);
    this.owners[set] = block;
    this.next[set] = following;
    this.used += 1;
    return set;
  }

  leave(set: i32): void {
    this.next[set] = this.free;
    this.free = set;
    this.used -= 1;
  }

  /** Makes room for so many sets, and keeps those that there are. */
  grow(length: i32): void {
    const before: i32 = this.sets.length;
    const sets: SegmentSums = new SegmentSums(length, this.dimension);
    const owners: Ints = new Ints(length);
    const next: Ints = new Ints(length);
    for (let set: i32 = 0; set < before; set++) {
      this.sets.addTo(set, sets, set);
      owners[set] = this.owners[set];
      next[set] = this.next[set];
    }
    for (let set: i32 = length - 1; set >= before; set--) {
      next[set] = this.free;
      this.free = set;
    }
    this.sets = sets;
    this.owners = owners;
    this.next = next;
  }

  reset(): void {
    this.drop(this.count);
    this.total = 0.0;
  }

  transfer(archive: Archive): void {
    this.compact();
    this.count = archive.integer('segments', this.count, 0, MOST_SEGMENTS - 1);
    this.used = archive.integer('segmentSets', this.used, 0, this.count * this.blocks);
    if (this.used > this.sets.length) this.grow(this.used);
    archive.integers('segmentLevels', this.levels, this.count, 0, LEVELS - 1);
    const lengths: Ints = this.lengths();
    archive.integers('segmentLengths', lengths, this.count, 1, this.blocks);
    archive.integers('segmentBlocks', this.owners, this.used, 0, this.blocks - 1);
    this.sets.transfer(archive, this.used);
    this.link(lengths);
    archive.demand('segmentLevels', 'levels that fall, and at most 3 of each', this.areLevels());
    archive.demand('segmentLengths', 'as many sets as there are', this.fills(lengths));
  }

  /** Puts the sets of all segments into the first places, in order. */
  compact(): void {
    const sets: SegmentSums = new SegmentSums(this.sets.length, this.dimension);
    const owners: Ints = new Ints(this.sets.length);
    const lengths: Ints = this.lengths();
    let place: i32 = 0;
    for (let segment: i32 = 0; segment < this.count; segment++) {
      for (let set: i32 = this.heads[segment]; set !== NONE; set = this.next[set]) {
        this.sets.addTo(set, sets, place);
        owners[place] = this.owners[set];
        place += 1;
      }
    }
    this.sets = sets;
    this.owners = owners;
    this.link(lengths);
  }

  /** The number of sets of each segment. */
  lengths(): Ints {
    const lengths: Ints = new Ints(MOST_SEGMENTS);
    for (let segment: i32 = 0; segment < this.count; segment++) {
      for (let set: i32 = this.heads[segment]; set !== NONE; set = this.next[set]) {
        lengths[segment] += 1;
      }
    }
    return lengths;
  }

  /** Links sets that are in the first places, in order. The others are free. */
  link(lengths: Ints): void {
    const room: i32 = this.sets.length;
    let place: i32 = 0;
    this.total = 0.0;
    for (let segment: i32 = 0; segment < this.count; segment++) {
      this.heads[segment] = place;
      this.rewards[segment] = 0.0;
      for (let i: i32 = 0; i < lengths[segment] && place < room; i++) {
        this.rewards[segment] += this.sets.counts[place];
        this.next[place] = i === lengths[segment] - 1 ? NONE : place + 1;
        place += 1;
      }
      this.total += this.rewards[segment];
    }
    this.free = NONE;
    for (let set: i32 = room - 1; set >= place; set--) {
      this.next[set] = this.free;
      this.free = set;
    }
  }

  areLevels(): bool {
    for (let segment: i32 = 1; segment < this.count; segment++) {
      if (this.levels[segment] > this.levels[segment - 1]) return false;
    }
    for (let segment: i32 = MOST_OF_LEVEL; segment < this.count; segment++) {
      if (this.levels[segment] === this.levels[segment - MOST_OF_LEVEL]) return false;
    }
    return true;
  }

  /** Whether the segments have all sets, and each at most one of a block. */
  fills(lengths: Ints): bool {
    let sets: i32 = 0;
    let sound: bool = true;
    for (let segment: i32 = 0; segment < this.count; segment++) {
      const end: i32 = sets + lengths[segment];
      if (end > this.used) return false;
      for (let set: i32 = sets; set < end; set++) {
        sound = sound && this.seats[this.owners[set]] < sets;
        this.seats[this.owners[set]] = set;
      }
      sets = end;
    }
    this.seats.fill(NONE);
    return sound && sets === this.used;
  }
}
