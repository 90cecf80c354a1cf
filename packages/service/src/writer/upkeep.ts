/** What is done once a second: closing overdue decisions, saving states, letting go of idle ones, retention. */
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import { isHolding } from '../model/log-clock.ts';
import type { ExperimentRow } from '../model/rows.ts';
import type { Store } from '../store/store.ts';
import { clockDue, clockState, type MachineClock, timeOf } from '../work/keep-time.ts';
import { reachOf } from '../work/reach.ts';
import { LARGEST_SWEEP, sweep } from '../work/sweep.ts';
import { armKnowledge } from '../work/view.ts';
import type { Committer, Share } from './committer.ts';
import type { Flights } from './flights.ts';
import { dropState, type Experiments, type Held, isLoaded, type Loaded } from './held.ts';
import type { ArmMeasures } from './measures.ts';

/** After a start, and after the store was away, clients have this long to hand in what they kept. */
const GRACE = 60_000;
/** A state is saved after so many events, or after so long where something changed. */
const EVENTS_PER_SNAPSHOT = 50_000;
const MILLIS_PER_SNAPSHOT = 300_000;
/** The share of the time that saving may take. */
const SAVING_SHARE = 0.01;
/** A state that nobody asked for is kept for so long. */
const IDLE = 3_600_000;
/** Rows that are deleted at once, and how often an experiment is looked at. */
const PRUNED_AT_ONCE = 10_000;
const MILLIS_PER_RETENTION = 3_600_000;
/** How often arms are reported. */
const MILLIS_PER_ARMS = 5000;
/** How often rows are looked at that others may have written. */
const MILLIS_PER_ROWS = 60_000;
/** A state that was not brought to the end of a shared log for so long is, before a commit that holds its lock. */
export const STALE_MILLIS = 5000;
/** Experiments that one commit sweeps. */
const SWEPT_AT_ONCE = 256;

/** Whether an experiment's state is in memory and free to be worked on. */
export function isReady(held: Held): held is Loaded {
  return isLoaded(held) && !held.isBusy;
}

/** Whether decisions have to be closed, or the time of the log has to change so that they can be. */
function isWorkDue(fold: ExperimentFold, machine: MachineClock): boolean {
  if (fold.waiting.size === 0) return false;
  if (clockDue(fold, machine) !== undefined) return true;
  const time = timeOf(fold, machine);
  return !isHolding(fold.facts.clock, time) && fold.waiting.overdue(time, 1).count > 0;
}

/** Whether there are decisions that the policy does not remember. */
function mayHaveOldRows({ row }: Held): boolean {
  return row.next > reachOf(JSON.parse(row.config) as ExperimentConfig);
}

interface UpkeepParts {
  readonly committer: Committer;
  readonly experiments: Experiments;
  readonly flights: Flights;
  /** Reads the state of an experiment. */
  readonly bringIn: (held: Held) => void;
  /** Brings a state to the end of its log. */
  readonly bringUp: (held: Loaded) => Promise<void>;
}

