/**
 * Naive AdSwitch: Algorithm 1 of Auer, Gajane and Ortner 2019, with every interval's mean computed from
 * the rewards themselves and every pair of intervals compared.
 *
 * Intervals: with e rewards in the episode and L = 2^k ceil(ln T), the interval of scale k begins with the
 * block before that of the last reward, at max(0, floor((e - 1)/L) - 1) L, and ends with the last reward.
 */

interface Sample {
  readonly arm: number;
  readonly reward: number;
}

interface Interval {
  readonly mean: number;
  readonly width: number;
}

interface Eviction {
  readonly mean: number;
  readonly gap: number;
}

/** What happened, so that a test can show that it saw everything. */
export interface AdSwitchEvents {
  evictions: number;
  debts: number;
  goodChanges: number;
  badChanges: number;
}

/** AdSwitch that keeps everything. */
export class NaiveAdSwitch {
  readonly events: AdSwitchEvents = { evictions: 0, debts: 0, goodChanges: 0, badChanges: 0 };
  readonly #armCount: number;
  readonly #horizon: number;
  readonly #c1: number;
  readonly #logarithm: number;
  /** The arms of all slots of all episodes, in order. */
  readonly #turns: number[] = [];
  #episode = 1;
  #samples: Sample[] = [];
  #bad = new Map<number, Eviction>();
  /** For each arm the debts: how many samples, from which reward of the episode on. */
  #debts: { arm: number; count: number; since: number }[] = [];
  /** Every interval of a good arm that was looked at. */
  #seen: Interval[][];

  constructor(armCount: number, horizon: number, c1: number) {
    this.#armCount = armCount;
    this.#horizon = horizon;
    this.#c1 = c1;
    this.#logarithm = Math.log(Math.max(2, horizon));
    this.#seen = Array.from({ length: armCount }, () => []);
  }

  get good(): number[] {
    return this.#arms().filter((arm) => !this.#bad.has(arm));
  }

  /** The arm that a uniform number leads to. */
  choose(uniform: number): number {
    const owed = [...this.#debts, ...this.#newDebts(uniform)].map(({ arm }) => arm);
    const due = this.#arms().filter((arm) => !this.#bad.has(arm) || owed.includes(arm));
    const last = due.map((arm) => this.#turns.lastIndexOf(arm));
    return due[last.indexOf(Math.min(...last))];
  }

  play(arm: number): void {
    this.#turns.push(arm);
  }

  learn(uniform: number, arm: number, reward: number): void {
    const owed = this.#newDebts(uniform);
    this.events.debts += owed.length;
    this.#debts.push(...owed);
    this.#samples.push({ arm, reward });
    if (this.#goodChanged() || this.#badChanged()) {
      this.#episode += 1;
      this.#samples = [];
      this.#bad = new Map();
      this.#debts = [];
      this.#seen = this.#seen.map(() => []);
      return;
    }
    this.#debts = this.#debts.filter(
      (debt) => this.#rewards(debt.arm, debt.since).length < debt.count,
    );
    this.#evict();
  }

  #arms(): number[] {
    return Array.from({ length: this.#armCount }, (_, arm) => arm);
  }

  /** The events of part (a), all read from one number by stretching what each leaves of it. */
  #newDebts(uniform: number): { arm: number; count: number; since: number }[] {
    const debts = [];
    let rest = uniform;
    for (const arm of this.#arms()) {
      const eviction = this.#bad.get(arm);
      if (eviction === undefined) continue;
      for (let i = 1; 2 ** -i >= eviction.gap / 16; i++) {
        const rate = this.#episode / (this.#armCount * this.#horizon * this.#logarithm);
        const probability = Math.min(1, 2 ** -i * Math.sqrt(rate));
        if (rest < probability) {
          rest /= probability;
          const count = Math.ceil(2 ** (2 * i + 1) * this.#logarithm);
          debts.push({ arm, count, since: this.#samples.length });
        } else rest = (rest - probability) / (1 - probability);
      }
    }
    return debts;
  }

  #rewards(arm: number, since: number): number[] {
    return this.#samples
      .slice(since)
      .filter((sample) => sample.arm === arm)
      .map(({ reward }) => reward);
  }

  #starts(): number[] {
    const starts = [];
    for (let length = Math.ceil(this.#logarithm); ; length *= 2) {
      const start = Math.max(0, Math.floor((this.#samples.length - 1) / length) - 1) * length;
      starts.push(start);
      if (length >= this.#horizon) return starts;
    }
  }

  #intervals(arm: number): (Interval & { start: number; count: number })[] {
    return this.#starts()
      .map((start) => ({ start, rewards: this.#rewards(arm, start) }))
      .filter(({ rewards }) => rewards.length > 0)
      .map(({ start, rewards }) => ({
        start,
        count: rewards.length,
        mean: rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length,
        width: Math.sqrt((2 * this.#logarithm) / rewards.length),
      }));
  }

  #goodChanged(): boolean {
    let changed = false;
    for (const arm of this.good) {
      const present = this.#intervals(arm);
      this.#seen[arm].push(...present);
      for (const one of present) {
        for (const other of this.#seen[arm]) {
          if (Math.abs(one.mean - other.mean) > one.width + other.width) changed = true;
        }
      }
    }
    if (changed) this.events.goodChanges += 1;
    return changed;
  }

  #badChanged(): boolean {
    const changed = [...this.#bad].some(([arm, { mean, gap }]) =>
      this.#intervals(arm).some((one) => Math.abs(one.mean - mean) > gap / 4 + one.width),
    );
    if (changed) this.events.badChanges += 1;
    return changed;
  }

  #evict(): void {
    const byArm = this.good.map((arm) => ({ arm, intervals: this.#intervals(arm) }));
    // From the longest interval on.
    for (const start of this.#starts().reverse()) {
      const here = byArm.flatMap(({ arm, intervals }) => {
        const found = intervals.find((interval) => interval.start === start);
        return found === undefined ? [] : [{ arm, ...found }];
      });
      const top = Math.max(...here.map(({ mean }) => mean));
      for (const { arm, mean, count } of here) {
        const width = Math.sqrt((this.#c1 * this.#logarithm) / (count - 1));
        if (this.#bad.has(arm) || count < 2 || top - mean <= width) continue;
        this.#bad.set(arm, { mean, gap: top - mean });
        this.events.evictions += 1;
      }
    }
  }
}
