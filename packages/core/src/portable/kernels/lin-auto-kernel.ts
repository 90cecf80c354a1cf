import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ExpertFits } from '../linear/expert-fits.ts';
import { ExpertWeights } from '../linear/expert-weights.ts';
import { LinearSplitTest } from '../linear/linear-split-test.ts';
import { PendingFeatures } from '../linear/pending-features.ts';
import { Prior } from '../linear/prior.ts';
import { RewardSegments } from '../linear/reward-segments.ts';
import { SideBySideSums } from '../linear/side-by-side-sums.ts';
import { LARGEST_TARGET } from '../linear/sums.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { ContextualKernel } from './contextual-kernel.ts';

/** Experts with less weight take no part in picks: e⁻¹². */
const LEAST_WEIGHT: f64 = 6.14421235332821e-6;
/** The variance of rewards before any has come, which counts as one reward: with an intercept, and without. */
const UNIT_VARIANCE: f64 = 0.25;
const OPEN_VARIANCE: f64 = 1.0;
/** The mean of rewards before any has come, which counts as one reward. */
const FIRST_MEAN: f64 = 0.5;
/** The fewest rewards that are tested, and how many more there are at the next test. */
const LEAST_TESTED: f64 = 4.0;
const TEST_GROWTH: f64 = 1.015625;
/** Smallest count that an alarm leaves to a block that has hardly changed, and the factor from which on it has. */
const KEPT_AT_ALARM: f64 = 10.0;
const UNCHANGED: f64 = -1.0;
const FIRST_ROOM: i32 = 16;

/**
 * Ridge regressions with several memories and ridges side by side, weighed by how well each predicts the next reward,
 * and started again by a test for a change. Picks the action with the largest mean plus width, where the width goes by
 * the variance of the weighed predictions.
 *
 * Time is counted in rewards, in the order in which they come.
 */
export class LinAutoKernel implements ContextualKernel {
  blocks: i32;
  dimension: i32;
  intercept: bool;
  memories: Floats;
  ridges: Floats;
  /** Threshold of a split, in addition to the cost of its place. */
  base: f64;
  /** The share of the logarithm of all that is remembered. */
  level: f64;
  prior: Prior;
  sums: SideBySideSums;
  pending: PendingFeatures;
  fits: ExpertFits;
  experts: ExpertWeights;
  segments: RewardSegments;
  test: LinearSplitTest;
  /** Σ r. */
  total: f64 = 0.0;
  /** Rewards in segments at the last test. */
  tested: f64 = 0.0;
  restarts: f64 = 0.0;
  /** For each action, the mean of the experts so far, their variance around it, and the mean of their variances. */
  means: Floats;
  apart: Floats;
  within: Floats;
  /** An action that is shown. */
  shown: Floats;
  shownBlock: Ints;

