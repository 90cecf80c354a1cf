/**
 * Naive META: Algorithms 1 and 2 of Suk and Kpotufe 2022 as they are printed. The recursion of replays is one of
 * generators, and each interval that ends now is summed from the rewards themselves.
 */

interface Round {
  readonly arm: number;
  /** |A_t| times the reward. */
  readonly gain: number;
}

/** Counts of events, so that a test can show that each kind occurred. */
export interface MetaEvents {
  evictions: number;
  replays: number;
  /** Replays that began while another one played. */
  nested: number;
  episodes: number;
}

/** META that keeps everything of an episode. */
export class NaiveMeta {
  readonly events: MetaEvents = { evictions: 0, replays: 0, nested: 0, episodes: 0 };
  readonly #armCount: number;
  readonly #horizon: number;
  readonly #c0: number;
  readonly #replays: number;
  readonly #run: Generator<void, void, number>;
  #rounds: Round[] = [];
  /** For each arm, the last round that an interval with evidence against it begins with. */
  #evidence: number[] = [];
  /** A_t and the master set. */
  #set: number[] = [];
  #master: number[] = [];
  #depth = 0;

  constructor(armCount: number, horizon: number, c0: number, replays: number) {
    this.#armCount = armCount;
    this.#horizon = horizon;
    this.#c0 = c0;
    this.#replays = replays;
    this.#run = this.#meta();
    this.#run.next();
  }

  /** The arm that a ticket leads to: the number of arms that are drawn from, plus a uniform number. */
  choose(ticket: number): number {
    const size = Math.floor(ticket);
    if (size !== this.#set.length) return Number.NaN;
    return this.#set[Math.floor((ticket - size) * size)];
  }

  learn(ticket: number, arm: number, reward: number): void {
    const size = Math.floor(ticket);
    this.#rounds.push({ arm, gain: size * reward });
    this.#collect();
    this.#run.next(((ticket - size) * size) % 1);
  }

  /** Algorithm 1. Rounds count from 0 in each episode, so t_ℓ is 0. */
  *#meta(): Generator<void, void, number> {
    while (true) {
      this.#rounds = [];
      this.#evidence = this.#arms().map(() => -1);
      this.#master = this.#arms();
      this.#depth = 0;
      yield* this.#base(0, Number.POSITIVE_INFINITY);
      this.events.episodes += 1;
    }
  }

  /** Algorithm 2. A `yield` is a round; it returns the uniform number of the next round's replay. */
  *#base(start: number, duration: number): Generator<void, void, number> {
    this.#set = this.#arms();
    this.#depth += 1;
    while (true) {
      const uniform = yield;
      const current = this.#set;
      const length = this.#replayLength(uniform);
      if (length > 0) {
        this.events.replays += 1;
        if (this.#depth > 1) this.events.nested += 1;
        yield* this.#base(this.#rounds.length, length);
        this.#depth -= 1;
      }
      if (this.#rounds.length > start + duration) return;
      this.#master = this.#without(this.#master, 0);
      this.#set = this.#without(current, start);
      if (this.#master.length === 0) return;
    }
  }

  #without(arms: readonly number[], start: number): number[] {
    const rest = arms.filter((arm) => this.#evidence[arm] < start);
    this.events.evictions += arms.length - rest.length;
    return rest;
  }

  #arms(): number[] {
    return Array.from({ length: this.#armCount }, (_, arm) => arm);
  }

  /** The longest m whose B is 1, all read from one number by stretching what each leaves of it; 0 for none. */
  #replayLength(uniform: number): number {
    let rest = uniform;
    for (let order = Math.ceil(Math.log2(this.#horizon)); order >= 1; order--) {
      const rate = this.#replays / Math.sqrt(2 ** order * this.#rounds.length);
      const probability = Math.min(1, rate);
      if (rest < probability) return 2 ** order;
      rest = (rest - probability) / (1 - probability);
    }
    return 0;
  }

  /** Every interval that ends with the last round: inequality (2). */
  #collect(): void {
    const last = this.#rounds.length - 1;
    const arms = this.#armCount;
    const logarithm = Math.log(Math.max(2, this.#horizon));
    const sums = this.#arms().map(() => 0);
    for (let first = last; first >= 0; first--) {
      const { arm: earning, gain } = this.#rounds[first];
      sums[earning] += gain;
      const bar = logarithm * Math.sqrt(this.#c0 * Math.max(arms * (last - first), arms * arms));
      const most = Math.max(...sums);
      sums.forEach((sum, arm) => {
        if (most - sum > bar) this.#evidence[arm] = Math.max(this.#evidence[arm], first);
      });
    }
  }
}
