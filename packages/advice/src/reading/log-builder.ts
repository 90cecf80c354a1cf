/** Makes a log from rows of any format. */
import { csvCellText } from '@driftline/core/spec';
import type { Dropped, Log, Reading } from '../contract/log.ts';
import { LogError } from '../contract/log-error.ts';
import { isMissing, isTooDeep, MOST_LEVELS, numberIn, rewardIn, shownCell } from './cells.ts';
import { type Columns, findColumns, isCost } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { EligibleColumn } from './eligible.ts';
import { finishLog } from './finish.ts';
import { Gathered, MOST_KEYS } from './gathered.ts';
import { ColumnMaker } from './growing.ts';
import { Seen } from './keys.ts';
import { Mistakes } from './mistakes.ts';
import type { ReadingOptions } from './options.ts';
import { Thinning } from './thinning.ts';
import { TimeColumn } from './times.ts';

/** What a log is read from. */
interface Origin {
  readonly format: string;
  /** What rows are called: those of texts are lines. */
  readonly unit: 'line' | 'row';
}

const MOST_ROWS = 1e7;
/** Squares of squares of such rewards are still numbers. */
const LARGEST_REWARD = 1e50;
const SMALLEST_REWARD = 1e-50;
const SPACE = 32;

/** Reads a cell of a row: the text and the stretch of it, or a value. */
class Cell {
  text = '';
  start = 0;
  end = 0;
  value: unknown;
  isText = true;
  #isCsv = false;

  ofCsv(row: CsvRow, place: number): this {
    const other = row.unescaped.length > 0 ? row.unescaped[place] : undefined;
    this.text = other ?? row.text;
    this.start = other === undefined ? row.starts[place] : 0;
    this.end = other === undefined ? row.ends[place] : other.length;
    this.#isCsv = true;
    this.#trim();
    return this;
  }

  ofValue(value: unknown): this {
    this.isText = typeof value === 'string';
    this.value = value;
    this.text = typeof value === 'string' ? value : '';
    this.start = 0;
    this.end = this.text.length;
    this.#trim();
    return this;
  }

  get isMissing(): boolean {
    if (this.isText) return isMissing(this.text, this.start, this.end);
    return this.value === null || this.value === undefined;
  }

  /** Whether there is nothing at all: an arm may well be called none. */
  get isEmpty(): boolean {
    return this.isText ? this.start === this.end : this.isMissing;
  }

  /** As a key. The apostrophes with which an export of the service guards spreadsheets are no part of it. */
  get key(): string {
    if (this.isText) {
      const text = this.text.slice(this.start, this.end);
      return this.#isCsv ? csvCellText(text) : text;
    }
    return typeof this.value === 'object' ? (JSON.stringify(this.value) ?? '') : String(this.value);
  }

  /** As a number; NaN where it is none. */
  get number(): number {
    if (this.isText) return numberIn(this.text, this.start, this.end);
    return typeof this.value === 'number' || typeof this.value === 'bigint'
      ? Number(this.value)
      : Number.NaN;
  }

  /** Whether it names something: lists and objects do not. */
  get isName(): boolean {
    return this.isText || typeof this.value !== 'object';
  }

  /** Whether it is a whole number that has been rounded, so that others look the same. */
  get isRounded(): boolean {
    return Number.isInteger(this.value) && !Number.isSafeInteger(this.value);
  }

  get reward(): number {
    if (this.isText) return rewardIn(this.text, this.start, this.end);
    return typeof this.value === 'boolean' ? Number(this.value) : this.number;
  }

  get shown(): string {
    return shownCell(this.isText ? this.text.slice(this.start, this.end) : this.value);
  }

  #trim(): void {
    while (this.end > this.start && this.text.charCodeAt(this.end - 1) === SPACE) this.end -= 1;
    while (this.end > this.start && this.text.charCodeAt(this.start) === SPACE) this.start += 1;
  }
}

/** Takes rows in the order of the file. */
export class LogBuilder {
  readonly columns: Columns;
  readonly #names: readonly string[];
  readonly #origin: Origin;
  readonly #options: ReadingOptions;
  readonly #places: Readonly<Partial<Record<keyof Columns, number>>>;
  readonly #where: readonly { readonly place: number; readonly value: string }[];
  readonly #gathered: Gathered;
  readonly #thinning: Thinning;
  readonly #time: TimeColumn;
  readonly #arrival: TimeColumn;
  readonly #eligible: EligibleColumn;
  readonly #ids = new Seen();
  readonly #badRewards: Mistakes;
  readonly #extremeRewards: Mistakes;
  readonly #badPropensities: Mistakes;
  readonly #badArms: Mistakes;
  readonly #badArrivals: Mistakes;
  readonly #cell = new Cell();
  readonly #sign: number;
  #rows = 0;
  #elsewhere = 0;
  #duplicates = 0;
  #cancelled = 0;

