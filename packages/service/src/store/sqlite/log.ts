/** An experiment's log in the order of `seq`, from the three tables that it is in. */
import type Database from 'better-sqlite3';
import type { LogEvent } from '../../model/rows.ts';
import type { Cell } from '../layout/checksum.ts';
import {
  changeTable,
  columnsOf,
  decisionTable,
  outcomeTable,
  type Table,
  unsealed,
} from '../layout/tables.ts';

interface Mark {
  readonly number: number;
  readonly seq: number;
  readonly at: number;
}

type Between = Database.Statement<[number, number, number], Cell[]>;

export class Log {
  readonly #mark: Database.Statement<[number, number], Mark>;
  readonly #last: Database.Statement<[number], number>;
  readonly #decisions: Between;
  readonly #outcomes: Between;
  readonly #changes: Between;
  readonly #nextOutcome: Database.Statement<[number, number], number>;
  readonly #nextChange: Database.Statement<[number, number], number>;

  constructor(database: Database.Database) {
    this.#mark = database.prepare(
      'SELECT number, seq, at FROM decision WHERE experiment = ? AND number >= ? ORDER BY number LIMIT 1',
    );
    this.#last = database
      .prepare<[number], number>(
        'SELECT number FROM decision WHERE experiment = ? ORDER BY number DESC LIMIT 1',
      )
      .pluck();
    this.#decisions = between(database, decisionTable, 'number');
    this.#outcomes = between(database, outcomeTable, 'seq');
    this.#changes = between(database, changeTable, 'seq');
    this.#nextOutcome = nextSeq(database, 'outcome');
    this.#nextChange = nextSeq(database, 'change');
  }

  /** Events after `afterSeq`, `limit` of them or all that there are. Retention leaves gaps, which are passed over. */
  read(experiment: number, afterSeq: number, limit: number): LogEvent[] {
    const events: LogEvent[] = [];
    let from = afterSeq + 1;
    while (events.length < limit) {
      const start = this.#firstSeq(experiment, from);
      if (start === undefined) break;
      from = start + limit - events.length;
      events.push(...this.#between(experiment, start, from));
    }
    return events;
  }

  /** The first decision with at least this `seq` or `at`, both of which rise with numbers; after the last if none. */
  firstNumber(experiment: number, column: 'seq' | 'at', least: number): number {
    let low = this.#mark.get(experiment, 0)?.number ?? 0;
    let high = (this.#last.get(experiment) ?? -1) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const mark = this.#mark.get(experiment, middle);
      if (mark === undefined || mark[column] >= least) high = middle;
      else low = mark.number + 1;
    }
    return low;
  }

  /** The `seq` of the first decision from `number` on. */
  seqFrom(experiment: number, number: number): number | undefined {
    return this.#mark.get(experiment, number)?.seq;
  }

  #firstSeq(experiment: number, least: number): number | undefined {
    const decision = this.seqFrom(experiment, this.firstNumber(experiment, 'seq', least));
    const outcome = this.#nextOutcome.get(experiment, least);
    const change = this.#nextChange.get(experiment, least);
    const seqs = [decision, outcome, change].filter((seq) => seq !== undefined);
    return seqs.length === 0 ? undefined : Math.min(...seqs);
  }

  #between(experiment: number, from: number, end: number): LogEvent[] {
    const first = this.firstNumber(experiment, 'seq', from);
    const beyond = this.firstNumber(experiment, 'seq', end);
    const events: LogEvent[] = [];
    for (const cells of this.#decisions.all(experiment, first, beyond))
      events.push({ type: 'decision', row: unsealed(decisionTable, cells) });
    for (const cells of this.#outcomes.all(experiment, from, end))
      events.push({ type: 'outcome', row: unsealed(outcomeTable, cells) });
    for (const cells of this.#changes.all(experiment, from, end))
      events.push({ type: 'change', row: unsealed(changeTable, cells) });
    return events.sort((one, other) => one.row.seq - other.row.seq);
  }
}

function between<Row>(database: Database.Database, table: Table<Row>, column: string): Between {
  return database
    .prepare<[number, number, number], Cell[]>(
      `SELECT ${columnsOf(table)} FROM ${table.name}
       WHERE experiment = ? AND ${column} >= ? AND ${column} < ? ORDER BY ${column}`,
    )
    .raw();
}

function nextSeq(database: Database.Database, table: string) {
  return database
    .prepare<[number, number], number>(
      `SELECT seq FROM ${table} WHERE experiment = ? AND seq >= ? ORDER BY seq LIMIT 1`,
    )
    .pluck();
}
