import { Archive } from '../base/archive.ts';
import {
  bool,
  choose,
  Floats,
  f64,
  floor,
  fmax,
  fmin,
  Ints,
  i32,
  sqrt,
  truncate,
} from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { RiseStacks } from './rise-stacks.ts';

/** Replays are not longer than this power of two. */
const LARGEST_ORDER: i32 = 30;
/** No replay, no evidence. */
const NONE: i32 = -1;
/** Uniform numbers are multiples of 2⁻⁴⁰, so that a number of arms can be added to one without rounding. */
const STEPS: f64 = 1099511627776.0;
/** More arms than a policy has. */
const MOST_ARMS: f64 = 2147483648.0;

/**
 * META: uniform play among arms that are not evicted, and replays of random length that bring all arms back.
 *
 * With n rewards in the episode, Sₐ(n) sums what arm a earned, each reward times the number of arms that it was drawn
 * from. Arm a has evidence against it from place j if S_b(n) − Sₐ(n) exceeds S_b(j) − Sₐ(j) by more than
 * ln T √(C₀ K (n − 1 − j ∨ K)). A replay that began at place s has evicted the arm if s ≤ j, and so has every longer
 * one around it, and the episode. So one number per arm stands for all sets: the newest place with evidence.
 *
 * A lead that does not rise cannot bring evidence, so only a reward above 0 is tested, for its own arm's leads. The
 * places to test are in stacks. A stack that is full is thinned: among places of at least K rewards ago, with no start
 * of a replay between them, one can be lowest only on the lower envelope of level + c √age.
 *
 * A waiting replay that ends no later than a shorter one inside it never plays again. So those that count
 * have different lengths, and one start per length is the whole state of the recursion.
 */
export class MetaKernel implements Kernel {
  armCount: i32;
  horizon: f64;
  c0: f64;
  replays: f64;
  /** The threshold for the square of a rise, divided by the age of its place. */
  bar: f64;
  orders: i32;
  /** For each order m: the square root of 1/2^m, and their sum. */
  roots: Floats;
  rootSum: f64 = 0.0;

  now: i32 = 0;
  /** Episodes that have ended, and the slot that the present one began with. */
  restarts: f64 = 0.0;
  episodeStart: i32 = 0;
  /** Rewards in the episode. */
  count: i32 = 0;
  /** For each order, the place at which the replay of that length began; NONE without one. */
  starts: Ints;
  /** For each arm, the newest place with evidence against it. */
  evidence: Ints;
  sums: Floats;
  rewards: Floats;
  samples: Floats;
  stacks: RiseStacks;
  /** The place at which the active replay, or the episode, began, the order of it, and the arms that it plays. */
  since: i32 = 0;
  active: i32 = 0;
  playing: Ints;
  size: i32 = 0;
  /** Arms without evidence against them: the episode ends if none is left. */
  spared: i32 = 0;
  /** The last pick: from how many arms, and the uniform number. */
  eligible: f64 = 1.0;
  drawn: f64 = 0.0;

  constructor(armCount: i32, horizon: f64, c0: f64, replays: f64) {
    const arms: f64 = armCount;
    const logarithm: f64 = ln(fmax(horizon, 2.0));
    this.armCount = armCount;
    this.horizon = horizon;
    this.c0 = c0;
    this.replays = replays;
    this.bar = logarithm * logarithm * c0 * arms;
    let orders: i32 = 0;
    let length: f64 = 1.0;
    while (length < horizon && orders < LARGEST_ORDER) {
      length *= 2.0;
      orders += 1;
    }
    this.orders = orders;
    this.roots = new Floats(orders + 1);
    this.starts = new Ints(orders + 1);
    this.evidence = new Ints(armCount);
    this.sums = new Floats(armCount);
    this.rewards = new Floats(armCount);
    this.samples = new Floats(armCount);
    this.stacks = new RiseStacks(armCount * (armCount - 1), false);
    this.playing = new Ints(armCount);
    length = 1.0;
    for (let m: i32 = 1; m <= orders; m++) {
      length *= 2.0;
      this.roots[m] = 1.0 / sqrt(length);
      this.rootSum += this.roots[m];
    }
    this.forget();
  }

  pick(random: Random): i32 {
    const place: i32 = this.draw(random, this.size);
    return this.playing[place];
  }

