/** Takes operations from the queue and finds out who deals with each: a shared commit, a task alone, or a look. */
import { listOffered } from '../model/offered.ts';
import type { Operation, OperationName, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import type { MachineClock } from '../work/keep-time.ts';
import type { Committer, Share } from './committer.ts';
import {
  type Bench,
  configure,
  existing,
  type HeavyOperation,
  isHeavy,
  reviseForSlots,
} from './configuring.ts';
import type { Creating } from './creating.ts';
import { type Entry, problemOf } from './entry.ts';
import { isLight } from './experiment-batch.ts';
import { type Flights, LARGEST_BATCH } from './flights.ts';
import {
  damagedProblem,
  dropState,
  type Experiments,
  type Held,
  isLoaded,
  type Loaded,
} from './held.ts';
import type { Land, Lanes } from './lanes.ts';
import type { Occupancy } from './occupancy.ts';
import type { Queue } from './queue.ts';
import { StateReader, shown } from './reading.ts';
import { RunAgain } from './run-again.ts';
import { STALE_MILLIS } from './upkeep.ts';

/** A damaged experiment of a shared store is tried again after so long: somebody may have mended it. */
const DAMAGED_MILLIS = 10_000;
/** How often a change is planned anew, because others changed the experiment. */
const MOST_PLANS = 20;

/** What one round takes from the queue. */
class Round {
  readonly shares = new Map<Held, Entry[]>();
  readonly reads: (() => void)[] = [];
  #entries = 0;

  get isFull(): boolean {
    return this.#entries >= LARGEST_BATCH;
  }

  add(held: Held, entry: Entry): void {
    const share = this.shares.get(held);
    if (share === undefined) this.shares.set(held, [entry]);
    else share.push(entry);
    this.#entries += 1;
  }

  /** Something that takes no part in the commit, and is not done without end. */
  count(): void {
    this.#entries += 1;
  }
}

type Ask = Operations[OperationName]['ask'];
type NamedAsk = Exclude<Ask, Record<string, never>>;

interface DeskParts {
  readonly committer: Committer;
  readonly experiments: Experiments;
  readonly occupancy: Occupancy;
  readonly lanes: Lanes;
  readonly flights: Flights;
  readonly creating: Creating;
  /** Refuses an operation that has waited too long; says whether it did. */
  readonly shed: (entry: Entry) => boolean;
}

export class Desk {
  readonly #bench: Bench;
  readonly #parts: DeskParts;
  readonly #states: StateReader;
  readonly #isShared: boolean;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    const { store, limits, clock } = parts.committer.equipment;
    this.#isShared = store.isShared;
    this.#states = new StateReader(clock);
    this.#bench = {
      store,
      limits,
      now: () => clock.now(),
      commit: (held, extra) => this.#commitAlone(held, extra),
      catchUp: async (held) => {
        const problem = await parts.committer.catchUp(held);
        if (problem !== undefined) throw problem;
      },
    };
  }

  /** Takes what waits, and starts its commit; resolves when that is answered. Never rejects. */
  async serve(queue: Queue, land: Land): Promise<void> {
    const round = this.#board(queue);
    const shares = Array.from(round.shares, ([held, entries]): Share => {
      if (!isLoaded(held)) throw new Error(`the state of ${held.row.key} is gone`);
      return { held, fold: held.fold, entries };
    });
    if (shares.length === 0) land();
    else await this.#parts.flights.fly(shares, land);
    for (const read of round.reads) read();
  }

  /** What waited for an experiment goes first, as far as there is room. */
  #board(queue: Queue): Round {
    const round = new Round();
    for (const held of this.#parts.occupancy.ready) {
      if (round.isFull) break;
      this.#boardParked(held, round);
    }
    while (!round.isFull) {
      const entry = queue.shift();
      if (entry === undefined) break;
      this.#place(entry, round);
    }
    return round;
  }

  #boardParked(held: Held, round: Round): void {
    const { occupancy, shed } = this.#parts;
    occupancy.unpark(held, (entry) => {
      if (round.isFull) return false;
      return shed(entry) || this.#placeOn(entry, held, round);
    });
    const isUnderWay = held.isBusy || round.shares.has(held);
    if (isUnderWay || held.parked.length === 0) occupancy.served(held);
  }

  /** Reads the state of an experiment that is not in memory; only for one that is not occupied. */
  bringIn(held: Held): void {
    void this.#parts.occupancy.occupy(held, () => this.load(held));
  }

  /** Where the state cannot be read, those who wait for it are told. */
  async load(held: Held): Promise<void> {
    this.#tell(held, await this.#parts.committer.load(held));
  }

  /** Brings the state of an experiment to the end of its log; only for one that is not occupied. */
  bringUp(held: Loaded): Promise<void> {
    return this.#parts.occupancy.occupy(held, async () => {
      this.#tell(held, await this.#parts.committer.catchUp(held));
    });
  }

  /** Makes the policy of an experiment anew; only for one that is not occupied. */
  revise(held: Loaded): void {
    void this.#parts.occupancy.occupy(held, async () => {
      try {
        await reviseForSlots(this.#bench, held);
      } catch (error) {
        // Somebody else has changed it; where it is still needed, the next second does it.
        if (!(error instanceof RunAgain)) throw error;
      }
    });
  }

  #tell(held: Held, problem: ProblemError | undefined): void {
    if (problem === undefined) return;
    const told = held.damaged === undefined ? problem : damagedProblem(held);
    this.#parts.occupancy.refuse(held, told);
  }

  #place(entry: Entry, round: Round): void {
    const { operation } = entry;
    const { name, ask } = operation;
    if (name === 'policies') {
      entry.answer({ ok: listOffered() });
    } else if (name === 'list') {
      this.#read(entry, round, () => this.#listed());
    } else if (this.#parts.creating.holds(entry)) {
      round.count();
    } else {
      this.#placeNamed(entry, ask as NamedAsk, round);
    }
  }

  #placeNamed(entry: Entry, ask: NamedAsk, round: Round): void {
    const held = this.#find(entry, ask);
    if (held === undefined) {
      round.count();
    } else if (entry.operation.name === 'show') {
      this.#read(entry, round, () => this.#shown(held));
    } else if (held.parked.length > 0 || !this.#placeOn(entry, held, round)) {
      this.#parts.occupancy.park(entry, held);
    }
  }

  /** Whether an operation found its place; else it waits until the experiment is free. */
  #placeOn(entry: Entry, held: Held, round: Round): boolean {
    const { operation } = entry;
    const isIn = round.shares.has(held);
    if (isIn && isLight(operation)) {
      round.add(held, entry);
      return true;
    }
    if (isIn || held.isBusy || !this.#isCurrent(held)) return false;
    round.count();
    if (isLight(operation)) round.add(held, entry);
    else if (isHeavy(operation)) this.#alone(entry, held, () => this.#configured(held, operation));
    else if (this.#isShared) this.#alone(entry, held, () => this.#looked(held, operation));
    else this.#answerNow(entry, () => this.#seen(held, operation));
    return true;
  }

  /** Whether a state is there and fit for a commit; if not, it will be. */
  #isCurrent(held: Held): held is Loaded {
    if (!isLoaded(held)) {
      this.bringIn(held);
      return false;
    }
    const { clock } = this.#parts.committer.equipment;
    if (!this.#isShared || clock.elapsed() - held.syncedAt < STALE_MILLIS) return true;
    void this.bringUp(held);
    return false;
  }

  /** The experiment that an operation is for; answers it where there is none, or it is damaged. */
  #find(entry: Entry, ask: NamedAsk): Held | undefined {
    const { experiments, committer, creating } = this.#parts;
    const elapsed = committer.equipment.clock.elapsed();
    try {
      if (creating.looksFor(entry, ask)) return undefined;
      const held = experiments.demand(ask);
      held.usedAt = elapsed;
      if (this.#isShared && elapsed - held.damagedAt >= DAMAGED_MILLIS) held.damaged = undefined;
      if (held.damaged === undefined || entry.operation.name === 'show') return held;
      throw damagedProblem(held);
    } catch (error) {
      entry.answer({ problem: problemOf(error).toProblem() });
      return undefined;
    }
  }

  #alone(entry: Entry, held: Held, work: () => Promise<Operations[OperationName]['answer']>): void {
    void this.#parts.occupancy.occupy(held, () => this.#parts.committer.answer(entry, work));
  }

  /** A change, planned anew as often as others change the experiment first. */
  async #configured(held: Held, operation: HeavyOperation) {
    const { committer } = this.#parts;
    for (let plans = 0; plans < MOST_PLANS; plans++) {
      if (!isLoaded(held)) {
        const problem = await committer.load(held);
        if (problem !== undefined) throw problem;
        continue;
      }
      try {
        return await configure(this.#bench, held, operation);
      } catch (error) {
        if (error instanceof RunAgain) continue;
        // What the store has of it is not known.
        if (!(error instanceof ProblemError)) dropState(held);
        throw error;
      }
    }
    throw new ProblemError('overloaded', 'the experiment is being changed by others; try again');
  }

  async #commitAlone(held: Held, extra: NonNullable<Share['extra']>): Promise<void> {
    const { committer, lanes } = this.#parts;
    if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
    const land = await lanes.take('alone');
    try {
      const [end] = await committer.commit([{ held, fold: held.fold, entries: [], extra }]);
      if (end === 'again') throw new RunAgain('others wrote to the log');
      if (end instanceof ProblemError) throw end;
    } finally {
      land();
    }
  }

  /** What is asked of the state that the whole log has, also what others wrote to it. */
  async #looked(held: Held, operation: Operation) {
    if (isLoaded(held)) await this.#bench.catchUp(held);
    return this.#seen(held, operation);
  }

  #seen(held: Held, { name, ask }: Operation): Operations['state' | 'create']['answer'] {
    if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
    return name === 'create'
      ? existing(held, ask, this.#bench.limits)
      : this.#states.of(held, held.fold, this.#machine);
  }

  #answerNow(entry: Entry, work: () => Operations[OperationName]['answer']): void {
    try {
      entry.answer({ ok: work() });
    } catch (error) {
      const problem = this.#parts.committer.problemOf(error, entry.operation.name);
      entry.answer({ problem: problem.toProblem() });
    }
  }

  /** What is read follows the commit of those before it; from a shared store it is read at once. */
  #read(
    entry: Entry,
    round: Round,
    read: () => Promise<Operations['show' | 'list']['answer']>,
  ): void {
    const answer = () => void this.#parts.committer.answer(entry, read);
    if (this.#isShared) answer();
    else round.reads.push(answer);
  }

  get #machine(): MachineClock {
    return this.#parts.committer.setting();
  }

  async #listed(): Promise<Operations['list']['answer']> {
    const { experiments, committer } = this.#parts;
    if (!this.#isShared)
      return Array.from(experiments, (held) => shown(held.row, held, this.#machine));
    const rows = await committer.equipment.store.experiments();
    return rows.map((row) => shown(row, experiments.byId(row.id), this.#machine));
  }

  async #shown(held: Held): Promise<Operations['show']['answer']> {
    if (!this.#isShared) return shown(held.row, held, this.#machine);
    const row = await this.#parts.committer.equipment.store.experiment(held.row.key);
    return shown(row ?? held.row, held, this.#machine);
  }
}
