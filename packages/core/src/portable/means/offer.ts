import { Floats, f64, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { ROLE_CONTEXTS, seedStream } from '../random/streams.ts';
import { ContextSource } from './context-source.ts';

/** The actions of the current slot and their features. A policy and its course share one offer. */
export class Offer {
  source: ContextSource;
  /** The features, those of action i from `i * stride` on. */
  features: Floats;
  stride: i32;
  /** The block of parameters of each action. */
  blocks: Ints;
  count: i32;
  random: Random;
  /** The slot whose features are there; −1 before the first. */
  slot: i32 = -1;

  constructor(source: ContextSource, features: Floats, stride: i32, blocks: Ints) {
    this.source = source;
    this.features = features;
    this.stride = stride;
    this.blocks = blocks;
    this.count = blocks.length;
    this.random = new Random(0, 0, 0, 1);
  }

  /** Returns to the state before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    seedStream(this.random, seed, replication, ROLE_CONTEXTS);
    this.slot = -1;
  }

  /** Makes the features of a slot, unless they are there. Slots are met in order. */
  meet(slot: i32): void {
    if (slot === this.slot) return;
    this.slot = slot;
    this.source.fill(this.random, slot, this.features);
  }
}