  constructor(
    blocks: i32,
    dimension: i32,
    intercept: bool,
    memories: Floats,
    ridges: Floats,
    base: f64,
    level: f64,
  ) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.intercept = intercept;
    this.memories = memories;
    this.ridges = ridges;
    this.base = base;
    this.level = level;
    const prior: Prior = new Prior(dimension, intercept, ridges);
    const sums: SideBySideSums = new SideBySideSums(blocks, dimension, memories);
    const pending: PendingFeatures = new PendingFeatures(blocks, dimension);
    this.prior = prior;
    this.sums = sums;
    this.pending = pending;
    this.fits = new ExpertFits(blocks, dimension, prior, sums, pending);
    this.experts = new ExpertWeights(
      memories.length * ridges.length,
      choose<f64>(intercept, UNIT_VARIANCE, OPEN_VARIANCE),
    );
    this.segments = new RewardSegments(blocks, dimension);
    this.test = new LinearSplitTest(blocks, dimension, base, prior);
    this.means = new Floats(FIRST_ROOM);
    this.apart = new Floats(FIRST_ROOM);
    this.within = new Floats(FIRST_ROOM);
    this.shown = new Floats(dimension);
    this.shownBlock = new Ints(1);
    this.fits.clear(this.mean());
  }

  pick(_random: Random, features: Floats, stride: i32, blocks: Ints, count: i32): i32 {
    this.makeRoom(count);
    const remembered: f64 = this.predict(features, stride, blocks, count);
    const factor: f64 = this.factorOf(remembered);
    let best: i32 = 0;
    let top: f64 = -Infinity;
    for (let i: i32 = 0; i < count; i++) {
      const score: f64 = this.means[i] + this.width(i, factor);
      best = choose<i32>(score > top, i, best);
      top = fmax(score, top);
    }
    return best;
  }

  makeRoom(count: i32): void {
    if (count <= this.means.length) return;
    this.means = new Floats(count);
    this.apart = new Floats(count);
    this.within = new Floats(count);
  }

  /** Works out what the experts together predict for each action. Returns how many rewards they remember. */
  predict(features: Floats, stride: i32, blocks: Ints, count: i32): f64 {
    const weights: Floats = this.experts.weights;
    let weight: f64 = 0.0;
    let remembered: f64 = 0.0;
    for (let i: i32 = 0; i < count; i++) {
      this.means[i] = 0.0;
      this.apart[i] = 0.0;
      this.within[i] = 0.0;
    }
    for (let expert: i32 = 0; expert < this.fits.experts; expert++) {
      if (weights[expert] < LEAST_WEIGHT) continue;
      weight += weights[expert];
      const memory: f64 = this.memories[this.fits.memoryOf[expert]];
      remembered += weights[expert] * fmin(this.experts.rewards, memory);
      const share: f64 = weights[expert] / weight;
      this.predictBy(expert, share, features, stride, blocks, count);
    }
    return remembered / weight;
  }

  /** Adds an expert to what those before it predict. Its share is that of its weight in the sum of all so far. */
  predictBy(
    expert: i32,
    share: f64,
    features: Floats,
    stride: i32,
    blocks: Ints,
    count: i32,
  ): void {
    const fits: ExpertFits = this.fits;
    let prepared: i32 = -1;
    let isHeld: bool = false;
    for (let i: i32 = 0; i < count; i++) {
      const block: i32 = blocks[i];
      if (block !== prepared) {
        prepared = block;
        isHeld = this.pending.holds(block);
        fits.prepare(block, expert);
        if (isHeld) fits.widen(block, expert);
      }
      const at: i32 = i * stride;
      const difference: f64 = fits.value(block, expert, features, at) - this.means[i];
      const spread: f64 = isHeld
        ? fits.widenedSpread(block, expert, features, at)
        : fits.spread(block, expert, features, at);
      const left: f64 = 1.0 - share;
      this.means[i] += share * difference;
      this.apart[i] = left * (this.apart[i] + share * difference * difference);
      this.within[i] += share * (spread - this.within[i]);
    }
  }

  factorOf(remembered: f64): f64 {
    return this.level * ln(1.0 + remembered);
  }

  width(action: i32, factor: f64): f64 {
    const variance: f64 = this.experts.variance() * this.within[action] + this.apart[action];
    return sqrt(factor * variance);
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(_block: i32): void {}

  hold(block: i32, features: Floats, at: i32): void {
    this.pending.hold(block, features, at, 1.0);
  }

  release(block: i32, features: Floats, at: i32): void {
    this.pending.release(block, features, at, 1.0);
  }

  letGo(): void {
    this.pending.clear();
  }

  /** The mean of all rewards, which is the prior mean of the intercept. */
  mean(): f64 {
    if (!this.intercept) return 0.0;
    return (FIRST_MEAN + this.total) / (1.0 + this.experts.rewards);
  }

  learn(_slot: i32, block: i32, features: Floats, at: i32, _ticket: f64, reward: f64): bool {
    const mean: f64 = this.mean();
    for (let expert: i32 = 0; expert < this.fits.experts; expert++) {
      this.fits.prepare(block, expert);
      this.experts.values[expert] = this.fits.value(block, expert, features, at);
      this.experts.spreads[expert] = this.fits.spread(block, expert, features, at);
    }
    this.experts.learn(reward);
    this.sums.learn(block, features, at, reward);
    this.segments.add(block, features, at, reward);
    this.total += reward;
    this.fits.touch(block, this.mean());
    if (this.isDue() && this.finds(mean)) this.restart();
    return true;
  }

  isDue(): bool {
    const rewards: f64 = this.segments.total;
    return rewards >= LEAST_TESTED && rewards >= TEST_GROWTH * this.tested;
  }

  /** Tests all splits. `mean` is the prior mean of the intercept before the last reward. */
  finds(mean: f64): bool {
    const experts: ExpertWeights = this.experts;
    this.tested = this.segments.total;
    return this.test.run(
      this.segments,
      this.favourite(),
      experts.variance(),
      experts.kurtosis(),
      mean,
    );
  }

  /** The ridge that has most weight, the first among equals. */
  favourite(): i32 {
    const ridges: i32 = this.ridges.length;
    let best: i32 = 0;
    let top: f64 = -1.0;
    for (let ridge: i32 = 0; ridge < ridges; ridge++) {
      let weight: f64 = 0.0;
      for (let expert: i32 = ridge; expert < this.fits.experts; expert += ridges) {
        weight += this.experts.weights[expert];
      }
      best = choose<i32>(weight > top, ridge, best);
      top = fmax(weight, top);
    }
    return best;
  }

  /** Forgets what was before the split that the test found. */
  restart(): void {
    const test: LinearSplitTest = this.test;
    for (let block: i32 = 0; block < this.blocks; block++) {
      const after: f64 = test.countAfter(block);
      if (test.gains[block] > 0.0) this.sums.replace(block, test.side.sums, block, after);
      else if (test.gains[block] > UNCHANGED) this.sums.limit(block, fmax(KEPT_AT_ALARM, after));
    }
    this.experts.share(0.5);
    this.segments.drop(test.split);
    this.tested = 0.0;
    this.restarts += 1.0;
    this.fits.clear(this.mean());
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  /** A new block begins with the prior, whose mean is that of all rewards. */
  welcome(_block: i32): void {}

  reset(): void {
    this.sums.reset();
    this.pending.clear();
    this.experts.reset();
    this.segments.reset();
    this.total = 0.0;
    this.tested = 0.0;
    this.restarts = 0.0;
    this.fits.clear(this.mean());
  }

  transfer(archive: Archive): void {
    this.experts.transfer(archive);
    this.total = archive.within('total', this.total, -LARGEST_TARGET, LARGEST_TARGET);
    this.restarts = archive.within('alarms', this.restarts, 0.0, this.experts.rewards);
    this.sums.transfer(archive);
    this.segments.transfer(archive);
    this.tested = archive.within('tested', this.tested, 0.0, this.segments.total);
    this.pending.transfer(archive);
    this.fits.clear(this.mean());
  }

  /** Predicts for one action. Returns the factor of its width. */
  predictOne(block: i32, features: Floats, at: i32): f64 {
    for (let i: i32 = 0; i < this.dimension; i++) this.shown[i] = features[at + i];
    this.shownBlock[0] = block;
    return this.factorOf(this.predict(this.shown, 0, this.shownBlock, 1));
  }

  value(block: i32, features: Floats, at: i32): f64 {
    this.predictOne(block, features, at);
    return this.means[0];
  }

  widthOf(block: i32, features: Floats, at: i32): f64 {
    const factor: f64 = this.predictOne(block, features, at);
    return this.width(0, factor);
  }

  coefficient(block: i32, column: i32): f64 {
    const weights: Floats = this.experts.weights;
    let weight: f64 = 0.0;
    let estimate: f64 = 0.0;
    for (let expert: i32 = 0; expert < this.fits.experts; expert++) {
      if (weights[expert] < LEAST_WEIGHT) continue;
      this.fits.prepare(block, expert);
      weight += weights[expert];
      estimate += weights[expert] * this.fits.coefficient(block, expert, column);
    }
    return estimate / weight;
  }
}
