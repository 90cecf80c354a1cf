/** Whether arms drift, how fast, and how. */
import type { Answer, Refusal } from './refusal.ts';

/**
 * What is said of drift. `none-detected` never says that there is none: `rate.detectable` says what would have been
 * seen.
 */
export type DriftVerdict = 'drifting' | 'signs' | 'none-detected' | 'unknown';

/** How far an arm's mean moves over a number of decisions, as the root of the mean square. */
export interface Movement {
  /** Decisions between. */
  readonly L: number;
  /** In the unit of rewards; 0 where noise is as large. */
  readonly value: number;
  /** 95 %. */
  readonly low: number;
  readonly high: number;
  /** What would have been seen with a probability of about 80 %. */
  readonly detectable: number;
}

/** The structure function: movement over many distances. */
export interface Structure {
  /** Rows of a block: movement within is averaged away. */
  readonly block: number;
  /** Ascending distances. */
  readonly lags: readonly Movement[];
  /** The same of the arms' own movement, apart from what all of them share. */
  readonly ownLags: readonly Movement[];
  /** Of `lags` and `ownLags`, the one that is told first. */
  readonly headline: number;
  /**
   * The share of arms and blocks with enough rows. Where it is below 1 an arm is known to move only while it was
   * tried: below 0.8 movement is that of arms while they were tried, and should be called so.
   */
  readonly seen: number;
}

/** How arms move. `together` where what they share makes up most of it. */
export type Sharing = 'together' | 'apart' | 'both' | 'unknown';

/** Whether means change with the calendar; p is corrected for the number of periods. */
export interface CalendarTest {
  readonly calendar: 'hour' | 'day' | 'week';
  readonly p: number;
}

/** By what the verdict is: one p for all arms, or an e-value where choices depended on rewards. */
export type DriftTest =
  | {
      readonly kind: 'permutation';
      readonly p: number;
      readonly permutations: number;
      /** Where the log has a clock: `p` is then of both. */
      readonly season?: CalendarTest;
    }
  | { readonly kind: 'e-value'; readonly e: number };

/** A test of drift, by permutations or by an e-value, and what it says of each arm. */
export interface TestedDrift {
  readonly test: DriftTest;
  /** p or e of each arm; undefined where it was seen too little. */
  readonly arms: readonly (number | undefined)[];
}

/** One arm's part in the verdict. */
export interface ArmDrift {
  readonly arm: string;
  readonly verdict: DriftVerdict;
  /** Corrected for the number of arms, where the test is by permutations. */
  readonly p?: number;
  readonly e?: number;
  readonly rows: number;
}

/** What best predicts rows that it has not seen. */
export type DriftKind = 'constant' | 'steps' | 'smooth' | 'seasonal' | 'unknown';

/** A step of an arm's mean. */
export interface DriftStep {
  readonly arm: string;
  /** The first slot after it, and between which slots it lies, as far as the log tells. */
  readonly slot: number;
  readonly from: number;
  readonly to: number;
  /** The times of these, by the log's clock: rows need not come evenly. */
  readonly time: number;
  readonly fromTime: number;
  readonly toTime: number;
  /** The mean after it less the mean before it. */
  readonly size: number;
}

/** A period, in slots, or by the calendar. */
export interface Period {
  readonly slots: number;
  readonly calendar?: 'hour' | 'day' | 'week';
  readonly cycles: number;
}

/** How a mean moves, by the fit that best predicts what it has not seen. */
export interface KindOfDrift {
  readonly kind: DriftKind;
  /** Best first. */
  readonly fits: readonly HeldOut[];
  /** Empty unless there are steps. */
  readonly steps: readonly DriftStep[];
  readonly period?: Answer<Period>;
}

/** How well a fit predicts rows that it has not seen. */
export interface HeldOut {
  readonly kind: Exclude<DriftKind, 'unknown'>;
  /**
   * By how much less it misses held-out rewards than constant means do: squares, summed over rows, in units of each
   * arm's noise variance; with its standard error over bins of time.
   */
  readonly gain: number;
  readonly error: number;
}

/** How much means of blocks of rows vary: the largest change of any arm from block to block, summed over the log. */
export interface BlockVariation {
  /** Rows of a block. */
  readonly block: number;
  readonly value: number;
  /** What arms that stand still would show, by noise alone. */
  readonly noiseOnly: number;
}

/** The first question's answer. */
export interface Drift {
  readonly verdict: DriftVerdict;
  /** Why, where the verdict is `unknown`. */
  readonly why?: Refusal;
  /** Absent where too few rows were there to test. */
  readonly test?: DriftTest;
  readonly rate?: Movement;
  /** Of the arms' own movement. */
  readonly own?: Movement;
  readonly sharing: Sharing;
  readonly structure?: Structure;
  readonly kind?: KindOfDrift;
  readonly arms: readonly ArmDrift[];
}
