/**
 * Typed parameters of environments and reward laws: what each accepts, how it is read from a spec,
 * and errors that name the parameter, what is accepted and what was given.
 */
import { readDecimal, shortened } from '../base/decimal.ts';
import { ParameterError } from '../base/errors.ts';
import {
  hasPlayableSize,
  isBounded,
  LARGEST_MAGNITUDE,
  PLAYABLE_SIZES,
} from '../base/magnitude.ts';
import { suggestion } from '../base/nearest.ts';

/** A parameter's value as a program may give it; text is read as in a spec. */
export type GivenValue = string | number | readonly number[] | readonly (readonly number[])[];

/** One number within limits. */
export interface NumberParameter {
  readonly kind: 'number' | 'integer';
  readonly id: string;
  readonly summary: string;
  /** Used when the parameter is not given; without it the parameter may stay absent. */
  readonly default?: number;
  /** The value must be at least this. */
  readonly least?: number;
  /** The value must be larger than this. */
  readonly above?: number;
  /** The value must be at most this. */
  readonly most?: number;
  /** The value must be smaller than this. */
  readonly below?: number;
  /** Whether it may have any size, as a sum over all slots may; others are kept where squares are finite. */
  readonly anySize?: boolean;
  /** What the integers from 0 on are called: a word may stand for its position. */
  readonly words?: readonly string[];
}

/** One of a few words; its value is the word's position, which may also be given as a number. */
export interface ChoiceParameter {
  readonly kind: 'choice';
  readonly id: string;
  readonly summary: string;
  readonly default: number;
  readonly words: readonly string[];
}

/** Numbers separated by `/`. */
export interface ListParameter {
  readonly kind: 'list';
  readonly id: string;
  readonly summary: string;
}

/** Rows separated by `|`, each of numbers separated by `/`. */
export interface TableParameter {
  readonly kind: 'table';
  readonly id: string;
  readonly summary: string;
}

/** Any parameter of an environment or a reward law. */
export type SpecParameter = NumberParameter | ChoiceParameter | ListParameter | TableParameter;

/** What a number parameter accepts, in words: `an integer >= 1`, `a number > 0 and < 1`. */
export function acceptedNumbers(parameter: NumberParameter): string {
  if (parameter.words !== undefined) return `one of ${parameter.words.join(', ')}`;
  const limits: string[] = [];
  if (parameter.least !== undefined) limits.push(`>= ${parameter.least}`);
  if (parameter.above !== undefined) limits.push(`> ${parameter.above}`);
  if (parameter.most !== undefined) limits.push(`<= ${parameter.most}`);
  if (parameter.below !== undefined) limits.push(`< ${parameter.below}`);
  const noun = parameter.kind === 'integer' ? 'an integer' : 'a number';
  return limits.length === 0 ? noun : `${noun} ${limits.join(' and ')}`;
}

/** A value as a spec has it: numbers of a list with `/` between them, rows of a table with `|`. */
export function givenText(given: GivenValue): string {
  if (typeof given === 'number' || typeof given === 'string') return String(given);
  const isTable = given.some((part) => typeof part !== 'number');
  return given
    .map((part) => (typeof part === 'number' ? part : part.join('/')))
    .join(isTable ? '|' : '/');
}

function withinLimits(value: number, parameter: NumberParameter): boolean {
  return (
    Number.isFinite(value) &&
    (parameter.kind === 'number' || Number.isSafeInteger(value)) &&
    value >= (parameter.least ?? Number.NEGATIVE_INFINITY) &&
    value > (parameter.above ?? Number.NEGATIVE_INFINITY) &&
    value <= (parameter.most ?? Number.POSITIVE_INFINITY) &&
    value < (parameter.below ?? Number.POSITIVE_INFINITY)
  );
}

/** Reads and checks one number.
 *
 * @throws ParameterError naming the parameter, what it accepts and what came
 */
export function readNumber(parameter: NumberParameter, given: GivenValue): number {
  const position = parameter.words?.indexOf(givenText(given).trim()) ?? -1;
  if (position >= 0) return position;
  const value = typeof given === 'string' ? readDecimal(given) : given;
  if (typeof value !== 'number' || !withinLimits(value, parameter)) {
    throw new ParameterError(
      `${parameter.id} must be ${acceptedNumbers(parameter)}; got ${shortened(givenText(given))}`,
    );
  }
  if (parameter.anySize !== true && !hasPlayableSize(value)) {
    throw new ParameterError(
      `${parameter.id} must be ${PLAYABLE_SIZES}; got ${shortened(givenText(given))}`,
    );
  }
  return value;
}

