import { Archive } from '../base/archive.ts';
import { abs, bool, Floats, f64, Ints, i32, sqrt } from '../base/language.ts';
import { AllTimeMoments } from '../linear/all-time-moments.ts';
import { ConfidenceIndex } from '../linear/confidence-index.ts';
import { Radius } from '../linear/radius.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { ContextualKernel } from './contextual-kernel.ts';
import { LinearKernel } from './linear-kernel.ts';

/** Models side by side. If each place is taken, a new model replaces the worst. */
const PLACES: i32 = 16;

/**
 * Several LinUCB models, of which the one that fails least is in charge. A model fails on a reward that differs from
 * its estimate by more than its width and the noise explain, and learns only from others. Its badness is the share of
 * failures among the last τ rewards. A model that is bad for certain is dropped, and when all are about to be, a new
 * one begins, which is an alarm.
 *
 * The models are the blocks of one linear kernel. All actions share the parameters of a model.
 */
export class DlinucbKernel implements ContextualKernel {
  dimension: i32;
  ridge: f64;
  bound: Radius;
  tau: i32;
  /** Largest error that the noise of a reward may explain, η. */
  noise: f64;
  /** δ₁, δ₂ and δ̃₁. */
  failure: f64;
  confidence: f64;
  margin: f64;
  inner: LinearKernel<AllTimeMoments, ConfidenceIndex>;
  /** 1 for a place with a model. */
  alive: Ints;
  /** Rewards since a model began. */
  ages: Ints;
  /** The last τ rewards of each model in a ring, 1 for a failure. */
  failures: Ints;
  /** Failures in the ring of each model. */
  failed: Ints;
  /** The model in charge, once for each action. */
  charge: Ints;
  now: i32 = 0;
  /** Alarms so far. */
  restarts: f64 = 0.0;

  constructor(
    dimension: i32,
    ridge: f64,
    bound: Radius,
    tau: i32,
    noise: f64,
    failure: f64,
    confidence: f64,
    margin: f64,
  ) {
    this.dimension = dimension;
    this.ridge = ridge;
    this.bound = bound;
    this.tau = tau;
    this.noise = noise;
    this.failure = failure;
    this.confidence = confidence;
    this.margin = margin;
    this.inner = new LinearKernel<AllTimeMoments, ConfidenceIndex>(
      PLACES,
      dimension,
      ridge,
      new AllTimeMoments(PLACES, dimension),
      new ConfidenceIndex(dimension, bound, false),
    );
    this.alive = new Ints(PLACES);
    this.ages = new Ints(PLACES);
    this.failures = new Ints(PLACES * tau);
    this.failed = new Ints(PLACES);
    this.charge = new Ints(1);
    this.alive[0] = 1;
  }

  /** Rewards that the badness of a model is the mean of. */
  judged(model: i32): i32 {
    return this.ages[model] < this.tau ? this.ages[model] : this.tau;
  }

  /** The share of failures; 0 at first. */
  badness(model: i32): f64 {
    const judged: f64 = this.judged(model);
    return judged === 0.0 ? 0.0 : this.failed[model] / judged;
  }

  /** Margin of the share around the probability of failures; ½ at first. */
  doubt(model: i32): f64 {
    const judged: f64 = this.judged(model);
    return judged === 0.0 ? 0.5 : sqrt(-ln(this.confidence) / (2.0 * judged));
  }

  /** The model of the least badness − √(ln τ) doubt, the lowest among equals. */
  best(): i32 {
    const slots: f64 = this.tau;
    const factor: f64 = sqrt(ln(slots));
    let best: i32 = -1;
    let least: f64 = Infinity;
    for (let model: i32 = 0; model < PLACES; model++) {
      if (this.alive[model] === 1) {
        const index: f64 = this.badness(model) - factor * this.doubt(model);
        if (best < 0 || index < least) {
          best = model;
          least = index;
        }
      }
    }
    return best;
  }

