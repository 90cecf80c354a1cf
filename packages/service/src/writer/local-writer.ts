/**
 * The single writer of a store. Operations wait in a queue; those that come together share one commit, and are
 * answered when that is durable. The states of experiments are caches of the log: after a commit that failed, or of
 * which nobody knows, they are thrown away and folded again.
 */
import { setImmediate } from 'node:timers/promises';
import type { Random } from '@driftline/core';
import { defaultLimits, type Limits } from '../model/limits.ts';
import type { Answer, Operation, OperationName } from '../model/operations.ts';
import { type StoreBroken, StoreDamaged } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { type Clock, systemClock } from './clock.ts';
import { Committer, type Fault } from './committer.ts';
import { reviseForSlots } from './configuring.ts';
import { Desk } from './desk.ts';
import { type Entry, refuse } from './entry.ts';
import { Experiments } from './held.ts';
import type { MeasuresListener } from './measures.ts';
import { Occupancy } from './occupancy.ts';
import type { Writer, WriterHealth } from './operations.ts';
import { Queue } from './queue.ts';
import { systemRandom } from './system-random.ts';
import { Collector } from './tally.ts';
import { isReady, Upkeep } from './upkeep.ts';

const MILLIS_PER_TURN = 1000;

export interface WriterOptions {
  readonly store: Store;
  readonly clock?: Clock;
  readonly limits?: Limits;
  readonly random?: Random;
  readonly onMeasures?: MeasuresListener;
  readonly onFault?: (fault: Fault) => void;
  /** The store refuses everything from now on: the process has to end. */
  readonly onBroken?: (error: StoreBroken) => void;
}

