/**
 * What a store must do. SQLite is one; the same contract suite (`store-contract.ts`) judges every one of them, also
 * through a wrapper that fails, delays and repeats.
 */
import type {
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  KeyRow,
  LogEvent,
  Millis,
  OutcomeRow,
  SnapshotRow,
} from '../model/rows.ts';

/** The rows that a batch has to see beside the log's tail. */
export interface Wanted {
  /** Decisions by number, with their outcomes. */
  readonly numbers: readonly number[];
  /** Decisions by idempotency key. */
  readonly requests: readonly string[];
  /** The last decision of each of these units. */
  readonly units: readonly string[];
}

/** A decision with what came of it. */
export interface DecisionWithOutcome {
  readonly decision: DecisionRow;
  readonly outcome: OutcomeRow | undefined;
}

/** What a batch is given, as of the transaction that it is in. */
export interface Seen {
  readonly experiment: ExperimentRow;
  /** Events after `known`, in order: what other processes wrote. SQLite has one process, and none. */
  readonly tail: readonly LogEvent[];
  readonly numbers: ReadonlyMap<number, DecisionWithOutcome>;
  readonly requests: ReadonlyMap<string, DecisionWithOutcome>;
  readonly units: ReadonlyMap<string, DecisionWithOutcome>;
}

/** What a batch appends. `experiment` is the row afterwards; absent where nothing is written. */
export interface Writes {
  readonly experiment?: ExperimentRow;
  readonly decisions: readonly DecisionRow[];
  readonly outcomes: readonly OutcomeRow[];
  readonly changes: readonly ChangeRow[];
}

/** One experiment's share of a commit. */
export interface Batch {
  readonly experiment: number;
  /** The `seq` up to which the caller has folded the log. */
  readonly known: number;
  readonly wanted: Wanted;
  /** Pure and synchronous. What it throws fails this batch alone, and writes nothing of it. */
  work(seen: Seen): Writes;
}

/**
 * How a batch ended. `failed` wrote nothing. After `unknown` it may or may not have been written: what is in memory
 * is thrown away, and folded again. In both cases nothing is acknowledged.
 */
export type BatchEnd =
  | { readonly end: 'committed' }
  | { readonly end: 'failed' | 'unknown'; readonly error: unknown };

/** A new experiment: its row and its first change. */
export interface NewExperimentRows {
  readonly experiment: Omit<ExperimentRow, 'id'>;
  readonly change: ChangeRow;
}

/** A page of an experiment's decisions, in the order of numbers. */
export interface DecisionPage {
  /** From this number on. */
  readonly from: number;
  readonly limit: number;
}

/** Reads alone; safe to use beside a `Store`, from another thread or process. */
export interface StoreReader {
  experiments(): Promise<readonly ExperimentRow[]>;
  experiment(key: string): Promise<ExperimentRow | undefined>;
  /** Decisions with outcomes, at most `limit`, so that no transaction is long. */
  decisions(experiment: number, page: DecisionPage): Promise<readonly DecisionWithOutcome[]>;
  /** Changes after `afterSeq`, in order, without sweeps: these are many, and nobody looks for them here. */
  changes(experiment: number, afterSeq: number, limit: number): Promise<readonly ChangeRow[]>;
  keys(): Promise<readonly KeyRow[]>;
  close(): Promise<void>;
}

export interface Store extends StoreReader {
  /** Keys that sign decision ids, the newest last: secrets of this store. */
  readonly idKeys: readonly Uint8Array[];
  /** Creates an experiment and returns its row; undefined where the key is taken. Durable when it resolves. */
  create(rows: NewExperimentRows): Promise<ExperimentRow | undefined>;
  /**
   * For each batch: locks its experiment, reads what it wants, runs its work, writes, commits. A store may put
   * several batches into one transaction; then they share their fate, except for batches whose work throws.
   * Resolves when every batch is durable or failed.
   */
  commit(batches: readonly Batch[]): Promise<readonly BatchEnd[]>;
  /** Events after `afterSeq`, at most `limit`, in order. */
  log(experiment: number, afterSeq: number, limit: number): Promise<readonly LogEvent[]>;
  /** The last snapshots, the newest first. */
  snapshots(experiment: number): Promise<readonly SnapshotRow[]>;
  /** Saves a snapshot, and keeps it and the one before. */
  saveSnapshot(experiment: number, snapshot: SnapshotRow): Promise<void>;
  /**
   * Deletes decisions with their outcomes that are below `number`, older than `before` and whose events are at or
   * below `seq`, and sweeps at or below `seq`; at most `limit` rows. Returns how many.
   */
  prune(experiment: number, below: Pruning, limit: number): Promise<number>;
  /** Replaces unit and context in all rows of a unit by a tombstone, and logs the change. Returns how many rows. */
  eraseUnit(experiment: number, unit: string, tombstone: string): Promise<number>;
  putKey(key: KeyRow): Promise<void>;
  /** Whether a commit works now: writes and commits something of no meaning. Throws where it does not. */
  probe(): Promise<void>;
}

export interface Pruning {
  readonly number: number;
  readonly before: Millis;
  readonly seq: number;
}
