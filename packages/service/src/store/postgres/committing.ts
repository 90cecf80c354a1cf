/**
 * The one write path: two messages per transaction. The first locks and reads, the second writes and commits; between
 * them the work is done. Whoever has an experiment's lock is its only writer, so numbers follow the order of commits.
 */
import type { ExperimentRow } from '../../model/rows.ts';
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
import type { Batch, BatchEnd, Writes } from '../store.ts';
import { CommitUnknown, type Database, type Session } from './database.ts';
import { inserted, updated } from './literals.ts';
import { checkFormat } from './opening.ts';
import { type KnownSettings, Sight, statementsFor } from './seeing.ts';

const TABLES = [decisionTable, outcomeTable, changeTable] as const;

/** What a batch writes, as cells. */
interface Prepared {
  readonly experiment: number;
  readonly events: readonly (readonly Cell[][])[];
  readonly position: readonly Cell[];
  /** The settings where they changed. */
  readonly settings: readonly Cell[] | undefined;
}

export class Committing {
  readonly #database: Database;
  readonly #settings = new Map<number, KnownSettings>();

  constructor(database: Database) {
    this.#database = database;
  }

  async commit(batches: readonly Batch[]): Promise<readonly BatchEnd[]> {
    const ends: BatchEnd[] = [];
    for (const places of waves(batches)) {
      const wave = await this.#wave(places.map((place) => batches[place]));
      wave.forEach((end, i) => {
        ends[places[i]] = end;
      });
    }
    return ends;
  }

  async #wave(batches: readonly Batch[]): Promise<BatchEnd[]> {
    try {
      return await this.#database.session((session) => this.#run(session, batches));
    } catch (error) {
      for (const { experiment } of batches) this.#settings.delete(experiment);
      const end = error instanceof CommitUnknown ? 'unknown' : 'failed';
      return batches.map(() => ({ end, error }));
    }
  }

  async #run(session: Session, batches: readonly Batch[]): Promise<BatchEnd[]> {
    const statements = statementsFor(batches, this.#settings);
    const sight = new Sight(await session.begin('READ COMMITTED READ WRITE', statements));
    checkFormat(sight.format, this.#database.shown);
    const prepared: Prepared[] = [];
    const ends = batches.map((batch): BatchEnd => {
      if (batches.length > 1 && !sight.isLocked(batch.experiment)) return { end: 'busy' };
      try {
        const writes = this.#work(batch, sight);
        if (writes !== undefined) prepared.push(writes);
        return { end: 'committed' };
      } catch (error) {
        return { end: 'failed', error };
      }
    });
    await session.commit(statementsOf(prepared));
    for (const { experiment, settings } of prepared)
      if (settings !== undefined) this.#settings.delete(experiment);
    return ends;
  }

  #work(batch: Batch, sight: Sight): Prepared | undefined {
    const id = batch.experiment;
    const known = sight.settingsOf(id) ?? this.#settings.get(id);
    if (known !== undefined) this.#settings.set(id, known);
    const seen = sight.seenBy(batch, known?.settings);
    const writes = batch.work(seen);
    const after = checkWrites(seen.experiment, writes);
    return after === undefined ? undefined : prepare(seen.experiment, after, writes);
  }
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