export class LocalWriter implements Writer {
  readonly #committer: Committer;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #collector: Collector;
  readonly #experiments = new Experiments();
  readonly #queue = new Queue();
  readonly #occupancy: Occupancy;
  readonly #desk: Desk;
  readonly #upkeep: Upkeep;
  /** Running experiments that are not in memory yet; undefined before they are counted. */
  #toLoad: number | undefined;
  #isRunning = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;
  /** Whom to tell when what is due once a second is done. */
  #turns: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, clock = systemClock(), limits = defaultLimits, ...options }: WriterOptions) {
    const { random = systemRandom(), onMeasures, onFault, onBroken } = options;
    this.#clock = clock;
    this.#limits = limits;
    this.#collector = new Collector(onMeasures ?? (() => undefined));
    this.#committer = new Committer({
      store,
      clock,
      limits,
      random,
      collector: this.#collector,
      onFault: onFault ?? (() => undefined),
      onBroken: (error) => {
        this.#refuseAll(error);
        onBroken?.(error);
      },
    });
    this.#occupancy = new Occupancy({
      most: limits.queued,
      refuse: (entry) => this.#refuseOne(entry),
      putBack: (entries) => this.#putBack(entries),
      onFault: (what, error) => this.#committer.noticed(what, error),
    });
    this.#desk = new Desk(this.#committer, this.#experiments, this.#occupancy);
    this.#upkeep = new Upkeep(this.#committer, this.#experiments);
  }

  /** Takes over the experiments of the store; those that run are read in the background. */
  async start(): Promise<void> {
    const { store } = this.#committer.equipment;
    const damaged = await store.damagedExperiments();
    this.#experiments.setUnreadable(damaged);
    for (const { key, why } of damaged) {
      this.#committer.noticed(`experiment ${key} is refused`, new StoreDamaged(why));
    }
    for (const row of await store.experiments())
      this.#experiments.add(row, undefined, this.#clock.elapsed());
    const running = [...this.#experiments].filter(({ row }) => row.status === 'running');
    this.#toLoad = running.length;
    void this.#loadInTurn(running);
  }

  /** From now on it looks after its experiments by itself, once a second. */
  keepUp(): void {
    this.#timer ??= setInterval(() => void this.turn(), MILLIS_PER_TURN);
  }

  submit<Name extends OperationName>(operation: Operation<Name>): Promise<Answer<Name>> {
    return new Promise((resolve) => {
      // Whoever does an operation gives the answer of its name.
      const answer = resolve as (answer: Answer) => void;
      const since = this.#clock.elapsed();
      this.#accept({ operation: operation as Operation, since, answer });
    });
  }

  turnsAway(): boolean {
    if (this.#queue.length < this.#limits.queued) return false;
    this.#collector.shed('queue-full');
    return true;
  }

  async health(): Promise<WriterHealth> {
    return {
      notReady: this.#notReady(),
      sinceCommit: this.#committer.sinceCommit,
      queued: this.#queued,
    };
  }

  async probe(): Promise<void> {
    await this.#committer.probe();
  }

  /** Does what is due once a second; resolves when it is done. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#turns.push(resolve);
      this.#wake();
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    while (this.#queued + this.#occupancy.busy > 0 || this.#isRunning) await setImmediate();
    await this.#upkeep.saveAll();
    this.#report();
    await this.#committer.equipment.store.close();
  }

  get #queued(): number {
    return this.#queue.length + this.#occupancy.parked;
  }

  #notReady(): string | undefined {
    const { broken } = this.#committer;
    if (broken !== undefined) return broken.message;
    if (this.#isClosing) return 'the service is stopping';
    if (this.#toLoad === undefined) return 'the store is being read';
    return this.#toLoad > 0 ? `${this.#toLoad} experiments are still being read` : undefined;
  }

  /** One after the other, so that what is asked for meanwhile has its turn. */
  async #loadInTurn(running: Iterable<ReturnType<Experiments['demand']>>): Promise<void> {
    for (const held of running) {
      if (held.fold === undefined && !held.isBusy) {
        await new Promise<void>((resolve) => {
          this.#occupancy.occupy(held, () => this.#desk.load(held).finally(resolve));
        });
      }
      this.#toLoad = (this.#toLoad ?? 1) - 1;
    }
  }

  #accept(entry: Entry): void {
    const { broken } = this.#committer;
    if (broken !== undefined || this.#isClosing) {
      refuse(entry, 'stopping', broken?.message ?? 'the service is stopping');
      return;
    }
    if (this.#queue.length >= this.#limits.queued) {
      this.#refuseOne(entry);
      return;
    }
    this.#queue.push(entry);
    this.#wake();
  }

  #refuseOne(entry: Entry): void {
    this.#collector.shed('queue-full');
    refuse(entry, 'overloaded', `${this.#limits.queued} operations wait, the most that may`);
  }

  #putBack(entries: readonly Entry[]): void {
    for (const entry of entries) entry.since = this.#clock.elapsed();
    this.#queue.putBack(entries);
    if (entries.length > 0) this.#wake();
  }

  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#turns.length > 0) {
      // What comes in the meantime shares the next commit.
      await setImmediate();
      this.#shedOld();
      await this.#desk.serve(this.#queue);
      if (this.#turns.length > 0) await this.#lookAfter();
    }
    this.#isRunning = false;
  }

  /** Whoever has waited too long has given up, or should try again when less is waiting. */
  #shedOld(): void {
    const { queuedMillis } = this.#limits;
    const elapsed = this.#clock.elapsed();
    for (let { head } = this.#queue; head !== undefined; { head } = this.#queue) {
      if (elapsed - head.since <= queuedMillis) return;
      this.#queue.shift();
      this.#collector.shed('waited-too-long');
      refuse(head, 'overloaded', `it waited longer than ${queuedMillis} ms`);
    }
  }

  /** What is due once a second; operations have their turn in between. */
  async #lookAfter(): Promise<void> {
    const turns = this.#turns.splice(0);
    try {
      while (this.#committer.broken === undefined && (await this.#upkeep.sweep())) {
        await setImmediate();
        await this.#desk.serve(this.#queue);
      }
      if (this.#committer.broken === undefined) {
        await this.#upkeep.save();
        const wanted = await this.#upkeep.prune();
        if (wanted !== undefined) this.#desk.bringIn(wanted);
        // After pruning, for which idle ones are brought in.
        await this.#upkeep.letGo();
        this.#reviseFullOnes();
      }
      this.#report();
    } catch (error) {
      this.#committer.noticed('what is due once a second', error);
    }
    for (const done of turns) done();
  }

  #reviseFullOnes(): void {
    for (const held of this.#experiments) {
      if (!isReady(held) || held.fold.policy.slot < this.#limits.slots) continue;
      this.#occupancy.occupy(held, () => reviseForSlots(this.#desk.bench, held));
    }
  }

  #report(): void {
    this.#collector.report({
      pendingOf: (key) => this.#experiments.byKey(key)?.fold?.waiting.size ?? 0,
      arms: this.#upkeep.arms(),
      queued: this.#queued,
      damaged: this.#experiments.damaged,
    });
  }

  #refuseAll({ message }: StoreBroken): void {
    for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
      refuse(entry, 'stopping', message);
    }
  }
}
