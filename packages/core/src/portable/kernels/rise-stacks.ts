import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';

/** Room for this many places in each stack at first. */
const LEAST_ROOM: i32 = 32;

/**
 * For every ordered pair of arms the places from which the lead of one over the other may have risen enough, newest
 * on top. The lead is a running sum, and a place is kept with the level that the lead had there.
 *
 * A place that is newer and not higher makes older ones needless for every test that asks for more the longer ago a
 * place is, so levels increase towards the top. The pairs of a new arm come after all others: they stay in order
 * when arms join.
 */
export class RiseStacks {
  /** True if a place is also kept with a time of its own. */
  timed: bool;
  room: i32 = LEAST_ROOM;
  sizes: Ints;
  places: Ints;
  levels: Floats;
  times: Floats;

  /** As many stacks as `count`. */
  constructor(count: i32, timed: bool) {
    const cells: i32 = count * LEAST_ROOM;
    this.timed = timed;
    this.sizes = new Ints(count);
    this.places = new Ints(cells);
    this.levels = new Floats(cells);
    this.times = new Floats(choose<i32>(timed, cells, 0));
  }

  /** The number of the pair in which the lead of `ahead` over `behind` is watched. */
  // @inline
  pairOf(ahead: i32, behind: i32): i32 {
    return ahead > behind
      ? ahead * (ahead - 1) + 2 * behind
      : behind * (behind - 1) + 2 * ahead + 1;
  }

  // @inline
  bottom(pair: i32): i32 {
    return pair * this.room;
  }

  /** Removes what a place with this level makes needless, and returns whether there is room for it. */
  settle(pair: i32, level: f64): bool {
    const from: i32 = pair * this.room;
    let size: i32 = this.sizes[pair];
    while (size > 0 && this.levels[from + size - 1] >= level) size -= 1;
    this.sizes[pair] = size;
    return size < this.room;
  }

  /** Puts a place on top; there must be room. */
  // @inline
  push(pair: i32, place: i32, level: f64): void {
    const cell: i32 = pair * this.room + this.sizes[pair];
    this.places[cell] = place;
    this.levels[cell] = level;
    this.sizes[pair] += 1;
  }

  /** Keeps a cell as the one at `size`, and returns the size with it. */
  keep(pair: i32, size: i32, cell: i32): i32 {
    const to: i32 = pair * this.room + size;
    this.places[to] = this.places[cell];
    this.levels[to] = this.levels[cell];
    if (this.timed) this.times[to] = this.times[cell];
    return size + 1;
  }

  /** Twice the room for every pair. */
  grow(): void {
    const before: i32 = this.room;
    const places: Ints = this.places;
    const levels: Floats = this.levels;
    const times: Floats = this.times;
    this.allot(2 * before);
    for (let pair: i32 = 0; pair < this.sizes.length; pair++) {
      for (let i: i32 = 0; i < this.sizes[pair]; i++) {
        this.places[pair * this.room + i] = places[pair * before + i];
        this.levels[pair * this.room + i] = levels[pair * before + i];
        if (this.timed) this.times[pair * this.room + i] = times[pair * before + i];
      }
    }
  }

  allot(room: i32): void {
    const cells: i32 = this.sizes.length * room;
    this.room = room;
    this.places = new Ints(cells);
    this.levels = new Floats(cells);
    this.times = new Floats(choose<i32>(this.timed, cells, 0));
  }

  clear(): void {
    this.sizes.fill(0);
    this.places.fill(0);
    this.levels.fill(0.0);
    this.times.fill(0.0);
  }

  reset(): void {
    if (this.room !== LEAST_ROOM) this.allot(LEAST_ROOM);
    this.clear();
  }

  /** Places are from 0 to `most`, of `slots` that were played. */
  transfer(archive: Archive, most: i32, slots: i32): void {
    const largest: i32 = choose<i32>(2 * slots > LEAST_ROOM, 2 * slots, LEAST_ROOM);
    const room: i32 = archive.integer('room', this.room, LEAST_ROOM, largest);
    if (room !== this.room) this.allot(room);
    const cells: i32 = this.sizes.length * room;
    archive.integers('sizes', this.sizes, this.sizes.length, 0, room);
    archive.integers('places', this.places, cells, 0, most);
    archive.reals('levels', this.levels, cells);
    if (this.timed) archive.counts('times', this.times, cells);
  }
}
