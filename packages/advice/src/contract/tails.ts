/** How heavy the tails of rewards are. */

/** One tail: rewards beyond a size are rarer by the power `index` of it. */
export interface Tail {
  readonly side: 'upper' | 'lower';
  readonly index: number;
  readonly low: number;
  readonly high: number;
  /** How many rewards it is estimated from. */
  readonly count: number;
}

/** The fourth question's first half. */
export interface Tails {
  /** `no-variance` and `no-mean` are `heavy`, too. */
  readonly verdict: 'light' | 'heavy' | 'no-variance' | 'no-mean';
  readonly tails: readonly Tail[];
  /** Whether the index grows the further out one looks: then it is no power. */
  readonly isPower: boolean;
  /** The largest square among all squares, and what the ten largest rewards make up of the total. */
  readonly largestSquare: number;
  readonly topTen: number;
}
