/** What is read in the same way from a store at work, beside it, and as of one moment. */
import { createHash } from 'node:crypto';
import type { ChangeRow, ExperimentRow, KeyRow, SnapshotRow } from '../../model/rows.ts';
import { StoreDamaged } from '../errors.ts';
import { type Cell, isText } from '../layout/checksum.ts';
import { changeKinds } from '../layout/names.ts';
import {
  changeTable,
  columnsOf,
  decisionTable,
  idKeyTable,
  keyTable,
  outcomeTable,
  positionTable,
  settingsTable,
  unsealed,
  widthOf,
} from '../layout/tables.ts';
import type { DecisionPage, DecisionWithOutcome } from '../store.ts';
import type { Queries, Rows } from './database.ts';
import { quoted, whole } from './literals.ts';

/** The most rows that one transaction reads, so that none is long: the server keeps what it may see. */
export const PAGE_ROWS = 10_000;

const EXPERIMENT = `SELECT ${columnsOf(settingsTable)}, ${columnsOf(positionTable)}
  FROM experiment JOIN position ON position.experiment = experiment.id`;
/** Decisions with their outcomes, from a table or a list of that name. */
export const PAIR = `SELECT ${columnsOf(decisionTable)}, ${columnsOf(outcomeTable)}`;
export const WITH_OUTCOME =
  'LEFT JOIN outcome ON outcome.experiment = decision.experiment AND outcome.number = decision.number';

export class Reads {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The keys that sign decision ids, the newest last. */
  async idKeys(): Promise<readonly Uint8Array[]> {
    const rows = await this.#rows(`SELECT ${columnsOf(idKeyTable)} FROM store`);
    return rows.flatMap((cells) => unsealed(idKeyTable, cells));
  }

  async experiments(): Promise<ExperimentRow[]> {
    return (await this.#rows(`${EXPERIMENT} ORDER BY experiment.id`)).map(experimentOf);
  }

  async experiment(key: string): Promise<ExperimentRow | undefined> {
    if (!isText(key)) return undefined;
    return (await this.#rows(`${EXPERIMENT} WHERE experiment.key = ${quoted(key)}`)).map(
      experimentOf,
    )[0];
  }

  async experimentOfId(id: number): Promise<ExperimentRow | undefined> {
    return (await this.#rows(`${EXPERIMENT} WHERE experiment.id = ${whole(id)}`)).map(
      experimentOf,
    )[0];
  }

  async decisions(experiment: number, page: DecisionPage): Promise<DecisionWithOutcome[]> {
    const rows = await this.#rows(`${PAIR} FROM decision ${WITH_OUTCOME}
      WHERE decision.experiment = ${whole(experiment)} AND decision.number >= ${whole(page.from)}
      ORDER BY decision.number LIMIT ${whole(Math.min(page.limit, PAGE_ROWS))}`);
    return rows.map(pairOf);
  }

  async changes(experiment: number, afterSeq: number, limit: number): Promise<ChangeRow[]> {
    const rows = await this.#rows(`SELECT ${columnsOf(changeTable)} FROM change
      WHERE experiment = ${whole(experiment)} AND seq > ${whole(afterSeq)}
        AND kind <> ${changeKinds.code('sweep')}
      ORDER BY seq LIMIT ${whole(Math.min(limit, PAGE_ROWS))}`);
    return rows.map((cells) => unsealed(changeTable, cells));
  }

  async keys(): Promise<KeyRow[]> {
    const rows = await this.#rows(`SELECT ${columnsOf(keyTable)} FROM api_key ORDER BY made, id`);
    return rows.map((cells) => ({ id: String(cells[0]), ...unsealed(keyTable, cells) }));
  }

  /** The two newest, whoever saved them: those that two processes saved at once are more for a while. */
  async snapshots(experiment: number): Promise<SnapshotRow[]> {
    const rows = await this.#rows(`SELECT seq, next, numbers, version, hash, body FROM snapshot
      WHERE experiment = ${whole(experiment)} ORDER BY seq DESC LIMIT 2`);
    return rows.map((cells) => snapshotOf(experiment, cells));
  }

  async #rows(statement: string): Promise<Rows> {
    const [rows] = await this.#queries.ask(statement);
    return rows;
  }
}

function snapshotOf(experiment: number, cells: readonly unknown[]): SnapshotRow {
  const [seq, next, numbers, version, hash, body] = cells as [
    ...[number, number, number, string],
    ...[Buffer, Buffer],
  ];
  if (!createHash('sha256').update(body).digest().equals(hash))
    throw new StoreDamaged(
      `the snapshot ${seq} of experiment ${experiment} does not have its hash: put back a backup, or run ` +
        "'driftline store rebuild'",
    );
  return { seq, next, numbers, version, hash, body };
}

function experimentOf(cells: Cell[]): ExperimentRow {
  const settings = unsealed(settingsTable, cells);
  return {
    id: Number(cells[0]),
    ...settings,
    ...unsealed(positionTable, cells, widthOf(settingsTable)),
  };
}

const OUTCOME_CELLS = widthOf(decisionTable);

/** Of the columns of `PAIR`. */
export function pairOf(cells: Cell[]): DecisionWithOutcome {
  const hasOutcome = cells[OUTCOME_CELLS] !== null;
  return {
    decision: unsealed(decisionTable, cells),
    outcome: hasOutcome ? unsealed(outcomeTable, cells, OUTCOME_CELLS) : undefined,
  };
}
