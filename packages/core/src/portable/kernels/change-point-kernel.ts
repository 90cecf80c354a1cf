import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, floor, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { beta } from '../random/beta.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/** Multiples of the golden ratio leave fractions that lie apart. */
const GOLDEN: f64 = 0.6180339887498949;
/** Weights add up to 1, apart from rounding. */
const MOST_WEIGHT: f64 = 1.0 + 1e-6;

/**
 * Thompson sampling under a hazard of change: particles are guesses of how long ago the last change was,
 * each with a weight and with the Beta posteriors since then. A guess is drawn by weight, then a mean for
 * each arm from its posteriors. Either all arms change together, or with `local` each has guesses of its
 * own.
 *
 * At most `particles` guesses are kept after a reward: of one more, one is dropped by the resampling of
 * Fearnhead & Clifford. Those with a weight of at least c stay as they are; each other one stays with
 * probability weight/c, and then weighs c, so that no weight changes in expectation. c is such that one
 * goes. The number that decides comes with the ticket, because learning never draws.
 */
export class ChangePointKernel implements Kernel {
  armCount: i32;
  hazard: f64;
  particles: i32;
  local: bool;
  /** How many sets of guesses there are, and places in each. */
  groups: i32;
  places: i32;

  /** For each group: how many guesses, and the place that the next one takes. */
  sizes: Ints;
  free: Ints;
  /** For each group: the places of its guesses and their weights, which add up to 1, the oldest first. */
  order: Ints;
  weights: Floats;
  /** For each arm and place: 1 + rewards, and 1 + by how much they fell short of 1. */
  alphas: Floats;
  betas: Floats;
  drawn: f64 = 0.0;

  constructor(armCount: i32, hazard: f64, particles: i32, local: bool) {
    this.armCount = armCount;
    this.hazard = hazard;
    this.particles = particles;
    this.local = local;
    const groups: i32 = choose<i32>(local, armCount, 1);
    const places: i32 = particles + 1;
    this.groups = groups;
    this.places = places;
    this.sizes = new Ints(groups);
    this.free = new Ints(groups);
    this.order = new Ints(groups * places);
    this.weights = new Floats(groups * places);
    this.alphas = new Floats(armCount * places);
    this.betas = new Floats(armCount * places);
    this.reset();
  }

