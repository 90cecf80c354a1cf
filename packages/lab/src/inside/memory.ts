/** What a policy remembers at a slot, and where each remembered reward stands on a strip. */
import type { MemoryKind } from '@driftline/core/spec';
import { ALL_ARMS, NO_ARM_YET, type WatchedReplication } from '@driftline/engine/play';

/** How a memory forgets, as far as a strip of it differs. */
export type StripKind =
  | 'window'
  | 'resetting'
  | 'discount'
  | 'alarm'
  /** A window drawn for a block. */
  | 'chosen'
  /** Since the last change, by guesses of when that was. */
  | 'guesses'
  /** What one of several learners took. */
  | 'learner'
  | 'everything'
  | 'nothing';

const KINDS: Readonly<Record<MemoryKind, StripKind>> = {
  'all-time': 'everything',
  window: 'window',
  'growing-window': 'window',
  'chosen-window': 'resetting',
  resetting: 'resetting',
  epochs: 'resetting',
  'given-changes': 'resetting',
  discounted: 'discount',
  sharing: 'everything',
  alarm: 'alarm',
  'fading-alarm': 'alarm',
  drift: 'alarm',
  episodes: 'alarm',
  'run-lengths': 'everything',
  instances: 'everything',
  'all-windows': 'everything',
  'last-rewards': 'everything',
  filter: 'everything',
  none: 'nothing',
  own: 'everything',
};

/** The kind of strip for a memory, by how its policy forgets and what it did in a replication. */
export function stripKindOf(memory: MemoryKind, watched: WatchedReplication): StripKind {
  if (watched.learners.length > 0) return 'learner';
  if (watched.windows.length > 0) return 'chosen';
  if (watched.reaches.length > 0) return 'guesses';
  const kind = KINDS[memory];
  if (kind === 'discount') return watched.discount < 1 ? kind : 'everything';
  // A budget of 0, or a window as long as the horizon: nothing is ever forgotten.
  const forgets = watched.earliest[watched.slots - 1] > 0 || watched.resets.length > 0;
  return (kind === 'window' || kind === 'resetting') && !forgets ? 'everything' : kind;
}

/** How many of the slots before one each part of the weight of all guesses reaches back, the longest first. */
export function reachesAt({ reaches, slots }: WatchedReplication, slot: number): Float64Array {
  const parts = reaches.length / slots;
  return reaches.subarray(slot * parts, (slot + 1) * parts);
}

