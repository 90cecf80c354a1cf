import { expect } from 'vitest';
import type { ExperimentRow } from '../../../src/model/rows.ts';
import type { Batch, BatchEnd, Seen, Store, Wanted, Writes } from '../../../src/store/store.ts';
import { insist } from '../caller.ts';
import { InjectedFault } from '../faulty-store.ts';
import { Appending, NOTHING_WANTED, newExperiment } from '../rows.ts';

export interface StoreUnderTest {
  /** The store; after `close` the same one again, with all that it held. */
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** A store with experiments in it, and the ways to ask it until it answers. */
export class Given {
  #under: StoreUnderTest | undefined;
  #store: Store | undefined;
  #others: Given[] = [];

  async start(under: StoreUnderTest): Promise<void> {
    this.#under = under;
    this.#store = await under.open();
  }

  async end(): Promise<void> {
    for (const other of [...this.#others, this]) await other.#store?.close();
    await this.#under?.remove();
    this.#others = [];
  }

  /** Another handle on the same store, as another process has one. */
  async another(): Promise<Given> {
    if (this.#under === undefined) throw new Error('no store is open');
    const other = new Given();
    await other.start(this.#under);
    this.#others.push(other);
    return other;
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error('no store is open');
    return this.#store;
  }

  async reopen(): Promise<Store> {
    await this.store.close();
    this.#store = await this.#under?.open();
    return this.store;
  }

  async experiment(key = 'one'): Promise<ExperimentRow> {
    try {
      const row = await this.store.create(newExperiment(key));
      if (row !== undefined) return row;
    } catch (error) {
      if (!(error instanceof InjectedFault)) throw error;
    }
    return (await this.row(key)) ?? this.experiment(key);
  }

  row(key = 'one'): Promise<ExperimentRow | undefined> {
    return insist(() => this.store.experiment(key));
  }

  async headOf(id: number): Promise<number> {
    const rows = await insist(() => this.store.experiments());
    return rows.find((row) => row.id === id)?.head ?? Number.NaN;
  }

  /** How a batch ended that met no injected fault. One whose writes are there is not asked again. */
  async settled(batch: Omit<Batch, 'known'>): Promise<BatchEnd> {
    const known = await this.headOf(batch.experiment);
    const [end] = await this.store.commit([{ ...batch, known }]);
    if (!isInjected(end)) return end;
    const isWritten = (await this.headOf(batch.experiment)) > known;
    return isWritten ? { end: 'committed' } : this.settled(batch);
  }

  /** Appends to an experiment, and demands that it is committed. */
  async append(experiment: number, write: (appending: Appending) => void): Promise<void> {
    const end = await this.settled({
      experiment,
      wanted: NOTHING_WANTED,
      work: ({ experiment: row }) => {
        const appending = new Appending(row);
        write(appending);
        return appending.writes;
      },
    });
    expect(end).toEqual({ end: 'committed' });
  }

  /** A batch that looks, and writes nothing. */
  looking(experiment: number, known: number, look: (seen: Seen) => void): Batch {
    const work = (seen: Seen): Writes => {
      look(seen);
      return { decisions: [], outcomes: [], changes: [] };
    };
    return { experiment, known, wanted: NOTHING_WANTED, work };
  }

  /** What a batch sees that wants this. */
  async see(experiment: number, wanted: Partial<Wanted>, after?: number): Promise<Seen> {
    const seen: Seen[] = [];
    const known = after ?? (await this.headOf(experiment));
    const batch = this.looking(experiment, known, (each) => void seen.push(each));
    await this.store.commit([{ ...batch, wanted: { ...NOTHING_WANTED, ...wanted } }]);
    return seen[0];
  }

  log(experiment: number, afterSeq = 0, limit = 1000) {
    return insist(() => this.store.log(experiment, afterSeq, limit));
  }

  async seqs(experiment: number, afterSeq = 0, limit = 1000): Promise<number[]> {
    return (await this.log(experiment, afterSeq, limit)).map(({ row }) => row.seq);
  }

  async numbers(experiment: number): Promise<number[]> {
    const page = await insist(() => this.store.decisions(experiment, { from: 0, limit: 1000 }));
    return page.map(({ decision }) => decision.number);
  }
}

/** Whether a wrapper said so, and not the store. */
export function isInjected(end: BatchEnd): boolean {
  return 'error' in end && end.error instanceof InjectedFault;
}
