/**
 * A store that fails, tears and delays, from a seed. Whoever calls it learns no more than from a real fault: that
 * nothing was written (`failed`), or that nobody knows (`unknown`), with the writes there or not.
 */
import type { Random } from '@driftline/core';
import { randomStream } from '@driftline/core';
import type { KeyRow, SnapshotRow } from '../../src/model/rows.ts';
import type {
  Batch,
  BatchEnd,
  CommitOptions,
  DecisionPage,
  Erasure,
  NewExperimentRows,
  Pruning,
  Store,
} from '../../src/store/store.ts';

export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** What happens to a batch: its work is always run, because real faults come after it, too. */
type Fate = 'committed' | 'failed' | 'unknown, not written' | 'unknown, written';

export interface FaultyOptions {
  readonly seed: number;
  /** The probability that a batch, or another call, meets a fault. */
  readonly faults: number;
}

export class FaultyStore implements Store {
  readonly #store: Store;
  readonly #random: Random;
  /** The probability that a call meets a fault; may be changed while it is used. */
  faults: number;
  /** How often each fate was met. */
  readonly met: Record<Fate, number> = {
    committed: 0,
    failed: 0,
    'unknown, not written': 0,
    'unknown, written': 0,
  };

  constructor(store: Store, { seed, faults }: FaultyOptions) {
    this.#store = store;
    this.#random = randomStream(seed);
    this.faults = faults;
  }

  get idKeys(): readonly Uint8Array[] {
    return this.#store.idKeys;
  }

  get isShared(): boolean {
    return this.#store.isShared;
  }

  get lanes(): number {
    return this.#store.lanes;
  }

  async commit(batches: readonly Batch[], options?: CommitOptions): Promise<readonly BatchEnd[]> {
    const fates = batches.map(() => this.#fate());
    await this.#delay();
    const tornOnes = batches.map((batch, i) => torn(batch, fates[i]));
    const ends = await this.#store.commit(tornOnes, options);
    await this.#delay();
    return ends.map((end, i) => endOf(end, fates[i]));
  }

  async create(rows: NewExperimentRows) {
    await this.#delay();
    // A lost answer to a new experiment looks like a key that is taken.
    const created = await this.#mayFail(() => this.#store.create(rows));
    if (this.#hits()) throw new InjectedFault('nobody knows whether it was written');
    return created;
  }

  log(experiment: number, afterSeq: number, limit: number) {
    return this.#mayFail(() => this.#store.log(experiment, afterSeq, limit));
  }

  snapshots(experiment: number) {
    return this.#mayFail(() => this.#store.snapshots(experiment));
  }

  snapshotSeqs(experiment: number) {
    return this.#mayFail(() => this.#store.snapshotSeqs(experiment));
  }

  damagedExperiments() {
    return this.#mayFail(() => this.#store.damagedExperiments());
  }

  saveSnapshot(experiment: number, snapshot: SnapshotRow) {
    return this.#mayFail(() => this.#store.saveSnapshot(experiment, snapshot));
  }

  replaceSnapshots(experiment: number, snapshot: SnapshotRow) {
    return this.#mayFail(() => this.#store.replaceSnapshots(experiment, snapshot));
  }

  prune(experiment: number, below: Pruning, limit: number) {
    return this.#mayFail(() => this.#store.prune(experiment, below, limit));
  }

  eraseUnit(experiment: number, erasure: Erasure) {
    return this.#mayFail(() => this.#store.eraseUnit(experiment, erasure));
  }

  putKey(key: KeyRow) {
    return this.#mayFail(() => this.#store.putKey(key));
  }

  confirmPlace() {
    return this.#store.confirmPlace();
  }

  rescue() {
    return this.#store.rescue();
  }

  probe(needsRoom?: boolean) {
    return this.#mayFail(() => this.#store.probe(needsRoom));
  }

  clock() {
    return this.#mayFail(() => this.#store.clock());
  }

  experimentOfId(id: number) {
    return this.#mayFail(() => this.#store.experimentOfId(id));
  }

  experiments() {
    return this.#mayFail(() => this.#store.experiments());
  }

  experiment(key: string) {
    return this.#mayFail(() => this.#store.experiment(key));
  }

  decisions(experiment: number, page: DecisionPage) {
    return this.#mayFail(() => this.#store.decisions(experiment, page));
  }

  changes(experiment: number, afterSeq: number, limit: number) {
    return this.#mayFail(() => this.#store.changes(experiment, afterSeq, limit));
  }

  keys() {
    return this.#mayFail(() => this.#store.keys());
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #hits(): boolean {
    return this.#random.uniform() < this.faults;
  }

  #fate(): Fate {
    const faults = ['failed', 'unknown, not written', 'unknown, written'] as const;
    const fate = this.#hits() ? faults[this.#random.below(faults.length)] : 'committed';
    this.met[fate]++;
    return fate;
  }

  async #mayFail<T>(call: () => Promise<T>): Promise<T> {
    await this.#delay();
    if (this.#hits()) throw new InjectedFault('nothing was done');
    return call();
  }

  async #delay(): Promise<void> {
    for (let turns = this.#random.below(3); turns > 0; turns--) await new Promise(setImmediate);
  }
}

/** The batch, or one that is worked on and then not written. */
function torn(batch: Batch, fate: Fate): Batch {
  if (fate === 'committed' || fate === 'unknown, written') return batch;
  return {
    ...batch,
    work(seen) {
      batch.work(seen);
      throw new InjectedFault(fate);
    },
  };
}

function endOf(end: BatchEnd, fate: Fate): BatchEnd {
  if (fate === 'committed' || fate === 'failed' || end.end === 'busy') return end;
  return { end: 'unknown', error: new InjectedFault('nobody knows whether it was written') };
}
