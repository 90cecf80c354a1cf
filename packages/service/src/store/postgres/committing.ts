/**
 * The one write path: two messages per transaction. The first locks and reads, the second writes and commits; between
 * them the work is done. Whoever has an experiment's lock is its only writer, so numbers follow the order of commits.
 */
import type { ExperimentRow } from '../../model/rows.ts';
import { CommitUnknown, StoreUnavailable } from '../errors.ts';
import { checkWrites } from '../layout/appending.ts';
import type { Cell } from '../layout/checksum.ts';
import {
  changeTable,
  decisionTable,
  outcomeTable,
  positionTable,
  sealed,
  settingsTable,
} from '../layout/tables.ts';
import type { Batch, BatchEnd, CommitOptions, Writes } from '../store.ts';
import type { Database, Session } from './database.ts';
import { storeErrorOf } from './faults.ts';
import { inserted, updated } from './literals.ts';
import { checkFormat } from './opening.ts';
import { type KnownSettings, locking, Sight, statementsFor, tails, textOf } from './seeing.ts';

const WRITING = 'READ COMMITTED READ WRITE';
const COMMITTED: BatchEnd = { end: 'committed' };
/** A configuration may be large, and there may be thousands. */
const SETTINGS_KEPT = 1000;
const TABLES = [decisionTable, outcomeTable, changeTable] as const;

/** What a batch writes, as cells. */
interface Prepared {
  readonly experiment: number;
  /** The head that it follows. */
  readonly after: number;
  readonly events: readonly (readonly Cell[][])[];
  readonly position: readonly Cell[];
  /** The settings where they changed. */
  readonly settings: readonly Cell[] | undefined;
}