/** The last of some ascending numbers that is at most `limit`; -1 where none is. */
export function lastUpTo(ascending: Int32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** For each arm the earliest slot whose reward counts at `slot`: an alarm may concern one arm alone. */
export function sinceOf(watched: WatchedReplication, slot: number): Int32Array {
  const { armCount, alarms, forgotten, earliest } = watched;
  const since = new Int32Array(armCount).fill(earliest[slot]);
  let open = armCount;
  const isOpen = new Uint8Array(armCount).fill(1);
  for (let i = lastUpTo(alarms, slot); i >= 0 && open > 0; i--) {
    const arm = forgotten[i];
    if (arm === ALL_ARMS || alarms[i] <= earliest[slot]) break;
    if (arm === NO_ARM_YET || isOpen[arm] === 0) continue;
    isOpen[arm] = 0;
    open -= 1;
    since[arm] = alarms[i];
  }
  return since;
}

/** How many slots a window holds before the first of them leaves. */
function capacityOf({ earliest, slots }: WatchedReplication): number {
  const lastWithAll = lastUpTo(earliest, 0);
  return Math.min(Math.max(1, lastWithAll), slots);
}

/** The slot from which rewards do not count until memory begins anew; Infinity where all do. */
export function countsUntil({ until }: WatchedReplication, slot: number): number {
  const from = until[slot] ?? Number.NaN;
  return Number.isNaN(from) ? Number.POSITIVE_INFINITY : from;
}

/** Where the next reset comes: as it came, or as long after the last one as that one lasted. */
export function nextReset(watched: WatchedReplication, slot: number): number {
  const { resets, horizon } = watched;
  const last = lastUpTo(resets, slot);
  if (last + 1 < resets.length) return resets[last + 1];
  if (last < 0) return horizon;
  const before = last > 0 ? resets[last - 1] : 0;
  return resets[last] + (resets[last] - before);
}

/** Rewards that weigh less are left out of a strip. */
const FAINTEST = 0.01;

/** The age at which a reward has all but faded. */
export function faintAge(discount: number): number {
  return Math.ceil(Math.log(FAINTEST) / Math.log(discount));
}

/** A stretch of slots on a strip. Edges may lie beyond what is remembered: that room is empty. */
export interface Stretch {
  /** The slots at the left and right edge of the strip. */
  readonly left: number;
  readonly right: number;
  /** The slots whose rewards are shown, the last one not included. */
  readonly from: number;
  readonly to: number;
}

/** Where a strip begins and ends at a slot; `least` slots at least, so that bars do not become blocks. */
export function stretchAt(
  kind: StripKind,
  watched: WatchedReplication,
  slot: number,
  least: number,
): Stretch {
  const earliest = watched.earliest[slot];
  switch (kind) {
    case 'window': {
      const length = Math.max(slot - earliest, capacityOf(watched));
      return { left: slot - length, right: slot, from: earliest, to: slot };
    }
    case 'resetting': {
      const right = Math.max(nextReset(watched, slot), slot + 1);
      return { left: earliest, right, from: earliest, to: slot };
    }
    case 'discount': {
      const length = Math.min(faintAge(watched.discount), Math.max(watched.horizon, 1));
      const from = Math.max(earliest, slot - length);
      return { left: slot - length, right: slot, from, to: slot };
    }
    case 'chosen': {
      const window = watched.windows[slot];
      const length = Number.isNaN(window) ? least : Math.max(window, 1);
      return { left: slot - length, right: slot, from: earliest, to: slot };
    }
    case 'guesses': {
      const from = slot - Math.min(slot, reachesAt(watched, slot)[0]);
      return { left: from, right: Math.max(slot, from + least), from, to: slot };
    }
    case 'nothing':
      return { left: 0, right: 1, from: 0, to: 0 };
    default:
      return { left: earliest, right: Math.max(slot, earliest + least), from: earliest, to: slot };
  }
}

/** How much of its reward's weight is left to the reward of an older slot. */
function weightsAt(watched: WatchedReplication, slot: number): (old: number) => number {
  const { discount, learners } = watched;
  if (discount < 1) return (old) => discount ** (slot - 1 - old);
  if (learners.length > 0) return (old) => (learners[old] === learners[slot] ? 1 : 0);
  const reaches = reachesAt(watched, slot);
  if (reaches.length === 0) return () => 1;
  return (old) => reaches.filter((reach) => reach >= slot - old).length / reaches.length;
}

/** Counts and sums of counted rewards up to each slot, so that any stretch is a difference. */
export interface Totals {
  readonly counts: Int32Array;
  readonly sums: Float64Array;
}

/** Totals over all slots: (slots + 1) × arms. */
export function totalsOf(watched: WatchedReplication): Totals {
  const { armCount, slots, arms, rewards, counted, bounds } = watched;
  const counts = new Int32Array((slots + 1) * armCount);
  const sums = new Float64Array((slots + 1) * armCount);
  for (let slot = 0; slot < slots; slot++) {
    const row = slot * armCount;
    counts.copyWithin(row + armCount, row, row + armCount);
    sums.copyWithin(row + armCount, row, row + armCount);
    if (counted[slot] === 0) continue;
    const place = row + armCount + arms[slot];
    counts[place] += 1;
    sums[place] += Math.min(Math.max(rewards[slot], bounds[0]), bounds[1]);
  }
  return { counts, sums };
}

/** A reward as it counts now, and whether it was cut to that. */
function countedValue(watched: WatchedReplication, slot: number, old: number): [number, boolean] {
  const { rewards, arms, armCount, bounds, limits, center } = watched;
  const reward = rewards[old];
  const limit = limits.length > 0 ? limits[slot * armCount + arms[old]] : Number.POSITIVE_INFINITY;
  const low = Math.max(bounds[0], center - limit);
  const high = Math.min(bounds[1], center + limit);
  if (reward < low) return [low, true];
  return reward > high ? [high, true] : [reward, false];
}

/** Bars of a strip, in the order in which they are drawn. */
export interface Bars {
  readonly count: number;
  /** Left edges, and the width of all of them. */
  readonly x: Float64Array;
  readonly width: number;
  readonly arm: Int32Array;
  /** From 0 to 1 within the range of rewards. */
  readonly height: Float64Array;
  /** From 0 to 1: the weight, and where a bar stands for many slots, the arm's share of them. */
  readonly strength: Float64Array;
  /** 1 where the reward was cut. */
  readonly cut: Uint8Array;
  /** How many slots a bar stands for. */
  readonly slotsPerBar: number;
}

class BarList {
  count = 0;
  readonly x: Float64Array;
  readonly arm: Int32Array;
  readonly height: Float64Array;
  readonly strength: Float64Array;
  readonly cut: Uint8Array;

  constructor(most: number) {
    this.x = new Float64Array(most);
    this.arm = new Int32Array(most);
    this.height = new Float64Array(most);
    this.strength = new Float64Array(most);
    this.cut = new Uint8Array(most);
  }

  add(x: number, arm: number, height: number, strength: number, isCut: boolean): void {
    const { count } = this;
    this.x[count] = x;
    this.arm[count] = arm;
    this.height[count] = Math.min(Math.max(height, 0), 1);
    this.strength[count] = strength;
    this.cut[count] = isCut ? 1 : 0;
    this.count += 1;
  }
}

/** What a strip is laid out from. */
interface StripRequest {
  readonly watched: WatchedReplication;
  readonly slot: number;
  readonly stretch: Stretch;
  /** Pixels from the left to the right edge. */
  readonly width: number;
  /** Rewards from the shortest to the tallest bar. */
  readonly range: readonly [number, number];
  /** Made when it is needed: only where slots are more than pixels. */
  readonly totals: () => Totals;
}

function laySlots({ watched, slot, stretch, width, range }: StripRequest): Bars {
  const { from, to, left, right } = stretch;
  const since = sinceOf(watched, slot);
  const weightOf = weightsAt(watched, slot);
  const pixels = width / (right - left);
  const bars = new BarList(Math.max(0, to - from));
  for (let old = from; old < to; old++) {
    const arm = watched.arms[old];
    const weight = weightOf(old);
    if (watched.counted[old] === 0 || old < since[arm] || weight === 0) continue;
    const [value, isCut] = countedValue(watched, slot, old);
    const height = (value - range[0]) / (range[1] - range[0]);
    bars.add((old - left) * pixels, arm, height, weight, isCut);
  }
  return { ...bars, width: pixels, slotsPerBar: 1 };
}

/** For each arm how many rewards of some slots count, and their sum. */
interface CountedRewards {
  readonly counts: Int32Array;
  readonly sums: Float64Array;
}

/** What counts of the slots from `begin` to before `end`; filled anew by each call. */
type CountIn = (begin: number, end: number) => CountedRewards;

/** Of one of several learners, what it took itself. */
function countOwn({ watched, slot }: StripRequest): CountIn {
  const { arms, rewards, learners, bounds, armCount } = watched;
  const own = { counts: new Int32Array(armCount), sums: new Float64Array(armCount) };
  return (begin, end) => {
    own.counts.fill(0);
    own.sums.fill(0);
    for (let old = begin; old < end; old++) {
      if (learners[old] !== learners[slot]) continue;
      own.counts[arms[old]] += 1;
      own.sums[arms[old]] += Math.min(Math.max(rewards[old], bounds[0]), bounds[1]);
    }
    return own;
  };
}

function countIn(request: StripRequest): CountIn {
  const { watched, slot } = request;
  const { armCount, learners } = watched;
  if (learners.length > 0) return countOwn(request);
  const { counts, sums } = request.totals();
  const since = sinceOf(watched, slot);
  const all = { counts: new Int32Array(armCount), sums: new Float64Array(armCount) };
  return (begin, end) => {
    for (let arm = 0; arm < armCount; arm++) {
      const start = Math.max(begin, since[arm]) * armCount + arm;
      all.counts[arm] = counts[end * armCount + arm] - counts[start];
      all.sums[arm] = sums[end * armCount + arm] - sums[start];
    }
    return all;
  };
}

/** Bars of whole slots, cut where their numbers are round, so that bars keep their slots as time passes. */
function layBins(request: StripRequest): Bars {
  const { watched, slot, stretch, width, range } = request;
  const { armCount } = watched;
  const { from, to, left, right } = stretch;
  const countSlots = countIn(request);
  const weightOf = watched.learners.length > 0 ? () => 1 : weightsAt(watched, slot);
  const pixels = width / (right - left);
  const slotsPerBar = Math.ceil(1 / pixels);
  const [first, last] = [Math.floor(from / slotsPerBar), Math.ceil(to / slotsPerBar)];
  const bars = new BarList(Math.max(0, last - first) * armCount);
  for (let bin = first; bin < last; bin++) {
    const begin = Math.max(from, bin * slotsPerBar);
    const end = Math.min(to, (bin + 1) * slotsPerBar);
    const x = (bin * slotsPerBar - left) * pixels;
    const weight = weightOf((begin + end) >> 1) / slotsPerBar;
    const { counts, sums } = countSlots(begin, end);
    for (let arm = 0; arm < armCount; arm++) {
      const count = counts[arm];
      if (count <= 0) continue;
      const mean = sums[arm] / count;
      bars.add(x, arm, (mean - range[0]) / (range[1] - range[0]), count * weight, false);
    }
  }
  return { ...bars, width: slotsPerBar * pixels, slotsPerBar };
}

/** One bar for each remembered reward, or for each pixel where there are more rewards than pixels. */
export function layStrip(request: StripRequest): Bars {
  const { stretch, width } = request;
  return stretch.right - stretch.left <= width ? laySlots(request) : layBins(request);
}

/** Quantiles are read from at most this many rewards. */
const MOST_SAMPLED = 4000;

/** Whether all rewards are 0 or 1, and else the range that nearly all of them lie in. */
export function rewardRangeOf(rewards: Float64Array): {
  readonly isBinary: boolean;
  readonly range: readonly [number, number];
} {
  if (rewards.every((reward) => reward === 0 || reward === 1)) {
    return { isBinary: true, range: [0, 1] };
  }
  const every = Math.ceil(rewards.length / MOST_SAMPLED);
  const some = Float64Array.from(
    { length: Math.ceil(rewards.length / every) },
    (_, i) => rewards[i * every],
  );
  const sample = some.sort();
  const at = (share: number) => sample[Math.round(share * (sample.length - 1))];
  const [low, high] = [at(0.01), at(0.99)];
  return { isBinary: false, range: high > low ? [low, high] : [low - 0.5, low + 0.5] };
}