export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #committer: Committer;
  readonly #experiments: Experiments;
  readonly #store: Store;
  readonly #startedAt: number;
  /** Milliseconds that saving may still take; below 0 it has to wait. */
  #budget = 0;
  #lastTurn: number;
  #lastArms = 0;
  #lastRows: number;
  readonly #prunedAt = new Map<number, number>();

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#committer = parts.committer;
    this.#experiments = parts.experiments;
    this.#store = parts.committer.equipment.store;
    this.#startedAt = parts.committer.equipment.clock.elapsed();
    this.#lastTurn = this.#startedAt;
    this.#lastRows = this.#startedAt;
  }

  get #elapsed(): number {
    return this.#committer.equipment.clock.elapsed();
  }

  /** Closes overdue decisions; returns whether there may be more. */
  async sweep(): Promise<boolean> {
    const { flights, bringUp } = this.#parts;
    // What seems overdue may have been closed by others.
    const isStale = ({ syncedAt }: Held) => this.#elapsed - syncedAt >= STALE_MILLIS;
    if (this.#store.isShared) await Promise.all(this.#overdue().filter(isStale).map(bringUp));
    const land = await flights.lane();
    const swept = new Map<Held, number>();
    const shares = this.#overdue().map(
      (held): Share => ({
        held,
        fold: held.fold,
        entries: [],
        extra: (session, tally) => {
          const count = sweep(session);
          swept.set(held, count);
          tally.swept += count;
        },
      }),
    );
    if (shares.length === 0) {
      land();
      return false;
    }
    const ends = await flights.fly(shares, land);
    const isFull = ({ held }: Share, i: number) =>
      ends[i] === 'done' && swept.get(held) === LARGEST_SWEEP;
    return shares.length === SWEPT_AT_ONCE || shares.some(isFull);
  }

  /** Experiments of which decisions are overdue. */
  #overdue(): Loaded[] {
    const setting = this.#committer.setting();
    const found: Loaded[] = [];
    for (const held of this.#experiments) {
      if (!isReady(held) || !this.#maySweep(held)) continue;
      if (!isWorkDue(held.fold, setting)) continue;
      found.push(held);
      if (found.length === SWEPT_AT_ONCE) break;
    }
    return found;
  }

  /**
   * Takes note of experiments that others made, and brings in those at which somebody was at work: whoever that was
   * may be gone, and somebody has to close their decisions.
   */
  async lookAtRows(): Promise<void> {
    if (!this.#store.isShared || this.#elapsed - this.#lastRows < MILLIS_PER_ROWS) return;
    this.#lastRows = this.#elapsed;
    for (const row of await this.#store.experiments()) {
      const known = this.#experiments.byId(row.id);
      const held = known ?? this.#experiments.add(row, undefined, this.#elapsed);
      if (isLoaded(held) || held.isBusy || held.damaged !== undefined) continue;
      held.row = row;
      if (!this.#mayWait(row)) continue;
      held.usedAt = this.#elapsed;
      this.#parts.bringIn(held);
    }
  }

  /** Whether a decision may wait for its timeout. */
  #mayWait({ status, next, swept, at, config }: ExperimentRow): boolean {
    const { reward } = JSON.parse(config) as ExperimentConfig;
    const { now } = this.#committer.setting();
    const last = at + reward.timeout + 2 * MILLIS_PER_ROWS;
    return status !== 'archived' && next > swept && now < last;
  }

  /** Saves states that have changed, the longest unsaved first, as far as time allows. */
  async save(): Promise<void> {
    const elapsed = this.#elapsed;
    const earned = SAVING_SHARE * (elapsed - this.#lastTurn);
    this.#budget = Math.min(1000, this.#budget + earned);
    this.#lastTurn = elapsed;
    const due = [...this.#experiments].filter(
      (held) => isReady(held) && this.#isSaveDue(held, elapsed),
    );
    due.sort((one, other) => one.savedAt - other.savedAt);
    for (const held of due) {
      if (this.#budget < 0) return;
      if (await this.#isSavedByOther(held)) continue;
      if (isReady(held)) this.#budget -= await this.#committer.save(held, held.fold);
    }
  }

  /** Whether another process saved the experiment since this one did: once is enough. */
  async #isSavedByOther(held: Held): Promise<boolean> {
    if (!this.#store.isShared) return false;
    const [known = 0] = held.snapshots;
    held.snapshots = await this.#store.snapshotSeqs(held.row.id);
    const [newest = 0] = held.snapshots;
    if (newest <= known) return false;
    held.savedAt = this.#elapsed;
    return !(isReady(held) && this.#isSaveDue(held, this.#elapsed));
  }

  /** Saves all states that have changed. */
  async saveAll(): Promise<void> {
    for (const held of this.#experiments) {
      if (this.#committer.broken !== undefined) return;
      if (isReady(held) && this.#isChanged(held)) await this.#committer.save(held, held.fold);
    }
  }

  /** Lets go of states that nobody asked for in an hour and of which nothing has to be closed. */
  async letGo(): Promise<void> {
    const isIdle = (held: Held) =>
      isReady(held) &&
      this.#elapsed - held.usedAt >= IDLE &&
      (held.fold.waiting.size === 0 || held.row.status === 'archived');
    for (const held of [...this.#experiments].filter(isIdle)) {
      if (isReady(held) && this.#isChanged(held)) await this.#committer.save(held, held.fold);
      // Somebody may have come for it meanwhile.
      if (isReady(held) && isIdle(held) && !this.#isChanged(held)) dropState(held);
    }
  }

  /** Deletes some rows of the experiment whose turn it is; returns one whose state is needed for that. */
  async prune(): Promise<Held | undefined> {
    const elapsed = this.#elapsed;
    for (const held of this.#experiments) {
      const last = this.#prunedAt.get(held.row.id) ?? this.#startedAt;
      if (elapsed - last < MILLIS_PER_RETENTION || held.isBusy || held.damaged !== undefined) {
        continue;
      }
      if (!isReady(held)) {
        if (mayHaveOldRows(held)) return held;
        this.#prunedAt.set(held.row.id, elapsed);
        continue;
      }
      const deleted = await this.#pruneOne(held);
      if (deleted < PRUNED_AT_ONCE) this.#prunedAt.set(held.row.id, elapsed);
      return undefined;
    }
    return undefined;
  }

  /** What policies think of their arms, now and then. */
  arms(): ArmMeasures[] {
    const elapsed = this.#elapsed;
    if (elapsed - this.#lastArms < MILLIS_PER_ARMS) return [];
    const used = [...this.#experiments].filter(
      (held) => isReady(held) && held.usedAt >= this.#lastArms,
    );
    this.#lastArms = elapsed;
    return used.filter(isReady).map(({ row, fold }) => ({
      experiment: row.key,
      arms: armKnowledge(fold).map(({ key, share, mean }) => ({ key, share, mean })),
    }));
  }

  #maySweep({ fold }: Loaded): boolean {
    const { status, config } = fold.facts;
    const grace = Math.min(config.reward.timeout, GRACE);
    const since = Math.max(this.#startedAt, this.#committer.backSince);
    return status !== 'archived' && this.#elapsed - since >= grace;
  }

  #isChanged({ fold, snapshots }: Loaded): boolean {
    return fold.facts.head > (snapshots[0] ?? 0);
  }

  #isSaveDue(held: Held, elapsed: number): boolean {
    if (!isReady(held) || !this.#isChanged(held)) return false;
    const events = held.fold.facts.head - (held.snapshots[0] ?? 0);
    return events >= EVENTS_PER_SNAPSHOT || elapsed - held.savedAt >= MILLIS_PER_SNAPSHOT;
  }

  /**
   * Deletes what is older than `retain`, than the older snapshot, and than what a revision may go through. A
   * revision that is not in both snapshots would be folded again from rows that are gone.
   */
  async #pruneOne(held: Loaded): Promise<number> {
    try {
      // Others save, too, and only the store knows what it keeps.
      if (this.#store.isShared) held.snapshots = await this.#store.snapshotSeqs(held.row.id);
      return isReady(held) ? await this.#pruned(held) : 0;
    } catch (error) {
      const { key } = held.row;
      this.#committer.noticed(`old rows of experiment ${key} could not be deleted`, error);
      return 0;
    }
  }

  async #pruned({ row, fold, snapshots }: Loaded): Promise<number> {
    const { store } = this.#committer.equipment;
    const setting = this.#committer.setting();
    const [, older] = snapshots;
    const { head, next, revised, config } = fold.facts;
    if (older === undefined || older < revised) return 0;
    // If the clock is ahead, rows seem older than they are.
    if (clockState(fold, setting).holdUntil !== undefined) return 0;
    const number = Math.min(next - reachOf(config), fold.waiting.first ?? next);
    if (number <= 0) return 0;
    const below = { known: head, number, before: setting.now - config.retain, seq: older };
    return store.prune(row.id, below, PRUNED_AT_ONCE);
  }
}