export class Committing {
  readonly #database: Database;
  readonly #settings = new Map<number, KnownSettings>();
  /** Experiments to which another process wrote before the last batch. */
  readonly #written = new Set<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  async commit(
    batches: readonly Batch[],
    { wait = true }: CommitOptions = {},
  ): Promise<readonly BatchEnd[]> {
    const ends: BatchEnd[] = [];
    for (const places of waves(batches)) {
      const mayWait = wait && places.length === 1;
      const wave = await this.#wave(
        places.map((place) => batches[place]),
        mayWait,
      );
      wave.forEach((end, i) => {
        ends[places[i]] = end;
      });
    }
    return ends;
  }

  async #wave(batches: readonly Batch[], mayWait: boolean): Promise<BatchEnd[]> {
    try {
      return await this.#database.session((session) => this.#run(session, batches, mayWait));
    } catch (error) {
      for (const { experiment } of batches) this.#settings.delete(experiment);
      return batches.map(() => endOf(error));
    }
  }

  async #run(session: Session, batches: readonly Batch[], mayWait: boolean): Promise<BatchEnd[]> {
    const sight = await this.#see(session, batches, mayWait);
    const prepared = new Map<Batch, Prepared>();
    const ends = batches.map((batch): BatchEnd => {
      if (!mayWait && !sight.isLocked(batch.experiment)) return { end: 'busy' };
      try {
        const writes = this.#work(batch, sight);
        if (writes !== undefined) prepared.set(batch, writes);
        return COMMITTED;
      } catch (error) {
        return { end: 'failed', error };
      }
    });
    try {
      await session.commit(statementsOf([...prepared.values()]));
    } catch (error) {
      const reported = storeErrorOf(error, this.#database.shown);
      const isOfStore = reported !== error || error instanceof StoreUnavailable;
      if (isOfStore || prepared.size < 2) throw error;
      const apart = await this.#apart(session, prepared);
      return batches.map((batch, place) => apart.get(batch) ?? ends[place]);
    } finally {
      for (const { experiment, settings } of prepared.values())
        if (settings !== undefined) this.#settings.delete(experiment);
    }
    return ends;
  }

  /**
   * Locks and reads. Where no other process wrote to an experiment lately, its tail is asked for only if there is one:
   * to look for nothing would take more than all the rest.
   */
  async #see(session: Session, batches: readonly Batch[], mayWait: boolean): Promise<Sight> {
    const sight = new Sight();
    const behind = batches.filter(({ experiment }) => this.#written.has(experiment));
    const first = statementsFor(batches, this.#settings, { behind, mayWait });
    sight.add(first, await session.begin(WRITING, textOf(first)));
    checkFormat(sight.format, this.#database.shown);
    const surprised = batches.filter((each) => sight.isAheadOf(each) && !behind.includes(each));
    if (surprised.length > 0) {
      const second = tails(surprised);
      sight.add(second, await session.ask(textOf(second)));
    }
    for (const batch of batches) {
      if (sight.isAheadOf(batch)) this.#written.add(batch.experiment);
      else this.#written.delete(batch.experiment);
    }
    return sight;
  }

  /** One of them broke a rule of the tables, and all were undone: written one by one, it alone fails. */
  async #apart(
    session: Session,
    prepared: ReadonlyMap<Batch, Prepared>,
  ): Promise<Map<Batch, BatchEnd>> {
    const ends = new Map<Batch, BatchEnd>();
    for (const [batch, writes] of prepared) {
      try {
        const [position] = await session.begin(WRITING, locking([batch], 'SKIP LOCKED'));
        if (position[0]?.[1] !== writes.after) throw meanwhile(batch.experiment);
        await session.commit(statementsOf([writes]));
        ends.set(batch, COMMITTED);
      } catch (error) {
        await session.isClean();
        ends.set(batch, endOf(storeErrorOf(error, this.#database.shown)));
      }
    }
    return ends;
  }

  #work(batch: Batch, sight: Sight): Prepared | undefined {
    const id = batch.experiment;
    const known = sight.settingsOf(id) ?? this.#settings.get(id);
    if (known !== undefined) this.#keep(id, known);
    const seen = sight.seenBy(batch, known?.settings);
    const writes = batch.work(seen);
    const after = checkWrites(seen.experiment, writes);
    return after === undefined ? undefined : prepare(seen.experiment, after, writes);
  }

  /** The latest ones. */
  #keep(id: number, known: KnownSettings): void {
    this.#settings.delete(id);
    this.#settings.set(id, known);
    const [oldest] = this.#settings.keys();
    if (this.#settings.size > SETTINGS_KEPT) this.#settings.delete(oldest);
  }
}

function endOf(error: unknown): BatchEnd {
  return { end: error instanceof CommitUnknown ? 'unknown' : 'failed', error };
}

function meanwhile(experiment: number): StoreUnavailable {
  return new StoreUnavailable(
    `another process has written to experiment ${experiment} in the meantime`,
  );
}

/** Places of batches that can be in one transaction: those of one experiment come one after the other. */
function waves(batches: readonly Batch[]): number[][] {
  const all: number[][] = [];
  const counts = new Map<number, number>();
  batches.forEach(({ experiment }, place) => {
    const wave = counts.get(experiment) ?? 0;
    counts.set(experiment, wave + 1);
    all[wave] ??= [];
    all[wave].push(place);
  });
  return all;
}

/** The cells of all that a batch writes. Throws where some of it cannot be written. */
export function prepare(before: ExperimentRow, after: ExperimentRow, writes: Writes): Prepared {
  const { id } = after;
  const isSame =
    after.config === before.config &&
    after.revision === before.revision &&
    after.status === before.status;
  return {
    experiment: id,
    after: before.head,
    events: [
      writes.decisions.map((row) => sealed(decisionTable, id, row)),
      writes.outcomes.map((row) => sealed(outcomeTable, id, row)),
      writes.changes.map((row) => sealed(changeTable, id, row)),
    ],
    position: sealed(positionTable, id, after),
    settings: isSame ? undefined : sealed(settingsTable, id, after),
  };
}

export function statementsOf(prepared: readonly Prepared[]): string {
  if (prepared.length === 0) return '';
  const statements = TABLES.flatMap((table, place) => {
    const rows = prepared.flatMap(({ events }) => events[place]);
    return rows.length === 0 ? [] : [inserted(table as typeof decisionTable, rows)];
  });
  const positions = prepared.map(({ position }) => position);
  const settings = prepared.flatMap((each) => (each.settings === undefined ? [] : [each.settings]));
  statements.push(updated(positionTable, positions));
  if (settings.length > 0) statements.push(updated(settingsTable, settings));
  return statements.join(';\n');
}
