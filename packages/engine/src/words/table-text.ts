/**
 * Tables of numbers as CSV: rows are slots, columns are arms, and there is no slot column. The first
 * line is a header if and only if no cell of it is a number. A byte-order mark, lines that end in CRLF
 * or CR, blanks around numbers and blank lines at the end are accepted; everything that is not a finite decimal number is
 * refused with its place.
 */

import { ParameterError } from '@driftline/core';
import { isBounded, LARGEST_MAGNITUDE, readDecimal, shortened } from '@driftline/core/spec';
import { slotColumnText } from '../play/warnings.ts';

// Not accepted as numbers, but clearly meant as such: a line that has one is not a header.
const meantAsNumber = /^[+-]?(?:nan|inf|infinity|0x[\da-f]+)$/i;

/** The most numbers that a table may hold, read from a file. */
const MOST_TABLE_NUMBERS = 10_000_000;
/** As a list, as a table, and where compiled kernels read it: eight bytes each time. */
const MEGABYTES_OF_LARGEST = (3 * 8 * MOST_TABLE_NUMBERS) / 1e6;

const longestLine = 2 ** 26;
const longestQuote = 40;

/** A table of finite numbers, row by row in one array. */
export class Table {
  readonly values: Float64Array;
  readonly columnCount: number;
  /** The names of the columns, where the table has a header. */
  readonly header: readonly string[] | undefined;

  constructor(values: Float64Array, columnCount: number, header: readonly string[] | undefined) {
    this.values = values;
    this.columnCount = columnCount;
    this.header = header;
  }

  get rowCount(): number {
    return this.values.length / this.columnCount;
  }

  /** Each row as an array of its own. */
  rows(): number[][] {
    const rows: number[][] = [];
    for (let start = 0; start < this.values.length; start += this.columnCount) {
      rows.push(Array.from(this.values.subarray(start, start + this.columnCount)));
    }
    return rows;
  }
}

function isHeader(cells: readonly string[]): boolean {
  const trimmed = cells.map((cell) => cell.trim());
  if (trimmed.every((cell) => cell === '')) return false;
  return !trimmed.some((cell) => !Number.isNaN(readDecimal(cell)) || meantAsNumber.test(cell));
}

function quote(cell: string): string {
  const shown = cell.trim();
  if (shown === '') return 'nothing';
  return `'${shortened(shown, longestQuote)}'`;
}

/** What to do about cells that hold another separator: some spreadsheets write no commas. */
function remedy(cells: readonly string[]): string {
  const isOther = cells.some((cell) => /[;\t]/.test(cell.trim()));
  return isOther ? '; separate values with commas, and write decimals with a point' : '';
}

/** Why there may be another number of cells than meant: a comma between quotes parts them too. */
function quoteRemedy(cells: readonly string[]): string {
  const hasQuotes = cells.some((cell) => cell.includes('"'));
  return hasQuotes ? '; quotes are not supported, so leave commas out of names' : '';
}

/** Reads a table from text that comes in pieces. */
export class TableReader {
  readonly #name: string;
  #values = new Float64Array(4096);
  #valueCount = 0;
  #columnCount = 0;
  #header: readonly string[] | undefined;
  #lineNumber = 0;
  #firstBlankLine = 0;
  #unfinishedLine = '';
  #heldReturn = '';

  /** @param name - names the file in errors */
  constructor(name: string) {
    this.#name = name;
  }

