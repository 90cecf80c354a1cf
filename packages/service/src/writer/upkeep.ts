/** What is done once a second: closing overdue decisions, saving states, letting go of idle ones, retention. */
import type { ExperimentConfig } from '../model/configuration.ts';
import { reachOf } from '../work/reach.ts';
import { LARGEST_SWEEP } from '../work/sweep.ts';
import { armKnowledge } from '../work/view.ts';
import type { Committer, Share } from './committer.ts';
import { sweepWork } from './experiment-batch.ts';
import { type Experiments, type Held, isLoaded, type Loaded } from './held.ts';
import type { ArmMeasures } from './measures.ts';

/** After a start, clients have this long to hand in what they kept. */
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
/** Experiments that one commit sweeps. */
const SWEPT_AT_ONCE = 256;

/** Whether an experiment's state is in memory and free to be worked on. */
export function isReady(held: Held): held is Loaded {
  return isLoaded(held) && !held.isBusy;
}

/** Whether there are decisions that the policy does not remember. */
function mayHaveOldRows({ row }: Held): boolean {
  return row.next > reachOf(JSON.parse(row.config) as ExperimentConfig);
}

export class Upkeep {
  readonly #committer: Committer;
  readonly #experiments: Experiments;
  readonly #startedAt: number;
  /** Milliseconds that saving may still take; below 0 it has to wait. */
  #budget = 0;
  #lastTurn: number;
  #lastArms = 0;
  readonly #prunedAt = new Map<number, number>();

  constructor(committer: Committer, experiments: Experiments) {
    this.#committer = committer;
    this.#experiments = experiments;
    this.#startedAt = committer.equipment.clock.elapsed();
    this.#lastTurn = this.#startedAt;
  }

  /** Closes overdue decisions; returns whether there may be more. */
  async sweep(): Promise<boolean> {
    const now = this.#committer.setting().now;
    const shares: Share[] = [];
    for (const held of this.#experiments) {
      if (!isReady(held) || !this.#maySweep(held)) continue;
      if (held.fold.waiting.overdue(now, 1).count === 0) continue;
      shares.push({ held, fold: held.fold, entries: [], extra: sweepWork });
      if (shares.length === SWEPT_AT_ONCE) break;
    }
    if (shares.length === 0) return false;
    const before = shares.map(({ fold }) => fold.waiting.size);
    const problems = await this.#committer.commit(shares);
    const isFull = ({ fold }: Share, i: number) =>
      problems[i] === undefined && before[i] - fold.waiting.size === LARGEST_SWEEP;
    return shares.length === SWEPT_AT_ONCE || shares.some(isFull);
  }

  /** Saves states that have changed, the longest unsaved first, as far as time allows. */
  async save(): Promise<void> {
    const { clock } = this.#committer.equipment;
    const elapsed = clock.elapsed();
    const earned = SAVING_SHARE * (elapsed - this.#lastTurn);
    this.#budget = Math.min(1000, this.#budget + earned);
    this.#lastTurn = elapsed;
    const due = [...this.#experiments].filter(
      (held) => isReady(held) && this.#isSaveDue(held, elapsed),
    );
    due.sort((one, other) => one.savedAt - other.savedAt);
    for (const held of due) {
      if (this.#budget < 0) return;
      if (isReady(held)) this.#budget -= await this.#committer.save(held, held.fold);
    }
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
    const { clock } = this.#committer.equipment;
    const isIdle = (held: Held) =>
      isReady(held) &&
      clock.elapsed() - held.usedAt >= IDLE &&
      (held.fold.waiting.size === 0 || held.row.status === 'archived');
    for (const held of [...this.#experiments].filter(isIdle)) {
      const { fold } = held;
      if (fold === undefined) continue;
      if (isReady(held) && this.#isChanged(held)) await this.#committer.save(held, fold);
      const isSaved = held.snapshots[0] === fold.facts.head;
      if (isSaved) held.fold = undefined;
    }
  }

  /** Deletes some rows of the experiment whose turn it is; returns one whose state is needed for that. */
  async prune(): Promise<Held | undefined> {
    const elapsed = this.#committer.equipment.clock.elapsed();
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
    const elapsed = this.#committer.equipment.clock.elapsed();
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
    const elapsed = this.#committer.equipment.clock.elapsed();
    const grace = Math.min(config.reward.timeout, GRACE);
    return status !== 'archived' && elapsed - this.#startedAt >= grace;
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
  async #pruneOne({ row, fold, snapshots }: Loaded): Promise<number> {
    const { store, clock } = this.#committer.equipment;
    const [, older] = snapshots;
    const { head, next, revised, config } = fold.facts;
    if (older === undefined || older < revised) return 0;
    const number = Math.min(next - reachOf(config), fold.waiting.first ?? next);
    if (number <= 0) return 0;
    try {
      const below = { known: head, number, before: clock.now() - config.retain, seq: older };
      return await store.prune(row.id, below, PRUNED_AT_ONCE);
    } catch (error) {
      this.#committer.noticed(`old rows of experiment ${row.key} could not be deleted`, error);
      return 0;
    }
  }
}
