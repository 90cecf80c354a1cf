/** How rows are laid out in the tables that have checksums. */
import type {
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  KeyRow,
  OutcomeRow,
  Scope,
} from '../../model/rows.ts';
import { StoreDamaged } from '../errors.ts';
import { type Cell, checksum, checkText } from './checksum.ts';
import { changeKinds, decisionReasons, outcomeKinds, statuses } from './names.ts';

/** The part of an experiment's row that seldom changes. */
export type Settings = Pick<ExperimentRow, 'id' | 'key' | 'status' | 'revision' | 'config'>;
/** The part that changes with every batch. */
type Position = Pick<ExperimentRow, 'head' | 'next' | 'swept' | 'at'>;

/** A row's cells are the owner, the cells of `columns`, and the checksum of these. */
export interface Table<Row> {
  readonly name: string;
  /** The name of the first column: the experiment's id, or the row's own where it has no experiment. */
  readonly owner: string;
  readonly columns: readonly string[];
  /**
   * The number of last columns that joined after the first format. A null in the last of them does not count in the
   * checksum, so rows from before they joined keep theirs.
   */
  readonly joined?: number;
  cells(row: Row): Cell[];
  /** @param cells - of which those of `columns` begin at `from` */
  row(cells: readonly Cell[], from: number): Row;
}

// A strict table has the type of its column in each cell, and the checksum was right.
const number = (cell: Cell) => cell as number;
const text = (cell: Cell) => cell as string;
const numberOrNull = (cell: Cell) => cell as number | null;
const textOrNull = (cell: Cell) => cell as string | null;

export const decisionTable: Table<DecisionRow> = {
  name: 'decision',
  owner: 'experiment',
  columns: (
    'number seq at deadline slot arm reason propensity ticket eligible request unit ' +
    'context digest'
  ).split(' '),
  joined: 1,
  cells: (row) => [
    row.number,
    row.seq,
    row.at,
    row.deadline,
    row.slot,
    row.arm,
    decisionReasons.code(row.reason),
    row.propensity,
    row.ticket,
    row.eligible,
    row.request,
    row.unit,
    row.context,
    row.digest,
  ],
  row: (cells, from) => ({
    number: number(cells[from]),
    seq: number(cells[from + 1]),
    at: number(cells[from + 2]),
    deadline: number(cells[from + 3]),
    slot: number(cells[from + 4]),
    arm: number(cells[from + 5]),
    reason: decisionReasons.name(number(cells[from + 6])),
    propensity: numberOrNull(cells[from + 7]),
    ticket: number(cells[from + 8]),
    eligible: textOrNull(cells[from + 9]),
    request: textOrNull(cells[from + 10]),
    unit: textOrNull(cells[from + 11]),
    context: textOrNull(cells[from + 12]),
    digest: textOrNull(cells[from + 13]),
  }),
};

export const outcomeTable: Table<OutcomeRow> = {
  name: 'outcome',
  owner: 'experiment',
  columns: ['number', 'seq', 'at', 'kind', 'value', 'by'],
  cells: (row) => [row.number, row.seq, row.at, outcomeKinds.code(row.kind), row.value, row.by],
  row: (cells, from) => ({
    number: number(cells[from]),
    seq: number(cells[from + 1]),
    at: number(cells[from + 2]),
    kind: outcomeKinds.name(number(cells[from + 3])),
    value: numberOrNull(cells[from + 4]),
    by: text(cells[from + 5]),
  }),
};

export const changeTable: Table<ChangeRow> = {
  name: 'change',
  owner: 'experiment',
  columns: ['seq', 'at', 'kind', 'body', 'by'],
  cells: (row) => [row.seq, row.at, changeKinds.code(row.kind), row.body, row.by],
  row: (cells, from) => ({
    seq: number(cells[from]),
    at: number(cells[from + 1]),
    kind: changeKinds.name(number(cells[from + 2])),
    body: text(cells[from + 3]),
    by: text(cells[from + 4]),
  }),
};

export const settingsTable: Table<Omit<Settings, 'id'>> = {
  name: 'experiment',
  owner: 'id',
  columns: ['key', 'status', 'revision', 'config'],
  cells: (row) => [row.key, statuses.code(row.status), row.revision, row.config],
  row: (cells, from) => ({
    key: text(cells[from]),
    status: statuses.name(number(cells[from + 1])),
    revision: number(cells[from + 2]),
    config: text(cells[from + 3]),
  }),
};

