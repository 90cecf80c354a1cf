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
  /** Why it is refused; undefined where it is not; and since when, by `Clock.elapsed`. */
  damaged: string | undefined;
  damagedAt: number;
  /** Whether something is done with it that takes more than one turn; operations wait in `parked`. */
  isBusy: boolean;
  readonly parked: Entry[];
  /** How often in a row another process had it when it was to be committed. */
  busyTimes: number;
  /** When somebody last asked for it, by `Clock.elapsed`. */
  usedAt: number;
  /** When its state was last known to be where the log ends, by `Clock.elapsed`. */
  syncedAt: number;
  /** The `seq`s of its snapshots, the newest first, and when it was last saved. */
  snapshots: readonly number[];
  savedAt: number;
}

/** An experiment whose state is in memory. */
export type Loaded = Held & { fold: ExperimentFold };

export function isLoaded(held: Held): held is Loaded {
  return held.fold !== undefined;
}

/** What an operation names an experiment by. */
export type NamedAsk = { readonly key: string } | { readonly experiment: number };

/** Throws a state away: it is folded again from the log when it is needed. */
export function dropState(held: Held): void {
  held.fold = undefined;
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
      damagedAt: 0,
      isBusy: false,
      parked: [],
      busyTimes: 0,
      usedAt: elapsed,
      syncedAt: elapsed,
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

  byId(id: number): Held | undefined {
    return this.#byId.get(id);
  }

  byKey(key: string): Held | undefined {
    return this.#byKey.get(key);
  }

  /** Whether there is an experiment of a name, be it one that is refused. */
  knows(ask: NamedAsk): boolean {
    return this.#named(ask) !== undefined || this.#unreadableOf(ask) !== undefined;
  }

  #named(ask: NamedAsk): Held | undefined {
    return 'key' in ask ? this.byKey(ask.key) : this.byId(ask.experiment);
  }

  #unreadableOf(ask: NamedAsk): DamagedExperiment | undefined {
    if (this.#unreadable.size === 0) return undefined;
    const isMeant = ({ id, key }: DamagedExperiment) =>
      'key' in ask ? key === ask.key : id === ask.experiment;
    return [...this.#unreadable.values()].find(isMeant);
  }

  /** The experiment that an operation names. */
  demand(ask: NamedAsk): Held {
    const found = this.#named(ask);
    if (found !== undefined) return found;
    const unreadable = this.#unreadableOf(ask);
    if (unreadable !== undefined) throw unreadableProblem(unreadable);
    throw missing(ask);
  }
}

/** What is said of an experiment that there is not. */
export function missing(ask: NamedAsk): ProblemError {
  return 'key' in ask
    ? new ProblemError('not-found', `there is no experiment "${ask.key}"`)
    : unknownDecision();
}

function unreadableProblem({ key, why }: DamagedExperiment): ProblemError {
  const detail = `the experiment ${key} cannot be read (${why}); other experiments are not affected`;
  return new ProblemError('damaged', detail);
}

/** What is said of an experiment whose log cannot be folded. */
export function damagedProblem(held: Held): ProblemError {
  return new ProblemError('damaged', damageOf(held));
}

export function damageOf({ row, damaged }: Held): string {
  return `the log of ${row.key} contradicts itself (${damaged}); other experiments are not affected. Restore a backup, or stop the service and run  driftline store rebuild ${row.key}`;
}
