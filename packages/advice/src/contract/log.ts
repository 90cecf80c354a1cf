/** A log in columns. */

/**
 * What `time` and `arrival` count: milliseconds since 1970 in UTC, slot numbers as the log gives them, or rows,
 * where it has no time.
 */
export type Clock = 'milliseconds' | 'slots' | 'rows';

/** How a log's rewards are to be read. */
export interface RewardColumn {
  /** The name in the log. */
  readonly name: string;
  /** Whether they were costs there: rewards are these, negated. */
  readonly isNegated: boolean;
  /** `binary` where all are 0 or 1; `unit` where all lie in [0, 1]. */
  readonly kind: 'binary' | 'unit' | 'real';
}

/**
 * Decisions in the order of their times, one row each, in columns of one length. A row's place is its slot.
 * Columns may lie in shared memory, so that workers read them without a copy; nobody changes them.
 */
export interface Log {
  readonly rows: number;
  /** How many decisions a row stands for: 1, or more where a long log was thinned out. What is told of lags and windows counts decisions. */
  readonly decisionsPerRow: number;
  /** Keys of the arms, in the order of the alphabet. */
  readonly arms: readonly string[];
  /** Which arm holds all those that were too rare to be told apart, and takes no part in advice; undefined if none. */
  readonly other: number | undefined;
  readonly clock: Clock;
  /** Not descending. */
  readonly time: Float64Array;
  /** Which arm was taken, a place in `arms`. */
  readonly arm: Uint16Array;
  readonly rewards: RewardColumn;
  /**
   * What the log says, or NaN where it says nothing: only where there are arrivals, or missing rewards were said to
   * be pending. Where there are arrivals, and none in a row, it is not settled yet, whatever this says.
   */
  readonly reward: Float64Array;
  /** The probability that the arm was taken with; undefined where the log has none. */
  readonly propensity: Float64Array | undefined;
  /** When the reward came, by the same clock; NaN where it has not. Undefined where the log does not say. */
  readonly arrival: Float64Array | undefined;
  /** Who could have been taken, a place in `sets`; undefined where all arms could throughout. */
  readonly eligible: Uint16Array | undefined;
  /** Different sets of arms, each ascending. */
  readonly sets: readonly Uint16Array[];
  /** Of `FOLDS` parts that a row is in, drawn with the seed in the order of rows. */
  readonly fold: Uint8Array;
  /** The last moment of which the log tells: what has not come by then may come later. */
  readonly end: number;
}

/** Into how many parts rows are divided where what is learned on some is judged on others. */
export const FOLDS = 5;

/** What was done to a log while it was read, for people and programs; said before anything else. */
export interface Reading {
  /** `csv`, `ndjson`, `parquet`. */
  readonly format: string;
  readonly isCompressed: boolean;
  /** The log's own names of the columns used, by what they are used for; all others are left aside. */
  readonly columns: Readonly<Partial<Record<ColumnUse, string>>>;
  /** Rows in the file, before anything was left out. */
  readonly rows: number;
  /** Rows that were left out, by why. */
  readonly dropped: readonly Dropped[];
  readonly notes: readonly Note[];
}

/** What a column can be used for. */
export type ColumnUse =
  | 'time'
  | 'arm'
  | 'reward'
  | 'propensity'
  | 'eligible'
  | 'arrival'
  | 'id'
  | 'outcome';

/** Rows that were left out. */
export interface Dropped {
  readonly why: 'where' | 'missing-reward' | 'cancelled' | 'duplicate-id' | 'thinned';
  readonly rows: number;
}

/**
 * Something that people should know of how a log was read, or of an answer.
 *
 * - `time-absent`, `time-slots`, `time-zone-assumed`, `time-unit`: how times were read.
 * - `times-unsorted`: rows were sorted. `times-tied`: many rows of one moment, within which nothing is known.
 * - `times-outlying`: decisions or rewards so far from all others that their times may be wrong.
 * - `rewards-negated`: the column holds costs.
 * - `missing-dropped`, `missing-as-zero`, `missing-pending`: what became of rows without a reward.
 * - `duplicates-dropped`, `rows-thinned`, `arms-grouped`, `arms-not-always-present`: what was left out.
 * - `propensities-partial`: some rows have none, so that none is used.
 * - `propensities-doubtful`: they do not average as probabilities of the arm taken do.
 * - `context-used`: choices used more than the log's arms; the advice is for policies that do not.
 * - `rewards-late`: rewards seem to come late, and the log does not say when.
 * - `delays-differ`: delays depend on the arm or on the reward.
 * - `movement-too-fast`: arms change faster than the log can follow; memory lengths tend to be too long.
 * - `value-underestimated`: the same for the choices of one policy; its value may be higher.
 * - `rows-autocorrelated`: neighboring rows resemble each other; intervals are too narrow.
 * - `support-partial`: some of the choices that a policy would make were hardly tried.
 * - `tails-infinite-variance`: intervals are those of medians of means.
 * - `model-value`: a value comes from a model instead of the log's rewards.
 * - `choice-unstable`: without a fifth of the log, another policy would have been chosen.
 */
export type NoteCode =
  | 'time-absent'
  | 'time-slots'
  | 'time-zone-assumed'
  | 'time-unit'
  | 'times-unsorted'
  | 'times-tied'
  | 'times-outlying'
  | 'rewards-negated'
  | 'missing-dropped'
  | 'missing-as-zero'
  | 'missing-pending'
  | 'duplicates-dropped'
  | 'rows-thinned'
  | 'arms-grouped'
  | 'arms-not-always-present'
  | 'propensities-partial'
  | 'propensities-doubtful'
  | 'context-used'
  | 'rewards-late'
  | 'delays-differ'
  | 'movement-too-fast'
  | 'value-underestimated'
  | 'rows-autocorrelated'
  | 'support-partial'
  | 'tails-infinite-variance'
  | 'model-value'
  | 'choice-unstable';

/** A note with its text, a sentence. Warnings ask for something to be done or doubted. */
export interface Note {
  readonly code: NoteCode;
  readonly text: string;
  readonly isWarning: boolean;
}
