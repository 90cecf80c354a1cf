/**
 * What a transaction reads for its batches. All of it goes in one message: the experiments' rows are locked first, and
 * each statement after that sees what was committed before.
 */
import { ContractError } from '@driftline/core';
import type { ExperimentRow, LogEvent } from '../../model/rows.ts';
import { PAIR, pairOf, UNIT_REACH, WITH_OUTCOME } from '../layout/assembled.ts';
import { type Cell, isText } from '../layout/checksum.ts';
import { outcomeKinds } from '../layout/names.ts';
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

type Slot = 'position' | 'settings' | Event | 'number' | 'request' | 'unit';
type Event = (typeof EVENTS)[number];
const EVENTS = ['decision', 'outcome', 'change'] as const;
type Statements = readonly (readonly [Slot, string])[];

/**
 * What to ask for batches.
 *
 * @param behind - those of them whose callers may be behind the log; to look takes three statements
 * @param mayWait - whether rows that another process has locked are waited for
 */
export function statementsFor(
  batches: readonly Batch[],
  known: ReadonlyMap<number, KnownSettings>,
  { behind, mayWait }: { readonly behind: readonly Batch[]; readonly mayWait: boolean },
): Statements {
  return [
    ['position', locking(batches, mayWait ? '' : 'SKIP LOCKED')],
    ['settings', changedSettings(batches, known)],
    ...(behind.length > 0 ? tails(behind) : []),
    ...wantedDecisions(batches),
  ];
}

export function textOf(statements: Statements): string {
  return statements.map(([, sql]) => sql).join(';\n');
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
export function tails(batches: readonly Batch[]): Statements {
  const pairs = batches.map(({ experiment, known }) => [experiment, known]);
  const from = `FROM ${columns(pairs, ['bigint', 'bigint'])} AS behind(experiment, known)`;
  const after = (table: Event) => `SELECT * FROM ${table}
    WHERE ${table}.experiment = behind.experiment AND seq > behind.known`;
  const bySeq = (table: Event) => `CROSS JOIN LATERAL (
    ${after(table)} ORDER BY seq LIMIT ${MOST_TAIL + 1}) AS ${table}`;
  return [
    [
      'decision',
      `SELECT ${columnsOf(decisionTable)} ${from} JOIN position USING (experiment) CROSS JOIN LATERAL (
         ${after('decision')} AND number >= position.next - position.head + behind.known
         ORDER BY number LIMIT ${MOST_TAIL + 1}) AS decision`,
    ],
    ['outcome', `SELECT ${columnsOf(outcomeTable)} ${from} ${bySeq('outcome')}`],
    ['change', `SELECT ${columnsOf(changeTable)} ${from} ${bySeq('change')}`],
  ];
}

/** Decisions with their outcomes; nothing is asked where nothing is wanted. */
function wantedDecisions(batches: readonly Batch[]): Statements {
  const asked = (
    slot: 'number' | 'request' | 'unit',
    type: string,
    decisions: string,
  ): Statements => {
    const pairs = batches.flatMap(({ experiment, wanted }) =>
      wanted[`${slot}s`]
        .filter((each) => typeof each === 'number' || isText(each))
        .map((each): Cell[] => [experiment, each]),
    );
    if (pairs.length === 0) return [];
    const from = `FROM ${columns(pairs, ['bigint', type])} AS wanted(experiment, name)`;
    return [[slot, `SELECT ${PAIR} ${from} ${decisions} ${WITH_OUTCOME}`]];
  };
  const of = 'decision.experiment = wanted.experiment AND decision.';
  const lately = `SELECT * FROM decision WHERE ${of}unit = wanted.name
    ORDER BY number DESC LIMIT ${UNIT_REACH}`;
  const last = `CROSS JOIN LATERAL (SELECT * FROM (${lately}) AS decision
    WHERE NOT EXISTS (SELECT FROM outcome WHERE outcome.experiment = decision.experiment
      AND outcome.number = decision.number AND outcome.kind = ${outcomeKinds.code('cancel')})
    ORDER BY number DESC LIMIT 1) AS decision`;
  return [
    ...asked('number', 'bigint', `JOIN decision ON ${of}number = wanted.name`),
    ...asked('request', 'text', `JOIN decision ON ${of}request = wanted.name`),
    ...asked('unit', 'text', last),
  ];
}

/** The answers, by experiment. */
export class Sight {
  readonly #rows = new Map<Slot, ReadonlyMap<number, Cell[][]>>();
  #format = Number.NaN;

  /** Takes in what was answered to these statements. */
  add(statements: Statements, answers: readonly Rows[]): void {
    statements.forEach(([slot], place) => {
      const rows = answers[place];
      if (slot === 'settings') this.#format = Number(rows[0]?.[0]);
      const own = slot === 'settings' ? rows.map((cells) => cells.slice(1)) : rows;
      const before = this.#rows.get(slot) ?? [];
      this.#rows.set(slot, new Map([...before, ...byExperiment(own)]));
    });
  }

  get format(): number {
    return this.#format;
  }

  isLocked(experiment: number): boolean {
    return this.#of('position', experiment).length > 0;
  }

  /** Whether the log has more than the caller knows. */
  isAheadOf({ experiment, known }: Batch): boolean {
    const [position] = this.#of('position', experiment);
    return position !== undefined && Number(position[1]) > known;
  }

  #of(slot: Slot, experiment: number): Cell[][] {
    return this.#rows.get(slot)?.get(experiment) ?? [];
  }

  /** Settings that are not as they were. */
  settingsOf(id: number): KnownSettings | undefined {
    const [cells] = this.#of('settings', id);
    if (cells === undefined) return undefined;
    return { settings: { id, ...unsealed(settingsTable, cells) }, sum: Number(cells.at(-1)) };
  }

  /** What a batch is given. */
  seenBy({ experiment: id, known, wanted }: Batch, settings: Settings | undefined): Seen {
    const [position] = this.#of('position', id);
    if (settings === undefined || position === undefined)
      throw new ContractError(`the store holds no experiment of the id ${id}`);
    const experiment: ExperimentRow = { ...settings, ...unsealed(positionTable, position) };
    if (known > experiment.head)
      throw new ContractError(
        `experiment ${id} ends with event ${experiment.head}; the caller knows ${known}: fold its log again`,
      );
    const pairs = (slot: Slot) => this.#of(slot, id).map(pairOf);
    return {
      experiment,
      tail: this.#tail(id),
      numbers: found(wanted.numbers, pairs('number'), 'number'),
      requests: found(wanted.requests, pairs('request'), 'request'),
      units: found(wanted.units, pairs('unit'), 'unit'),
    };
  }

  #tail(id: number): LogEvent[] {
    const rows = EVENTS.map((slot) => this.#of(slot, id));
    if (rows.some(({ length }) => length > MOST_TAIL))
      throw new ContractError(
        `experiment ${id} is more than ${MOST_TAIL} events ahead of the caller: fold its log first`,
      );
    return eventsOf(rows);
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
