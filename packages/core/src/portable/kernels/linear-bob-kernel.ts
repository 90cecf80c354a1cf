import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, List } from '../base/language.ts';
import { ConfidenceIndex } from '../linear/confidence-index.ts';
import { PendingFeatures } from '../linear/pending-features.ts';
import { Radius } from '../linear/radius.ts';
import { copyScaled } from '../linear/triangles.ts';
import { LARGEST_FEATURE, LARGEST_REWARD, WindowMoments } from '../linear/window-moments.ts';
import { Random } from '../random/generator.ts';
import { ContextualKernel } from './contextual-kernel.ts';
import { Exp3Kernel } from './exp3-kernel.ts';
import { LinearKernel } from './linear-kernel.ts';

const NONE: i32 = -1;

/**
 * In each block of slots a linear UCB on a window, started again. Exp3 chooses the window of each block and learns from
 * the sum of the block's rewards, ½ + sum/(2 reach), cut to [0, 1].
 *
 * As in `bandit-over-bandit-kernel.ts` the window of a block is read from the number that its first reward brings
 * back. Before that nothing is known, and all windows order actions alike. A block ends with the reward of its last
 * slot, or with the next slot if that reward is late.
 */
export class LinearBobKernel implements ContextualKernel {
  blocks: i32;
  dimension: i32;
  ridge: f64;
  blockLength: i32;
  windows: Ints;
  exploration: f64;
  /** Gives the radius of a window by its length. */
  bound: Radius;
  reach: f64;
  chooser: Exp3Kernel;
  inner: List<LinearKernel<WindowMoments, ConfidenceIndex>>;
  pending: PendingFeatures;

  now: i32 = 0;
  blockStart: i32 = 0;
  /** The window of the block, or NONE yet, and the probability that it had. */
  chosen: i32 = NONE;
  chosenProbability: f64 = 1.0;
  /** Rewards of the block so far. */
  blockCount: f64 = 0.0;
  blockSum: f64 = 0.0;
  /** The block, the reward and the features of each slot; no block if no reward came. */
  blockAt: Ints;
  rewardAt: Floats;
  featuresAt: Floats;
  drawn: f64 = 0.0;

  constructor(
    blocks: i32,
    dimension: i32,
    ridge: f64,
    blockLength: i32,
    windows: Ints,
    exploration: f64,
    bound: Radius,
    reach: f64,
  ) {
    const pending: PendingFeatures = new PendingFeatures(blocks, dimension);
    const inner: List<LinearKernel<WindowMoments, ConfidenceIndex>> = new List<
      LinearKernel<WindowMoments, ConfidenceIndex>
    >(windows.length);
    for (let i: i32 = 0; i < windows.length; i++) {
      const radius: Radius = new Radius(1.0, bound.of(windows[i]), 0.0, 0.0, 0.0, 0.0);
      const kernel: LinearKernel<WindowMoments, ConfidenceIndex> = new LinearKernel<
        WindowMoments,
        ConfidenceIndex
      >(
        blocks,
        dimension,
        ridge,
        new WindowMoments(blocks, dimension, windows[i]),
        new ConfidenceIndex(dimension, radius, false),
      );
      kernel.pending = pending;
      inner.put(i, kernel);
    }
    this.blocks = blocks;
    this.dimension = dimension;
    this.ridge = ridge;
    this.blockLength = blockLength;
    this.windows = windows;
    this.exploration = exploration;
    this.bound = bound;
    this.reach = reach;
    this.chooser = new Exp3Kernel(windows.length, exploration, 0);
    this.inner = inner;
    this.pending = pending;
    this.blockAt = new Ints(blockLength);
    this.rewardAt = new Floats(blockLength);
    this.featuresAt = new Floats(blockLength * dimension);
    this.blockAt.fill(NONE);
  }

  /** The kernel of the block's window. Before it is chosen, one that knows as little. */
  present(): LinearKernel<WindowMoments, ConfidenceIndex> {
    return this.inner.at(choose<i32>(this.chosen === NONE, 0, this.chosen));
  }

  /** Whether the next slot begins a block. */
  isOver(): bool {
    return this.now - this.blockStart === this.blockLength;
  }

  pick(random: Random, features: Floats, stride: i32, blocks: Ints, count: i32): i32 {
    this.drawn = 0.0;
    const isNew: bool = this.isOver();
    if (this.chosen === NONE || isNew) this.drawn = random.uniform();
    // A block whose last reward is late ends in `advance`, and picks may change nothing. Any fresh kernel serves.
    if (isNew && this.chosen !== NONE) {
      return this.idle().pick(random, features, stride, blocks, count);
    }
    return this.present().pick(random, features, stride, blocks, count);
  }

  /** A kernel without rewards, other than that of the block. */
  idle(): LinearKernel<WindowMoments, ConfidenceIndex> {
    return this.inner.at(choose<i32>(this.chosen === 0, this.windows.length - 1, 0));
  }

  /** Given the rewards so far the action is certain: chance decides on windows only. */
  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  advance(block: i32): void {
    if (this.isOver()) this.endBlock();
    this.now += 1;
    if (this.chosen !== NONE) this.present().advance(block);
  }