  /** The same among some arms; if all of them are evicted, any of them. */
  pickAmong(random: Random, arms: Ints): i32 {
    let size: i32 = 0;
    for (let i: i32 = 0; i < arms.length; i++) size += choose<i32>(this.isEvicted(arms[i]), 0, 1);
    if (size === 0) return arms[this.draw(random, arms.length)];
    let place: i32 = this.draw(random, size);
    let i: i32 = 0;
    while (this.isEvicted(arms[i]) || place > 0) {
      place -= choose<i32>(this.isEvicted(arms[i]), 0, 1);
      i += 1;
    }
    return arms[i];
  }

  /** One of `size` places. */
  draw(random: Random, size: i32): i32 {
    this.eligible = size;
    this.drawn = floor(random.uniform() * STEPS) / STEPS;
    return truncate(this.drawn * this.eligible);
  }

  /** True if the active replay, or the episode, does not play an arm. */
  // @inline
  isEvicted(arm: i32): bool {
    return this.evidence[arm] >= this.since;
  }

  /** The probability that the next `pick` gives to an arm. */
  probability(arm: i32): f64 {
    const size: f64 = this.size;
    return this.isEvicted(arm) ? 0.0 : 1.0 / size;
  }

  propensity(): f64 {
    return 1.0 / this.eligible;
  }

  /** The number of arms that the pick was drawn from, plus the uniform number. */
  ticket(): f64 {
    return this.eligible + this.drawn;
  }

  /** The arms that a pick was drawn from may be more than there are now, because arms retire. */
  acceptsTicket(ticket: f64): bool {
    return ticket >= 1.0 && ticket < MOST_ARMS;
  }

