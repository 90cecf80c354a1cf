/** Reads logs that are texts, piece by piece: CSV and lines of JSON. */
import { LogError } from '../contract/log-error.ts';
import { shownCell } from './cells.ts';
import { type GivenColumns, VOWPAL_WABBIT } from './columns.ts';
import { type CsvRow, CsvScanner } from './csv.ts';
import { LogBuilder } from './log-builder.ts';
import type { ReadingOptions } from './options.ts';

/** A reader of a text. */
export interface TextReader {
  push(piece: string): void;
  /** After the last piece. */
  end(): LogBuilder;
}

const MARK = '\ufeff';

/** Reads comma-separated values, or such with semicolons, tabs or bars. */
export class CsvReader implements TextReader {
  readonly #options: ReadingOptions;
  readonly #scanner = new CsvScanner((row) => this.#row(row));
  #builder: LogBuilder | undefined;
  #isBegun = false;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  push(piece: string): void {
    this.#scanner.push(this.#isBegun ? piece : piece.replace(MARK, ''));
    if (piece !== '') this.#isBegun = true;
  }

  end(): LogBuilder {
    this.#scanner.end();
    if (this.#builder !== undefined) return this.#builder;
    throw new LogError(
      'the log must begin with a line of column names; got an empty file',
      'log-malformed',
    );
  }

  #row(row: CsvRow): void {
    if (this.#builder !== undefined) this.#builder.addCsv(row);
    else
      this.#builder = new LogBuilder(namesOf(row), { format: 'csv', unit: 'line' }, this.#options);
  }
}

function namesOf({ text, starts, ends, unescaped, count }: CsvRow): string[] {
  const names = Array.from(
    { length: count },
    (_, i) => unescaped[i] ?? text.slice(starts[i], ends[i]),
  );
  return names.map((name) => name.trim());
}

/** Lines that tell which names there are: a row may leave out what it does not have. */
const FIRST_LINES = 1000;

type Line = Readonly<Record<string, unknown>>;

/** Columns of which something was said: others keep their usual names. */
function saidOf(columns: GivenColumns = {}): GivenColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined));
}

/** Reads lines, each a JSON object. */
export class JsonLinesReader implements TextReader {
  readonly #format: string;
  readonly #options: ReadingOptions;
  readonly #first: (readonly [Line, number])[] = [];
  #names: readonly string[] = [];
  #builder: LogBuilder | undefined;
  #values: unknown[] = [];
  #rest = '';
  #line = 0;

  /** @param format - `ndjson`, or `dsjson` for events of Vowpal Wabbit */
  constructor(format: 'ndjson' | 'dsjson', options: ReadingOptions) {
    this.#format = format;
    this.#options =
      format === 'dsjson'
        ? { ...options, columns: { ...VOWPAL_WABBIT, ...saidOf(options.columns) } }
        : options;
  }

  push(piece: string): void {
    const text = this.#rest + piece;
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      this.#add(text.slice(start, end));
      start = end + 1;
    }
    this.#rest = text.slice(start);
  }

  end(): LogBuilder {
    if (this.#rest !== '') this.#add(this.#rest);
    this.#rest = '';
    return this.#builder ?? this.#begin();
  }

  #add(text: string): void {
    this.#line += 1;
    const trimmed = (this.#line === 1 ? text.replace(MARK, '') : text).trim();
    if (trimmed === '') return;
    const line = this.#parsed(trimmed);
    if (this.#builder === undefined) this.#first.push([line, this.#line]);
    else this.#hand(this.#builder, line, this.#line);
    if (this.#first.length >= FIRST_LINES) this.#begin();
  }

  #begin(): LogBuilder {
    this.#names = [...new Set(this.#first.flatMap(([line]) => Object.keys(line)))];
    if (this.#names.length === 0)
      throw new LogError('the log must have JSON lines; got an empty file', 'log-malformed');
    const builder = new LogBuilder(
      this.#names,
      { format: this.#format, unit: 'line' },
      this.#options,
    );
    for (const [line, number] of this.#first.splice(0)) this.#hand(builder, line, number);
    this.#builder = builder;
    return builder;
  }

  #hand(builder: LogBuilder, line: Line, number: number): void {
    this.#values = this.#names.map((name) => line[name]);
    builder.addValues(this.#values, number);
  }

  #parsed(text: string): Line {
    try {
      const line: unknown = JSON.parse(text);
      if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Line;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new LogError(
      `line ${this.#line}: each line must be a JSON object, such as {"arm": "A", "reward": 1}; got ${shownCell(text)}`,
      'log-malformed',
      { line: this.#line },
    );
  }
}