  /** Takes the next piece of text. */
  push(text: string): void {
    // Spreadsheets' "Unicode text" is UTF-16, of which half the bytes are zero.
    if (text.includes('\0')) {
      throw new ParameterError(
        `${this.#name}: is not UTF-8 text (perhaps UTF-16); save it as CSV in UTF-8`,
        'table-malformed',
      );
    }
    // A CR at the very end waits: an LF may follow.
    const begun = this.#heldReturn + text;
    this.#heldReturn = begun.endsWith('\r') ? '\r' : '';
    const known = begun.slice(0, begun.length - this.#heldReturn.length).replace(/\r\n?/g, '\n');
    let start = 0;
    // Only what is new is searched: a line may come in very many pieces.
    for (let end = known.indexOf('\n'); end >= 0; end = known.indexOf('\n', start)) {
      const line = this.#unfinishedLine + known.slice(start, end);
      this.#unfinishedLine = '';
      this.#readLine(line);
      start = end + 1;
    }
    this.#unfinishedLine += known.slice(start);
    if (this.#unfinishedLine.length > longestLine) {
      throw new ParameterError(
        `${this.#name}, line ${this.#lineNumber + 1}: longer than ${longestLine} characters, the limit for a table; write one line per slot`,
        'table-malformed',
      );
    }
  }

  /** The table, once all text has been pushed. */
  finish(): Table {
    if (this.#unfinishedLine !== '') this.#readLine(this.#unfinishedLine);
    if (this.#valueCount === 0) {
      throw new ParameterError(
        this.#header === undefined
          ? `${this.#name}: is empty; a table needs one row per slot and one column per arm`
          : `${this.#name}: has a header but no rows; a table needs one row per slot`,
        'table-malformed',
      );
    }
    return new Table(this.#values.slice(0, this.#valueCount), this.#columnCount, this.#header);
  }

  #readLine(raw: string): void {
    this.#lineNumber++;
    const marked = this.#lineNumber === 1 && raw.startsWith('\uFEFF');
    const line = marked ? raw.slice(1) : raw;
    if (line.trim() === '') {
      this.#firstBlankLine ||= this.#lineNumber;
      return;
    }
    if (this.#firstBlankLine > 0) {
      throw new ParameterError(
        `${this.#name}, line ${this.#firstBlankLine}: is blank, but more lines follow; remove it`,
        'table-malformed',
      );
    }
    const cells = line.split(',');
    if (this.#lineNumber === 1) {
      this.#columnCount = cells.length;
      if (isHeader(cells)) {
        this.#header = cells.map((cell) => cell.trim());
        return;
      }
    }
    this.#readRow(cells);
  }

  #readRow(cells: readonly string[]): void {
    if (cells.length !== this.#columnCount) {
      const column = Math.min(this.#columnCount, cells.length) + 1;
      throw new ParameterError(
        `${this.#name}, line ${this.#lineNumber}, column ${column}: ${this.#columnCount} ${this.#columnCount === 1 ? 'value' : 'values'} expected, ${cells.length} found${remedy(cells)}${quoteRemedy([...(this.#header ?? []), ...cells])}`,
        'table-malformed',
      );
    }
    this.#checkSize(cells.length);
    this.#makeRoom(cells.length);
    for (let column = 0; column < cells.length; column++) {
      const value = readDecimal(cells[column]);
      if (!isBounded(value)) {
        const accepted = Number.isNaN(value)
          ? 'a number'
          : `a number of at most ${LARGEST_MAGNITUDE} in size`;
        throw new ParameterError(
          `${this.#name}, line ${this.#lineNumber}, column ${column + 1}: ${accepted} expected, found ${quote(cells[column])}${remedy(cells)}`,
          'table-malformed',
        );
      }
      this.#values[this.#valueCount++] = value;
    }
  }

  /** Every worker holds a copy, and so does the record of a result. */
  #checkSize(more: number): void {
    if (this.#valueCount + more <= MOST_TABLE_NUMBERS) return;
    throw new ParameterError(
      `${this.#name}, line ${this.#lineNumber}: a table may hold ${MOST_TABLE_NUMBERS} numbers at most, which take about ${MEGABYTES_OF_LARGEST} MB in each thread; shorten it, or take the average of several slots`,
      'too-large',
    );
  }

  #makeRoom(count: number): void {
    if (this.#valueCount + count <= this.#values.length) return;
    const larger = new Float64Array(2 * (this.#valueCount + count));
    larger.set(this.#values);
    this.#values = larger;
  }
}

function cellText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

const rowsPerPiece = 4096;

/** A table as CSV without a header, in pieces; reading it again gives the same bits. */
export function* tableText(values: Float64Array, columnCount: number): Generator<string> {
  let lines = '';
  let rowsInPiece = 0;
  for (let start = 0; start < values.length; start += columnCount) {
    lines += cellText(values[start]);
    for (let i = start + 1; i < start + columnCount; i++) lines += `,${cellText(values[i])}`;
    lines += '\n';
    if (++rowsInPiece === rowsPerPiece) {
      yield lines;
      lines = '';
      rowsInPiece = 0;
    }
  }
  if (lines !== '') yield lines;
}

const slotColumnNames = ['', 'slot', 'slots', 't', 'time', 'index'];

/** A warning where the first column seems to count slots, which tables do not have. */
export function slotColumnWarning(name: string, table: Table): string | undefined {
  const first = table.header?.[0].replaceAll('"', '');
  if (first === undefined || !slotColumnNames.includes(first.toLowerCase())) return undefined;
  return slotColumnText(name, first);
}
