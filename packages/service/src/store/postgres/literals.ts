/**
 * Values as SQL text. Statements that are sent together in one message have no parameters, and one message more would
 * be one way to the server and back more while an experiment is locked.
 */
import type { Cell } from '../layout/checksum.ts';
import type { Table } from '../layout/tables.ts';
import { typeOf } from './schema.ts';

/** A number that SQL reads as the same one. */
export function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`a whole number is needed; got ${value}`);
  return String(value);
}

/** A text in quotes. Backslashes mean themselves whatever `standard_conforming_strings` says. */
export function quoted(text: string): string {
  // It would end the message.
  if (text.includes('\0')) throw new RangeError('a text for PostgreSQL must hold no NUL');
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}

export function name(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function element(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'number') return String(cell + 0);
  return `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Cells as an array of a type. */
export function list(cells: readonly Cell[], type: string): string {
  return `${quoted(`{${cells.map(element).join(',')}}`)}::${type}[]`;
}

/** Rows of cells as a table of SQL: one array per column. */
export function columns(rows: readonly (readonly Cell[])[], types: readonly string[]): string {
  const lists = types.map((type, place) => {
    const cells = rows.map((row) => row[place]);
    return list(cells, type);
  });
  return `unnest(${lists.join(', ')})`;
}

function allColumns<Row>(table: Table<Row>): string[] {
  return [table.owner, ...table.columns, 'sum'];
}

function typesOf<Row>(table: Table<Row>): string[] {
  return allColumns(table).map((column) => typeOf(table.name, column));
}

/** @param rows - sealed cells */
export function inserted<Row>(table: Table<Row>, rows: readonly (readonly Cell[])[]): string {
  return `INSERT INTO ${table.name}(${allColumns(table).join(', ')}) SELECT * FROM ${columns(rows, typesOf(table))}`;
}

/** Replaces the rows of the same owners; where `also` is given, also of the same value in that column. */
export function updated<Row>(
  table: Table<Row>,
  rows: readonly (readonly Cell[])[],
  also?: string,
): string {
  const names = allColumns(table);
  const keys = also === undefined ? [table.owner] : [table.owner, also];
  const sets = names
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = fresh.${column}`);
  const same = keys.map((column) => `${table.name}.${column} = fresh.${column}`);
  return `UPDATE ${table.name} SET ${sets.join(', ')} FROM ${columns(rows, typesOf(table))}
    AS fresh(${names.join(', ')}) WHERE ${same.join(' AND ')}`;
}

/** Inserts rows, or replaces those of the same owners. */
export function upserted<Row>(table: Table<Row>, rows: readonly (readonly Cell[])[]): string {
  const sets = [...table.columns, 'sum'].map((column) => `${column} = excluded.${column}`);
  return `${inserted(table, rows)} ON CONFLICT(${table.owner}) DO UPDATE SET ${sets.join(', ')}`;
}
