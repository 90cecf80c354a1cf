import { Archive } from '../base/archive.ts';
import { abs, bool, choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Factors } from '../linear/factors.ts';
import { LinearIndex } from '../linear/linear-index.ts';
import { Moments } from '../linear/moments.ts';
import { PendingFeatures } from '../linear/pending-features.ts';
import { RidgeFit } from '../linear/ridge-fit.ts';
import { product } from '../linear/triangles.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Random } from '../random/generator.ts';
import { ContextualKernel } from './contextual-kernel.ts';

/** Tolerance between a factor that took in a thousand rewards and one that is made from the sums. */
const FACTOR_ROUNDING: f64 = 1e-6;

/** Score slots at first. They grow with the number of actions. */
const FIRST_ROOM: i32 = 16;

/**
 * Picks the action of the largest score, the first among equals. The score goes by a ridge estimate of the parameters
 * of the action's block: every linear policy is a way to remember rewards and a rule for scores.
 *
 * A block is made ready when it is first looked at after a change: if rewards only add to its sums, its factor takes
 * them in one by one, else it is made from the sums.
 */
export class LinearKernel<M extends Moments, I extends LinearIndex> implements ContextualKernel {
  blocks: i32;
  dimension: i32;
  ridge: f64;
  moments: M;
  index: I;
  fit: RidgeFit;
  pending: PendingFeatures;
  /** 1 for a block whose fit belongs to the present slot. */
  ready: Ints;
  scores: Floats;

