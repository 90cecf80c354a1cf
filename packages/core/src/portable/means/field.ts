import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { Offer } from './offer.ts';
import { ThetaPath } from './theta-path.ts';

/**
 * The means of a slot's actions: each is the link of its features times the hidden parameters of its block. The means
 * of a slot are computed when the first of them is asked for.
 */
export class Field {
  offer: Offer;
  path: ThetaPath;
  /** True for the logistic link, false for the identity. */
  logistic: bool;
  /** The largest mean of each slot so far. */
  best: Floats;
  means: Floats;
  slot: i32 = -1;

  constructor(offer: Offer, path: ThetaPath, logistic: bool, best: Floats) {
    this.offer = offer;
    this.path = path;
    this.logistic = logistic;
    this.best = best;
    this.means = new Floats(offer.count);
  }

  /** Returns to the state before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    this.offer.begin(seed, replication);
    this.slot = -1;
  }

  /** The mean of an action at a slot. */
  mean(slot: i32, action: i32): f64 {
    if (slot !== this.slot) this.meet(slot);
    return this.means[action];
  }

  /** Computes the means of a slot and the largest of them. */
  meet(slot: i32): void {
    const offer: Offer = this.offer;
    offer.meet(slot);
    this.slot = slot;
    const row: i32 = this.path.at(slot, 0);
    const blocks: Ints = offer.blocks;
    let best: f64 = 0.0;
    for (let action: i32 = 0; action < offer.count; action++) {
      const sum: f64 = this.product(
        offer.features,
        action * offer.stride,
        row + blocks[action] * this.path.dimension,
      );
      const mean: f64 = this.logistic ? 1.0 / (1.0 + exp(-sum)) : sum;
      this.means[action] = mean;
      best = action === 0 || mean > best ? mean : best;
    }
    this.best[slot] = best;
  }

  /** A vector of features times a row of parameters. */
  // @inline
  product(features: Floats, at: i32, from: i32): f64 {
    const rows: Floats = this.path.rows;
    let sum: f64 = 0.0;
    for (let column: i32 = 0; column < this.path.dimension; column++) {
      sum += features[at + column] * rows[from + column];
    }
    return sum;
  }
}