  pick(random: Random): i32 {
    let place: i32 = this.local ? 0 : this.drawPlace(random, 0);
    let best: i32 = 0;
    let top: f64 = -1.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.local) place = this.drawPlace(random, arm);
      const mean: f64 = this.drawMean(random, arm, place);
      best = choose<i32>(mean > top, arm, best);
      top = choose<f64>(mean > top, mean, top);
    }
    this.drawn = random.uniform();
    return best;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let place: i32 = this.local ? 0 : this.drawPlace(random, 0);
    let best: i32 = arms[0];
    let top: f64 = -1.0;
    for (let i: i32 = 0; i < arms.length; i++) {
      if (this.local) place = this.drawPlace(random, arms[i]);
      const mean: f64 = this.drawMean(random, arms[i], place);
      best = choose<i32>(mean > top, arms[i], best);
      top = choose<f64>(mean > top, mean, top);
    }
    this.drawn = random.uniform();
    return best;
  }

  /** The place of a guess, drawn by weight. */
  drawPlace(random: Random, group: i32): i32 {
    const first: i32 = group * this.places;
    const last: i32 = first + this.sizes[group] - 1;
    let rest: f64 = random.uniform();
    let i: i32 = first;
    while (i < last && rest >= this.weights[i]) {
      rest -= this.weights[i];
      i += 1;
    }
    return this.order[i];
  }

  drawMean(random: Random, arm: i32, place: i32): f64 {
    const cell: i32 = arm * this.places + place;
    return beta(random, this.alphas[cell], this.betas[cell]);
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

  advance(_arm: i32): void {}

  passEmpty(slots: i32): i32 {
    return slots;
  }

  learn(_slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    const own: i32 = choose<i32>(this.local, arm, 0);
    const total: f64 = this.weighByReward(own, arm, reward);
    for (let group: i32 = 0; group < this.groups; group++) {
      // Each number is uniform, and that is all that resampling asks for.
      const index: f64 = group;
      const uniform: f64 = ticket + index * GOLDEN;
      const whole: f64 = choose<f64>(group === own && total > 0.0, total, 1.0);
      const scale: f64 = (1.0 - this.hazard) / whole;
      this.mayChange(group, scale, uniform - floor(uniform));
    }
    return true;
  }

  /**
   * Bayes' rule for the guesses of the arm that was played, which take its reward too. Returns what their
   * weights add up to now.
   */
  weighByReward(group: i32, arm: i32, reward: f64): f64 {
    const first: i32 = group * this.places;
    const size: i32 = this.sizes[group];
    let total: f64 = 0.0;
    for (let i: i32 = first; i < first + size; i++) {
      const cell: i32 = arm * this.places + this.order[i];
      const alpha: f64 = this.alphas[cell];
      const other: f64 = this.betas[cell];
      // For rewards between 0 and 1, the likelihood that a coin tossed with them has on average.
      const likelihood: f64 = (reward * alpha + (1.0 - reward) * other) / (alpha + other);
      this.weights[i] *= likelihood;
      total += this.weights[i];
      this.alphas[cell] = alpha + reward;
      this.betas[cell] = other + (1.0 - reward);
    }
    return total;
  }

  /** A slot more for every guess, whose weights are scaled, and the guess that all changed after it. */
  mayChange(group: i32, scale: f64, uniform: f64): void {
    const first: i32 = group * this.places;
    const size: i32 = this.sizes[group];
    for (let i: i32 = first; i < first + size; i++) this.weights[i] *= scale;
    const place: i32 = this.free[group];
    this.order[first + size] = place;
    this.weights[first + size] = this.hazard;
    if (this.local) this.forget(group, place);
    else for (let arm: i32 = 0; arm < this.armCount; arm++) this.forget(arm, place);
    this.sizes[group] = size + 1;
    this.free[group] = size + 1;
    if (size === this.particles) this.dropOne(group, uniform);
  }

  forget(arm: i32, place: i32): void {
    this.alphas[arm * this.places + place] = 1.0;
    this.betas[arm * this.places + place] = 1.0;
  }

  /** Resamples so that one guess goes. */
  dropOne(group: i32, uniform: f64): void {
    const first: i32 = group * this.places;
    const size: i32 = this.sizes[group];
    const limit: f64 = this.keepingWeight(group);
    let next: f64 = uniform * limit;
    let sum: f64 = 0.0;
    let dropped: i32 = -1;
    let lastLight: i32 = size - 1;
    for (let i: i32 = 0; i < size; i++) {
      const weight: f64 = this.weights[first + i];
      if (weight >= limit && weight > 0.0) continue;
      lastLight = i;
      sum += weight;
      const stays: bool = sum > next;
      if (stays) next += limit;
      // Rounding must not let two go.
      if (stays || dropped >= 0) this.weights[first + i] = limit;
      else dropped = i;
    }
    this.remove(group, dropped < 0 ? lastLight : dropped);
  }

  /**
   * c with Σ min(1, w/c) = N, one less than there are guesses, so that Σ (1 − w/c) = 1 over the weights
   * below it. The sum of the two lightest is no less than c; from there Newton's method comes down.
   */
  keepingWeight(group: i32): f64 {
    const first: i32 = group * this.places;
    const size: i32 = this.sizes[group];
    let lightest: f64 = Infinity;
    let second: f64 = Infinity;
    for (let i: i32 = first; i < first + size; i++) {
      const weight: f64 = this.weights[i];
      second = fmin(second, fmax(weight, lightest));
      lightest = fmin(lightest, weight);
    }
    let limit: f64 = lightest + second;
    let countBefore: f64 = -1.0;
    while (true) {
      let count: f64 = 0.0;
      let sum: f64 = 0.0;
      for (let i: i32 = first; i < first + size; i++) {
        const weight: f64 = this.weights[i];
        count += choose<f64>(weight < limit, 1.0, 0.0);
        sum += choose<f64>(weight < limit, weight, 0.0);
      }
      if (count === countBefore || count < 2.0) return limit;
      countBefore = count;
      // Rounding must not raise it again, or it would never end where weights are equal.
      limit = fmin(limit, sum / (count - 1.0));
    }
  }

  /** Takes the `i`th oldest guess away. */
  remove(group: i32, i: i32): void {
    const first: i32 = group * this.places;
    const size: i32 = this.sizes[group] - 1;
    const place: i32 = this.order[first + i];
    for (let k: i32 = first + i; k < first + size; k++) {
      this.order[k] = this.order[k + 1];
      this.weights[k] = this.weights[k + 1];
    }
    this.order[first + size] = place;
    this.weights[first + size] = 0.0;
    this.sizes[group] = size;
    this.free[group] = place;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  /** Rewards remembered of an arm, over all guesses by weight. */
  mixedCount(arm: i32): f64 {
    const group: i32 = choose<i32>(this.local, arm, 0);
    const first: i32 = group * this.places;
    let count: f64 = 0.0;
    for (let i: i32 = first; i < first + this.sizes[group]; i++) {
      const cell: i32 = arm * this.places + this.order[i];
      count += this.weights[i] * (this.alphas[cell] + this.betas[cell] - 2.0);
    }
    return count;
  }

  /** The first or, with `squared`, the second moment of the mixed posteriors. */
  mixedMoment(arm: i32, squared: bool): f64 {
    const group: i32 = choose<i32>(this.local, arm, 0);
    const first: i32 = group * this.places;
    let moment: f64 = 0.0;
    for (let i: i32 = first; i < first + this.sizes[group]; i++) {
      const cell: i32 = arm * this.places + this.order[i];
      const alpha: f64 = this.alphas[cell];
      const seen: f64 = alpha + this.betas[cell];
      const share: f64 = squared ? (alpha * (alpha + 1.0)) / (seen * (seen + 1.0)) : alpha / seen;
      moment += this.weights[i] * share;
    }
    return moment;
  }

  /** How many rewards a guess has: all since the change, or with `local` those of the arm. */
  guessLength(group: i32, place: i32): f64 {
    const last: i32 = choose<i32>(this.local, group + 1, this.armCount);
    let length: f64 = 0.0;
    for (let arm: i32 = group; arm < last; arm++) {
      const cell: i32 = arm * this.places + place;
      length += this.alphas[cell] + this.betas[cell] - 2.0;
    }
    // Rewards between 0 and 1 leave a little rounding.
    return floor(length + 0.5);
  }

  guessWeight(group: i32, place: i32): f64 {
    const first: i32 = group * this.places;
    for (let i: i32 = first; i < first + this.sizes[group]; i++) {
      if (this.order[i] === place) return this.weights[i];
    }
    return 0.0;
  }

  /** Of guesses that all arms share: how many rewards ago the change was that a share of the weight lies beyond. */
  reach(share: f64): f64 {
    let rest: f64 = share;
    let i: i32 = 0;
    while (i < this.sizes[0] - 1 && rest >= this.weights[i]) {
      rest -= this.weights[i];
      i += 1;
    }
    return this.guessLength(0, this.order[i]);
  }

  welcome(_arm: i32): void {}

  /** One guess: that nothing has been seen since a change. */
  reset(): void {
    this.sizes.fill(1);
    this.free.fill(1);
    this.order.fill(0);
    this.weights.fill(0.0);
    this.alphas.fill(1.0);
    this.betas.fill(1.0);
    for (let group: i32 = 0; group < this.groups; group++) this.weights[group * this.places] = 1.0;
  }

  transfer(archive: Archive): void {
    const guesses: i32 = this.groups * this.places;
    const posteriors: i32 = this.armCount * this.places;
    const last: i32 = this.places - 1;
    // One more than there are rewards.
    const most: f64 = archive.slot(0) + 1;
    archive.integers('sizes', this.sizes, this.groups, 1, this.particles);
    archive.integers('free', this.free, this.groups, 0, last);
    archive.integers('order', this.order, guesses, 0, last);
    archive.bounded('weights', this.weights, guesses, 0.0, MOST_WEIGHT);
    archive.bounded('alphas', this.alphas, posteriors, 1.0, most);
    archive.bounded('betas', this.betas, posteriors, 1.0, most);
  }
}
