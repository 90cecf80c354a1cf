/** Takes operations from the queue and finds out who deals with each: a shared commit, a task alone, or a look. */
import { listOffered } from '../model/offered.ts';
import type { Operation, OperationName, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import { shownExperiment } from '../work/view.ts';
import type { Committer } from './committer.ts';
import {
  type Bench,
  configure,
  createExperiment,
  existing,
  type HeavyOperation,
  isHeavy,
} from './configuring.ts';
import { type Entry, problemOf, refuse } from './entry.ts';
import { isLight } from './experiment-batch.ts';
import { damagedProblem, type Experiments, type Held, isLoaded } from './held.ts';
import type { Occupancy } from './occupancy.ts';
import type { Queue } from './queue.ts';
import { listed, StateReader, shown } from './reading.ts';
import { isReady } from './upkeep.ts';

/** Operations that one commit takes at most. */
const LARGEST_BATCH = 512;

/** What one round takes from the queue. */
interface Round {
  readonly shares: Map<Held, Entry[]>;
  readonly reads: (() => void)[];
}

type Ask = Operations[OperationName]['ask'];

export class Desk {
  readonly bench: Bench;
  readonly #committer: Committer;
  readonly #experiments: Experiments;
  readonly #occupancy: Occupancy;
  readonly #states: StateReader;

  constructor(committer: Committer, experiments: Experiments, occupancy: Occupancy) {
    this.#committer = committer;
    this.#experiments = experiments;
    this.#occupancy = occupancy;
    const { store, limits, clock } = committer.equipment;
    this.#states = new StateReader(clock);
    this.bench = {
      store,
      limits,
      now: () => clock.now(),
      commit: async (held, extra) => {
        if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
        const [problem] = await committer.commit([{ held, fold: held.fold, entries: [], extra }]);
        if (problem !== undefined) throw problem;
      },
    };
  }

  /** Takes what waits, commits it, and answers. */
  async serve(queue: Queue): Promise<void> {
    const round: Round = { shares: new Map(), reads: [] };
    try {
      await this.#take(queue, round);
      await this.#finish(round);
    } catch (error) {
      this.#committer.noticed('a round of operations', error);
      // Whoever was answered already is not answered again: a promise has one answer.
      for (const [held, entries] of round.shares) {
        this.#experiments.drop(held);
        for (const entry of entries) {
          refuse(entry, 'internal', 'the service failed; its log says how');
        }
      }
    }
  }

  async #finish(round: Round): Promise<void> {
    const shares = Array.from(round.shares, ([held, entries]) => {
      if (!isLoaded(held)) throw new Error(`the state of ${held.row.key} is gone`);
      return { held, fold: held.fold, entries };
    });
    if (shares.length > 0) await this.#committer.commit(shares);
    for (const read of round.reads) read();
  }

  async #take(queue: Queue, round: Round): Promise<void> {
    for (let count = 0; count < LARGEST_BATCH; count++) {
      const entry = queue.shift();
      if (entry === undefined) break;
      if (await this.#place(entry, round)) continue;
      queue.putBack([entry]);
      break;
    }
  }

  /** Reads the state of an experiment that is not in memory; only for one that is not occupied. */
  bringIn(held: Held): void {
    this.#occupancy.occupy(held, () => this.load(held));
  }

  /** Where the state cannot be read, those who wait for it are told. */
  async load(held: Held): Promise<void> {
    const problem = await this.#committer.load(held);
    if (problem === undefined) return;
    this.#occupancy.refuse(held, held.damaged === undefined ? problem : damagedProblem(held));
  }

  /** Whether an operation found its place; else those before it have to be committed first. */
  async #place(entry: Entry, round: Round): Promise<boolean> {
    const { operation } = entry;
    const { name, ask } = operation;
    switch (name) {
      case 'create':
        return this.#create(entry, operation, round);
      case 'list':
        round.reads.push(() => entry.answer({ ok: listed(this.#experiments) }));
        return true;
      case 'policies':
        round.reads.push(() => entry.answer({ ok: listOffered() }));
        return true;
      default:
        return this.#placeWith(entry, ask, round);
    }
  }

  #placeWith(entry: Entry, ask: Exclude<Ask, Record<string, never>>, round: Round): boolean {
    const { operation } = entry;
    const held = this.#find(entry, ask);
    if (held === undefined) return true;
    if (operation.name === 'show') {
      round.reads.push(() => entry.answer({ ok: shown(held) }));
    } else if (!isReady(held)) {
      this.#occupancy.park(entry, held);
      if (!held.isBusy) this.bringIn(held);
    } else if (isLight(operation)) {
      const share = round.shares.get(held);
      if (share === undefined) round.shares.set(held, [entry]);
      else share.push(entry);
    } else if (round.shares.has(held)) {
      return false;
    } else if (isHeavy(operation)) {
      this.#occupancy.occupy(held, () => this.#configure(entry, held, operation));
    } else {
      entry.answer({ ok: this.#states.of(held, held.fold) });
    }
    return true;
  }

  /** The experiment that an operation is for; answers it where there is none, or it is damaged. */
  #find(entry: Entry, ask: Exclude<Ask, Record<string, never>>): Held | undefined {
    try {
      const held = this.#experiments.demand(ask);
      held.usedAt = this.#committer.equipment.clock.elapsed();
      if (held.damaged === undefined || entry.operation.name === 'show') return held;
      throw damagedProblem(held);
    } catch (error) {
      entry.answer({ problem: problemOf(error).toProblem() });
      return undefined;
    }
  }

  async #configure(entry: Entry, held: Held, operation: HeavyOperation): Promise<void> {
    await this.#answered(entry, async () => {
      if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
      try {
        return await configure(this.bench, held, operation);
      } catch (error) {
        // What the store has of it is not known.
        if (!(error instanceof ProblemError)) this.#experiments.drop(held);
        throw error;
      }
    });
    const { status, key } = held.row;
    if (operation.name === 'setStatus' && status === 'archived') {
      this.#committer.equipment.collector.gone(key);
    }
  }

  /** Answers with what an operation comes to; an error that is no problem of the caller's is reported. */
  async #answered(
    { answer, operation }: Entry,
    work: () => Promise<Operations[OperationName]['answer']>,
  ): Promise<void> {
    try {
      answer({ ok: await work() });
    } catch (error) {
      const problem = this.#committer.problemOf(error, operation.name);
      answer({ problem: problem.toProblem() });
    }
  }

  async #create(entry: Entry, { ask, by }: Operation<'create'>, round: Round): Promise<boolean> {
    if (!this.#experiments.has(ask.key)) {
      await this.#answered(entry, () => this.#created(ask, by));
      return true;
    }
    const held = this.#find(entry, ask);
    if (held === undefined) return true;
    if (round.shares.has(held)) return false;
    if (isReady(held)) {
      const { limits } = this.bench;
      await this.#answered(entry, async () => existing(held, ask, limits));
    } else {
      this.#occupancy.park(entry, held);
      if (!held.isBusy) this.bringIn(held);
    }
    return true;
  }

  async #created(
    ask: Operations['create']['ask'],
    by: string,
  ): Promise<Operations['create']['answer']> {
    const { limits, store } = this.bench;
    if (this.#experiments.size >= limits.experiments) {
      throw new ProblemError(
        'too-large',
        `a store holds at most ${limits.experiments} experiments, archived ones included`,
      );
    }
    const elapsed = this.#committer.equipment.clock.elapsed();
    const made = await createExperiment(this.bench, ask, by);
    if (made !== undefined) {
      const held = this.#experiments.add(made.row, made.fold, elapsed);
      return { created: true, experiment: shownExperiment(held.row, made.fold) };
    }
    // A commit of which nobody knew had made it.
    const row = await store.experiment(ask.key);
    if (row === undefined) throw new ProblemError('conflict', `the key "${ask.key}" is taken`);
    const held = this.#experiments.add(row, undefined, elapsed);
    const problem = await this.#committer.load(held);
    if (problem !== undefined) throw problem;
    if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
    return existing(held, ask, limits);
  }
}
