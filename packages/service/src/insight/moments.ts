/** Count, mean and squared deviations of numbers, one at a time (Welford) or two sets at once (Chan). */
export class Moments {
  count = 0;
  mean = 0;
  /** The sum of squared deviations from the mean. */
  squares = 0;

  add(value: number): void {
    this.count += 1;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  merge(other: Moments): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    const apart = other.mean - this.mean;
    this.mean += (apart * other.count) / count;
    this.squares += other.squares + (apart * apart * this.count * other.count) / count;
    this.count = count;
  }

  /** The sample's variance; 0 for fewer than two numbers. */
  get variance(): number {
    return this.count > 1 ? this.squares / (this.count - 1) : 0;
  }
}
