/** Comma-separated values, as RFC 4180 has them and as spreadsheets write them. */
import { LogError } from '../contract/log-error.ts';

/** A row of cells: stretches of a text, but for those whose quotes had to be taken out. */
export interface CsvRow {
  text: string;
  /** Where cells begin and end. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Cells that are written otherwise, by place. */
  readonly unescaped: (string | undefined)[];
  count: number;
  /** The line that the row begins in, from 1. */
  line: number;
}

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;
const DELIMITERS = [',', ';', '\t', '|'];
/** The line by which Excel is told the delimiter, before the names. */
const SAID_DELIMITER = /^"?sep=([,;\t|])"?$/;

/** More columns than any log has. */
const MOST_COLUMNS = 10_000;
/** A cell of this length is one whose quote was never closed. */
const LONGEST_REST = 2 ** 26;

/** The delimiter that the first line has most of, outside of quotes. */
export function delimiterOf(line: string): string {
  const outside = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

/** Takes a text piece by piece, and hands over its rows. */
export class CsvScanner {
  readonly #onRow: (row: CsvRow) => void;
  #delimiter = 0;
  #rest = '';
  /** The line that the next row begins in. */
  #line = 1;
  /** Line ends within the row that was scanned last. */
  #lineEnds = 0;
  readonly #row: CsvRow = {
    text: '',
    starts: new Int32Array(MOST_COLUMNS),
    ends: new Int32Array(MOST_COLUMNS),
    unescaped: [],
    count: 0,
    line: 1,
  };

  /** @param onRow - is given each row; it is the same object each time */
  constructor(onRow: (row: CsvRow) => void) {
    this.#onRow = onRow;
  }

  push(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = text.slice(this.#scan(text, false));
    if (this.#rest.length <= LONGEST_REST) return;
    throw new LogError(
      `line ${this.#line}: a row that begins here does not end; check for a quote that is not closed`,
      'log-malformed',
      { line: this.#line },
    );
  }

  end(): void {
    const text = this.#rest;
    this.#rest = '';
    const at = this.#scan(text, true);
    if (at < text.length) this.#scan(`${text.slice(at)}\n`, true);
  }

  /** Hands over all whole rows; returns where the first that is not whole begins. */
  #scan(text: string, isLast: boolean): number {
    if (this.#delimiter === 0 && !this.#chooseDelimiter(text, isLast)) return 0;
    let at = 0;
    for (;;) {
      const next = this.#scanRow(text, at, isLast);
      if (next < 0) return at;
      at = next;
      const row = this.#row;
      const isBlank = row.count === 1 && row.starts[0] === row.ends[0];
      const isAside =
        this.#line === 1 && SAID_DELIMITER.test(text.slice(row.starts[0], next).trim());
      if (!isBlank && !isAside) {
        row.text = text;
        row.line = this.#line;
        this.#onRow(row);
      }
      this.#line += this.#lineEnds;
    }
  }

  #chooseDelimiter(text: string, isLast: boolean): boolean {
    const firstEnd = /[\r\n]/.exec(text)?.index ?? (isLast ? text.length : -1);
    if (firstEnd < 0) return false;
    const first = text.slice(0, firstEnd);
    this.#delimiter = (SAID_DELIMITER.exec(first)?.[1] ?? delimiterOf(first)).charCodeAt(0);
    return true;
  }

  /** Finds the cells of the row that begins at `at`; returns where the next one begins, or −1 if it is not whole. */
  #scanRow(text: string, at: number, isLast: boolean): number {
    const row = this.#row;
    const delimiter = this.#delimiter;
    const length = text.length;
    row.count = 0;
    row.unescaped.length = 0;
    this.#lineEnds = 0;
    let start = at;
    for (let i = at; ; ) {
      if (i < length && text.charCodeAt(i) === QUOTE && i === start) {
        i = this.#scanQuoted(text, i, isLast);
        if (i < 0) return -1;
      } else {
        for (; i < length; i++) {
          const code = text.charCodeAt(i);
          if (code === delimiter || code === LINE_FEED || code === RETURN) break;
        }
        if (i < length) this.#addCell(start, i);
      }
      if (i >= length) return -1;
      const code = text.charCodeAt(i);
      i += 1;
      if (code === delimiter) {
        start = i;
        continue;
      }
      this.#lineEnds += 1;
      if (code === LINE_FEED) return i;
      // A line feed may follow, in the next piece.
      if (i >= length) return isLast ? i : -1;
      return text.charCodeAt(i) === LINE_FEED ? i + 1 : i;
    }
  }

  #addCell(start: number, end: number): void {
    const row = this.#row;
    if (row.count >= MOST_COLUMNS) {
      throw new LogError(
        `line ${this.#line}: a row can have at most ${MOST_COLUMNS} cells; got more; check the separators and quotes`,
        'log-malformed',
        { line: this.#line },
      );
    }
    row.starts[row.count] = start;
    row.ends[row.count] = end;
    row.count += 1;
  }

  /** A quoted cell; returns where it is followed by a delimiter or a line end, or −1 if it is not whole. */
  #scanQuoted(text: string, at: number, isLast: boolean): number {
    let hasQuotes = false;
    let end = at;
    for (;;) {
      end = text.indexOf('"', end + 1);
      if (end < 0) return isLast ? this.#unclosed(text, at) : -1;
      if (text.charCodeAt(end + 1) !== QUOTE) break;
      hasQuotes = true;
      end += 1;
    }
    if (end + 1 >= text.length) return isLast ? text.length : -1;
    const code = text.charCodeAt(end + 1);
    if (code !== this.#delimiter && code !== LINE_FEED && code !== RETURN) {
      throw new LogError(
        `line ${this.#line + this.#lineEndsIn(text, at, end)}: a quoted cell must end with its quote; got '${text[end + 1]}' after it; write a quote inside quotes twice`,
        'log-malformed',
        { line: this.#line },
      );
    }
    const inside = text.slice(at + 1, end);
    if (hasQuotes) this.#row.unescaped[this.#row.count] = inside.replaceAll('""', '"');
    this.#lineEnds += this.#lineEndsIn(text, at, end);
    this.#addCell(at + 1, end);
    return end + 1;
  }

  #lineEndsIn(text: string, from: number, to: number): number {
    return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
  }

  #unclosed(text: string, at: number): never {
    const line = this.#line + this.#lineEnds;
    throw new LogError(
      `line ${line}: a quoted cell that begins here is never closed; add its closing quote: ${text.slice(at, at + 30)}`,
      'log-malformed',
      { line },
    );
  }
}
