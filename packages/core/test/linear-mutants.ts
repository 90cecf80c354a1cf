/** Linear kernels with one mistake each, which the naive forms have to find. */
import type { ContextualSettings } from '../src/definitions/contextual.ts';
import type { ContextualKernel } from '../src/portable/kernels/contextual-kernel.ts';
import { ConfidenceIndex } from '../src/portable/linear/confidence-index.ts';
import { DiscountedMoments } from '../src/portable/linear/discounted-moments.ts';
import { DiscountedPair } from '../src/portable/linear/discounted-pair.ts';
import { DrawIndex } from '../src/portable/linear/draw-index.ts';
import { addDiagonal, addSquare } from '../src/portable/linear/triangles.ts';
import { WindowMoments } from '../src/portable/linear/window-moments.ts';
import { constantRadius, growingRadius, linearKernel } from '../src/tuning/linear.ts';
import { LinearRun } from './naive/linear-run.ts';

type Numbers = Float64Array<ArrayBuffer>;

/** D-LinUCB's pair as its authors' program has it: Ṽ ← γ²V + xxᵀ + (1 − γ²)λI, with V in place of Ṽ. */
class SlippedPair extends DiscountedPair {
  readonly #latest: Numbers;

  constructor(blocks: number, dimension: number, discount: number) {
    super(blocks, dimension, discount);
    this.#latest = new Float64Array(blocks * dimension);
  }

  override learn(slot: number, block: number, features: Numbers, at: number, reward: number) {
    this.#latest.set(features.subarray(at, at + this.dimension), block * this.dimension);
    return super.learn(slot, block, features, at, reward);
  }

  override writeSquares(block: number, target: Numbers, at: number): void {
    super.writeGram(block, target, at);
    const size = (this.dimension * (this.dimension + 1)) / 2;
    for (let i = 0; i < size; i++) target[at + i] *= this.discount ** 2;
    addSquare(target, at, this.dimension, this.#latest, block * this.dimension, 1);
  }
}

/** The ridge fades with the sums. */
class FadingRidge extends DiscountedPair {
  readonly #ridge: number;

  constructor(blocks: number, dimension: number, discount: number, ridge: number) {
    super(blocks, dimension, discount);
    this.#ridge = ridge;
  }

  override writeGram(block: number, target: Numbers, at: number): void {
    super.writeGram(block, target, at);
    const faded = this.discount ** this.first.fading.now - 1;
    addDiagonal(target, at, this.dimension, this.#ridge * faded);
  }
}

/** Sums of a block fade only in slots in which it is played. */
class PlayedBlockFades extends DiscountedMoments {
  override learn(slot: number, block: number, features: Numbers, at: number, reward: number) {
    const isKnown = super.learn(slot, block, features, at, reward);
    for (let other = 0; other < this.blocks; other++) {
      if (other !== block) this.fading.slots[other] = this.fading.now - 1;
    }
    return isKnown;
  }
}

/** β grows with the number of slots instead of the sum of squared weights. */
class SlotsInRadius extends DiscountedPair {
  override squaredMass(_block: number): number {
    return this.first.fading.now;
  }
}

/** Kernels of D-LinUCB, and of others if named, with a mistake in their sums or widths. */
export const mutants: Readonly<Record<string, (settings: ContextualSettings) => ContextualKernel>> =
  {
    'd-linucb with Ṽ from V': (settings) => slippedDiscountedLinUcb(settings),
    'd-linucb with a ridge that fades': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new FadingRidge(blocks, dimension, values.discount, values.ridge);
      return linearKernel(settings, moments, sandwich(settings));
    },
    'd-linucb with slots in β': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new SlotsInRadius(blocks, dimension, values.discount);
      return linearKernel(settings, moments, sandwich(settings));
    },
    'weight-linucb that discounts the played arm only': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new PlayedBlockFades(blocks, dimension, values.discount);
      const index = new ConfidenceIndex(dimension, growingRadius(settings), false);
      return linearKernel(settings, moments, index);
    },
    'weight-linucb with the widths of d-linucb': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new DiscountedPair(blocks, dimension, values.discount);
      return linearKernel(settings, moments, sandwich(settings));
    },
    'sw-linucb with a window of one slot more': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new WindowMoments(blocks, dimension, values.window + 1);
      return linearKernel(
        settings,
        moments,
        new ConfidenceIndex(dimension, constantRadius(settings), false),
      );
    },
    'd-lints that draws with the variance': (settings) => {
      const { blocks, dimension, values } = settings;
      const moments = new DiscountedPair(blocks, dimension, values.discount);
      const index = new DrawIndex(dimension, (values.width * values.noise) ** 2, true, false);
      return linearKernel(settings, moments, index);
    },
  };

function sandwich(settings: ContextualSettings): ConfidenceIndex {
  return new ConfidenceIndex(settings.dimension, growingRadius(settings), true);
}

/** D-LinUCB with the slip of its authors' program. */
export function slippedDiscountedLinUcb(settings: ContextualSettings): ContextualKernel {
  const { blocks, dimension, values } = settings;
  const moments = new SlippedPair(blocks, dimension, values.discount);
  return linearKernel(settings, moments, sandwich(settings));
}

/** A decision that ends is released twice. */
export class ReleasedTwice extends LinearRun {
  protected override settle(slot: number): Numbers {
    const { block, pending } = this.history[slot];
    const columns = super.settle(slot);
    if (pending === true) this.kernel.release(block, columns, 0);
    return columns;
  }
}

/** A reward is learned with the features of the first slot. */
export class FeaturesOfAnotherSlot extends LinearRun {
  protected override settle(slot: number): Numbers {
    super.settle(slot);
    const first = this.history.find(({ block }) => block >= 0);
    return Float64Array.from(first?.features ?? []);
  }
}
