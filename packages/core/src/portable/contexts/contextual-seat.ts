import { bool, f64, i32 } from '../base/language.ts';
import { ContextualKernel } from '../kernels/contextual-kernel.ts';
import { Offer } from '../means/offer.ts';
import { Learner } from '../play/step.ts';
import { Random } from '../random/generator.ts';

/** A contextual kernel as a learner: it picks among the actions of its offer. Rewards come in their own slots. */
export class ContextualSeat<K extends ContextualKernel> implements Learner {
  kernel: K;
  offer: Offer;
  /** The next slot. */
  slot: i32 = 0;

  constructor(kernel: K, offer: Offer) {
    this.kernel = kernel;
    this.offer = offer;
  }

  /** Returns to the state before the first slot. */
  reset(): void {
    this.kernel.reset();
    this.slot = 0;
  }

  // @inline
  pick(random: Random): i32 {
    const offer: Offer = this.offer;
    offer.meet(this.slot);
    return this.kernel.pick(random, offer.features, offer.stride, offer.blocks, offer.count);
  }

  // @inline
  ticket(): f64 {
    return this.kernel.ticket();
  }

  // @inline
  advance(action: i32): void {
    this.kernel.advance(this.offer.blocks[action]);
    this.slot += 1;
  }

  // @inline
  learn(slot: i32, action: i32, ticket: f64, reward: f64): bool {
    const offer: Offer = this.offer;
    const block: i32 = offer.blocks[action];
    const at: i32 = action * offer.stride;
    return this.kernel.learn(slot, block, offer.features, at, ticket, reward);
  }
}
