/** Courses through a world: along the log, or to and fro for as long as is to be played. */
import { ln, type Random } from '@driftline/core/play';
import type { MeanPath } from '../contract/path.ts';
import type { Surroundings, World, WorldCourse } from '../contract/world.ts';
import { dueSlots } from './due.ts';
import { slotsOf } from './path.ts';

/** A stretch of slots that goes through a bin of the log in one direction. */
interface Stretch {
  /** Where in the log it begins, and where the slot after it would be. */
  readonly from: number;
  readonly direction: 1 | -1;
  readonly slots: number;
  readonly bin: number;
  /** Whose means each arm has. */
  readonly roles: Int32Array;
}

/** Goes to and fro along the log, and permutes the arms now and then. */
class Wanderer {
  readonly #path: MeanPath;
  readonly #random: Random;
  #place: number;
  #direction: 1 | -1;
  #bin: number;
  #roles: Int32Array;
  #untilChange: number;
  readonly #changeEvery: number;

  constructor(path: MeanPath, changeEvery: number, random: Random) {
    this.#path = path;
    this.#random = random;
    this.#changeEvery = changeEvery;
    this.#place = random.below(slotsOf(path));
    this.#direction = random.below(2) === 0 ? 1 : -1;
    this.#bin = binOf(path.bounds, this.#place);
    this.#roles = Int32Array.from({ length: path.armCount }, (_, arm) => arm);
    this.#untilChange = this.#wait();
  }

  /** At most so many slots within a bin, a direction and a permutation. */
  next(most: number): Stretch {
    const { bounds } = this.#path;
    const [place, direction, bin] = [this.#place, this.#direction, this.#bin];
    const inBin = direction === 1 ? bounds[bin + 1] - place : place - bounds[bin] + 1;
    const slots = Math.min(most, inBin, this.#untilChange);
    const stretch = { from: place, direction, slots, bin, roles: this.#roles };
    this.#untilChange -= slots;
    if (this.#untilChange === 0) this.#permute();
    this.#move(slots, slots === inBin);
    return stretch;
  }

  #move(slots: number, leavesBin: boolean): void {
    this.#place += this.#direction * slots;
    if (!leavesBin) return;
    const next = this.#bin + this.#direction;
    if (next >= 0 && next < this.#path.bounds.length - 1) {
      this.#bin = next;
      return;
    }
    // Back along the log, beginning with the slot that was the last one.
    this.#direction = this.#direction === 1 ? -1 : 1;
    this.#place += this.#direction;
  }

  /** Slots until the arms are permuted. */
  #wait(): number {
    const slots = -this.#changeEvery * ln(1 - this.#random.uniform());
    return Math.min(2 ** 31, Math.max(1, Math.ceil(slots)));
  }

  #permute(): void {
    const roles = this.#roles.slice();
    for (let left = roles.length; left > 1; left--) {
      const other = this.#random.below(left);
      [roles[left - 1], roles[other]] = [roles[other], roles[left - 1]];
    }
    this.#roles = roles;
    this.#untilChange = this.#wait();
  }
}

/** The bin that a slot is in. */
function binOf(bounds: Int32Array, slot: number): number {
  let [low, high] = [0, bounds.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bounds[middle] <= slot) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How long a course through a world is, and how often it has a change that the log has not shown. */
export interface Wandering {
  readonly horizon: number;
  /** Slots between two permutations of the arms, on average; the length of the log where undefined. */
  readonly changeEvery?: number | undefined;
}

function wander(path: MeanPath, { horizon, changeEvery }: Wandering, random: Random): Stretch[] {
  const wanderer = new Wanderer(path, changeEvery ?? slotsOf(path), random);
  const stretches: Stretch[] = [];
  for (let left = horizon; left > 0; ) {
    const stretch = wanderer.next(left);
    stretches.push(stretch);
    left -= stretch.slots;
  }
  return stretches;
}

function pathAlong({ armCount, means }: MeanPath, stretches: readonly Stretch[]): MeanPath {
  const bounds = new Int32Array(stretches.length + 1);
  const met = new Float64Array(stretches.length * armCount);
  stretches.forEach(({ slots, bin, roles }, i) => {
    bounds[i + 1] = bounds[i] + slots;
    for (let arm = 0; arm < armCount; arm++)
      met[i * armCount + arm] = means[bin * armCount + roles[arm]];
  });
  return { armCount, bounds, means: met };
}

/** The length of a course, and how many slots of its path a row of the log stands for. */
interface Along {
  readonly horizon: number;
  readonly perRow: number;
}

/** Calls with each slot of a course and the slot of the log that it is. */
function eachPlace(
  stretches: readonly Stretch[],
  visit: (slot: number, place: number) => void,
): void {
  let slot = 0;
  for (const { from, direction, slots } of stretches) {
    for (let i = 0; i < slots; i++) {
      visit(slot, from + direction * i);
      slot += 1;
    }
  }
}

function eligibleAlong(
  eligible: Uint16Array,
  stretches: readonly Stretch[],
  { horizon, perRow }: Along,
): Uint16Array {
  const sets = new Uint16Array(horizon);
  eachPlace(stretches, (slot, place) => {
    sets[slot] = eligible[Math.floor(place / perRow)];
  });
  return sets;
}

/** A clock that goes on however the log is gone along: as long passes as between the slots of the log. */
function timeAlong(
  time: Float64Array,
  stretches: readonly Stretch[],
  { horizon, perRow }: Along,
): Float64Array {
  const along = new Float64Array(horizon);
  let [before, now] = [-1, 0];
  eachPlace(stretches, (slot, place) => {
    const row = Math.floor(place / perRow);
    if (slot > 0) now += Math.abs(time[row] - time[before]);
    along[slot] = now;
    before = row;
  });
  return along;
}

function isLate({ delays, batch }: Surroundings): boolean {
  return delays !== undefined || batch !== undefined;
}

/**
 * A course of `horizon` slots: from anywhere in the log to its end, back, and so on; arms are permuted at random times,
 * once per length of the log on average unless another rate is given. So each course has changes that the log has not,
 * as many as it may have missed.
 */
export function wanderingCourse(world: World, wandering: Wandering, random: Random): WorldCourse {
  const { path, surroundings } = world;
  const { eligible, sets, time } = surroundings;
  const { horizon } = wandering;
  const stretches = wander(path, wandering, random);
  const perRow = Math.max(1, Math.round(slotsOf(path) / (eligible ?? time).length));
  const along = { horizon, perRow };
  return {
    path: pathAlong(path, stretches),
    eligible: eligible === undefined ? undefined : eligibleAlong(eligible, stretches, along),
    sets,
    due: isLate(surroundings)
      ? dueSlots(timeAlong(time, stretches, along), surroundings, random)
      : undefined,
  };
}

/** The log's own slots. Draws how late each reward is, where rewards are late. */
export function logCourse(world: World, random: Random): WorldCourse {
  const { path, surroundings } = world;
  const { eligible, sets, time } = surroundings;
  const own = time.subarray(0, slotsOf(path));
  const due = isLate(surroundings) ? dueSlots(own, surroundings, random) : undefined;
  return { path, eligible, sets, due };
}
