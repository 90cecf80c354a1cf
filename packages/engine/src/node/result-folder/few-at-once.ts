/** Lets few of many do something at the same time: whoever opens thousands of files at once may open none. */
export class FewAtOnce {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Does something when it is its turn. */
  async do<Value>(act: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      // The place goes to whoever waits, and is free only where nobody does.
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
