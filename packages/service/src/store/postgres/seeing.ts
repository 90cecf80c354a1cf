/**
 * What a transaction reads for its batches. All of it goes in one message: the experiments' rows are locked first, and
 * each statement after that sees what was committed before.
 */
import { ContractError } from '@driftline/core';
import type { ExperimentRow } from '../../model/rows.ts';
import { PAIR, pairOf, WITH_OUTCOME } from '../layout/assembled.ts';
import { type Cell, isText } from '../layout/checksum.ts';
import {
  changeTable,
  columnsOf,
  decisionTable,
  outcomeTable,
  positionTable,
  type Settings,
  settingsTable,
  unsealed,
} from '../layout/tables.ts';
import type { Batch, DecisionWithOutcome, Seen } from '../store.ts';
import type { Rows } from './database.ts';
import { columns, whole } from './literals.ts';
import { eventsOf } from './log.ts';

/** A caller that is further behind folds the log in pages first, while nobody waits for the experiment. */
const MOST_TAIL = 10_000;

/** Settings as they were last seen, and the checksum of their row: equal ones need not be read again. */
export interface KnownSettings {
  readonly settings: Settings;
  readonly sum: number;
}

/** The statements, in the order in which `Sight` reads their answers. */
export function statementsFor(
  batches: readonly Batch[],
  known: ReadonlyMap<number, KnownSettings>,
): string {
  const statements = [
    locking(batches, batches.length > 1 ? 'SKIP LOCKED' : ''),
    changedSettings(batches, known),
    ...tails(batches),
    ...wantedDecisions(batches),
  ];
  return statements.join(';\n');
}

/** @param others - what happens to rows that another process has locked: they are left out, or waited for */
export function locking(batches: readonly Batch[], others: 'SKIP LOCKED' | ''): string {
  const ids = batches.map(({ experiment }) => whole(experiment));
  return `SELECT ${columnsOf(positionTable)} FROM position WHERE experiment IN (${ids.join(', ')})
    ORDER BY experiment FOR UPDATE ${others}`;
}

/** The store's format, and with it settings that are not as they were: a configuration may be large. */
function changedSettings(
  batches: readonly Batch[],
  known: ReadonlyMap<number, KnownSettings>,
): string {
  const conditions = batches.map(({ experiment }) => {
    const last = known.get(experiment);
    const isThis = `id = ${whole(experiment)}`;
    if (last === undefined) return isThis;
    const { settings, sum } = last;
    return `${isThis} AND NOT (experiment.revision = ${whole(settings.revision)} AND experiment.sum = ${whole(sum)})`;
  });
  return `SELECT format, ${columnsOf(settingsTable)} FROM store LEFT JOIN experiment
    ON (${conditions.join(') OR (')})`;
}

/**
 * Events after what each caller knows. As many decisions as there are events may be new, no more, and they are the
 * last ones: that finds them by their numbers.
 */
function tails(batches: readonly Batch[]): string[] {
  const pairs = batches.map(({ experiment, known }) => [experiment, known]);
  const from = `FROM ${columns(pairs, ['bigint', 'bigint'])} AS behind(experiment, known)`;
  const after = (table: string) => `SELECT * FROM ${table}
    WHERE ${table}.experiment = behind.experiment AND seq > behind.known`;
  const bySeq = (table: string) => `CROSS JOIN LATERAL (
    ${after(table)} ORDER BY seq LIMIT ${MOST_TAIL + 1}) AS ${table}`;
  return [
    `SELECT ${columnsOf(decisionTable)} ${from} JOIN position USING (experiment) CROSS JOIN LATERAL (
       ${after('decision')} AND number >= position.next - position.head + behind.known
       ORDER BY number LIMIT ${MOST_TAIL + 1}) AS decision`,
    `SELECT ${columnsOf(outcomeTable)} ${from} ${bySeq('outcome')}`,
    `SELECT ${columnsOf(changeTable)} ${from} ${bySeq('change')}`,
  ];
}

