import {
  abs,
  bool,
  choose,
  Floats,
  f64,
  fmax,
  fmin,
  Ints,
  i32,
  powerOfTwo,
} from '../base/language.ts';
import { LineContest } from './contest.ts';

/** 32 times the unit roundoff u = 2^-53: more than all roundings that `expiry` has to allow for. */
const HAIR: f64 = powerOfTwo(-48);
/** Stands for "nothing" where a divisor or a bound must not be 0. */
const TINY: f64 = powerOfTwo(-1000);
/** A mean that is less than this part of the width is lost when the two are added. */
const ABSORBED: f64 = powerOfTwo(-55);

/**
 * The place of the largest of many lines mean + scale × slope, the lowest place among equals, for a
 * scale that only grows: a kinetic tournament (Basch, Guibas and Hershberger, Data structures for
 * mobile data, Journal of Algorithms 31, 1999).
 *
 * Each node of a binary tree knows its winner, and the earliest scale at which one of the duels at
 * or below it may turn out differently. Until then nothing is looked at. Then the duels in question
 * are held again, by the indices as a plain scan computes them, so that the winner is the scan's to
 * the last bit; `expiry` says why none is held too late.
 *
 * Slopes are 0 or at least 2^-900; a mean is finite, or +∞ with slope 0; a scale is finite and
 * ≥ 0; indices of finite means stay below 2^1000. 28 bytes per line, up to twice that where the size
 * is not a power of two.
 */
export class KineticTournament implements LineContest {
  size: i32;
  /** The lines by place; padding past `size`. Read only; whoever writes them must call `rebuild`. */
  means: Floats;
  slopes: Floats;
  /** A power of two, at least 2. Node 1 is the root, 2n and 2n + 1 stand below n, then the lines. */
  leaves: i32;
  places: Ints;
  earliest: Floats;

  constructor(size: i32) {
    let leaves: i32 = 2;
    while (leaves < size) leaves *= 2;
    this.size = size;
    this.leaves = leaves;
    this.means = new Floats(leaves);
    this.slopes = new Floats(leaves);
    this.places = new Ints(leaves);
    this.earliest = new Floats(leaves);
    this.means.fill(-Infinity);
    this.fill(0.0, 0.0);
  }

  /**
   * The place of the largest line, at a scale no less than at any call since all lines were last
   * given. O(1) until a duel expires.
   */
  winner(scale: f64): i32 {
    if (this.earliest[1] <= scale) this.advance(1, scale);
    return this.places[1];
  }

  /** Gives a place another line, under the same condition. O(log size). */
  set(place: i32, mean: f64, slope: f64, scale: f64): void {
    const means: Floats = this.means;
    const slopes: Floats = this.slopes;
    const places: Ints = this.places;
    const earliest: Floats = this.earliest;
    means[place] = mean;
    slopes[place] = slope;
    let node: i32 = (this.leaves + place) >> 1;
    let best: i32 = place;
    let top: f64 = mean + scale * slope;
    let first: f64 = Infinity;
    let rival: i32 = place ^ 1;
    while (true) {
      const index: f64 = means[rival] + scale * slopes[rival];
      const lowest: i32 = choose<i32>(index === top && rival < best, rival, best);
      const ahead: i32 = choose<i32>(index > top, rival, lowest);
      const behind: i32 = best ^ rival ^ ahead;
      first = fmin(this.expiry(ahead, behind, abs(top - index), scale), first);
      earliest[node] = first;
      if (ahead !== place && places[node] === ahead) break;
      places[node] = ahead;
      if (node === 1) return;
      best = ahead;
      top = fmax(index, top);
      rival = places[node ^ 1];
      first = fmin(first, earliest[node ^ 1]);
      node >>= 1;
    }
    this.hasten(node, first);
  }

  /** Gives every place the same line; the scale may begin anew. O(size). */
  fill(mean: f64, slope: f64): void {
    for (let place: i32 = 0; place < this.size; place++) {
      this.means[place] = mean;
      this.slopes[place] = slope;
    }
    this.rebuild(0.0);
  }

  /** Reads all lines anew, at any scale. O(size). */
  rebuild(scale: f64): void {
    for (let node: i32 = this.leaves - 1; node > 0; node--) this.decide(node, scale);
  }

