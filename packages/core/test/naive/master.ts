/**
 * Naive MASTER over UCB1 (Wei and Luo 2021, Algorithms 1 to 3): instances as objects with the rewards that
 * they had, every mean and minimum computed from the block's whole history.
 *
 *   rho(t)      = sqrt(K L/t) + K L/t, L = ln(T/delta)
 *   rhohat(t)   = 6 (log2 T + 1) L rho(t), times a factor
 *   instances   of length 2^m at multiples of 2^m with probability rho(2^n)/rho(2^m), m = n ... 0
 *   index       mean + sqrt(2 L/n) in the shortest instance that covers the slot
 *
 * An epoch ends with a restart, or with a block that is as long as blocks become. Where it ended before all
 * arms were played, the one that has waited longest goes next of arms that an instance does not know.
 */
import { playsHandedOn } from './history.ts';
import { chooseNaively } from './index-policies.ts';

interface Instance {
  readonly order: number;
  readonly start: number;
  readonly samples: { readonly arm: number; readonly reward: number }[];
}

/** What happened, so that a test can show that it saw everything. */
export interface MasterEvents {
  blockTests: number;
  shorterInstances: number;
}

/** MASTER that keeps everything of a block. */
export class NaiveMaster {
  readonly events: MasterEvents = { blockTests: 0, shorterInstances: 0 };
  readonly #armCount: number;
  readonly #horizon: number;
  readonly #logarithm: number;
  readonly #factor: number;
  #order = 0;
  #instances: Instance[] = [];
  #block: { readonly optimistic: number; readonly reward: number }[] = [];
  /** The arms of each epoch's slots. */
  readonly #epochs: number[][] = [[]];

  constructor(armCount: number, horizon: number, delta: number, factor: number) {
    this.#armCount = armCount;
    this.#horizon = horizon;
    this.#logarithm = Math.log(Math.max(2, horizon / delta));
    this.#factor = factor;
  }

  choose(uniform: number): number {
    const indices = this.#indices(this.#activeAmong(this.#scheduled(uniform)));
    const plays = playsHandedOn(this.#epochs, this.#armCount);
    // Within an epoch that follows on a complete one the lowest goes first in each instance.
    const waiting = plays.length > (this.#epochs.at(-1)?.length ?? 0) ? plays : [];
    return chooseNaively(indices, waiting).arm;
  }

  play(arm: number): void {
    this.#epochs.at(-1)?.push(arm);
  }

  learn(uniform: number, arm: number, reward: number): void {
    this.#instances = this.#scheduled(uniform);
    const active = this.#activeAmong(this.#instances);
    if (active.order < this.#order) this.events.shorterInstances += 1;
    const optimistic = Math.min(1, Math.max(...this.#indices(active)));
    active.samples.push({ arm, reward });
    this.#block.push({ optimistic, reward });
    const [first, second] = [this.#instanceTest(), this.#blockTest()];
    if (second) this.events.blockTests += 1;
    const full = this.#block.length === 2 ** this.#order;
    if (!first && !second && !full) return;
    const largest = Math.ceil(Math.log2(this.#horizon));
    if (first || second || this.#order === largest) this.#epochs.push([]);
    this.#order = first || second ? 0 : Math.min(largest, this.#order + 1);
    this.#instances = [];
    this.#block = [];
  }

  #rho(t: number): number {
    const share = (this.#armCount * this.#logarithm) / t;
    return Math.sqrt(share) + share;
  }

  #rhoHat(t: number): number {
    return this.#factor * 6 * (Math.log2(this.#horizon) + 1) * this.#logarithm * this.#rho(t);
  }

  /** The instances that cover the next slot of the block, those that a uniform number begins included. */
  #scheduled(uniform: number): Instance[] {
    const slot = this.#block.length;
    const instances = this.#instances.filter(({ start, order }) => slot < start + 2 ** order);
    let rest = uniform;
    for (let m = this.#order; m >= 0; m--) {
      if (slot % 2 ** m !== 0) continue;
      const probability = this.#rho(2 ** this.#order) / this.#rho(2 ** m);
      if (rest < probability) {
        rest /= probability;
        instances.push({ order: m, start: slot, samples: [] });
      } else rest = (rest - probability) / (1 - probability);
    }
    return instances;
  }

  #activeAmong(instances: readonly Instance[]): Instance {
    return instances.reduce((shortest, one) => (one.order < shortest.order ? one : shortest));
  }

  #indices({ samples }: Instance): number[] {
    return Array.from({ length: this.#armCount }, (_, arm) => {
      const own = samples.filter((sample) => sample.arm === arm);
      if (own.length === 0) return Number.POSITIVE_INFINITY;
      const mean = own.reduce((sum, { reward }) => sum + reward, 0) / own.length;
      return mean + Math.sqrt((2 * this.#logarithm) / own.length);
    });
  }

  #instanceTest(): boolean {
    const least = Math.min(...this.#block.map(({ optimistic }) => optimistic));
    return this.#instances
      .filter(({ start, order }) => this.#block.length === start + 2 ** order)
      .some(({ start, order }) => {
        const rewards = this.#block.slice(start).map(({ reward }) => reward);
        const mean = rewards.reduce((sum, reward) => sum + reward, 0) / 2 ** order;
        return mean >= least + 9 * this.#rhoHat(2 ** order);
      });
  }

  #blockTest(): boolean {
    const excess = this.#block.reduce((sum, one) => sum + one.optimistic - one.reward, 0);
    return excess / this.#block.length >= 3 * this.#rhoHat(this.#block.length);
  }
}