  constructor(blocks: i32, dimension: i32, ridge: f64, moments: M, index: I) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.ridge = ridge;
    this.moments = moments;
    this.index = index;
    this.fit = new RidgeFit(blocks, dimension, ridge, index.usesSquares());
    this.pending = new PendingFeatures(blocks, dimension);
    this.ready = new Ints(blocks);
    this.scores = new Floats(FIRST_ROOM);
  }

  pick(random: Random, features: Floats, stride: i32, blocks: Ints, count: i32): i32 {
    if (count > this.scores.length) this.scores = new Floats(count);
    const scores: Floats = this.scores;
    this.index.begin(random);
    let place: i32 = 0;
    while (place < count) {
      const block: i32 = blocks[place];
      let end: i32 = place + 1;
      while (end < count && blocks[end] === block) end += 1;
      this.prepare(block);
      this.index.enter(random, this.fit, block);
      const at: i32 = place * stride;
      this.index.score(this.fit, block, features, at, stride, end - place, scores, place);
      place = end;
    }
    return this.leader(count);
  }

  /** The place of the largest score. */
  leader(count: i32): i32 {
    const scores: Floats = this.scores;
    let best: i32 = 0;
    let top: f64 = scores[0];
    for (let i: i32 = 1; i < count; i++) {
      const score: f64 = scores[i];
      best = choose<i32>(score > top, i, best);
      top = fmax(score, top);
    }
    return best;
  }

  /** Brings what follows from the sums of a block up to the present slot. */
  prepare(block: i32): void {
    if (this.ready[block] === 1) return;
    this.ready[block] = 1;
    const fit: RidgeFit = this.fit;
    const isWidened: bool = this.pending.holds(block);
    if (!this.moments.onlyAdds()) this.factor(block);
    this.moments.writeTarget(block, fit.estimates, block * this.dimension);
    if (!this.moments.isSolved()) fit.solve(block);
    fit.radii[block] = this.index.radius(this.moments.squaredMass(block));
    fit.isWidened[block] = choose<i32>(isWidened, 1, 0);
    if (isWidened) this.widen(block);
    if (this.index.usesSquares()) this.factorSquares(block, isWidened);
  }

  /** Makes the factor of a block from its sums. */
  factor(block: i32): void {
    const factors: Factors = this.fit.factors;
    this.moments.writeGram(block, factors.cells, block * factors.size);
    this.fit.factor(factors, block);
  }

  /** Makes the factor of V + P. */
  widen(block: i32): void {
    this.fit.openWidened();
    const factors: Factors = this.fit.widened;
    const at: i32 = block * factors.size;
    this.moments.writeGram(block, factors.cells, at);
    this.pending.addTo(block, factors.cells, at);
    this.fit.factor(factors, block);
  }

  /** Makes the factor of Ṽ, or of Ṽ + P. */
  factorSquares(block: i32, isWidened: bool): void {
    const factors: Factors = this.fit.squares;
    const at: i32 = block * factors.size;
    this.moments.writeSquares(block, factors.cells, at);
    if (isWidened) this.pending.addTo(block, factors.cells, at);
    this.fit.factor(factors, block);
  }

  propensity(): f64 {
    return this.index.propensity();
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(_block: i32): void {
    const changed: i32 = this.moments.advance();
    if (changed >= 0) this.ready[changed] = 0;
    else if (changed === EVERYTHING) {
      this.ready.fill(0);
      if (this.moments.onlyAdds()) this.fit.clear();
    }
  }

  hold(block: i32, features: Floats, at: i32): void {
    this.pending.hold(block, features, at, this.index.pendingWeight());
    this.ready[block] = 0;
  }

  release(block: i32, features: Floats, at: i32): void {
    this.pending.release(block, features, at, this.index.pendingWeight());
    this.ready[block] = 0;
  }

  letGo(): void {
    this.pending.clear();
    this.ready.fill(0);
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, _ticket: f64, reward: f64): bool {
    if (!this.moments.learn(slot, block, features, at, reward)) return false;
    this.ready[block] = 0;
    if (this.moments.onlyAdds() && this.fit.include(block, features, at)) this.factor(block);
    return true;
  }

  weight(slot: i32): f64 {
    return this.moments.weight(slot);
  }

  /** A new block begins with the ridge alone, as all blocks do. */
  welcome(_block: i32): void {}

  /** Forgets all rewards. Pending decisions stay. */
  forget(): void {
    this.moments.reset();
    this.fit.clear();
    this.ready.fill(0);
  }

  reset(): void {
    this.forget();
    this.letGo();
  }

  transfer(archive: Archive): void {
    this.moments.transfer(archive);
    if (this.moments.onlyAdds()) {
      this.fit.transfer(archive);
      archive.demand('factors', 'factors of the sums', this.areFactors());
    }
    this.pending.transfer(archive);
    this.ready.fill(0);
  }

  /** Whether the rows of each factor have the squares that the diagonals of V state, up to rounding. */
  areFactors(): bool {
    const factors: Factors = this.fit.factors;
    const gram: Floats = new Floats(factors.size);
    let sound: bool = true;
    let cell: i32 = 0;
    for (let block: i32 = 0; block < this.blocks; block++) {
      this.moments.writeGram(block, gram, 0);
      let diagonal: i32 = 0;
      for (let i: i32 = 0; i < this.dimension; i++) {
        let square: f64 = 0.0;
        for (let j: i32 = 0; j <= i; j++) {
          square += factors.cells[cell] * factors.cells[cell];
          cell += 1;
        }
        const stated: f64 = gram[diagonal] + this.ridge;
        sound = sound && abs(square - stated) <= FACTOR_ROUNDING * stated;
        diagonal += i + 2;
      }
    }
    return sound;
  }

  value(block: i32, features: Floats, at: i32): f64 {
    this.prepare(block);
    const own: i32 = block * this.dimension;
    return this.index.mean(product(features, at, this.fit.estimates, own, this.dimension));
  }

  widthOf(block: i32, features: Floats, at: i32): f64 {
    this.prepare(block);
    return this.index.width(this.fit, block, features, at);
  }

  coefficient(block: i32, column: i32): f64 {
    this.prepare(block);
    return this.fit.estimates[block * this.dimension + column];
  }
}