  /**
   * Passes an earlier expiry to the nodes above. One that is now later they may learn when the old
   * one comes: looking once too often costs less than holding all their duels again now.
   */
  hasten(node: i32, first: f64): void {
    let above: i32 = node >> 1;
    while (above > 0 && first < this.earliest[above]) {
      this.earliest[above] = first;
      above >>= 1;
    }
  }

  /** Holds every duel again that has expired at or below a node. */
  advance(node: i32, scale: f64): void {
    const child: i32 = 2 * node;
    if (child < this.leaves) {
      if (this.earliest[child] <= scale) this.advance(child, scale);
      if (this.earliest[child + 1] <= scale) this.advance(child + 1, scale);
    }
    this.decide(node, scale);
  }

  /** Holds the duel of a node. */
  decide(node: i32, scale: f64): void {
    const child: i32 = 2 * node;
    let left: i32 = child - this.leaves;
    let right: i32 = left + 1;
    let first: f64 = Infinity;
    if (child < this.leaves) {
      left = this.places[child];
      right = this.places[child + 1];
      first = fmin(this.earliest[child], this.earliest[child + 1]);
    }
    const leftIndex: f64 = this.means[left] + scale * this.slopes[left];
    const rightIndex: f64 = this.means[right] + scale * this.slopes[right];
    const ahead: i32 = choose<i32>(rightIndex > leftIndex, right, left);
    const behind: i32 = left ^ right ^ ahead;
    this.places[node] = ahead;
    this.earliest[node] = fmin(
      this.expiry(ahead, behind, abs(leftIndex - rightIndex), scale),
      first,
    );
  }

  /**
   * A scale up to which the winner of a duel is sure to stay ahead; NaN, which `fmin` passes over
   * as its first argument, where an infinite mean or padding means for ever.
   *
   * Why no change is missed. For the lines a ahead and b behind let Δ(s) = a(s) − b(s) and
   * A(s) = |mean a| + |mean b| + s (slope a + slope b), both exact. The product and the sum are
   * rounded, so the two indices together are wrong by at most 2.1 u A(s), and a has the larger one
   * wherever Δ(s) > 2.1 u A(s).
   *
   * Here and now, at s₀, `distance` is Δ(s₀) within 3.2 u A(s₀), so Δ(s₀) ≥ lead + 27 u A(s₀), its
   * own roundings included. In the same way b gains on a by at most gain − 28 u (slope a + slope b)
   * for each unit of scale. An s below the result has s − s₀ ≤ lead / gain, apart from roundings of
   * 2 u lead / gain and u s. Together: Δ(s) ≥ 27 u A(s₀) + 28 u (s − s₀)(slope a + slope b)
   * − 3 u lead − 1.1 u s (slope a + slope b), and as lead ≤ 1.1 A(s₀) that is more than 20 u A(s).
   * The bounds of a slope and an index in the head keep TINY and underflow out of these figures.
   */
  expiry(ahead: i32, behind: i32, distance: f64, scale: f64): f64 {
    const slope: f64 = this.slopes[ahead];
    const otherSlope: f64 = this.slopes[behind];
    const both: f64 = slope + otherSlope;
    const magnitude: f64 = abs(this.means[ahead]) + abs(this.means[behind]) + scale * both;
    const lead: f64 = distance - HAIR * (magnitude + TINY);
    if (lead <= 0.0) return this.expiryOfTie(ahead, behind, scale);
    const gain: f64 = otherSlope - slope + HAIR * both;
    // max(gain, 0) without a comparison: JavaScript would branch, and guess wrong every other time.
    return scale + lead / (0.5 * (gain + abs(gain)) + TINY);
  }

  /**
   * The same where the two are too close to decide. Rounding is monotone, so a line with no larger
   * mean and no larger slope never has the larger index, and the lower place wins a tie. As much is
   * true of the slope alone once both means are lost beside the widths. In any other case the duel
   * is held again each time.
   */
  expiryOfTie(ahead: i32, behind: i32, scale: f64): f64 {
    const steeper: bool = this.slopes[ahead] >= this.slopes[behind];
    if (ahead > behind || !steeper) return scale;
    const mean: f64 = this.means[ahead];
    const otherMean: f64 = this.means[behind];
    const lost: bool = abs(mean) + abs(otherMean) <= ABSORBED * (scale * this.slopes[behind]);
    return mean >= otherMean || lost ? Infinity : scale;
  }
}
