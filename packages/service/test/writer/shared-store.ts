/**
 * One store as several processes see it: each has a view of its own, experiments are locked for as long as a commit
 * takes, and how long that is comes from a seed. What a view is not allowed to do is found.
 */
import { type Random, randomStream } from '@driftline/core';
import type { Millis } from '../../src/model/rows.ts';
import type { Batch, BatchEnd, CommitOptions, Store } from '../../src/store/store.ts';
import { alteredStore } from './altered-store.ts';

interface SharedOptions {
  readonly seed: number;
  readonly lanes?: number;
  /** What the store's clock says. */
  readonly now: () => Millis;
}

export class SharedStore {
  readonly #store: Store;
  readonly #random: Random;
  readonly #lanes: number;
  readonly #now: () => Millis;
  /** Whoever has an experiment, and those who wait for it. */
  readonly #locks = new Map<number, (() => void)[]>();
  /** Batches that found their experiment locked, and events that were seen in tails. */
  busy = 0;
  tail = 0;
  /** The most commits of one view that were under way at once. */
  most = 0;

  constructor(store: Store, { seed, lanes = 4, now }: SharedOptions) {
    this.#store = store;
    this.#random = randomStream(seed);
    this.#lanes = lanes;
    this.#now = now;
  }

  /** The store as one more process sees it. */
  view(altered: Partial<Store> = {}): Store {
    const underWay = new Set<number>();
    let commits = 0;
    return alteredStore(this.#store, {
      isShared: true,
      lanes: this.#lanes,
      clock: async () => this.#now(),
      close: async () => {},
      commit: async (batches, options) => {
        for (const { experiment } of batches) {
          if (underWay.has(experiment)) throw new Error(`${experiment} is in another commit`);
          underWay.add(experiment);
        }
        commits += 1;
        this.most = Math.max(this.most, commits);
        if (commits > this.#lanes) throw new Error('there are more commits than lanes');
        const ends = await this.#commit(batches, options);
        commits -= 1;
        for (const { experiment } of batches) underWay.delete(experiment);
        return ends;
      },
      ...altered,
    });
  }

  /** Somebody else has an experiment until the returned function is called. */
  lock(experiment: number): () => void {
    if (!this.#take(experiment)) throw new Error(`${experiment} is locked`);
    return () => this.#release(experiment);
  }

  async #commit(
    batches: readonly Batch[],
    { wait = true }: CommitOptions = {},
  ): Promise<readonly BatchEnd[]> {
    const isAlone = wait && batches.length === 1;
    const had: boolean[] = [];
    for (const { experiment } of batches) {
      had.push(isAlone ? await this.#wait(experiment) : this.#take(experiment));
    }
    await this.#delay();
    const mine = batches.filter((_, i) => had[i]).map((batch) => this.#counted(batch));
    const ends = [...(await this.#store.commit(mine))];
    await this.#delay();
    return batches.map(({ experiment }, i) => {
      if (!had[i]) {
        this.busy += 1;
        return { end: 'busy' };
      }
      this.#release(experiment);
      return ends.shift() ?? { end: 'busy' };
    });
  }

  #counted(batch: Batch): Batch {
    return {
      ...batch,
      work: (seen) => {
        this.tail += seen.tail.length;
        return batch.work(seen);
      },
    };
  }

  #take(experiment: number): boolean {
    if (this.#locks.has(experiment)) return false;
    this.#locks.set(experiment, []);
    return true;
  }

  async #wait(experiment: number): Promise<boolean> {
    if (this.#take(experiment)) return true;
    await new Promise<void>((resolve) => this.#locks.get(experiment)?.push(resolve));
    return true;
  }

  /** The lock goes to the next who waits. */
  #release(experiment: number): void {
    const next = this.#locks.get(experiment)?.shift();
    if (next === undefined) this.#locks.delete(experiment);
    else next();
  }

  async #delay(): Promise<void> {
    for (let turns = this.#random.below(4); turns > 0; turns--) await new Promise(setImmediate);
  }
}
