/**
 * What a store must do. SQLite is one; the same contract suite (`test/store/store-contract.ts`) judges every one of
 * them, also through a wrapper that fails, tears and delays (`test/store/faulty-store.ts`). What goes wrong in the
 * store itself has a class of its own in `errors.ts`.
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
  /** The last decision of each of these units that was not cancelled, among its last hundred. */
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

/**
 * What a batch appends. `experiment` is the row afterwards; absent where nothing is written. The events take the
 * `seq`s after the experiment's `head`, without a hole, and each list is in their order; decisions take the numbers
 * after `next` likewise. A store refuses what does not fit.
 */
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
 * is thrown away, and folded again. In both cases nothing is acknowledged. `busy`: another process has the
 * experiment, and its work was not run; committed alone, the batch waits for its turn, unless it is not to wait.
 */
export type BatchEnd =
  | { readonly end: 'committed' }
  | { readonly end: 'busy' }
  | { readonly end: 'failed' | 'unknown'; readonly error: unknown };

export interface CommitOptions {
  /** Whether a batch that is alone waits for an experiment that another process has; it does unless given. */
  readonly wait?: boolean;
}

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

/** An experiment whose own row is not as it was written: all that can be said of it. */
export interface DamagedExperiment {
  readonly id: number;
  readonly key: string;
  readonly why: string;
}

/** Reads alone; safe to use beside a `Store`, from another thread or process. */
export interface StoreReader {
  /** All whose rows are as they were written; `damagedExperiments` names the others. */
  experiments(): Promise<readonly ExperimentRow[]>;
  damagedExperiments(): Promise<readonly DamagedExperiment[]>;
  /** Rejects with `StoreDamaged` where its row is not as it was written. */
  experiment(key: string): Promise<ExperimentRow | undefined>;
  experimentOfId(id: number): Promise<ExperimentRow | undefined>;
  /** Decisions with outcomes, at most `limit`, so that no transaction is long. */
  decisions(experiment: number, page: DecisionPage): Promise<readonly DecisionWithOutcome[]>;
  /** Changes after `afterSeq`, in order, without sweeps: these are many, and nobody looks for them here. */
  changes(experiment: number, afterSeq: number, limit: number): Promise<readonly ChangeRow[]>;
  keys(): Promise<readonly KeyRow[]>;
  close(): Promise<void>;
}

/** The keys alone, for a command that may run beside the service. */
export interface KeyStore {
  keys(): Promise<readonly KeyRow[]>;
  /** Adds a key, or replaces the one of the same id. Durable when it resolves. */
  putKey(key: KeyRow): Promise<void>;
  close(): Promise<void>;
}

export interface Store extends StoreReader, KeyStore {
  /** Keys that sign decision ids, the newest last: secrets of this store. */
  readonly idKeys: readonly Uint8Array[];
  /** Whether other processes may write to it, too: then what is in memory may be behind the log. */
  readonly isShared: boolean;
  /** How many calls of `commit` may be under way at once, each for other experiments. */
  readonly lanes: number;
  /** Creates an experiment and returns its row; undefined where the key is taken. Durable when it resolves. */
  create(rows: NewExperimentRows): Promise<ExperimentRow | undefined>;
  /**
   * For each batch: locks its experiment, reads what it wants, runs its work, writes, commits. A store may put
   * several batches into one transaction; then they share their fate, except for batches whose work throws.
   * Resolves when every batch is durable or failed.
   */
  commit(batches: readonly Batch[], options?: CommitOptions): Promise<readonly BatchEnd[]>;
  /** Events after `afterSeq`, in order: `limit` of them, or all where there are fewer. */
  log(experiment: number, afterSeq: number, limit: number): Promise<readonly LogEvent[]>;
  /** The last snapshots, the newest first. Rejects with `StoreDamaged` where one does not have its hash. */
  snapshots(experiment: number): Promise<readonly SnapshotRow[]>;
  /** The `seq`s of these snapshots alone. */
  snapshotSeqs(experiment: number): Promise<readonly number[]>;
  /** Saves a snapshot; the two of the highest `seq`s are kept. */
  saveSnapshot(experiment: number, snapshot: SnapshotRow): Promise<void>;
  /** Saves a snapshot as the only one: those that were there, whole or not, are deleted with it or not at all. */
  replaceSnapshots(experiment: number, snapshot: SnapshotRow): Promise<void>;
  /**
   * Deletes decisions with their outcomes that are below `number`, older than `before` and whose events are at or
   * below `seq`, and sweeps at or below `seq` that closed no decision that is left; at most `limit` rows, the oldest
   * first. Where the log has a revision after `known`, nothing: another process's policy has gone through these
   * rows. Returns how many.
   */
  prune(experiment: number, below: Pruning, limit: number): Promise<number>;
  /**
   * Replaces the unit in all its decisions by a tombstone and removes their contexts, idempotency keys and digests,
   * and logs that as a change, which the next batch finds in its tail. Returns how many decisions.
   */
  eraseUnit(experiment: number, erasure: Erasure): Promise<number>;
  /**
   * Whether a commit works now: writes and commits something of no meaning. Throws if it does not.
   *
   * @param needsRoom - whether there has to be space for a commit with rows as well, which a small write need not find
   */
  probe(needsRoom?: boolean): Promise<void>;
  /**
   * Whether the store is still at its place: throws `StoreBroken` if not. A commit looks by itself. This is for times
   * without one.
   */
  confirmPlace(): Promise<void>;
  /** Copies everything that was committed to a new file, after `StoreReplaced`, and returns the file's name. */
  rescue(): Promise<string>;
  /** What the clock of the store says; undefined where it has none of its own. */
  clock(): Promise<Millis | undefined>;
}

/** What an experiment's state is read from. */
export type LogReader = Pick<Store, 'decisions' | 'log' | 'snapshots'>;

/** All that a store holds, as of one moment, whoever writes meanwhile. */
export type StoreMoment = LogReader &
  Pick<Store, 'idKeys' | 'experiments' | 'damagedExperiments' | 'keys'>;

/**
 * A store that is being filled with what another one held. Until `finish` it is refused by whoever opens it, also
 * after a crash.
 */
export interface StoreFilling {
  /** What it was given so far, read again. */
  filled(): Promise<StoreMoment>;
  /** The keys that sign ids of decisions: those that were given out stay valid. */
  putIdKeys(keys: readonly Uint8Array[]): Promise<void>;
  putKeys(keys: readonly KeyRow[]): Promise<void>;
  /** With the id that it has. */
  putExperiment(row: ExperimentRow): Promise<void>;
  /** Events of an experiment; what retention deleted is missing among them. */
  putEvents(experiment: number, events: readonly LogEvent[]): Promise<void>;
  putSnapshot(experiment: number, row: SnapshotRow): Promise<void>;
  /** Makes it a store. Durable when it resolves. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface Erasure {
  readonly unit: string;
  readonly tombstone: string;
  /** The change is logged at this time, or at the experiment's own where that is later. */
  readonly at: Millis;
  /** The id of the key that asked for it. */
  readonly by: string;
}

/** Up to where retention deletes. */
export interface Pruning {
  /** The `seq` up to which the caller has folded the log. */
  readonly known: number;
  readonly number: number;
  readonly before: Millis;
  readonly seq: number;
}
