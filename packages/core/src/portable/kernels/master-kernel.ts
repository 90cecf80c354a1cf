import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { Turns } from './turns.ts';

const TWO: f64 = 2.0;
/** Blocks are not longer than this power of two. */
const LARGEST_ORDER: i32 = 30;

/**
 * MASTER over UCB1: in blocks of 2^n rewards, UCB1 instances of lengths 2^m begin at random multiples of
 * their length, the shortest that covers the present plays, and two tests restart everything.
 *
 * Of each order at most one instance covers the present, so there is one row of counts and sums for each.
 *
 * Blocks double until they are as long as the horizon. Where a restart or the end of one of the longest
 * comes before each arm was played, then of arms that the active instance does not know the one that has
 * waited longest goes next; else the lowest.
 */
export class MasterKernel implements Kernel {
  armCount: i32;
  horizon: f64;
  delta: f64;
  factor: f64;
  /** ln(T/δ) */
  logarithm: f64;
  /** 6 (log₂ T + 1) ln(T/δ), times the factor. */
  strictness: f64;
  orders: i32;
  /** ρ(2^m) of each order. */
  rates: Floats;

  now: i32 = 0;
  restartSlot: i32 = 0;
  restarts: f64 = 0.0;
  /** n of the present block, and its rewards so far. */
  order: i32 = 0;
  position: i32 = 0;
  /** In the block: rewards, by how much the optimistic values exceed them, the least optimistic value. */
  total: f64 = 0.0;
  excess: f64 = 0.0;
  leastOptimistic: f64 = 1.0;
  /** For each order: whether an instance covers the present (1 or 0), and the block's total before it. */
  running: Ints;
  totalBefore: Floats;
  /** For each arm, order by order. */
  counts: Floats;
  sums: Floats;
  drawn: f64 = 0.0;
  /** The shortest instance after a ticket is read, and whether it begins with it. */
  active: i32 = 0;
  begins: bool = false;
  turns: Turns;

  constructor(armCount: i32, horizon: f64, delta: f64, factor: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.delta = delta;
    this.factor = factor;
    const logarithm: f64 = ln(fmax(horizon / delta, TWO));
    this.logarithm = logarithm;
    this.strictness = 6.0 * (ln(horizon) / ln(TWO) + 1.0) * logarithm * factor;
    let orders: i32 = 1;
    let length: f64 = 1.0;
    while (length < horizon && orders <= LARGEST_ORDER) {
      length *= TWO;
      orders += 1;
    }
    this.orders = orders;
    this.rates = new Floats(orders);
    this.running = new Ints(orders);
    this.totalBefore = new Floats(orders);
    this.counts = new Floats(armCount * orders);
    this.sums = new Floats(armCount * orders);
    this.turns = new Turns(armCount);
    length = 1.0;
    for (let m: i32 = 0; m < orders; m++) {
      this.rates[m] = this.rate(length);
      length *= TWO;
    }
  }

  /** ρ(t) = √(K ln(T/δ)/t) + K ln(T/δ)/t */
  rate(slots: f64): f64 {
    const arms: f64 = this.armCount;
    const share: f64 = (arms * this.logarithm) / slots;
    return sqrt(share) + share;
  }

