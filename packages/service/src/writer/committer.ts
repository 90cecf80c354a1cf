/** What goes to the store and comes from it, and what is done where that fails. */
import type { Random } from '@driftline/core';
import { ContractError } from '@driftline/core';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import { snapshotOf } from '../fold/snapshot.ts';
import type { ClockBody } from '../model/changes.ts';
import type { Limits } from '../model/limits.ts';
import type { OperationName, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import { RequestDigests } from '../model/request-digests.ts';
import {
  CommitUnknown,
  StoreBroken,
  StoreFull,
  StoreRefused,
  StoreUnavailable,
} from '../store/errors.ts';
import type { BatchEnd, Store } from '../store/store.ts';
import { clockText } from '../work/keep-time.ts';
import type { Setting } from '../work/session.ts';
import type { Clock } from './clock.ts';
import { type Entry, problemOf } from './entry.ts';
import { ExperimentBatch, type SessionWork } from './experiment-batch.ts';
import { dropState, type Held, type Loaded } from './held.ts';
import { foldTail } from './history.ts';
import { DamagedExperimentError, isDamage, recoverNow } from './recover.ts';
import { RunAgain } from './run-again.ts';
import type { Collector } from './tally.ts';

/** How often it is said that the store does not answer. */
const MILLIS_PER_DOWN = 5000;

/** A store that did not answer for so long was away, and clients kept what they have for it. */
const OUTAGE = 5000;

/** Something that an operator should read of. */
export interface Fault {
  readonly what: string;
  readonly error: unknown;
}

/** What the writer works with. */
interface Equipment {
  readonly store: Store;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly random: Random;
  readonly collector: Collector;
  readonly onFault: (fault: Fault) => void;
  /** Is given what an operator should know, though nothing failed. */
  readonly onNotice: (notice: string) => void;
  /** Whether an operator confirmed that the clock of the machine is right. */
  readonly acceptsClock: boolean;
  /** Whether every process of a shared store had the time to see that its clock was set back. */
  readonly isClockSettled: () => boolean;
  /** Called once, when the store refuses everything from now on. */
  readonly onBroken: (error: StoreBroken) => void;
}

/** An experiment with its state, and what is to be done to it. */
export interface Share {
  readonly held: Held;
  readonly fold: ExperimentFold;
  readonly entries: readonly Entry[];
  readonly extra?: SessionWork;
}

/**
 * How a share ended: durable and answered; not run, because another process has the experiment; to be run again on
 * the state as it is now, and nobody answered; or refused, which all were told.
 */
export type ShareEnd = 'done' | 'busy' | 'again' | ProblemError;

/** A share that is on its way. */
interface Draft {
  readonly held: Held;
  readonly fold: ExperimentFold;
  readonly batch: ExperimentBatch;
}

type Failure = Extract<BatchEnd, { readonly error: unknown }>;

function failureProblem({ end, error }: Failure): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreFull) {
    return new ProblemError('disk-full', 'the disk is full; nothing was written; free some space', {
      cause: error,
    });
  }
  const isUnknown = error instanceof StoreBroken || error instanceof CommitUnknown;
  if (end === 'unknown' || isUnknown) {
    return new ProblemError(
      'unknown-commit',
      'the service does not know whether the operation was stored; send it again, and it counts once',
      { cause: error },
    );
  }
  if (error instanceof StoreUnavailable) {
    return new ProblemError(
      'unavailable',
      'the store does not answer; nothing was written; send the request again',
      { cause: error },
    );
  }
  if (error instanceof StoreRefused) {
    return new ProblemError(
      'unavailable',
      'this version cannot write to the store; nothing was written; see the log of the service',
      { cause: error },
    );
  }
  return problemOf(error);
}

/** When a store that was away for long last was; −∞ where it was not. */
function outageEnd(down: { readonly since: number; readonly last: number } | undefined): number {
  return down !== undefined && down.last - down.since >= OUTAGE
    ? down.last
    : Number.NEGATIVE_INFINITY;
}

export class Committer {
  readonly equipment: Equipment;
  readonly #digests: RequestDigests;
  #broken: StoreBroken | undefined;
  #lastCommit: number;
  /** When the store was last said not to answer, and how often that was seen since. */
  #saidDown = Number.NEGATIVE_INFINITY;
  #unsaid = 0;
  /** When the store was first and last found not to answer; undefined while it answers. */
  #down: { readonly since: number; readonly last: number } | undefined;
  #backSince = Number.NEGATIVE_INFINITY;
  /** Whether the store had no room, and no commit with rows has found some since. */
  #isFull = false;
  #lookedForRoom = Number.NEGATIVE_INFINITY;

  constructor(equipment: Equipment) {
    this.equipment = equipment;
    this.#digests = new RequestDigests(equipment.store.idKeys);
    this.#lastCommit = equipment.clock.elapsed();
  }