  constructor(names: readonly string[], origin: Origin, options: ReadingOptions) {
    this.columns = findColumns(names, options.columns ?? {});
    this.#names = names;
    this.#origin = origin;
    this.#options = options;
    this.#places = Object.fromEntries(
      Object.entries(this.columns).map(([use, name]) => [use, names.indexOf(name)]),
    );
    this.#where = (options.where ?? []).map(({ column, value }) => ({
      place: this.#placeOf(column),
      value,
    }));
    const maker = new ColumnMaker(options.isShared ?? false);
    this.#gathered = new Gathered((use) => this.columns[use] !== undefined, maker);
    this.#thinning = new Thinning(options.mostRows ?? MOST_ROWS);
    const { unit } = origin;
    const { time = '', arrival = '', eligible = '', reward = '', arm = '' } = this.columns;
    this.#time = new TimeColumn(time, unit);
    this.#arrival = new TimeColumn(arrival, unit);
    this.#eligible = new EligibleColumn(eligible, unit, this.#gathered);
    this.#sign = (options.isCost ?? isCost(reward)) ? -1 : 1;
    this.#badRewards = new Mistakes(
      {
        column: reward,
        must: 'hold finite numbers, or true and false, yes and no',
        remedy:
          'write numbers with a decimal point, and leave the cell empty if there is no reward',
      },
      unit,
    );
    this.#extremeRewards = new Mistakes(
      {
        column: reward,
        must: `hold 0 or numbers of size ${SMALLEST_REWARD} to ${LARGEST_REWARD}`,
        remedy: 'use another unit',
      },
      unit,
    );
    this.#badPropensities = new Mistakes(
      {
        column: this.columns.propensity ?? '',
        must: 'hold probabilities above 0 and at most 1',
        remedy: 'name another column with --propensity, or remove this one',
      },
      unit,
    );
    this.#badArms = new Mistakes(
      {
        column: arm,
        must: 'name an arm in each row, as text or a number',
        remedy: 'write the name of the arm, or remove the row',
      },
      unit,
    );
    this.#badArrivals = new Mistakes(
      {
        column: arrival,
        must: 'hold times at or after those of the decisions',
        remedy: 'leave the cell empty if no reward has arrived',
      },
      unit,
    );
  }

  /** A row of a text with columns. */
  addCsv(row: CsvRow): void {
    if (row.count !== this.#names.length) {
      throw new LogError(
        `line ${row.line}: each row must have as many cells as the first line, ${this.#names.length}; got ${row.count}; check for unquoted separators`,
        'log-malformed',
        { line: row.line },
      );
    }
    this.#add((place) => this.#cell.ofCsv(row, place), row.line);
  }

  /** @param values - one for each of the names, in their order */
  addValues(values: ArrayLike<unknown>, line: number): void {
    for (let place = 0; place < values.length; place++) {
      if (isTooDeep(values[place])) this.#refuseDepth(this.#names[place], line);
    }
    this.#add((place) => this.#cell.ofValue(values[place]), line);
  }

  #refuseDepth(column: string, line: number): never {
    throw new LogError(
      `${this.#origin.unit} ${line}: cells can nest at most ${MOST_LEVELS} levels of lists and objects; column '${column}' has more; write a name or a number instead, or remove the column`,
      'log-malformed',
      { line, column },
    );
  }

  finish(isCompressed: boolean): { readonly log: Log; readonly reading: Reading } {
    const bad = [
      ...[this.#badArms, this.#badRewards, this.#extremeRewards],
      ...[this.#badPropensities, this.#badArrivals],
    ];
    for (const mistakes of bad) mistakes.settle();
    return finishLog({
      gathered: this.#gathered,
      columns: this.columns,
      times: this.columns.time === undefined ? undefined : this.#time,
      arrivals: this.columns.arrival === undefined ? undefined : this.#arrival,
      isNegated: this.#sign < 0,
      options: this.#options,
      format: this.#origin.format,
      isCompressed,
      rows: this.#rows,
      dropped: this.#dropped(),
      decisionsPerRow: this.#thinning.factor,
    });
  }

  #dropped(): Dropped[] {
    const all: Dropped[] = [
      { why: 'where', rows: this.#elsewhere },
      { why: 'duplicate-id', rows: this.#duplicates },
      { why: 'cancelled', rows: this.#cancelled },
      { why: 'thinned', rows: this.#thinning.dropped },
    ];
    return all.filter(({ rows }) => rows > 0);
  }

  #placeOf(column: string): number {
    const place = this.#names.indexOf(column);
    if (place >= 0) return place;
    throw new LogError(
      `there is no column '${column}' for --where (columns: ${this.#names.join(', ')}); name one of these`,
      'log-column-missing',
      { column },
    );
  }

  #add(cell: (place: number) => Cell, line: number): void {
    this.#rows += 1;
    if (!this.#isWanted(cell, line) || !this.#thinning.next()) return;
    const { arm, reward, time, propensity, arrival, eligible } = this.#places;
    const gathered = this.#gathered;
    const armNumber = this.#armNumber(cell(arm ?? 0), line);
    gathered.arm.push(armNumber);
    gathered.reward.push(this.#rewardOf(cell(reward ?? 0), line));
    const at = time === undefined ? 0 : this.#timeOf(this.#time, cell(time), line);
    if (time !== undefined) gathered.time?.push(at);
    if (propensity !== undefined)
      gathered.propensity?.push(this.#propensityOf(cell(propensity), line));
    if (arrival !== undefined) gathered.arrival?.push(this.#arrivalOf(cell(arrival), at, line));
    if (eligible !== undefined) {
      const { isText, key, value } = cell(eligible);
      gathered.eligible?.push(this.#eligible.numberOf(isText ? key : value, armNumber, line));
    }
    if (this.#thinning.isFull)
      gathered.cut(this.#thinning.halve((from, to) => gathered.move(from, to)));
  }

  #isWanted(cell: (place: number) => Cell, line: number): boolean {
    const { id, outcome } = this.#places;
    for (const { place, value } of this.#where) {
      if (cell(place).key === value) continue;
      this.#elsewhere += 1;
      return false;
    }
    if (id !== undefined && this.#isKnown(cell(id), line)) {
      this.#duplicates += 1;
      return false;
    }
    if (outcome === undefined || cell(outcome).key !== 'cancel') return true;
    this.#cancelled += 1;
    return false;
  }

  #isKnown(id: Cell, line: number): boolean {
    this.#demandExact(id, this.columns.id ?? '', line);
    return !this.#ids.add(id.key);
  }

  #armNumber(cell: Cell, line: number): number {
    if (cell.isEmpty || !cell.isName) {
      this.#badArms.add(line, cell.isEmpty ? 'nothing' : cell.shown);
      return 0;
    }
    this.#demandExact(cell, this.columns.arm ?? '', line);
    const number = this.#gathered.arms.numberOf(cell.key);
    if (number < MOST_KEYS) return number;
    throw new LogError(
      `${this.#origin.unit} ${line}: column '${this.columns.arm}' must name at most ${MOST_KEYS} different arms; got more; if it is not the arm column, name another one with --arm`,
      'log-not-accepted',
      { line, column: this.columns.arm ?? '' },
    );
  }

  /** Names that are numbers must be told apart: a reader of JSON rounds long ones. */
  #demandExact(cell: Cell, column: string, line: number): void {
    if (cell.isText || !cell.isRounded) return;
    throw new LogError(
      `${this.#origin.unit} ${line}: column '${column}' must hold texts, or whole numbers up to ${Number.MAX_SAFE_INTEGER}; got about ${cell.shown}, which is rounded; write it in quotes`,
      'log-value-not-accepted',
      { line, column },
    );
  }

  #rewardOf(cell: Cell, line: number): number {
    if (cell.isMissing) return Number.NaN;
    const reward = cell.reward;
    const size = Math.abs(reward);
    if (!Number.isFinite(reward)) this.#badRewards.add(line, cell.shown);
    else if (size > LARGEST_REWARD || (size < SMALLEST_REWARD && size > 0))
      this.#extremeRewards.add(line, cell.shown);
    // Not −0, which is written otherwise.
    return this.#sign * reward + 0;
  }

  #timeOf(times: TimeColumn, cell: Cell, line: number): number {
    return cell.isText
      ? times.text(cell.text, cell.start, cell.end, line)
      : times.value(cell.value, line);
  }

  #arrivalOf(cell: Cell, at: number, line: number): number {
    if (cell.isMissing) return Number.NaN;
    const came = this.#timeOf(this.#arrival, cell, line);
    if (came < at) this.#badArrivals.add(line, cell.shown);
    return came;
  }

  #propensityOf(cell: Cell, line: number): number {
    if (cell.isMissing) return Number.NaN;
    const propensity = cell.number;
    if (!(propensity > 0 && propensity <= 1)) this.#badPropensities.add(line, cell.shown);
    return propensity;
  }
}
