/** The experiments of a store, and the states of those that are in memory. */
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import { ProblemError, unknownDecision } from '../model/problems.ts';
import type { ExperimentRow } from '../model/rows.ts';
import type { DamagedExperiment } from '../store/store.ts';
import type { Entry } from './entry.ts';

/** An experiment, its state where that is in memory, and what waits for it. */
export interface Held {
  /** As it was committed last. */
  row: ExperimentRow;
  /** A cache: it is thrown away after a commit that failed, and folded again. */
  fold: ExperimentFold | undefined;
  /** Why it is refused; undefined where it is not. */
  damaged: string | undefined;
  /** Whether something is done with it that takes more than one turn; operations wait in `parked`. */
  isBusy: boolean;
  readonly parked: Entry[];
  /** When somebody last asked for it, by `Clock.elapsed`. */
  usedAt: number;
  /** The `seq`s of its snapshots, the newest first, and when it was last saved. */
  snapshots: readonly number[];
  savedAt: number;
}

/** An experiment whose state is in memory. */
export type Loaded = Held & { fold: ExperimentFold };

export function isLoaded(held: Held): held is Loaded {
  return held.fold !== undefined;
}

export class Experiments {
  readonly #byId = new Map<number, Held>();
  readonly #byKey = new Map<string, Held>();
  /** Those whose own row cannot be used, by id. */
  #unreadable: ReadonlyMap<number, DamagedExperiment> = new Map();

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): IterableIterator<Held> {
    return this.#byId.values();
  }

  add(row: ExperimentRow, fold: ExperimentFold | undefined, elapsed: number): Held {
    const held: Held = {
      row,
      fold,
      damaged: undefined,
      isBusy: false,
      parked: [],
      usedAt: elapsed,
      snapshots: [],
      savedAt: elapsed,
    };
    this.#byId.set(row.id, held);
    this.#byKey.set(row.key, held);
    return held;
  }

  /** Takes note of experiments whose own row cannot be used: they are refused, and others go on. */
  setUnreadable(damaged: readonly DamagedExperiment[]): void {
    this.#unreadable = new Map(damaged.map((each) => [each.id, each]));
  }

  /** How many are refused because what is stored of them is damaged. */
  get damaged(): number {
    const held = [...this.#byId.values()].filter(({ damaged }) => damaged !== undefined);
    return held.length + this.#unreadable.size;
  }

  /** Throws the state away: it is folded again from the log when it is needed. */
  drop(held: Held): void {
    held.fold = undefined;
  }

  byId(id: number): Held | undefined {
    return this.#byId.get(id);
  }

  byKey(key: string): Held | undefined {
    return this.#byKey.get(key);
  }

  /** Whether there is an experiment of a key, be it one that is refused. */
  has(key: string): boolean {
    return this.#byKey.has(key) || [...this.#unreadable.values()].some((each) => each.key === key);
  }

  /** The experiment that an operation names. */
  demand(ask: { readonly key: string } | { readonly experiment: number }): Held {
    const found = 'key' in ask ? this.byKey(ask.key) : this.byId(ask.experiment);
    if (found !== undefined) return found;
    const isMeant = ({ id, key }: DamagedExperiment) =>
      'key' in ask ? key === ask.key : id === ask.experiment;
    const unreadable = [...this.#unreadable.values()].find(isMeant);
    if (unreadable !== undefined) throw unreadableProblem(unreadable);
    throw 'key' in ask
      ? new ProblemError('not-found', `there is no experiment "${ask.key}"`)
      : unknownDecision();
  }
}

function unreadableProblem({ key, why }: DamagedExperiment): ProblemError {
  const detail = `the experiment ${key} cannot be read (${why}); others go on`;
  return new ProblemError('damaged', detail);
}

/** What is said of an experiment whose log cannot be folded. */
export function damagedProblem(held: Held): ProblemError {
  return new ProblemError('damaged', damageOf(held));
}

export function damageOf({ row, damaged }: Held): string {
  return `the log of ${row.key} contradicts itself (${damaged}); others go on. Put back a backup, or stop the service and run: driftline store rebuild ${row.key}`;
}
