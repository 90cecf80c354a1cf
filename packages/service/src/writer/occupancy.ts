/** Experiments that something has for itself: what comes for them in the meantime waits, and goes first afterwards. */
import type { ProblemError } from '../model/problems.ts';
import type { Entry } from './entry.ts';
import type { Held } from './held.ts';

interface OccupancyOptions {
  /** How many may wait in all; for one experiment, half of them. */
  readonly most: number;
  /** Refuses one that is too much. */
  readonly refuse: (entry: Entry) => void;
  /** Takes back what waited. */
  readonly putBack: (entries: readonly Entry[]) => void;
  readonly onFault: (what: string, error: unknown) => void;
}

export class Occupancy {
  readonly #options: OccupancyOptions;
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

  /** Everything that waits for an experiment, which it does no more. */
  unpark(held: Held): Entry[] {
    const entries = held.parked.splice(0);
    this.#parked -= entries.length;
    return entries;
  }

  /** Tells all that wait for an experiment that it cannot be had. */
  refuse(held: Held, problem: ProblemError): void {
    for (const { answer } of this.unpark(held)) answer({ problem: problem.toProblem() });
  }

  /** Gives an experiment to a task alone. */
  occupy(held: Held, task: () => Promise<void>): void {
    held.isBusy = true;
    this.#busy += 1;
    const free = () => {
      held.isBusy = false;
      this.#busy -= 1;
      this.#options.putBack(this.unpark(held));
    };
    task().then(free, (error) => {
      this.#options.onFault(`experiment ${held.row.key}`, error);
      free();
    });
  }
}