  pick(random: Random): i32 {
    this.drawn = random.uniform();
    this.read(this.drawn, false);
    let best: i32 = 0;
    let top: f64 = this.indexOf(0);
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const index: f64 = this.indexOf(arm);
      const ahead: bool = index > top || (index === Infinity && this.precedes(arm, best));
      best = choose<i32>(ahead, arm, best);
      top = fmax(index, top);
    }
    return best;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    this.drawn = random.uniform();
    this.read(this.drawn, false);
    let best: i32 = arms[0];
    let top: f64 = this.indexOf(best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.indexOf(arms[i]);
      const ahead: bool = index > top || (index === Infinity && this.precedes(arms[i], best));
      best = choose<i32>(ahead, arms[i], best);
      top = fmax(index, top);
    }
    return best;
  }

  /** Whether an arm goes before a lower one, the active instance knowing neither. */
  precedes(arm: i32, lower: i32): bool {
    return this.turns.handedOn() && this.turns.precedes(arm, lower);
  }

  /**
   * Which instances begin now, read from one uniform number: after an event of probability p it is
   * stretched to [0, 1) again. With `scheduling` they do begin; the shortest one becomes `active`.
   */
  read(ticket: f64, scheduling: bool): void {
    let rest: f64 = ticket;
    for (let m: i32 = this.order; m >= 0; m--) {
      if ((this.position & ((1 << m) - 1)) !== 0) {
        if (this.running[m] === 1) this.activate(m, false);
        continue;
      }
      const probability: f64 = this.rates[this.order] / this.rates[m];
      const begins: bool = rest < probability;
      if (begins) {
        rest /= probability;
        this.activate(m, true);
      } else {
        rest = (rest - probability) / (1.0 - probability);
      }
      if (scheduling) this.schedule(m, begins);
    }
  }

  activate(m: i32, begins: bool): void {
    this.active = m;
    this.begins = begins;
  }

  /** At a multiple of its length an instance has ended, and another may begin. */
  schedule(m: i32, begins: bool): void {
    this.running[m] = choose<i32>(begins, 1, 0);
    if (!begins) return;
    this.totalBefore[m] = this.total;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.counts[arm * this.orders + m] = 0.0;
      this.sums[arm * this.orders + m] = 0.0;
    }
  }

  /** UCB1's index in the active instance. */
  indexOf(arm: i32): f64 {
    const cell: i32 = arm * this.orders + this.active;
    const count: f64 = this.counts[cell];
    if (this.begins || count === 0.0) return Infinity;
    return this.sums[cell] / count + sqrt((TWO * this.logarithm) / count);
  }

  /** The largest index, which is no more than rewards can be. */
  optimisticValue(): f64 {
    let top: f64 = 0.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) top = fmax(top, this.indexOf(arm));
    return fmin(1.0, top);
  }

  propensity(): f64 {
    return NaN;
  }

  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  advance(arm: i32): void {
    this.now += 1;
    this.turns.take(arm);
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.restartSlot) return false;
    this.read(ticket, true);
    const optimistic: f64 = this.optimisticValue();
    this.leastOptimistic = fmin(this.leastOptimistic, optimistic);
    this.excess += optimistic - reward;
    this.total += reward;
    const cell: i32 = arm * this.orders + this.active;
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    this.position += 1;
    if (this.instanceTooGood() || this.blockTooPoor()) this.restart();
    else if (this.position === 1 << this.order) this.endBlock();
    return true;
  }

  endBlock(): void {
    const longest: bool = this.order + 1 === this.orders;
    if (longest) this.turns.endEpoch();
    this.beginBlock(choose<i32>(longest, this.order, this.order + 1));
  }

  /** Test 1: an instance that ends now had more than the block's optimistic values allow. */
  instanceTooGood(): bool {
    for (let m: i32 = 0; m <= this.order; m++) {
      if (this.running[m] === 0 || (this.position & ((1 << m) - 1)) !== 0) continue;
      const length: i32 = 1 << m;
      const rewards: f64 = length;
      const mean: f64 = (this.total - this.totalBefore[m]) / rewards;
      if (mean >= this.leastOptimistic + 9.0 * this.strictness * this.rates[m]) return true;
    }
    return false;
  }

  /** Test 2: the block had less than its optimistic values promised. */
  blockTooPoor(): bool {
    const length: f64 = this.position;
    return this.excess / length >= 3.0 * this.strictness * this.rate(length);
  }

  restart(): void {
    this.restarts += 1.0;
    this.restartSlot = this.now;
    this.turns.endEpoch();
    this.beginBlock(0);
  }

  beginBlock(order: i32): void {
    this.order = order;
    this.position = 0;
    this.total = 0.0;
    this.excess = 0.0;
    this.leastOptimistic = 1.0;
    this.running.fill(0);
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.restartSlot, 0.0, 1.0);
  }

  /** Whether an instance of an order is sure to cover the next slot. */
  covers(m: i32): bool {
    return this.running[m] === 1 && (this.position & ((1 << m) - 1)) !== 0;
  }

  /** The order of the shortest instance that does; -1 where a block begins. */
  shortest(): i32 {
    for (let m: i32 = 0; m <= this.order; m++) if (this.covers(m)) return m;
    return -1;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.now = 0;
    this.restartSlot = 0;
    this.restarts = 0.0;
    this.totalBefore.fill(0.0);
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.turns.reset();
    this.beginBlock(0);
  }

  transfer(archive: Archive): void {
    const cells: i32 = this.armCount * this.orders;
    this.now = archive.slot(this.now);
    this.restartSlot = archive.integer('restartSlot', this.restartSlot, 0, this.now);
    this.restarts = archive.within('restarts', this.restarts, 0.0, this.now);
    this.order = archive.integer('order', this.order, 0, this.orders - 1);
    this.position = archive.integer('position', this.position, 0, (1 << this.order) - 1);
    this.total = archive.real('total', this.total);
    this.excess = archive.real('excess', this.excess);
    this.leastOptimistic = archive.real('leastOptimistic', this.leastOptimistic);
    archive.integers('running', this.running, this.orders, 0, 1);
    archive.reals('totalBefore', this.totalBefore, this.orders);
    archive.wholes('counts', this.counts, cells, this.now);
    archive.reals('sums', this.sums, cells);
    this.turns.transfer(archive);
  }
}
