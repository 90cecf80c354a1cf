/**
 * Naive ArmSwitch: Algorithms 1 and 2 of Abbasi-Yadkori, György and Lazić 2023 as they are printed. Obligations are
 * numbers of which each round takes 1/K, and each interval that ends now is summed from the rewards themselves.
 */

interface Round {
  readonly arm: number;
  readonly reward: number;
  /** True if the arm was drawn from all arms that play: Ã = A. */
  readonly shared: boolean;
  /** The probability of each arm. */
  readonly probabilities: readonly number[];
}

/** Counts of events, so that a test can show that each kind occurred. */
export interface ArmSwitchEvents {
  evictions: number;
  /** Evictions by inequality (7) alone. */
  byGood: number;
  explorations: number;
  /** Obligations that an eviction ended. */
  ended: number;
  episodes: number;
}

/** ArmSwitch that keeps everything of an episode. */
export class NaiveArmSwitch {
  readonly events: ArmSwitchEvents = {
    evictions: 0,
    byGood: 0,
    explorations: 0,
    ended: 0,
    episodes: 0,
  };
  readonly #arms: readonly number[];
  readonly #horizon: number;
  readonly #factor: number;
  readonly #exploration: number;
  #rounds: Round[] = [];
  #good: boolean[] = [];
  /** B(a) and Active(a). */
  #obligations: number[] = [];
  #since: number[] = [];

  constructor(armCount: number, horizon: number, factor: number, exploration: number) {
    this.#arms = Array.from({ length: armCount }, (_, arm) => arm);
    this.#horizon = Math.max(2, horizon);
    this.#factor = factor;
    this.#exploration = exploration;
    this.#begin();
  }

  /** The probability of each arm: P_n. */
  probabilities(): number[] {
    const armCount = this.#arms.length;
    const active = this.#active();
    const goods = active.filter((arm) => this.#good[arm]).length;
    const rest = 1 - (active.length - goods) / armCount;
    return this.#arms.map((arm) => {
      if (!active.includes(arm)) return 0;
      return this.#good[arm] ? rest / goods : 1 / armCount;
    });
  }

  /** Takes the reward of a round; a ticket is a uniform number, plus 1 if the draw was among good arms. */
  learn(ticket: number, arm: number, reward: number): void {
    const shared = ticket < 1;
    this.#rounds.push({ arm, reward, shared, probabilities: this.probabilities() });
    const active = this.#active();
    for (const a of active) if (!this.#good[a]) this.#obligations[a] -= 1 / this.#arms.length;
    this.#eliminate(active);
    if (this.#good.every((good) => !good)) {
      this.events.episodes += 1;
      this.#begin();
      return;
    }
    this.#oblige(ticket % 1);
  }

  #begin(): void {
    this.#rounds = [];
    this.#good = this.#arms.map(() => true);
    this.#obligations = this.#arms.map(() => 0);
    this.#since = this.#arms.map(() => 0);
  }

  /** A, apart from rounding in what 1/K was taken from. */
  #active(): number[] {
    const least = 1 / this.#arms.length - 1e-9;
    return this.#arms.filter((arm) => this.#good[arm] || this.#obligations[arm] >= least);
  }

  /** Lines 4 to 14. Of an arm's obligations the longest is read first, and the others make no difference then. */
  #oblige(uniform: number): void {
    const armCount = this.#arms.length;
    const active = this.#active();
    for (const arm of this.#arms) if (!active.includes(arm)) this.#obligations[arm] = 0;
    let rest = uniform;
    for (const arm of this.#arms) {
      if (this.#good[arm]) continue;
      for (let order = Math.ceil(Math.log2(this.#horizon)); order >= 1; order--) {
        const rate = this.#exploration / Math.sqrt(armCount * (this.#rounds.length + 1));
        const probability = Math.min(1, 2 ** -order * rate);
        if (rest < probability) {
          rest /= probability;
          this.events.explorations += 1;
          if (this.#obligations[arm] <= 0) this.#since[arm] = this.#rounds.length;
          this.#obligations[arm] = Math.max(this.#obligations[arm], 4 ** order);
          break;
        }
        rest = (rest - probability) / (1 - probability);
      }
    }
  }

  /** Lines 18 to 26. */
  #eliminate(active: readonly number[]): void {
    const good = [...this.#good];
    for (const worse of active) {
      for (const better of active) {
        const how = this.#evidence(better, worse, good[better] && good[worse]);
        if (how === undefined) continue;
        if (how === 'good') this.events.byGood += 1;
        if (good[worse]) this.events.evictions += 1;
        else this.events.ended += 1;
        this.#good[worse] = false;
        this.#obligations[worse] = 0;
      }
    }
  }

  /** Algorithm 2: the inequality by which `better` evicts `worse`, over any interval that ends now. */
  #evidence(better: number, worse: number, bothGood: boolean): 'shared' | 'good' | undefined {
    const armCount = this.#arms.length;
    const delta = 1 / (Math.sqrt(armCount) * this.#horizon ** 1.5);
    let [all, shared, probability] = [0, 0, 0];
    let found: 'good' | undefined;
    const past = this.#rounds.length;
    for (let n = past - 1; n >= Math.max(this.#since[better], this.#since[worse]); n--) {
      const round = this.#rounds[n];
      const sign = Number(round.arm === better) - Number(round.arm === worse);
      all += sign * round.reward;
      if (round.shared) shared += sign * round.reward;
      probability += round.probabilities[worse];
      const length = past - n;
      const square = Math.log((2 * armCount * this.#horizon ** 2 * (Math.log(length) + 2)) / delta);
      const c = Math.sqrt(square);
      if (shared > this.#factor * c * Math.max(Math.sqrt(length / armCount), c)) return 'shared';
      if (bothGood && all > this.#factor * c * Math.max(Math.sqrt(probability), c)) found = 'good';
    }
    return found;
  }
}