  hold(block: i32, features: Floats, at: i32): void {
    this.pending.hold(block, features, at, 1.0);
    this.touch(block);
  }

  release(block: i32, features: Floats, at: i32): void {
    this.pending.release(block, features, at, 1.0);
    this.touch(block);
  }

  letGo(): void {
    this.pending.clear();
    for (let i: i32 = 0; i < this.windows.length; i++) this.inner.at(i).ready.fill(0);
  }

  /** Has the widths of a block worked out again. */
  touch(block: i32): void {
    for (let i: i32 = 0; i < this.windows.length; i++) this.inner.at(i).ready[block] = 0;
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, ticket: f64, reward: f64): bool {
    if (slot < this.blockStart) return false;
    if (this.chosen === NONE) this.chooseWindow(ticket);
    this.blockCount += 1.0;
    this.blockSum += reward;
    const own: i32 = slot - this.blockStart;
    const dimension: i32 = this.dimension;
    this.blockAt[own] = block;
    this.rewardAt[own] = reward;
    copyScaled(features, at, this.featuresAt, own * dimension, dimension, 1.0);
    this.present().learn(own, block, features, at, 0.0, reward);
    if (own === this.blockLength - 1) this.endBlock();
    return true;
  }

  /** Takes the window that a uniform number stands for, with the slots of the block so far. */
  chooseWindow(uniform: f64): void {
    const last: i32 = this.windows.length - 1;
    let rest: f64 = uniform;
    let window: i32 = 0;
    let probability: f64 = this.chooser.probability(0);
    while (rest >= probability && window < last) {
      rest -= probability;
      window += 1;
      probability = this.chooser.probability(window);
    }
    this.chosen = window;
    this.chosenProbability = probability;
    for (let slot: i32 = this.blockStart; slot < this.now; slot++) this.present().advance(NONE);
  }

  endBlock(): void {
    if (this.blockCount > 0.0 && this.chosen !== NONE) {
      const gain: f64 = fmax(0.0, fmin(1.0, 0.5 + this.blockSum / (2.0 * this.reach)));
      this.chooser.learn(0, this.chosen, this.chosenProbability, gain);
    }
    this.beginBlock(this.now);
  }

  beginBlock(start: i32): void {
    if (this.chosen !== NONE) this.present().forget();
    this.blockStart = start;
    this.chosen = NONE;
    this.chosenProbability = 1.0;
    this.blockCount = 0.0;
    this.blockSum = 0.0;
    this.blockAt.fill(NONE);
    this.rewardAt.fill(0.0);
    this.featuresAt.fill(0.0);
  }

  /** Has the kernel of the block's window learn the block again. Its sums follow from the rewards it has. */
  replay(): void {
    const kernel: LinearKernel<WindowMoments, ConfidenceIndex> = this.present();
    kernel.forget();
    for (let slot: i32 = 0; slot < this.now - this.blockStart; slot++) {
      const block: i32 = this.blockAt[slot];
      const at: i32 = slot * this.dimension;
      kernel.advance(block);
      if (block !== NONE) kernel.learn(slot, block, this.featuresAt, at, 0.0, this.rewardAt[slot]);
    }
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.blockStart, 0.0, 1.0);
  }

  welcome(_block: i32): void {}

  reset(): void {
    this.now = 0;
    this.chooser.reset();
    this.beginBlock(0);
    this.letGo();
  }

  transfer(archive: Archive): void {
    const length: i32 = this.blockLength;
    const before: i32 = this.chosen;
    this.now = archive.slot(this.now);
    this.chooser.transfer(archive);
    const earliest: i32 = choose<i32>(this.now > length, this.now - length, 0);
    this.blockStart = archive.integer('blockStart', this.blockStart, earliest, this.now);
    this.chosen = archive.integer('chosen', this.chosen, NONE, this.windows.length - 1);
    const least: f64 = this.chooser.mixture.leastProbability();
    const probability: f64 = this.chosenProbability;
    this.chosenProbability = archive.within('chosenProbability', probability, least, 1.0);
    this.blockCount = archive.within('blockCount', this.blockCount, 0.0, length);
    this.blockSum = archive.real('blockSum', this.blockSum);
    if (before !== NONE && before !== this.chosen) this.inner.at(before).forget();
    archive.cells('blockAt', this.blockAt, length, this.blocks);
    const features: i32 = length * this.dimension;
    archive.bounded('rewardAt', this.rewardAt, length, -LARGEST_REWARD, LARGEST_REWARD);
    archive.bounded('featuresAt', this.featuresAt, features, -LARGEST_FEATURE, LARGEST_FEATURE);
    if (this.chosen !== NONE) this.replay();
    this.pending.transfer(archive);
    for (let i: i32 = 0; i < this.windows.length; i++) this.inner.at(i).ready.fill(0);
  }

  value(block: i32, features: Floats, at: i32): f64 {
    return this.present().value(block, features, at);
  }

  widthOf(block: i32, features: Floats, at: i32): f64 {
    return this.present().widthOf(block, features, at);
  }

  coefficient(block: i32, column: i32): f64 {
    return this.present().coefficient(block, column);
  }
}