  get broken(): StoreBroken | undefined {
    return this.#broken;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether the store answered and took writes when it was last asked. */
  get isStoreUp(): boolean {
    return this.#down === undefined;
  }

  /** Since when the store is back, where it was away for long; −∞ where it never was. */
  get backSince(): number {
    return Math.max(this.#backSince, outageEnd(this.#down));
  }

  /** Milliseconds since something was last committed. */
  get sinceCommit(): number {
    return this.equipment.clock.elapsed() - this.#lastCommit;
  }

  setting(): Setting {
    const { clock, random, limits, acceptsClock, isClockSettled } = this.equipment;
    const machine = { now: clock.now(), isSettled: isClockSettled(), isAccepted: acceptsClock };
    return { ...machine, random, limits, digests: this.#digests };
  }

  /**
   * Commits all shares at once, and answers what is durable; returns how each ended.
   *
   * @param wait - whether a share that is alone waits for an experiment that another process has
   */
  async commit(shares: readonly Share[], wait = true): Promise<ShareEnd[]> {
    const setting = () => this.setting();
    const drafts = shares.map(({ held, fold, entries, extra }) => ({
      held,
      fold,
      batch: new ExperimentBatch({ identity: held.row, fold, setting, entries, extra }),
    }));
    const { clock, collector } = this.equipment;
    const start = clock.elapsed();
    const batches = drafts.map(({ batch }) => batch);
    const ends = await this.#ends(batches, wait);
    const elapsed = clock.elapsed();
    const isWritten = drafts.some(({ batch }, i) => ends[i].end === 'committed' && batch.hasWrites);
    if (isWritten) this.#succeeded();
    const operations = shares.reduce((sum, { entries }) => sum + entries.length, 0);
    collector.committed((elapsed - start) / 1000, operations);
    return drafts.map((draft, i) => this.#finish(draft, ends[i]));
  }

  /** Reads the state of an experiment from the store; where that fails, says why. */
  async load(held: Held): Promise<ProblemError | undefined> {
    const { store, collector, clock } = this.equipment;
    try {
      const row = await store.experiment(held.row.key);
      if (row === undefined) throw new DamagedExperimentError('its row is missing');
      const { fold, folded, snapshots } = await recoverNow(store, row);
      this.#follow(held, fold);
      held.fold = fold;
      held.snapshots = snapshots;
      held.savedAt = clock.elapsed();
      held.syncedAt = clock.elapsed();
      held.damaged = undefined;
      collector.of(row.key).folded += folded;
      return undefined;
    } catch (error) {
      return this.#failedToLoad(held, error);
    }
  }

  /** Brings a state to where the log ends, which others may have written to; where that fails, says why. */
  async catchUp(held: Loaded): Promise<ProblemError | undefined> {
    const { store, collector, clock } = this.equipment;
    const { row, fold } = held;
    if (!store.isShared) return undefined;
    try {
      await foldTail(store, row.id, fold, (events) => collector.of(row.key).heard(events));
      held.syncedAt = clock.elapsed();
      this.#follow(held, fold);
      return undefined;
    } catch (error) {
      const isGone = error instanceof RunAgain || isDamage(error);
      if (!isGone) return this.problemOf(error, `the log of ${row.key}`);
      // Others may have deleted old events, too: what is there now is read anew.
      dropState(held);
      return this.load(held);
    }
  }

  /** The row is that of the state. One that was archived elsewhere is gone here, too. */
  #follow(held: Held, fold: ExperimentFold): void {
    const before = held.row.status;
    held.row = fold.row(held.row.id, held.row.key);
    if (held.row.status === 'archived' && before !== 'archived') {
      this.equipment.collector.gone(held.row.key);
    }
  }

  #noticeClock({ row }: Held, clock: ClockBody): void {
    this.equipment.onNotice(`experiment ${row.key}: ${clockText(clock)}`);
  }

  #failedToLoad(held: Held, error: unknown): ProblemError {
    this.noticed(`experiment ${held.row.key} could not be read`, error);
    if (isDamage(error)) {
      held.damaged = error instanceof Error ? error.message : String(error);
      held.damagedAt = this.equipment.clock.elapsed();
    }
    return failureProblem({ end: 'failed', error });
  }

  /** Saves the state; where there is no room, the next try may find some. */
  async save(held: Held, fold: ExperimentFold): Promise<number> {
    const { store, collector, clock } = this.equipment;
    const start = clock.elapsed();
    try {
      const snapshot = snapshotOf(fold);
      await store.saveSnapshot(held.row.id, snapshot);
      const all = new Set([snapshot.seq, ...held.snapshots]);
      held.snapshots = [...all].sort((one, other) => other - one).slice(0, 2);
    } catch (error) {
      this.noticed(`experiment ${held.row.key} could not be saved`, error);
    }
    held.savedAt = clock.elapsed();
    const millis = held.savedAt - start;
    collector.saved(millis / 1000);
    return millis;
  }

  /**
   * Whether a commit works now; throws where it does not. A small write finds room in files that cannot grow, so a
   * store that was full is asked for the room of a commit with rows.
   */
  async probe(): Promise<void> {
    try {
      await this.equipment.store.probe(this.#isFull);
    } catch (error) {
      this.noticed('a commit that was tried', error);
      throw error;
    }
    this.#succeeded();
  }

  #succeeded(): void {
    this.#lastCommit = this.equipment.clock.elapsed();
    if (outageEnd(this.#down) > Number.NEGATIVE_INFINITY) this.#backSince = this.#lastCommit;
    this.#down = undefined;
    this.#isFull = false;
  }

  /** Looks for room while there is none: nobody sends anything to a service that is not ready. */
  async lookForRoom(): Promise<void> {
    if (!this.#isFull || this.equipment.clock.elapsed() - this.#lookedForRoom < MILLIS_PER_DOWN) {
      return;
    }
    this.#lookedForRoom = this.equipment.clock.elapsed();
    // A probe that fails has been reported.
    await this.probe().catch(() => undefined);
  }

  /** Answers with what an operation comes to; an error that is no problem of the caller's is reported. */
  async answer(
    { answer, operation }: Entry,
    work: () => Promise<Operations[OperationName]['answer']>,
  ): Promise<void> {
    try {
      answer({ ok: await work() });
    } catch (error) {
      answer({ problem: this.problemOf(error, operation.name).toProblem() });
    }
  }

  /** What is said to the caller of an error; what is not his is reported. */
  problemOf(error: unknown, what: string): ProblemError {
    if (error instanceof ProblemError) return error;
    this.noticed(what, error);
    return failureProblem({ end: 'failed', error });
  }

  /** Reports an error, and stops everything where the store is broken. */
  noticed(what: string, error: unknown): void {
    // A store that was migrated meanwhile refuses everything, too.
    if (error instanceof StoreUnavailable || error instanceof StoreRefused) {
      this.#noticedDown(what, error);
      return;
    }
    if (error instanceof StoreFull) {
      this.#isFull = true;
      this.#noticedDown(what, error);
      return;
    }
    this.equipment.onFault({ what, error });
    if (!(error instanceof StoreBroken) || this.#broken !== undefined) return;
    this.#broken = error;
    this.equipment.onBroken(error);
  }

  /** A store that is down or full fails everything: that is said now and then, and no commit of before speaks for it. */
  #noticedDown(what: string, error: StoreUnavailable | StoreRefused | StoreFull): void {
    const { clock, onFault } = this.equipment;
    const last = clock.elapsed();
    this.#down = { since: this.#down?.since ?? last, last };
    this.#lastCommit = Number.NEGATIVE_INFINITY;
    this.#unsaid += 1;
    if (clock.elapsed() - this.#saidDown < MILLIS_PER_DOWN) return;
    const more = this.#unsaid === 1 ? '' : ` (and ${this.#unsaid - 1} more)`;
    onFault({ what: `${what}${more}`, error });
    this.#saidDown = clock.elapsed();
    this.#unsaid = 0;
  }

  async #ends(batches: readonly ExperimentBatch[], wait: boolean): Promise<readonly BatchEnd[]> {
    const { store } = this.equipment;
    try {
      return await store.commit(
        batches.map((batch) => batch.toBatch()),
        { wait },
      );
    } catch (error) {
      return batches.map(() => ({ end: 'unknown', error }));
    }
  }

  #finish(draft: Draft, end: BatchEnd): ShareEnd {
    const { held, fold, batch } = draft;
    const { collector, clock } = this.equipment;
    if (end.end === 'busy') return 'busy';
    if (end.end === 'committed') {
      held.syncedAt = clock.elapsed();
      this.#follow(held, fold);
      collector.of(held.row.key).add(batch.tally);
      if (batch.clock !== undefined) this.#noticeClock(held, batch.clock);
      batch.answer();
      return 'done';
    }
    const isOwn = end.error instanceof ProblemError || end.error instanceof RunAgain;
    const isRevised = end.error instanceof RunAgain && end.error.isRevised;
    // Where the work was refused before its first event, the state is what is committed.
    if (isOwn && batch.isUntouched && !isRevised) {
      this.#follow(held, fold);
      collector.of(held.row.key).addHeard(batch.tally);
    } else {
      dropState(held);
    }
    // A store may say before the work that the log has gone on too far, or was put back: it is read anew.
    const isElsewhere =
      this.equipment.store.isShared && end.error instanceof ContractError && !batch.hasRun;
    if (end.error instanceof RunAgain || isElsewhere) return 'again';
    return this.#refuse(draft, end);
  }

  #refuse({ held, batch }: Draft, end: Failure): ProblemError {
    const problem = failureProblem(end);
    const { length } = batch.entries;
    const { kind } = problem;
    if (kind === 'disk-full' || kind === 'unavailable') this.equipment.collector.shed(kind, length);
    if (!(end.error instanceof ProblemError)) {
      this.noticed(`a batch of experiment ${held.row.key} was not committed`, end.error);
    }
    for (const { answer } of batch.entries) answer({ problem: problem.toProblem() });
    return problem;
  }
}
