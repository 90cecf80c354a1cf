/** Experiments that something has for itself: what comes for them in the meantime waits, and goes first afterwards. */
import type { ProblemError } from '../model/problems.ts';
import type { Entry } from './entry.ts';
import type { Held } from './held.ts';

interface OccupancyOptions {
  /** How many may wait in all; for one experiment, half of them. */
  readonly most: number;
  /** Refuses one that is too much. */
  readonly refuse: (entry: Entry) => void;
  /** Says that an experiment is free for which something waits. */
  readonly wake: () => void;
  /** `Clock.elapsed`. */
  readonly elapsed: () => number;
  readonly onFault: (what: string, error: unknown) => void;
}

export class Occupancy {
  readonly #options: OccupancyOptions;
  readonly #ready = new Set<Held>();
  #parked = 0;
  #busy = 0;

  constructor(options: OccupancyOptions) {
    this.#options = options;
  }

  /** Operations that wait for an experiment. */
  get parked(): number {
    return this.#parked;
  }

  /** Experiments that are occupied. */
  get busy(): number {
    return this.#busy;
  }

  /** Experiments that are free, and for which operations wait, the longest first. */
  get ready(): ReadonlySet<Held> {
    return this.#ready;
  }

  /** Lets an operation wait; one experiment alone cannot take the room of all others. */
  park(entry: Entry, held: Held): void {
    const { most, refuse } = this.#options;
    if (this.#parked >= most || held.parked.length >= most / 2) {
      refuse(entry);
      return;
    }
    held.parked.push(entry);
    this.#parked += 1;
  }

  /** Lets operations that were taken already wait once more, before all others. */
  parkFirst(entries: readonly Entry[], held: Held): void {
    held.parked.unshift(...entries);
    this.#parked += entries.length;
  }

  /** Takes the first that wait for an experiment, as long as they are accepted. */
  unpark(held: Held, accepts: (entry: Entry) => boolean): Entry[] {
    let count = 0;
    while (count < held.parked.length && accepts(held.parked[count])) count += 1;
    this.#parked -= count;
    return held.parked.splice(0, count);
  }

  /** An experiment of which nothing waits any more, or that is under way again. */
  served(held: Held): void {
    this.#ready.delete(held);
  }

  /** Tells all that wait for an experiment that it cannot be had. */
  refuse(held: Held, problem: ProblemError): void {
    for (const { answer } of this.unpark(held, () => true))
      answer({ problem: problem.toProblem() });
  }

  take(held: Held): void {
    held.isBusy = true;
    this.#busy += 1;
  }

  free(held: Held): void {
    held.isBusy = false;
    this.#busy -= 1;
    if (held.parked.length === 0) return;
    this.#ready.add(held);
    this.#options.wake();
  }

  /** Gives an experiment to a task alone; resolves when it is free again. Who waited has not waited too long. */
  occupy(held: Held, task: () => Promise<void>): Promise<void> {
    this.take(held);
    const free = () => {
      const elapsed = this.#options.elapsed();
      for (const entry of held.parked) entry.since = elapsed;
      this.free(held);
    };
    return task().then(free, (error) => {
      this.#options.onFault(`experiment ${held.row.key}`, error);
      free();
    });
  }
}