  advance(_arm: i32): void {
    this.now += 1;
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.episodeStart) return false;
    const eligible: f64 = floor(ticket);
    const scaled: f64 = (ticket - eligible) * eligible;
    this.samples[arm] += 1.0;
    this.rewards[arm] += reward;
    let changed: bool = reward > 0.0 && this.gain(arm, eligible * reward);
    this.count += 1;
    const order: i32 = this.replayFrom(scaled - floor(scaled));
    if (order > 0) {
      this.begin(order);
      return true;
    }
    while (this.activeEnded()) {
      this.starts[this.active] = NONE;
      this.activate();
      changed = true;
    }
    if (this.spared === 0) {
      this.restarts += 1.0;
      this.forget();
    } else if (changed) this.list();
    return true;
  }

  /** An arm earns: its lead over every arm that plays rises. Returns whether one of those is evicted. */
  gain(arm: i32, gain: f64): bool {
    const sums: Floats = this.sums;
    let evicted: bool = false;
    for (let i: i32 = 0; i < this.size; i++) {
      const other: i32 = this.playing[i];
      if (other === arm) continue;
      const pair: i32 = this.stacks.pairOf(arm, other);
      const level: f64 = sums[arm] - sums[other];
      if (!this.stacks.settle(pair, level)) this.thin(pair, other);
      this.stacks.push(pair, this.count, level);
      const place: i32 = this.proof(pair, level + gain, this.evidence[other]);
      if (place === NONE) continue;
      if (this.evidence[other] === NONE) this.spared -= 1;
      this.evidence[other] = place;
      evicted = evicted || place >= this.since;
    }
    sums[arm] += gain;
    return evicted;
  }

  /** The newest place after `after` from which the lead has risen enough to reach `level` now; NONE without one. */
  proof(pair: i32, level: f64, after: i32): i32 {
    const stacks: RiseStacks = this.stacks;
    const from: i32 = stacks.bottom(pair);
    const arms: f64 = this.armCount;
    for (let cell: i32 = from + stacks.sizes[pair] - 1; cell >= from; cell--) {
      const place: i32 = stacks.places[cell];
      if (place <= after) return NONE;
      const rise: f64 = level - stacks.levels[cell];
      const age: f64 = this.count - place;
      if (rise > 0.0 && rise * rise > this.bar * fmax(age, arms)) return place;
    }
    return NONE;
  }

  /** Removes places that can bring no evidence that another one does not bring; makes room if few can go. */
  thin(pair: i32, behind: i32): void {
    const stacks: RiseStacks = this.stacks;
    const from: i32 = stacks.bottom(pair);
    const before: i32 = stacks.sizes[pair];
    let size: i32 = 0;
    for (let cell: i32 = from; cell < from + before; cell++) {
      if (stacks.places[cell] <= this.evidence[behind]) continue;
      while (size > 1 && this.isHidden(from + size - 2, from + size - 1, cell)) size -= 1;
      size = stacks.keep(pair, size, cell);
    }
    stacks.sizes[pair] = size;
    if (4 * size > 3 * before) stacks.grow();
  }

  /** True if the middle one of three places, the oldest first, is never the lowest of them from now on. */
  isHidden(oldest: i32, middle: i32, newest: i32): bool {
    const places: Ints = this.stacks.places;
    if (this.count - places[newest] < this.armCount) return false;
    for (let m: i32 = 1; m <= this.orders; m++) {
      if (this.starts[m] > places[oldest] && this.starts[m] <= places[middle]) return false;
    }
    return this.overtakes(oldest, middle) <= this.overtakes(middle, newest);
  }

  /** The place that the present must reach so that level + c √age is no more for the older of two places. */
  overtakes(older: i32, newer: i32): f64 {
    const apart: f64 = this.stacks.places[newer] - this.stacks.places[older];
    const place: f64 = this.stacks.places[newer];
    const step: f64 = (this.stacks.levels[newer] - this.stacks.levels[older]) / sqrt(this.bar);
    const root: f64 = fmax(0.0, 0.5 * (apart / step - step));
    return place + root * root;
  }

  /** The order of the longest replay that a uniform number lets begin; 0 for none. */
  replayFrom(uniform: f64): i32 {
    const count: f64 = this.count;
    const rate: f64 = this.replays / sqrt(count);
    if (uniform >= rate * this.rootSum) return 0;
    let rest: f64 = uniform;
    for (let m: i32 = this.orders; m > 0; m--) {
      const probability: f64 = fmin(1.0, rate * this.roots[m]);
      if (rest < probability) return m;
      rest = (rest - probability) / (1.0 - probability);
    }
    return 0;
  }

  /** The last place that a replay of an order plays, if it begins at `start`. */
  // @inline
  lastOf(start: i32, order: i32): i32 {
    return start + (1 << order);
  }

  /** A replay begins with the next reward. Those that end no later will not play again. */
  begin(order: i32): void {
    const last: i32 = this.lastOf(this.count, order);
    for (let m: i32 = 1; m <= this.orders; m++) {
      if (m <= order || this.lastOf(this.starts[m], m) <= last) this.starts[m] = NONE;
    }
    this.starts[order] = this.count;
    this.activate();
    this.list();
  }

  activeEnded(): bool {
    return this.active > 0 && this.count > this.lastOf(this.since, this.active);
  }

  /** Finds the shortest replay, which plays. */
  activate(): void {
    this.active = 0;
    this.since = 0;
    for (let m: i32 = this.orders; m > 0; m--) {
      if (this.starts[m] === NONE) continue;
      this.active = m;
      this.since = this.starts[m];
    }
  }

  /** Lists the arms that play, and counts those without evidence against them. */
  list(): void {
    let size: i32 = 0;
    let spared: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.evidence[arm] === NONE) spared += 1;
      if (this.isEvicted(arm)) continue;
      this.playing[size] = arm;
      size += 1;
    }
    this.size = size;
    this.spared = spared;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.episodeStart, 0.0, 1.0);
  }

  /** Over the episode; NaN without rewards. */
  mean(arm: i32): f64 {
    return this.rewards[arm] / this.samples[arm];
  }

  welcome(_arm: i32): void {}

  /** A new episode: all arms play, and nothing is known of them. */
  forget(): void {
    this.episodeStart = this.now;
    this.count = 0;
    this.starts.fill(NONE);
    this.evidence.fill(NONE);
    this.sums.fill(0.0);
    this.rewards.fill(0.0);
    this.samples.fill(0.0);
    this.stacks.clear();
    this.activate();
    this.list();
  }

  reset(): void {
    this.now = 0;
    this.restarts = 0.0;
    this.stacks.reset();
    this.forget();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.restarts = archive.within('restarts', this.restarts, 0.0, this.now);
    this.episodeStart = archive.integer('episodeStart', this.episodeStart, 0, this.now);
    this.count = archive.integer('count', this.count, 0, this.now);
    archive.integers('starts', this.starts, this.orders + 1, NONE, this.count);
    archive.integers('evidence', this.evidence, this.armCount, NONE, this.count);
    archive.counts('sums', this.sums, this.armCount);
    archive.counts('rewards', this.rewards, this.armCount);
    archive.wholes('samples', this.samples, this.armCount, this.now);
    this.stacks.transfer(archive, this.count, this.now);
    this.activate();
    this.list();
  }
}
