import type { GivenColumns } from './columns.ts';

/** What becomes of rows without a reward. */
export type MissingRule = 'zero' | 'drop' | 'pending';

/** A row is taken only where a column says so. */
export interface Where {
  readonly column: string;
  readonly value: string;
}

/** How a log is to be read. */
export interface ReadingOptions {
  readonly columns?: GivenColumns;
  readonly where?: readonly Where[];
  /** Rows without a reward are left out where they are fewer than one in a hundred, else refused, unless given. */
  readonly missing?: MissingRule | undefined;
  /** Whether rewards are costs; by the name of their column unless given. */
  readonly isCost?: boolean | undefined;
  /** How many arms are told apart at most: the most frequent ones. */
  readonly top?: number | undefined;
  /** Of the folds; 1 unless given. */
  readonly seed?: number;
  /** Longer logs are thinned out; 10⁷ unless given. */
  readonly mostRows?: number;
  /** Whether columns lie in shared memory. */
  readonly isShared?: boolean;
}