function readChoice(parameter: ChoiceParameter, given: GivenValue): number {
  const word = givenText(given).trim();
  const position = parameter.words.indexOf(word);
  if (position >= 0) return position;
  const number = readDecimal(word);
  if (Number.isInteger(number) && number >= 0 && number < parameter.words.length) return number;
  throw new ParameterError(
    `${parameter.id} must be one of ${parameter.words.join(', ')}; got ${shortened(word)}`,
  );
}

function readRow(id: string, given: GivenValue, shown: string): number[] {
  const cells: readonly unknown[] =
    typeof given === 'string' ? given.split('/').map(readDecimal) : [given].flat();
  const row: number[] = [];
  for (const cell of cells) {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) {
      throw new ParameterError(`${id} must be numbers separated by '/'; got ${shortened(shown)}`);
    }
    if (!isBounded(cell)) {
      throw new ParameterError(
        `${id} must be numbers of at most ${LARGEST_MAGNITUDE} in size; got ${cell}`,
      );
    }
    row.push(cell);
  }
  return row;
}

function readTable(parameter: TableParameter, given: GivenValue): number[][] {
  const rows: readonly GivenValue[] =
    typeof given === 'string' ? given.split('|') : typeof given === 'number' ? [given] : given;
  const shown = givenText(given);
  const table = rows.map((row) => readRow(parameter.id, row, shown));
  if (table.length === 0 || table.some((row) => row.length !== table[0].length)) {
    throw new ParameterError(
      `${parameter.id} must be rows of equal length, with '/' between numbers and '|' between rows; got ${shortened(shown)}`,
    );
  }
  return table;
}

/** The parameters of one environment or law, read and checked. */
export class SpecValues {
  readonly #numbers = new Map<string, number>();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #tables = new Map<string, readonly (readonly number[])[]>();
  readonly #given = new Set<string>();

  /**
   * @param owner - names the environment or law in errors
   * @throws ParameterError for an unknown parameter or a value that is not accepted
   */
  constructor(
    owner: string,
    parameters: readonly SpecParameter[],
    given: Readonly<Record<string, GivenValue>>,
  ) {
    const known = parameters.map((parameter) => parameter.id);
    for (const id of Object.keys(given)) {
      if (known.includes(id)) continue;
      throw new ParameterError(
        known.length === 0
          ? `${owner} takes no parameters; got '${id}'`
          : `${owner} has no parameter '${id}'; ${suggestion(id, known)}`,
        'unknown-parameter',
      );
    }
    for (const parameter of parameters) {
      if (Object.hasOwn(given, parameter.id)) this.#read(parameter, given[parameter.id]);
      else if ('default' in parameter && parameter.default !== undefined) {
        this.#numbers.set(parameter.id, parameter.default);
      }
    }
  }

  #read(parameter: SpecParameter, given: GivenValue): void {
    this.#given.add(parameter.id);
    switch (parameter.kind) {
      case 'choice':
        this.#numbers.set(parameter.id, readChoice(parameter, given));
        break;
      case 'list':
        this.#lists.set(parameter.id, readRow(parameter.id, given, givenText(given)));
        break;
      case 'table':
        this.#tables.set(parameter.id, readTable(parameter, given));
        break;
      default:
        this.#numbers.set(parameter.id, readNumber(parameter, given));
    }
  }

  /** Whether the caller gave this parameter, rather than leaving it to its default. */
  given(id: string): boolean {
    return this.#given.has(id);
  }

  /** Whether the caller gave any parameter at all. */
  anyGiven(): boolean {
    return this.#given.size > 0;
  }

  /** A number or choice that has a value, given or by default. */
  number(id: string): number {
    const value = this.#numbers.get(id);
    if (value === undefined) throw new ParameterError(`${id} must be given`, 'parameter-missing');
    return value;
  }

  /** A number that may be absent. */
  optionalNumber(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** A list, or undefined when it was not given. */
  list(id: string): readonly number[] | undefined {
    return this.#lists.get(id);
  }

  /** A table, or undefined when it was not given. */
  table(id: string): readonly (readonly number[])[] | undefined {
    return this.#tables.get(id);
  }

  /** Everything that has a value, as plain data for reports. */
  resolved(): Record<string, GivenValue> {
    return Object.fromEntries([...this.#numbers, ...this.#lists, ...this.#tables]);
  }
}
