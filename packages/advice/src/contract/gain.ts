/** The gain of adapting. */

/** A gain per decision, in the unit of rewards. */
export interface Room {
  /** What following the best arm gains over the best fixed arm: an estimate from below. */
  readonly headroom: number;
  readonly error: number;
  /** At least, with 95 %. */
  readonly low: number;
  /** Whether `low` is above 0: else adapting is not shown to pay. */
  readonly isSignificant: boolean;
  /** The best arm to stay with. */
  readonly fixed: string;
  /** Decisions in which the leader is another than the best fixed arm, as a share. */
  readonly elsewhere: number;
  /** `model` where choices depended on rewards, and their propensities are not known. */
  readonly how: 'cross-fitted' | 'model';
  /** The share of decisions in which what is said of the leader is known. */
  readonly support: number;
}

/** The fifth question's answer. */
export interface Gain extends Room {
  /** What the advised policy would take of it, above the best fixed arm, and above what was logged. */
  readonly taken?: number;
  readonly takenLow?: number;
  readonly takenHigh?: number;
}
