/** Number, mean and variance of values that come one by one. */
export class Moments {
  count = 0;
  mean = 0;
  #squares = 0;

  add(value: number): void {
    this.count += 1;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.#squares += before * (value - this.mean);
  }

  /** With 1/count; 0 where there are none. */
  get variance(): number {
    return this.count > 0 ? this.#squares / this.count : 0;
  }
}