export const positionTable: Table<Position> = {
  name: 'position',
  owner: 'experiment',
  columns: ['head', 'next', 'swept', 'at'],
  cells: (row) => [row.head, row.next, row.swept, row.at],
  row: (cells, from) => ({
    head: number(cells[from]),
    next: number(cells[from + 1]),
    swept: number(cells[from + 2]),
    at: number(cells[from + 3]),
  }),
};

/** A key's secret is in its hash alone, which is kept as hexadecimal digits. */
export const keyTable: Table<Omit<KeyRow, 'id'>> = {
  name: 'api_key',
  owner: 'id',
  columns: ['name', 'hash', 'scopes', 'experiments', 'origins', 'made', 'revoked'],
  cells: (row) => [
    row.name,
    Buffer.from(row.hash).toString('hex'),
    JSON.stringify(row.scopes),
    jsonOrNull(row.experiments),
    jsonOrNull(row.origins),
    row.made,
    row.revoked,
  ],
  row: (cells, from) => ({
    name: text(cells[from]),
    hash: Buffer.from(text(cells[from + 1]), 'hex'),
    scopes: JSON.parse(text(cells[from + 2])) as readonly Scope[],
    experiments: listOrNull(cells[from + 3]),
    origins: listOrNull(cells[from + 4]),
    made: number(cells[from + 5]),
    revoked: numberOrNull(cells[from + 6]),
  }),
};

function jsonOrNull(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function listOrNull(cell: Cell): readonly string[] | null {
  return cell === null ? null : (JSON.parse(text(cell)) as readonly string[]);
}

/** The one row of the store itself: the keys that sign ids, the newest last. */
export const idKeyTable: Table<readonly Uint8Array[]> = {
  name: 'store',
  owner: 'one',
  columns: ['id_keys'],
  cells: (keys) => [JSON.stringify(keys.map((key) => Buffer.from(key).toString('base64url')))],
  row: (cells, from) =>
    (JSON.parse(text(cells[from])) as string[]).map(
      (key) => new Uint8Array(Buffer.from(key, 'base64url')),
    ),
};

/** How many columns a table has: the owner, its own, the checksum. */
export function widthOf<Row>(table: Table<Row>): number {
  return table.columns.length + 2;
}

/** All columns of a table, in the order of cells. */
export function columnsOf<Row>(table: Table<Row>): string {
  const all = [table.owner, ...table.columns, 'sum'];
  return all.map((column) => `${table.name}.${column}`).join(', ');
}

export function insertInto<Row>(table: Table<Row>): string {
  const columns = [table.owner, ...table.columns, 'sum'];
  return `INSERT INTO ${table.name}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Replaces the row of the same owner. */
export function upsertInto<Row>(table: Table<Row>): string {
  const sets = [...table.columns, 'sum'].map((column) => `${column} = excluded.${column}`);
  return `${insertInto(table)} ON CONFLICT(${table.owner}) DO UPDATE SET ${sets.join(', ')}`;
}

/** For the cells of `sealed` with the owner's own at the end once more. */
export function updateOf<Row>(table: Table<Row>): string {
  const columns = [table.owner, ...table.columns, 'sum'].map((column) => `${column} = ?`);
  return `UPDATE ${table.name} SET ${columns.join(', ')} WHERE ${table.owner} = ?`;
}

/** The cells to write for a row. */
export function sealed<Row>(table: Table<Row>, owner: Cell, row: Row): Cell[] {
  const cells = table.cells(row);
  cells.unshift(owner);
  checkText(cells);
  cells.push(sumOf(table, cells, 0));
  return cells;
}

/** The checksum of the row whose cells begin at `from`. */
function sumOf<Row>({ columns, joined = 0 }: Table<Row>, cells: readonly Cell[], from: number) {
  const least = columns.length + 1 - joined;
  let count = columns.length + 1;
  while (count > least && cells[from + count - 1] === null) count--;
  return checksum(cells, from, count);
}

/** The row whose cells begin at `from`. Throws where it is not as it was written. */
export function unsealed<Row>(table: Table<Row>, cells: readonly Cell[], from = 0): Row {
  const sum = cells[from + table.columns.length + 1];
  if (sumOf(table, cells, from) !== sum) throw damaged(table, cells, from);
  return table.row(cells, from + 1);
}

function damaged<Row>(table: Table<Row>, cells: readonly Cell[], from: number): StoreDamaged {
  const owner = `${table.owner} ${String(cells[from])}`;
  const number = cells[from + 1];
  // Texts are not shown: the store's own row holds secrets.
  const place = typeof number === 'number' ? `${owner}, ${table.columns[0]} ${number}` : owner;
  return new StoreDamaged(
    `a row of the table ${table.name} was changed after it was written (${place}); restore a backup; ` +
      "'driftline store check' lists all damage",
  );
}
