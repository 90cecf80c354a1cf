/** What the page and its workers say to one another. */
import type {
  Comparison,
  ComparisonResult,
  Histogram,
  WatchedReplication,
} from '@driftline/engine/play';

/** From the page to the coordinator. A run that starts ends the one before. */
export type RunOrder =
  /** Players may start: a run will follow. */
  | { readonly order: 'prepare'; readonly workers: number }
  | {
      readonly order: 'start';
      readonly run: number;
      readonly comparison: Comparison;
      readonly workers: number;
    }
  | { readonly order: 'pause' | 'resume' | 'stop'; readonly run: number };

/** What has been played, and how final regrets spread, in bins fine enough to draw. */
export interface RunOutcome {
  readonly result: ComparisonResult;
  /** One per policy, all over the same edges. */
  readonly outlines: readonly Histogram[];
}

/** How far a run has come. */
export interface RunProgress {
  readonly run: number;
  readonly done: number;
  readonly total: number;
  /** Over the first `done` replications; absent before there is one. */
  readonly outcome?: RunOutcome;
}

/** From the coordinator to the page. */
export type RunNews =
  | ({ readonly news: 'progress' | 'done' | 'stopped' } & RunProgress)
  /** A worker is gone; what was played is kept, and `resume` goes on. */
  | ({ readonly news: 'lost'; readonly reason: string } & RunProgress)
  /** Nothing can be played: what is wrong with the comparison. */
  | { readonly news: 'failed'; readonly run: number; readonly reason: string };

/** From the page to the watcher. */
export interface WatchOrder {
  readonly watch: number;
  readonly comparison: Comparison;
  readonly place: number;
  readonly replication: number;
}

/** From the watcher to the page. */
export type WatchNews =
  | { readonly watch: number; readonly watched: WatchedReplication }
  | { readonly watch: number; readonly reason: string };
