import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, truncate } from '../base/language.ts';
import { Detectors } from './detectors.ts';
import { SplitRule } from './split-rule.ts';

/** A vertex is its count, its sum, its likelihood and the most that a split before it can add. */
const VERTEX: i32 = 4;
const SUM: i32 = 1;
const LIKELIHOOD: i32 = 2;
const BOUND: i32 = 3;
/** In a snapshot, a vertex has no likelihood: that follows from the others. */
const STORED: i32 = 3;

/** The vertex (0, 0), below every stack and in none. */
const ORIGIN: i32 = 0;
const START_VERTICES: i32 = 64;
const LARGEST_REWARD: f64 = 1e280;
/** Squares of huge sums overflow; a state is finite, and no level is as high as this. */
const MOST_BOUND: f64 = 1e300;
/** 1 GiB of them. */
const MOST_VERTICES: f64 = 33554432.0;

/**
 * Looks for the split of an arm's rewards into earlier and later ones that two means explain best,
 * exactly, without looking at all splits.
 *
 * With S_t the sum of the first t rewards and L(S, n) the largest log-likelihood of n rewards with sum
 * S, the split after t gains G_n(t) = L(S_t, t) + L(S_n − S_t, n − t) − L(S_n, n). L is convex in
 * (S, n), so the largest gain is at a corner of the convex hull of the points (t, S_t): a vertex of
 * their greatest convex minorant where the mean rises, of their least concave majorant where it falls.
 * Both are kept as stacks: a new point takes away the vertices that it covers. There are about ln n
 * vertices where nothing changes, n^(1/3) under drift, n at worst.
 *
 * Most are not looked at: for i < j, G_n(i) ≤ G_n(j) + G_{t_j}(i), because three means explain at
 * least as much as two. Each vertex j keeps a bound on all G_{t_j}(i) of the vertices i below it, so
 * the way down a stack ends once G_n(j) and that bound together cannot raise an alarm: after one vertex
 * mostly.
 *
 * Rewards that are all equal leave the stacks empty, for rounded sums of them don't lie on a line.
 *
 * The stacks are chains in one pool of vertices, at most one more than the rewards held of each arm;
 * it doubles when it is full, up to what `horizon` rewards need: 36 bytes each.
 *
 * References: Kaufmann and Koolen 2021 for the statistic; Romano, Eckley, Fearnhead and Rigaill 2023
 * for pruning to a hull.
 */
export class SplitTest<R extends SplitRule> implements Detectors {
  armCount: i32;
  horizon: i32;
  rule: R;
  counts: Floats;
  /** Sums of rewards, centred as the rule wants them. */
  sums: Floats;
  /** The first reward of each arm. */
  firsts: Floats;
  /** The upper end of each stack: the minorant's and the majorant's of each arm. */
  tops: Ints;
  vertices: Floats;
  /** The next vertex down, or the next free one. */
  below: Ints;
  capacity: i32 = START_VERTICES;
  /** The vertices below this one have been used. */
  fresh: i32 = 1;
  /** A chain of used vertices that are free again. */
  free: i32 = ORIGIN;