  pick(random: Random, features: Floats, stride: i32, _blocks: Ints, count: i32): i32 {
    if (count > this.charge.length) this.charge = new Ints(count);
    this.charge.fill(this.best());
    return this.inner.pick(random, features, stride, this.charge, count);
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

  advance(_block: i32): void {
    this.now += 1;
  }

  /** Pending decisions do not narrow widths: each model has widths of its own. */
  hold(_block: i32, _features: Floats, _at: i32): void {}

  release(_block: i32, _features: Floats, _at: i32): void {}

  letGo(): void {}

  learn(slot: i32, _block: i32, features: Floats, at: i32, _ticket: f64, reward: f64): bool {
    for (let model: i32 = 0; model < PLACES; model++) {
      if (this.alive[model] === 1) {
        const fails: bool = this.fails(model, features, at, reward);
        if (!fails) this.inner.learn(slot, model, features, at, 0.0, reward);
        this.note(model, fails);
      }
    }
    if (this.drop()) this.begin();
    return true;
  }

  /** Whether a reward is further from the estimate of a model than its width and the noise explain. */
  fails(model: i32, features: Floats, at: i32, reward: f64): bool {
    const error: f64 = abs(this.inner.value(model, features, at) - reward);
    return error > this.inner.widthOf(model, features, at) + this.noise;
  }

  note(model: i32, fails: bool): void {
    const place: i32 = model * this.tau + (this.ages[model] % this.tau);
    const failure: i32 = fails ? 1 : 0;
    this.failed[model] += failure - this.failures[place];
    this.failures[place] = failure;
    this.ages[model] += 1;
  }

  /** Drops bad models. Returns whether all that are left are nearly as bad. */
  drop(): bool {
    let allBad: bool = true;
    for (let model: i32 = 0; model < PLACES; model++) {
      if (this.alive[model] === 1) {
        const excess: f64 = this.badness(model) - this.doubt(model);
        if (excess >= this.failure) this.alive[model] = 0;
        else allBad = allBad && excess >= this.margin;
      }
    }
    return allBad;
  }

  /** Begins a model in a free place, or in that of the worst model. */
  begin(): void {
    let place: i32 = 0;
    let worst: f64 = -1.0;
    for (let model: i32 = PLACES - 1; model >= 0; model--) {
      const badness: f64 = this.alive[model] === 0 ? Infinity : this.badness(model);
      if (badness >= worst) {
        worst = badness;
        place = model;
      }
    }
    this.clear(place);
    this.alive[place] = 1;
    this.restarts += 1.0;
  }

  /** Makes a place that of a model without rewards. */
  clear(model: i32): void {
    this.inner.moments.forget(model);
    this.inner.fit.clearBlock(model);
    this.inner.ready[model] = 0;
    this.ages[model] = 0;
    this.failed[model] = 0;
    for (let i: i32 = 0; i < this.tau; i++) this.failures[model * this.tau + i] = 0;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  welcome(_block: i32): void {}

  reset(): void {
    this.now = 0;
    this.restarts = 0.0;
    this.inner.reset();
    for (let model: i32 = 0; model < PLACES; model++) {
      this.clear(model);
      this.alive[model] = model === 0 ? 1 : 0;
    }
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.restarts = archive.within('restarts', this.restarts, 0.0, this.now);
    archive.integers('alive', this.alive, PLACES, 0, 1);
    archive.demand('alive', 'at least one model', this.best() >= 0);
    archive.integers('ages', this.ages, PLACES, 0, this.now);
    archive.integers('failures', this.failures, PLACES * this.tau, 0, 1);
    for (let model: i32 = 0; model < PLACES; model++) {
      this.failed[model] = 0;
      for (let i: i32 = 0; i < this.tau; i++) {
        this.failed[model] += this.failures[model * this.tau + i];
      }
    }
    this.inner.transfer(archive);
  }

  value(_block: i32, features: Floats, at: i32): f64 {
    return this.inner.value(this.best(), features, at);
  }

  widthOf(_block: i32, features: Floats, at: i32): f64 {
    return this.inner.widthOf(this.best(), features, at);
  }

  coefficient(_block: i32, column: i32): f64 {
    return this.inner.coefficient(this.best(), column);
  }
}
