/** What was lately: the arms of the last decisions, and how late the last rewards came. It changes no policy. */
import type { DelaySummary } from '@driftline/client/wire';

const KEPT = 1000;

/** The last numbers of a series, the oldest first. */
class Last {
  #values: number[] = [];
  #next = 0;

  add(value: number): void {
    if (this.#values.length < KEPT) this.#values.push(value);
    else this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % KEPT;
  }

  list(): number[] {
    if (this.#values.length < KEPT) return [...this.#values];
    return [...this.#values.slice(this.#next), ...this.#values.slice(0, this.#next)];
  }

  get length(): number {
    return this.#values.length;
  }
}

/** As it is saved. */
export interface RecentState {
  readonly places: readonly number[];
  readonly delayDecisions: readonly number[];
  readonly delayMillis: readonly number[];
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function spread(values: readonly number[], unit: number): { p50: number; p95: number } {
  const sorted = values.map((value) => value / unit).sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}

export class Recent {
  readonly #places = new Last();
  readonly #delayDecisions = new Last();
  readonly #delayMillis = new Last();

  constructor(saved?: RecentState) {
    if (saved === undefined) return;
    const { places, delayDecisions, delayMillis } = saved;
    for (const place of places) this.#places.add(place);
    for (const delay of delayDecisions) this.#delayDecisions.add(delay);
    for (const delay of delayMillis) this.#delayMillis.add(delay);
  }

  decided(place: number): void {
    this.#places.add(place);
  }

  rewarded(decisions: number, millis: number): void {
    this.#delayDecisions.add(decisions);
    this.#delayMillis.add(millis);
  }

  /** The share of each arm, by places. */
  shares(armCount: number): number[] {
    const counts = new Array<number>(armCount).fill(0);
    for (const place of this.#places.list()) counts[place] += 1;
    const total = Math.max(1, this.#places.length);
    return counts.map((count) => count / total);
  }

  delay(): DelaySummary | null {
    const decisions = this.#delayDecisions.list();
    if (decisions.length === 0) return null;
    return { decisions: spread(decisions, 1), seconds: spread(this.#delayMillis.list(), 1000) };
  }

  save(): RecentState {
    return {
      places: this.#places.list(),
      delayDecisions: this.#delayDecisions.list(),
      delayMillis: this.#delayMillis.list(),
    };
  }
}
