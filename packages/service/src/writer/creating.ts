/** Experiments that this process does not know yet: created here, or by another process, and then looked up. */
import type { Operation, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import type { ExperimentRow } from '../model/rows.ts';
import { shownExperiment } from '../work/view.ts';
import type { Committer } from './committer.ts';
import { createExperiment, existing } from './configuring.ts';
import type { Entry } from './entry.ts';
import { type Experiments, isLoaded, missing, type NamedAsk } from './held.ts';
import type { Names } from './names.ts';

function nameOf(ask: NamedAsk): string | number {
  return 'key' in ask ? ask.key : ask.experiment;
}

export class Creating {
  readonly #committer: Committer;
  readonly #experiments: Experiments;
  readonly #names: Names;

  constructor(committer: Committer, experiments: Experiments, names: Names) {
    this.#committer = committer;
    this.#experiments = experiments;
    this.#names = names;
  }

  /** Takes an operation that creates, or that has to wait until its name is settled; says whether it did. */
  holds(entry: Entry): boolean {
    const { operation } = entry;
    const ask = operation.ask as NamedAsk;
    if (this.#names.wait(nameOf(ask), entry)) return true;
    if (operation.name !== 'create' || this.#experiments.knows(operation.ask)) return false;
    this.#names.settle(operation.ask.key, () =>
      this.#committer.answer(entry, () => this.#created(operation)),
    );
    return true;
  }

  /** Looks up what is not known here, where others may have created it; says whether it does. */
  looksFor(entry: Entry, ask: NamedAsk): boolean {
    const { store } = this.#committer.equipment;
    if (!store.isShared || this.#experiments.knows(ask)) return false;
    const name = nameOf(ask);
    this.#names.settle(name, async (taken) => {
      const find = 'key' in ask ? store.experiment(ask.key) : store.experimentOfId(ask.experiment);
      const problem = await this.#found(find, ask);
      if (problem === undefined) return;
      for (const { answer } of taken()) answer({ problem: problem.toProblem() });
    });
    this.#names.wait(name, entry);
    return true;
  }

  async #found(
    find: Promise<ExperimentRow | undefined>,
    ask: NamedAsk,
  ): Promise<ProblemError | undefined> {
    try {
      const row = await find;
      if (row === undefined) return missing(ask);
      if (this.#experiments.byId(row.id) === undefined) this.#add(row);
      return undefined;
    } catch (error) {
      return this.#committer.problemOf(error, `the experiment ${nameOf(ask)}`);
    }
  }

  #add(row: ExperimentRow) {
    return this.#experiments.add(row, undefined, this.#committer.equipment.clock.elapsed());
  }

  async #created({ ask, by }: Operation<'create'>): Promise<Operations['create']['answer']> {
    const { limits, store, clock } = this.#committer.equipment;
    if (this.#experiments.size >= limits.experiments) {
      throw new ProblemError(
        'too-large',
        `a store can have at most ${limits.experiments} experiments, including archived ones`,
      );
    }
    const now = () => clock.now();
    const made = await createExperiment({ store, limits, now }, ask, by);
    if (made !== undefined) {
      const held = this.#experiments.add(made.row, made.fold, clock.elapsed());
      return { created: true, experiment: shownExperiment(held.row, made.fold) };
    }
    // A commit of which nobody knew had made it, or another process.
    const row = await store.experiment(ask.key);
    if (row === undefined) throw new ProblemError('conflict', `the key "${ask.key}" is taken`);
    const held = this.#add(row);
    const problem = await this.#committer.load(held);
    if (problem !== undefined) throw problem;
    if (!isLoaded(held)) throw new ProblemError('internal', 'the state is gone');
    return existing(held, ask, limits);
  }
}
