/** A contextual kernel and its naive history, which live through the same decisions. */
import type { ContextualKernel } from '../../src/portable/kernels/contextual-kernel.ts';
import type { Random } from '../../src/portable/random/generator.ts';
import { randomStream } from '../../src/random/source.ts';
import type { NaiveAction, NaiveLinearDecision } from './linear-family.ts';

/** The arrays of a slot in which a kernel sees its actions. */
export interface OfferedActions {
  readonly features: Float64Array<ArrayBuffer>;
  readonly stride: number;
  readonly blocks: Int32Array<ArrayBuffer>;
}

/** Actions as arrays. One context for all has stride 0, as arms are offered. */
export function offered(actions: readonly NaiveAction[]): OfferedActions {
  const dimension = actions[0].features.length;
  const shared = actions.every(({ features }) => features === actions[0].features);
  return {
    features: Float64Array.from(
      shared ? actions[0].features : actions.flatMap(({ features }) => features),
    ),
    stride: shared ? 0 : dimension,
    blocks: Int32Array.from(actions, ({ block }) => block),
  };
}

const EMPTY_SLOT = -1;

export class LinearRun {
  readonly kernel: ContextualKernel;
  readonly history: NaiveLinearDecision[] = [];
  readonly random: Random;
  readonly #tickets: number[] = [];

  constructor(kernel: ContextualKernel, random: Random = randomStream(1)) {
    this.kernel = kernel;
    this.random = random;
  }

  /** The number of the next slot. */
  get slot(): number {
    return this.history.length;
  }

  pick(actions: readonly NaiveAction[]): number {
    const { features, stride, blocks } = offered(actions);
    return this.kernel.pick(this.random, features, stride, blocks, actions.length);
  }

  /** The estimate and the width of an action now. */
  index({ block, features }: NaiveAction): { value: number; width: number } {
    const columns = Float64Array.from(features);
    return {
      value: this.kernel.value(block, columns, 0),
      width: this.kernel.widthOf(block, columns, 0),
    };
  }

  /** Takes a slot. With `held` the decision counts in widths until its reward comes. */
  begin(action: NaiveAction, held = false): void {
    this.#tickets.push(this.kernel.ticket());
    this.kernel.advance(action.block);
    if (held) this.kernel.hold(action.block, Float64Array.from(action.features), 0);
    this.history.push({ ...action, reward: undefined, pending: held });
  }

  skip(): void {
    this.#tickets.push(0);
    this.kernel.advance(EMPTY_SLOT);
    this.history.push({ block: EMPTY_SLOT, features: [], reward: undefined });
  }

  /** Ends the wait for a reward. Returns the features that it is learned with. */
  protected settle(slot: number): Float64Array<ArrayBuffer> {
    const { block, features, pending } = this.history[slot];
    const columns = Float64Array.from(features);
    if (pending === true) this.kernel.release(block, columns, 0);
    return columns;
  }

  /** Gives the reward of a past slot. Returns false if the kernel has forgotten that slot. */
  learn(slot: number, reward: number): boolean {
    const columns = this.settle(slot);
    const { block, features } = this.history[slot];
    this.history[slot] = { block, features, reward };
    return this.kernel.learn(slot, block, columns, 0, this.#tickets[slot], reward);
  }

  /** Gives up the reward of a past slot. */
  expire(slot: number): void {
    this.settle(slot);
    const { block, features } = this.history[slot];
    this.history[slot] = { block, features, reward: undefined };
  }

  /** A slot whose reward comes at once. */
  play(action: NaiveAction, reward: number): void {
    this.begin(action);
    this.learn(this.slot - 1, reward);
  }
}
