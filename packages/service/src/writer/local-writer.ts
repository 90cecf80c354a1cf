/**
 * The single writer of a store. Operations wait in a queue; those that come together share one commit, and are
 * answered when that is durable. The states of experiments are caches of the log: after a commit that failed, or of
 * which nobody knows, they are thrown away and folded again.
 */
import { setImmediate } from 'node:timers/promises';
import type { Random } from '@driftline/core';
import { defaultLimits, type Limits } from '../model/limits.ts';
import type { Answer, Operation, OperationName } from '../model/operations.ts';
import { StoreBroken, StoreDamaged, StoreReplaced } from '../store/errors.ts';
import { useOfCopy } from '../store/sqlite/leftovers.ts';
import type { Store } from '../store/store.ts';
import { type Clock, systemClock } from './clock.ts';
import { Committer, type Fault } from './committer.ts';
import { Creating } from './creating.ts';
import { Desk } from './desk.ts';
import { type Entry, refuse } from './entry.ts';
import { Flights } from './flights.ts';
import { Experiments } from './held.ts';
import { Lanes } from './lanes.ts';
import { clockNote, logClocks } from './log-clocks.ts';
import type { LogClockMeasures, MeasuresListener } from './measures.ts';
import { Names } from './names.ts';
import { Occupancy } from './occupancy.ts';
import type { Writer, WriterHealth } from './operations.ts';
import { Queue } from './queue.ts';
import { StoreClock } from './store-clock.ts';
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
  /** Is given what an operator should know, though nothing failed. */
  readonly onNotice?: (notice: string) => void;
  /** Whether an operator confirmed that the clock of the machine is right. */
  readonly acceptsClock?: boolean;
  /** The store refuses everything from now on, and what could be rescued is: the process has to end. */
  readonly onBroken?: (error: StoreBroken) => void;
}

/** Operations that write nothing, and need no clock. */
function isReading(name: OperationName): boolean {
  return name === 'list' || name === 'show' || name === 'state' || name === 'policies';
}