function wantedDecisions(batches: readonly Batch[]): string[] {
  const named = (names: (batch: Batch) => readonly Cell[], type: string) => {
    const pairs = batches.flatMap((batch) =>
      names(batch).map((each): Cell[] => [batch.experiment, each]),
    );
    if (pairs.length === 0) return 'SELECT WHERE false';
    const from = `FROM ${columns(pairs, ['bigint', type])} AS wanted(experiment, name)`;
    return { from, isThis: 'decision.experiment = wanted.experiment AND decision.' };
  };
  const sql = (
    wanted: ReturnType<typeof named>,
    write: (from: string, isThis: string) => string,
  ) => (typeof wanted === 'string' ? wanted : write(wanted.from, wanted.isThis));
  return [
    sql(
      named(({ wanted }) => wanted.numbers, 'bigint'),
      (from, isThis) =>
        `SELECT ${PAIR} ${from} JOIN decision ON ${isThis}number = wanted.name ${WITH_OUTCOME}`,
    ),
    sql(
      named(({ wanted }) => wanted.requests.filter(isText), 'text'),
      (from, isThis) =>
        `SELECT ${PAIR} ${from} JOIN decision ON ${isThis}request = wanted.name ${WITH_OUTCOME}`,
    ),
    sql(
      named(({ wanted }) => wanted.units.filter(isText), 'text'),
      (from, isThis) => `SELECT ${PAIR} ${from} CROSS JOIN LATERAL (
        SELECT * FROM decision WHERE ${isThis}unit = wanted.name
        ORDER BY number DESC LIMIT 1) AS decision ${WITH_OUTCOME}`,
    ),
  ];
}

/** The answers, by experiment. */
export class Sight {
  readonly format: number;
  readonly #positions: ReadonlyMap<number, Cell[]>;
  readonly #settings: ReadonlyMap<number, Cell[]>;
  readonly #tails: readonly ReadonlyMap<number, Cell[][]>[];
  readonly #wanted: readonly ReadonlyMap<number, Cell[][]>[];

  constructor([positions, settings, ...rest]: readonly Rows[]) {
    this.format = Number(settings[0]?.[0]);
    this.#positions = new Map(positions.map((cells) => [Number(cells[0]), cells]));
    const changed = settings.map((cells) => cells.slice(1)).filter(([id]) => id !== null);
    this.#settings = new Map(changed.map((cells) => [Number(cells[0]), cells]));
    this.#tails = rest.slice(0, 3).map(byExperiment);
    this.#wanted = rest.slice(3).map(byExperiment);
  }

  isLocked(experiment: number): boolean {
    return this.#positions.has(experiment);
  }

  /** Settings that are not as they were. */
  settingsOf(id: number): KnownSettings | undefined {
    const cells = this.#settings.get(id);
    if (cells === undefined) return undefined;
    return { settings: { id, ...unsealed(settingsTable, cells) }, sum: Number(cells.at(-1)) };
  }

  /** What a batch is given. */
  seenBy({ experiment: id, known, wanted }: Batch, settings: Settings | undefined): Seen {
    const position = this.#positions.get(id);
    if (settings === undefined || position === undefined)
      throw new ContractError(`the store holds no experiment of the id ${id}`);
    const experiment: ExperimentRow = { ...settings, ...unsealed(positionTable, position) };
    if (known > experiment.head)
      throw new ContractError(
        `experiment ${id} ends with event ${experiment.head}; the caller knows ${known}: fold its log again`,
      );
    const rowsOf = (each: ReadonlyMap<number, Cell[][]>) => each.get(id) ?? [];
    const tails = this.#tails.map(rowsOf);
    if (tails.some(({ length }) => length > MOST_TAIL))
      throw new ContractError(
        `experiment ${id} is more than ${MOST_TAIL} events ahead of the caller: fold its log first`,
      );
    const [numbers, requests, units] = this.#wanted.map((each) => rowsOf(each).map(pairOf));
    return {
      experiment,
      tail: eventsOf(tails),
      numbers: found(wanted.numbers, numbers, 'number'),
      requests: found(wanted.requests, requests, 'request'),
      units: found(wanted.units, units, 'unit'),
    };
  }
}

function byExperiment(rows: Rows): Map<number, Cell[][]> {
  const groups = new Map<number, Cell[][]>();
  for (const cells of rows) {
    const id = Number(cells[0]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [cells]);
    else group.push(cells);
  }
  return groups;
}

/** In the order in which they were wanted. */
function found<Name>(
  names: readonly Name[],
  pairs: readonly DecisionWithOutcome[],
  part: 'number' | 'request' | 'unit',
): Map<Name, DecisionWithOutcome> {
  const there = new Map(pairs.map((pair) => [pair.decision[part] as Name, pair]));
  const rows = new Map<Name, DecisionWithOutcome>();
  for (const each of names) {
    const pair = there.get(each);
    if (pair !== undefined) rows.set(each, pair);
  }
  return rows;
}