  constructor(armCount: i32, horizon: i32, rule: R) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.rule = rule;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.firsts = new Floats(armCount);
    this.tops = new Ints(2 * armCount);
    this.vertices = new Floats(START_VERTICES * VERTEX);
    this.below = new Ints(START_VERTICES);
  }

  update(arm: i32, reward: f64): bool {
    const before: f64 = this.counts[arm];
    const sumBefore: f64 = this.sums[arm];
    const count: f64 = before + 1.0;
    if (before === 0.0) this.firsts[arm] = reward;
    const sum: f64 = sumBefore + this.rule.centred(reward, this.firsts[arm]);
    this.counts[arm] = count;
    this.sums[arm] = sum;
    const lower: i32 = 2 * arm;
    if (this.tops[lower] === ORIGIN) {
      if (reward === this.firsts[arm]) return false;
      // The points so far lie on a line: its end is all there is to both hulls.
      const likelihood: f64 = this.rule.likelihood(sumBefore, before);
      this.push(lower, before, sumBefore, likelihood, 0.0);
      this.push(lower + 1, before, sumBefore, likelihood, 0.0);
    }
    const likelihood: f64 = this.rule.likelihood(sum, count);
    this.rule.begin(count);
    const rises: bool = this.extend(lower, 1.0, sum, count, likelihood);
    const falls: bool = this.extend(lower + 1, -1.0, sum, count, likelihood);
    return rises || falls;
  }

  /** Adds a point to a hull; whether a split at one of its vertices raises an alarm. */
  extend(stack: i32, sign: f64, sum: f64, count: f64, likelihood: f64): bool {
    this.uncover(stack, sign, sum, count);
    const top: i32 = this.tops[stack];
    const gainAtTop: f64 = fmax(this.gain(top, sum, count, likelihood), 0.0);
    const alarm: bool = this.search(top, gainAtTop, sum, count, likelihood);
    const bound: f64 = fmin(this.vertices[top * VERTEX + BOUND] + gainAtTop, MOST_BOUND);
    this.push(stack, count, sum, likelihood, bound);
    return alarm;
  }

  /** Takes away the vertices that a new point covers. */
  uncover(stack: i32, sign: f64, sum: f64, count: f64): void {
    const vertices: Floats = this.vertices;
    let top: i32 = this.tops[stack];
    while (top !== ORIGIN) {
      const next: i32 = this.below[top];
      const fromTop: f64 = sum - vertices[top * VERTEX + SUM];
      const fromNext: f64 = sum - vertices[next * VERTEX + SUM];
      const sinceTop: f64 = count - vertices[top * VERTEX];
      const sinceNext: f64 = count - vertices[next * VERTEX];
      if (sign * (fromTop * sinceNext - fromNext * sinceTop) > 0.0) break;
      this.below[top] = this.free;
      this.free = top;
      top = next;
    }
    this.tops[stack] = top;
  }

  /** What the split at a vertex gains; at the origin 0. */
  // @inline
  gain(vertex: i32, sum: f64, count: f64, likelihood: f64): f64 {
    const vertices: Floats = this.vertices;
    const own: i32 = vertex * VERTEX;
    const after: f64 = this.rule.likelihood(sum - vertices[own + SUM], count - vertices[own]);
    return vertices[own + LIKELIHOOD] + after - likelihood;
  }

  /** Whether a split at a vertex from `top` down raises an alarm. */
  search(top: i32, gainAtTop: f64, sum: f64, count: f64, likelihood: f64): bool {
    const vertices: Floats = this.vertices;
    const least: f64 = this.rule.least();
    let vertex: i32 = top;
    let gain: f64 = gainAtTop;
    while (vertex !== ORIGIN) {
      const own: i32 = vertex * VERTEX;
      if (this.rule.alarms(gain, vertices[own + SUM], vertices[own], sum, count)) return true;
      if (gain + vertices[own + BOUND] < least) return false;
      vertex = this.below[vertex];
      gain = this.gain(vertex, sum, count, likelihood);
    }
    return false;
  }

  push(stack: i32, count: f64, sum: f64, likelihood: f64, bound: f64): void {
    const vertex: i32 = this.take();
    const own: i32 = vertex * VERTEX;
    this.vertices[own] = count;
    this.vertices[own + SUM] = sum;
    this.vertices[own + LIKELIHOOD] = likelihood;
    this.vertices[own + BOUND] = bound;
    this.below[vertex] = this.tops[stack];
    this.tops[stack] = vertex;
  }

  /** A free vertex. */
  take(): i32 {
    const vertex: i32 = this.free;
    if (vertex !== ORIGIN) {
      this.free = this.below[vertex];
      return vertex;
    }
    if (this.fresh === this.capacity) this.grow();
    this.fresh += 1;
    return this.fresh - 1;
  }

  grow(): void {
    const doubled: i32 = 2 * this.capacity;
    // Only the newest point is on both hulls of an arm.
    const enough: f64 = 1.0 + this.horizon + this.armCount;
    const most: i32 = truncate(fmin(enough, MOST_VERTICES));
    // Beyond the horizon it goes on doubling.
    const capacity: i32 = choose<i32>(most > this.capacity && most < doubled, most, doubled);
    const vertices: Floats = new Floats(capacity * VERTEX);
    const below: Ints = new Ints(capacity);
    for (let i: i32 = 0; i < this.capacity * VERTEX; i++) vertices[i] = this.vertices[i];
    for (let i: i32 = 0; i < this.capacity; i++) below[i] = this.below[i];
    this.vertices = vertices;
    this.below = below;
    this.capacity = capacity;
  }

  /** The largest gain of a split of the rewards so far; 0 where all are equal. */
  statistic(arm: i32): f64 {
    const sum: f64 = this.sums[arm];
    const count: f64 = this.counts[arm];
    const likelihood: f64 = this.rule.likelihood(sum, count);
    let largest: f64 = 0.0;
    for (let stack: i32 = 2 * arm; stack < 2 * arm + 2; stack++) {
      // The top is the newest point, after which there is nothing.
      let vertex: i32 = this.below[this.tops[stack]];
      while (vertex !== ORIGIN) {
        largest = fmax(largest, this.gain(vertex, sum, count, likelihood));
        vertex = this.below[vertex];
      }
    }
    return largest;
  }

  forget(arm: i32): void {
    this.counts[arm] = 0.0;
    this.sums[arm] = 0.0;
    for (let stack: i32 = 2 * arm; stack < 2 * arm + 2; stack++) {
      let vertex: i32 = this.tops[stack];
      while (vertex !== ORIGIN) {
        const next: i32 = this.below[vertex];
        this.below[vertex] = this.free;
        this.free = vertex;
        vertex = next;
      }
      this.tops[stack] = ORIGIN;
    }
  }

  /**
   * Turns rewards that are summed as x into `factor` x + `shift`, with factor and shift from 0 to 1 and at most 1
   * together. Corners of hulls stay corners. If the gain is Bernoulli's it shrinks by the factor or more, because a coin
   * that shows 1 with the probability `factor` x + `shift` is one of x seen through a channel that lets so much through.
   */
  rescale(factor: f64, shift: f64): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.sums[arm] = factor * this.sums[arm] + shift * this.counts[arm];
      this.firsts[arm] = factor * this.firsts[arm] + shift;
    }
    for (let stack: i32 = 0; stack < this.tops.length; stack++) {
      for (let vertex: i32 = this.tops[stack]; vertex !== ORIGIN; vertex = this.below[vertex]) {
        const own: i32 = vertex * VERTEX;
        const count: f64 = this.vertices[own];
        const sum: f64 = factor * this.vertices[own + SUM] + shift * count;
        this.vertices[own + SUM] = sum;
        this.vertices[own + LIKELIHOOD] = this.rule.likelihood(sum, count);
        this.vertices[own + BOUND] *= factor;
      }
    }
  }

  reset(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.tops.fill(ORIGIN);
    this.fresh = 1;
    this.free = ORIGIN;
  }

  transfer(archive: Archive): void {
    const stacks: i32 = 2 * this.armCount;
    const sizes: Floats = this.sizes();
    let stored: Floats = this.listed(sizes);
    archive.wholes('detectorCounts', this.counts, this.armCount, archive.slot(0));
    archive.reals('detectorSums', this.sums, this.armCount);
    archive.bounded('detectorFirsts', this.firsts, this.armCount, -LARGEST_REWARD, LARGEST_REWARD);
    archive.counts('detectorSizes', sizes, stacks);
    const length: i32 = this.total(sizes) * STORED;
    if (stored.length !== length) stored = new Floats(length);
    archive.reals('detectorVertices', stored, length);
    this.rebuild(sizes, stored);
  }

  /** How many vertices each stack has. */
  sizes(): Floats {
    const sizes: Floats = new Floats(2 * this.armCount);
    for (let stack: i32 = 0; stack < sizes.length; stack++) {
      for (let vertex: i32 = this.tops[stack]; vertex !== ORIGIN; vertex = this.below[vertex]) {
        sizes[stack] += 1.0;
      }
    }
    return sizes;
  }

  /** The vertices of all stacks: none has more than its arm has rewards, whatever a snapshot says. */
  total(sizes: Floats): i32 {
    let total: i32 = 0;
    for (let stack: i32 = 0; stack < sizes.length; stack++) {
      const size: i32 = truncate(fmin(sizes[stack], this.counts[stack >> 1]));
      sizes[stack] = size;
      total += size;
    }
    return total;
  }

  /** The count, sum and bound of each vertex, stack by stack, each from the top down. */
  listed(sizes: Floats): Floats {
    const stored: Floats = new Floats(this.total(sizes) * STORED);
    let place: i32 = 0;
    for (let stack: i32 = 0; stack < sizes.length; stack++) {
      for (let vertex: i32 = this.tops[stack]; vertex !== ORIGIN; vertex = this.below[vertex]) {
        stored[place] = this.vertices[vertex * VERTEX];
        stored[place + 1] = this.vertices[vertex * VERTEX + SUM];
        stored[place + 2] = this.vertices[vertex * VERTEX + BOUND];
        place += STORED;
      }
    }
    return stored;
  }

  rebuild(sizes: Floats, stored: Floats): void {
    this.tops.fill(ORIGIN);
    this.fresh = 1;
    this.free = ORIGIN;
    let end: i32 = 0;
    for (let stack: i32 = 0; stack < sizes.length; stack++) {
      const start: i32 = end;
      end += truncate(sizes[stack]) * STORED;
      for (let place: i32 = end - STORED; place >= start; place -= STORED) {
        // Fewer than one reward makes no vertex.
        const count: f64 = fmax(stored[place], 1.0);
        const sum: f64 = stored[place + 1];
        this.push(stack, count, sum, this.rule.likelihood(sum, count), stored[place + 2]);
      }
    }
  }
}