export class LocalWriter implements Writer {
  readonly #committer: Committer;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #collector: Collector;
  readonly #experiments = new Experiments();
  readonly #queue = new Queue();
  readonly #lanes: Lanes;
  readonly #occupancy: Occupancy;
  readonly #names: Names;
  readonly #storeClock: StoreClock;
  readonly #desk: Desk;
  readonly #upkeep: Upkeep;
  /** Running experiments that are not in memory yet; undefined before they are counted. */
  #toLoad: number | undefined;
  #isRunning = false;
  #isLooking = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;
  #rescued: Promise<void> | undefined;
  /** Whom to tell when what is due once a second is done. */
  #turns: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, clock = systemClock(), limits = defaultLimits, ...options }: WriterOptions) {
    const { random = systemRandom(), onMeasures, onFault, onNotice, onBroken } = options;
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
      onNotice: onNotice ?? (() => undefined),
      acceptsClock: options.acceptsClock ?? false,
      isClockSettled: () => this.#storeClock.isSettled,
      onBroken: (error) => {
        this.#refuseAll(error);
        if (error instanceof StoreReplaced) this.#rescued = this.#rescue(error).then(onBroken);
        else onBroken?.(error);
      },
    });
    this.#lanes = new Lanes(store.lanes);
    const overload = {
      most: limits.queued,
      refuse: (entry: Entry) => this.#refuseOne(entry),
      onFault: (what: string, error: unknown) => this.#committer.noticed(what, error),
    };
    this.#occupancy = new Occupancy({
      ...overload,
      wake: () => this.#wake(),
      elapsed: () => clock.elapsed(),
    });
    this.#names = new Names({ ...overload, putBack: (entries) => this.#putBack(entries) });
    this.#storeClock = new StoreClock(store, clock, (error) =>
      this.#committer.noticed('the clock of the store', error),
    );
    const parts = {
      committer: this.#committer,
      experiments: this.#experiments,
      occupancy: this.#occupancy,
      lanes: this.#lanes,
      shed: (entry: Entry) => this.#shedOne(entry),
    };
    const flights = new Flights(parts);
    const creating = new Creating(this.#committer, this.#experiments, this.#names);
    this.#desk = new Desk({ ...parts, flights, creating });
    this.#upkeep = new Upkeep({
      ...parts,
      flights,
      bringIn: (held) => this.#desk.bringIn(held),
      bringUp: (held) => this.#desk.bringUp(held),
    });
  }

  /** Takes over the experiments of the store; those that run are read in the background. */
  async start(): Promise<void> {
    const { store } = this.#committer.equipment;
    await this.#storeClock.look();
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
      note: clockNote(this.#logClocks),
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
    while (!this.#isIdle) await setImmediate();
    await this.#upkeep.saveAll();
    this.#report();
    await this.#closeStore();
    await this.#rescued;
  }

  async #closeStore(): Promise<void> {
    try {
      await this.#committer.equipment.store.close();
    } catch (error) {
      if (!(error instanceof StoreBroken)) throw error;
      this.#committer.noticed('closing the store', error);
    }
  }

  /** The reason to end, with where everything is that was committed. */
  async #rescue(error: StoreReplaced): Promise<StoreReplaced> {
    // Those who wait are answered first.
    await setImmediate();
    const more = await this.#committer.equipment.store.rescue().then(
      (copy) => `everything that was committed is in ${copy}; ${useOfCopy(copy)}`,
      (reason: unknown) =>
        reason instanceof StoreReplaced
          ? reason.message
          : `the store cannot be copied (${reason instanceof Error ? reason.message : String(reason)}), so the last commits may be lost`,
    );
    return new StoreReplaced(`${error.message}; ${more}`, { cause: error });
  }

  get #queued(): number {
    return this.#queue.length + this.#occupancy.parked + this.#names.waiting;
  }

  get #logClocks(): readonly LogClockMeasures[] {
    return logClocks(this.#experiments, this.#committer.setting());
  }

  get #isIdle(): boolean {
    const isServed = this.#queued + this.#occupancy.busy === 0 && this.#names.isIdle;
    return isServed && this.#lanes.isIdle && !this.#isRunning && !this.#isLooking;
  }

  #notReady(): string | undefined {
    const { broken } = this.#committer;
    if (broken !== undefined) return broken.message;
    if (this.#isClosing) return 'the service is stopping';
    if (this.#toLoad === undefined) return 'the store is being read';
    if (this.#storeClock.why !== undefined) return this.#storeClock.why;
    return this.#toLoad > 0 ? `${this.#toLoad} experiments are still being read` : undefined;
  }

  /** One after the other, so that what is asked for meanwhile has its turn. */
  async #loadInTurn(running: Iterable<ReturnType<Experiments['demand']>>): Promise<void> {
    for (const held of running) {
      if (held.fold === undefined && !held.isBusy) {
        await this.#occupancy.occupy(held, () => this.#desk.load(held));
      }
      this.#toLoad = (this.#toLoad ?? 1) - 1;
    }
    // From here on the service is ready, and its metrics show the same as its readiness.
    this.#report();
  }

  #accept(entry: Entry): void {
    const { broken } = this.#committer;
    if (broken !== undefined || this.#isClosing) {
      refuse(entry, 'stopping', broken?.message ?? 'the service is stopping');
      return;
    }
    if (this.#storeClock.why !== undefined && !isReading(entry.operation.name)) {
      refuse(entry, 'starting', this.#storeClock.why);
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
    refuse(
      entry,
      'overloaded',
      `${this.#limits.queued} operations are waiting, which is the limit`,
    );
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

  get #hasWork(): boolean {
    const isDue = this.#turns.length > 0 && !this.#isLooking;
    return this.#queue.length > 0 || this.#occupancy.ready.size > 0 || isDue;
  }

  async #run(): Promise<void> {
    while (this.#hasWork) {
      // What comes in the meantime shares the next commit.
      await setImmediate();
      const served = await this.#serve();
      // With one lane everything is in a row.
      if (this.#lanes.count === 1) await served.done;
      if (this.#turns.length === 0 || this.#isLooking) continue;
      const looked = this.#lookAfter();
      if (this.#lanes.count === 1) await looked;
    }
    this.#isRunning = false;
  }

  /** Starts a round when there is a lane for it. */
  async #serve(): Promise<{ readonly done: Promise<void> }> {
    const land = await this.#lanes.take('together');
    this.#shedOld();
    const done = this.#desk.serve(this.#queue, land).catch((error: unknown) => {
      land();
      this.#committer.noticed('a round of operations', error);
    });
    return { done };
  }

  /** Whoever has waited too long has given up, or should try again when less is waiting. */
  #shedOld(): void {
    for (let { head } = this.#queue; head !== undefined; { head } = this.#queue) {
      if (!this.#shedOne(head)) return;
      this.#queue.shift();
    }
  }

  #shedOne(entry: Entry): boolean {
    const { queuedMillis } = this.#limits;
    if (this.#clock.elapsed() - entry.since <= queuedMillis) return false;
    this.#collector.shed('waited-too-long');
    refuse(entry, 'overloaded', `the operation waited longer than ${queuedMillis} ms`);
    return true;
  }

  /** What is due once a second; operations have their turn in between. */
  async #lookAfter(): Promise<void> {
    this.#isLooking = true;
    const turns = this.#turns.splice(0);
    try {
      await this.#confirmPlace();
      await this.#storeClock.look();
      await this.#committer.lookForRoom();
      while (this.#mayWrite && (await this.#upkeep.sweep())) {
        await setImmediate();
        if (this.#lanes.count === 1) await (await this.#serve()).done;
      }
      if (this.#mayWrite) await this.#tidyUp();
    } catch (error) {
      this.#committer.noticed('what is due once a second', error);
    }
    this.#report();
    this.#isLooking = false;
    for (const done of turns) done();
    if (this.#turns.length > 0) this.#wake();
  }

  /** A service that nobody asks anything must not rest on files that are gone. */
  async #confirmPlace(): Promise<void> {
    const { equipment, broken } = this.#committer;
    if (broken !== undefined) return;
    try {
      await equipment.store.confirmPlace();
    } catch (error) {
      this.#committer.noticed('the place of the store', error);
    }
  }

  /** Whether the store can be written to, and the time is right. */
  get #mayWrite(): boolean {
    return this.#committer.broken === undefined && this.#storeClock.why === undefined;
  }

  async #tidyUp(): Promise<void> {
    await this.#upkeep.save();
    const wanted = await this.#upkeep.prune();
    if (wanted !== undefined && !wanted.isBusy) this.#desk.bringIn(wanted);
    // After pruning, for which idle ones are brought in.
    await this.#upkeep.letGo();
    await this.#upkeep.lookAtRows();
    this.#reviseFullOnes();
  }

  #reviseFullOnes(): void {
    for (const held of this.#experiments) {
      if (!isReady(held) || held.fold.policy.slot < this.#limits.slots) continue;
      this.#desk.revise(held);
    }
  }

  #report(): void {
    this.#collector.report({
      pendingOf: (key) => this.#experiments.byKey(key)?.fold?.waiting.size ?? 0,
      arms: this.#upkeep.arms(),
      queued: this.#queued,
      damaged: this.#experiments.damaged,
      storeUp: this.#committer.isStoreUp,
      storeFull: this.#committer.isFull,
      clockOffset: this.#storeClock.offset,
      logClocks: this.#logClocks,
    });
  }

  #refuseAll({ message }: StoreBroken): void {
    for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
      refuse(entry, 'stopping', message);
    }
  }
}
