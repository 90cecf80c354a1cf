/** Time that passes when a test says so, and chance that it knows. */
import type { Surroundings } from '../src/surroundings.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

export class FakeSurroundings implements Surroundings {
  #now = 1_800_000_000_000;
  #named = 0;
  readonly #timers = new Set<Timer>();
  readonly #scope: string;
  /** What chance gives. */
  chance = 0.5;

  /** @param scope - differs where names must */
  constructor(scope = 'a') {
    this.#scope = scope;
  }

  readonly now = () => this.#now;
  readonly random = () => this.chance;
  readonly randomName = (digits: number) => {
    this.#named += 1;
    return `${this.#scope}${this.#named}`.padStart(digits, '0');
  };

  readonly after = (milliseconds: number, callback: () => void) => {
    const timer = { due: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** How long the timers still have, the shortest first. */
  get waits(): number[] {
    return [...this.#timers].map(({ due }) => due - this.#now).sort((one, other) => one - other);
  }

  /** Lets so much time pass, and runs what is due by then. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter((timer) => timer.due <= this.#now);
    for (const timer of due.sort((one, other) => one.due - other.due)) {
      if (this.#timers.delete(timer)) timer.callback();
    }
  }

  /** Lets time pass until the next timer is due. */
  passToNext(): void {
    this.pass(this.waits[0] ?? 0);
  }
}
