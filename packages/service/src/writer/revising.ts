/** A new policy goes through the log before it is committed, and through what others write in the meantime. */
import { Replay } from '../fold/replay.ts';
import type { ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { ChangeRow, LogEvent, Millis } from '../model/rows.ts';
import type { Store } from '../store/store.ts';
import { revisionFor } from '../work/reach.ts';
import type { Session } from '../work/session.ts';
import type { Bench } from './configuring.ts';
import type { Loaded } from './held.ts';
import { firstKept, foldTail, readLog } from './history.ts';
import { RunAgain } from './run-again.ts';

/**
 * Of these first decisions, and of all that are so old that somebody may delete them, it is looked at whether they are
 * still there once the revision is committed.
 */
const FEWEST_WITNESSES = 2000;
/** What will be that old soon: clocks differ, and a policy takes its time to go through the log. */
const SOON = 600_000;
const PAGE = 5000;

/** A policy on its way through the log. */
class Revision {
  readonly body: ReviseBody;
  readonly config: ExperimentConfig;
  readonly #replay: Replay;
  readonly #old: Millis;
  /** The numbers of the first decisions that it went through. */
  readonly #first: number[] = [];

  /** @param old - decisions from before this may be deleted */
  constructor(config: ExperimentConfig, body: ReviseBody, old: Millis) {
    this.config = config;
    this.body = body;
    this.#old = old;
    this.#replay = new Replay(config, body);
  }

  add(events: readonly LogEvent[]): void {
    for (const event of events) {
      this.#replay.add(event);
      if (event.type !== 'decision') continue;
      const isWitness = this.#first.length < FEWEST_WITNESSES || event.row.at < this.#old;
      if (isWitness) this.#first.push(event.row.number);
    }
  }

  /** Writes and folds it; `tail` is what others wrote since it was prepared. */
  write(session: Session, tail: readonly LogEvent[], by: string): void {
    this.add(tail);
    const row: ChangeRow = session.changeRow('revise', this.body, by);
    session.fold.revise(row, this.#replay.course);
    session.changed(row);
  }

  /** Whether nobody deleted, before it was committed, what it has gone through: the oldest go first. */
  async isWhole(store: Store, experiment: number): Promise<boolean> {
    for (let start = 0; start < this.#first.length; start += PAGE) {
      const numbers = this.#first.slice(start, start + PAGE);
      const page = { from: numbers[0], limit: numbers.length };
      const rows = await store.decisions(experiment, page);
      if (numbers.some((number, i) => rows[i]?.decision.number !== number)) return false;
    }
    return true;
  }
}

/** Lets the new policy of a configuration go through the log, before anything is written. */
export async function prepareRevision(
  { store, now }: Pick<Bench, 'store' | 'now'>,
  { row, fold }: Loaded,
  config: ExperimentConfig,
  cause: ReviseBody['cause'],
): Promise<Revision> {
  const { next, head } = fold.facts;
  const kept = await firstKept(store, row.id, 0);
  const body = revisionFor(config, next, kept?.number ?? next, cause);
  const revision = new Revision(config, body, now() - fold.config.retain + SOON);
  const first = await firstKept(store, row.id, revision.body.from);
  if (first !== undefined) {
    for await (const events of readLog(store, row.id, first.seq - 1, head)) revision.add(events);
  }
  // That took its time: what is left for the commit, which holds the lock, shall be little.
  if (store.isShared) await foldTail(store, row.id, fold, (events) => revision.add(events));
  return revision;
}

/** Demands that a revision was prepared for a configuration. */
export function demandSame(revision: Revision | undefined, config: ExperimentConfig): void {
  const isSame = JSON.stringify(revision?.config) === JSON.stringify(config);
  if (!isSame) throw new RunAgain('the experiment was changed by another process');
}

/**
 * Rows may be deleted until a revision is committed, and not from then on. One that went through rows that nobody
 * else finds again is made once more, from what is left.
 */
export async function settleRevision(
  bench: Bench,
  held: Loaded,
  revision: Revision,
): Promise<void> {
  const { store } = bench;
  if (!store.isShared || (await revision.isWhole(store, held.row.id))) return;
  const again = await prepareRevision(bench, held, held.fold.config, revision.body.cause);
  await bench.commit(held, (session, _, tail) => {
    demandSame(again, held.fold.config);
    again.write(session, tail, 'service');
  });
}
