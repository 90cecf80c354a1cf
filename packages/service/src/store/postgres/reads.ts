/** What is read in the same way from a store at work, beside it, and as of one moment. */
import type { ChangeRow, ExperimentRow, KeyRow, SnapshotRow } from '../../model/rows.ts';
import {
  checkSnapshot,
  damagedExperiments,
  EXPERIMENT,
  experimentOf,
  PAIR,
  pairOf,
  WITH_OUTCOME,
  wholeExperiments,
} from '../layout/assembled.ts';
import { isText } from '../layout/checksum.ts';
import { changeKinds } from '../layout/names.ts';
import { changeTable, columnsOf, idKeyTable, keyTable, unsealed } from '../layout/tables.ts';
import type { DamagedExperiment, DecisionPage, DecisionWithOutcome } from '../store.ts';
import type { Queries, Rows } from './database.ts';
import { quoted, whole } from './literals.ts';

/** The most rows that one transaction reads, so that none is long: the server keeps what it may see. */
export const PAGE_ROWS = 10_000;

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
    return wholeExperiments(await this.#rows(`${EXPERIMENT} ORDER BY experiment.id`));
  }

  async damagedExperiments(): Promise<DamagedExperiment[]> {
    return damagedExperiments(await this.#rows(`${EXPERIMENT} ORDER BY experiment.id`));
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
    const rows = await this.#rows(`SELECT ${PAIR} FROM decision ${WITH_OUTCOME}
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

  async snapshotSeqs(experiment: number): Promise<number[]> {
    const rows = await this.#rows(`SELECT seq FROM snapshot
      WHERE experiment = ${whole(experiment)} ORDER BY seq DESC LIMIT 2`);
    return rows.map(([seq]) => Number(seq));
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
  const row = { seq, next, numbers, version, hash, body };
  checkSnapshot(experiment, row);
  return row;
}
